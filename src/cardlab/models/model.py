"""What judges positions: an `Evaluator` by any rule, a `Model` by the features of an encoder, many positions at a time.

A search puts leaves into slots (`_put`) and has them judged together (`_judge`), which makes a model in Python or in ONNX
Runtime affordable. Chains of dense layers and ensembles of trees are compiled and need no library.
"""

import array

import cython

from cardlab.core.parts import need
from cardlab.core.state import State
from cardlab.core.tool import Tool, check_reader
from cardlab.errors import OptionError


class Evaluator(Tool):
    """Estimates a seat's chance to win, from 0 to 1."""

    @property
    def reads(self):
        # type: () -> type[State]
        """The class of the states that it can look at."""
        return State

    def _value(self, state, seat):
        return 1.0 / state._seats()

    def _points(self, state, seat):
        """What a position is worth in units of its own, which need not end at 0 and 1; a finished game counts by its result."""
        if state._player() < 0:
            return state._score(seat)
        return self._value(state, seat)

    def _as_chance(self, points):
        """The chance to win that so many points stand for; -1: they tell of none."""
        return points if 0.0 <= points <= 1.0 else -1.0

    def points(self, state: State, seat: cython.int):
        # type: (...) -> float
        """The same as a number in Python."""
        check_reader(self, state)
        self._hold()
        try:
            return self._points(state, seat)
        finally:
            self._release()

    def value(self, state: State, seat: cython.int):
        # type: (...) -> float
        """The estimate for a seat of a position."""
        check_reader(self, state)
        if not 0 <= seat < state._seats():
            raise OptionError(f"there is no seat {seat}: seats are 0 to {state._seats() - 1}")
        self._hold()
        try:
            return self._value(state, seat)
        finally:
            self._release()


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


class SeatBySeat(Evaluator):
    """A model that is asked about each seat by itself.

    A search asks a model once, for its own player, and shares the rest among the others. This one is also asked what the
    others' chances are, from all that they hold in the world that is searched.
    """

    def __init__(self, model: Model):
        # type: (...) -> None
        self.model = model

    @property
    def game(self):
        # type: () -> Game
        """The game whose positions it judges."""
        return self.model.game

    @property
    def native(self):
        # type: () -> bool
        """Whether it runs without the GIL."""
        return self.model.native

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.model,)

    def _value(self, state, seat):
        return self.model._value(state, seat)


def squashed(total):
    """The sigmoid of a sum."""
    return 1.0 / (1.0 + exp(-total)) if total > -60 else 0.0
