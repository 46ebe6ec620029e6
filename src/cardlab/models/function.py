"""Models that are Python functions, among them those that ONNX Runtime computes."""

import array

import cython

from cardlab.errors import RunError
from cardlab.models.model import Model


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
