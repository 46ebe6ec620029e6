"""Networks of dense layers, compiled. What is zero costs nothing."""

import array
import math

import cython

from cardlab.errors import OptionError
from cardlab.models.model import Model


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
        """The chance by the features in the encoder's list."""
        self._layer(0, self.encoder.active, self.encoder.amount, self.encoder.n_active)
        for layer in range(1, self.layers):
            rise(self, layer)
        return squashed(self.hidden[0])

    def _layer(self, layer, active, amount, n):
        width = self.outputs[layer]
        for j in range(width):
            self.hidden[j] = self.weights[self.weights_at[layer] + self.inputs[layer] * width + j]
        if cython.compiled:
            add_rows(self.hidden, self.weights + self.weights_at[layer], active, amount, n, width)
        else:
            add_rows(self.hidden, self.weights[self.weights_at[layer] :], active, amount, n, width)


def rise(model, layer):
    """From what a layer gave to the next one, which looks at what is above zero: listed without a branch to be guessed."""
    n = 0
    for i in range(model.inputs[layer]):
        model.active[n] = i
        model.amount[n] = model.hidden[i]
        n += 1 if model.hidden[i] > 0 else 0
    model._layer(layer, model.active, model.amount, n)


class WideModel(DenseModel):
    """A chain of dense layers beside which the features also count directly: the last sum is that of both, in doubles."""

    def __init__(self, encoder, layers, direct, constant, room=1):
        # type: (Encoder, Sequence[tuple[Sequence[Sequence[float]], Sequence[float]]], Sequence[float], float, int) -> None
        """`direct`: a weight for each feature, beside the `layers` as of a chain; the `constant` is added to the last sum."""
        DenseModel.__init__(self, encoder, layers, room)
        if self.layers < 2:
            raise OptionError("a model whose features also count directly has a hidden layer")
        numbers = array.array("d", direct)
        if len(numbers) != encoder.size:
            raise OptionError(f"the direct part of the model does not take {encoder.size} numbers")
        if not all([math.isfinite(number) for number in (*numbers, constant)]):
            raise OptionError("all weights of the model must be finite")
        self.constant = constant
        self.held_direct = numbers
        if cython.compiled:
            view: cython.double[::1] = numbers
            self.direct = cython.address(view[0])
        else:
            self.direct = numbers

    def _value(self, state, seat):
        """As precise as it is computed, which the slots are not."""
        if state._player() < 0:
            return state._score(seat)
        self.observer._observe(state, seat, self.row, 0)
        self.encoder._list(self.row, 0)
        return self._forward()

    def _forward(self):
        last = self.layers - 1
        self._layer(0, self.encoder.active, self.encoder.amount, self.encoder.n_active)
        for layer in range(1, last):
            rise(self, layer)
        total = self.constant
        for i in range(self.encoder.n_active):
            total += self.encoder.amount[i] * self.direct[self.encoder.active[i]]
        at = self.weights_at[last]
        for i in range(self.inputs[last]):
            total += (self.hidden[i] if self.hidden[i] > 0 else 0) * self.weights[at + i]
        return squashed(total + self.weights[at + self.inputs[last]])
