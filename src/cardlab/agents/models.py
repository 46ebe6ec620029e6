"""Models as evaluators: they judge positions by the features of an encoder, many at a time.

A search puts leaves into slots (`_put`) and has them judged together (`_judge`), which makes a model in Python or in ONNX
Runtime affordable. Chains of dense layers and ensembles of trees are compiled and need no library.
"""

import array
import math

import cython

from cardlab.agents.agent import Evaluator
from cardlab.core.parts import need
from cardlab.errors import OptionError, RunError


class Model(Evaluator):
    """An evaluator that looks at the features of an encoder. `p` holds the chance of the seat for each slot."""

    def __init__(self, encoder, room=1):
        # type: (Encoder, int) -> None
        self.encoder = encoder
        self.observer = need(encoder.game, "observer")
        self.reserve(room)

    @property
    def game(self):
        # type: () -> Game
        """The game whose positions it judges."""
        return self.encoder.game

    def reserve(self, room: cython.int):
        # type: (...) -> None
        """Make room for that many positions at once."""
        self._at_rest()
        if not 1 <= room <= MAX_BATCH:
            raise OptionError(f"a batch has 1 to {MAX_BATCH} positions, not {room}")
        self.room = room
        self.held_x = array.array("f", bytes(4 * room * self.encoder.size))
        self.held_p = array.array("f", bytes(4 * room))
        if cython.compiled:
            x: cython.float[::1] = self.held_x
            p: cython.float[::1] = self.held_p
            self.x = cython.address(x[0])
            self.p = cython.address(p[0])
        else:
            self.x = self.held_x
            self.p = self.held_p
        self.prepare()

    def prepare(self):
        # type: () -> None
        """Whatever else depends on the room."""

    @property
    def batch(self):
        # type: () -> int
        """How many positions it likes to judge at once."""
        return 1

    @property
    def native(self):
        # type: () -> bool
        """Whether it runs without the GIL."""
        return True

    def _put(self, slot, state, seat):
        self.observer._observe(state, seat, self.row, 0)
        return self.encoder._encode(self.row, 0, self.x, slot * self.encoder.size)

    def _load(self, n):
        """Judge features that were written to `x`."""
        return self._judge(n)

    def _judge(self, n):
        return 0

    def _value(self, state, seat):
        if state._player() < 0:
            return state._score(seat)
        self._put(0, state, seat)
        self._judge(1)
        return self.p[0]

    def judge(self, features):
        # type: (Sequence[Sequence[float]]) -> list[float]
        """The chances for rows of features, as a list."""
        self._hold()
        try:
            return self._judged(features)
        finally:
            self._release()

    def _judged(self, features):
        answers = []
        for start in range(0, len(features), self.room):
            part = features[start : start + self.room]
            for i in range(len(part)):
                if len(part[i]) != self.encoder.size:
                    raise OptionError(f"encoding {self.encoder.text} has {self.encoder.size} numbers, not {len(part[i])}")
                for j in range(self.encoder.size):
                    self.held_x[i * self.encoder.size + j] = part[i][j]
            self._load(len(part))
            answers += list(self.held_p[: len(part)])
        return answers


class FunctionModel(Model):
    """A Python function of a NumPy batch: it is given (n, *encoder.shape) numbers and returns n chances from 0 to 1."""

    def __init__(self, encoder, function, room=32):
        # type: (Encoder, Callable[[Any], Any], int) -> None
        self.function = function
        Model.__init__(self, encoder, room)

    def prepare(self):
        # type: () -> None
        import numpy as np

        flat = np.frombuffer(self.held_x, dtype=np.float32)
        self.batch_x = flat.reshape((self.room, *self.encoder.shape))

    @property
    def batch(self):
        # type: () -> int
        return 32

    @property
    def native(self):
        # type: () -> bool
        return False

    def _judge(self, n):
        with cython.gil:
            self.ask(n)
        return 0

    def ask(self, n):
        # type: (int) -> None
        """Have the first `n` slots judged."""
        import numpy as np

        try:
            answers = np.asarray(self.function(self.batch_x[:n]), dtype=np.float32).reshape(-1)
        except Exception as error:
            raise RunError(f"the evaluator failed: {type(error).__name__}: {error}") from error
        if len(answers) != n or not bool(np.all((answers >= 0) & (answers <= 1))):
            raise RunError(f"the evaluator must give {n} chances from 0 to 1, not {_short(answers)}")
        self.held_p[:n] = array.array("f", answers.tobytes())


def _short(answers):
    return f"{len(answers)} numbers" if len(answers) > 8 else [round(float(a), 3) for a in answers]


