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