class DenseModel(Model):
    """Layers in a chain, each with ReLU but the last, which ends in a sigmoid."""

    def __init__(self, encoder, layers, room=1):
        # type: (Encoder, Sequence[tuple[Sequence[Sequence[float]], Sequence[float]]], int) -> None
        """`layers`: pairs of weights (one row for each input) and biases."""
        numbers = array.array("f")
        self.layers = len(layers)
        if not 1 <= self.layers <= MAX_LAYERS:
            raise OptionError(f"a chain has 1 to {MAX_LAYERS} layers, not {self.layers}")
        expected = encoder.size
        for i in range(self.layers):
            weights, biases = layers[i]
            if len(weights) != expected or any([len(row) != len(biases) for row in weights]):
                raise OptionError(f"layer {i + 1} of the model does not take {expected} numbers")
            self.inputs[i] = expected
            self.outputs[i] = expected = len(biases)
            self.weights_at[i] = len(numbers)
            for row in weights:
                numbers.extend(row)
            numbers.extend(biases)
        if expected != 1 or not all([math.isfinite(number) for number in numbers]):
            raise OptionError("the model must end in one number, and all its weights must be finite")
        self.held = numbers
        widest = max([self.outputs[i] for i in range(self.layers)])
        if widest > MAX_WIDTH:
            raise OptionError(f"a layer has at most {MAX_WIDTH} numbers, not {widest}")
        if cython.compiled:
            view: cython.float[::1] = numbers
            self.weights = cython.address(view[0])
        else:
            self.weights = numbers
        Model.__init__(self, encoder, room)

    def _put(self, slot, state, seat):
        self.observer._observe(state, seat, self.row, 0)
        self.encoder._list(self.row, 0)
        self.p[slot] = cython.cast(cython.float, self._forward())
        return 0

    def _judge(self, n):
        """Positions were judged when they were put there."""
        return 0

    def _load(self, n):
        for slot in range(n):
            self.encoder._gather(self.x, slot * self.encoder.size)
            self.p[slot] = cython.cast(cython.float, self._forward())
        return 0

    def _forward(self):
        """The chance by the features in the encoder's list. What is zero costs nothing, in later layers too."""
        self._layer(0, self.encoder.active, self.encoder.amount, self.encoder.n_active)
        for layer in range(1, self.layers):
            n = 0
            for i in range(self.inputs[layer]):
                if self.hidden[i] > 0:
                    self.active[n] = i
                    self.amount[n] = self.hidden[i]
                    n += 1
            self._layer(layer, self.active, self.amount, n)
        last: cython.double = self.hidden[0]
        return 1.0 / (1.0 + exp(-last)) if last > -60 else 0.0

    def _layer(self, layer, active, amount, n):
        width = self.outputs[layer]
        for j in range(width):
            self.hidden[j] = self.weights[self.weights_at[layer] + self.inputs[layer] * width + j]
        if cython.compiled:
            add_rows(self.hidden, self.weights + self.weights_at[layer], active, amount, n, width)
        else:
            add_rows(self.hidden, self.weights[self.weights_at[layer] :], active, amount, n, width)


class TreesModel(Model):
    """Binary trees whose leaves are added up; a sigmoid may follow."""

    def __init__(self, encoder, nodes, roots, base, squash, room=1):
        # type: (Encoder, Sequence[tuple[int, float, int, int]], Sequence[int], float, bool, int) -> None
        """`nodes`: (feature, threshold, left, right), or (-1, value, 0, 0) for a leaf; children come after their parents."""
        features, lefts, rights, numbers = (array.array(code) for code in "iiif")
        for i, (feature, number, left, right) in enumerate(nodes):
            if not -1 <= feature < encoder.size or not math.isfinite(number):
                raise OptionError(f"node {i} of the model is broken, or not made for encoding {encoder.text}")
            if feature >= 0 and not (i < left < len(nodes) and i < right < len(nodes)):
                raise OptionError(f"node {i} of the model leads to no later node")
            features.append(feature)
            numbers.append(number)
            lefts.append(left)
            rights.append(right)
        if not math.isfinite(base):
            raise OptionError("the constant of the model must be finite")
        starts = array.array("i", roots)
        if not starts or not all([0 <= root < len(features) for root in starts]):
            raise OptionError("the model has no trees, or trees without a root")
        self.held = (features, lefts, rights, numbers, starts)
        self.trees = len(starts)
        self.base = base
        self.squash = squash
        self._point(features, lefts, rights, numbers, starts)
        Model.__init__(self, encoder, room)

    def _point(self, features, lefts, rights, numbers, starts):
        if cython.compiled:
            a: cython.int[::1] = features
            b: cython.int[::1] = lefts
            c: cython.int[::1] = rights
            d: cython.float[::1] = numbers
            e: cython.int[::1] = starts
            self.feature = cython.address(a[0])
            self.left = cython.address(b[0])
            self.right = cython.address(c[0])
            self.number = cython.address(d[0])
            self.root = cython.address(e[0])
        else:
            self.feature, self.left, self.right, self.number, self.root = features, lefts, rights, numbers, starts

    def _judge(self, n):
        for slot in range(n):
            at = slot * self.encoder.size
            total = self.base
            for tree in range(self.trees):
                node = self.root[tree]
                while self.feature[node] >= 0:
                    node = self.left[node] if self.x[at + self.feature[node]] <= self.number[node] else self.right[node]
                total += self.number[node]
            if self.squash:
                total = 1.0 / (1.0 + exp(-total)) if total > -60 else 0.0
            self.p[slot] = cython.cast(cython.float, 0.0 if total < 0 else 1.0 if total > 1 else total)
        return 0
