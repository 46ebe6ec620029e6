"""Observers and encoders: positions as numbers, the same ones for data, for training and for search.

An `Observer` writes down what one seat sees as a row of whole numbers, one for each of its columns. Rows are what data sets
hold. An `Encoder` turns a row into the numbers that a model is fed. Both run without the GIL, so a search asks them at every
leaf; and as a model is trained on encoded rows, it is asked about exactly what it was trained on.
"""

import cython

from cardlab.core.parts import need
from cardlab.core.state import Seat, State
from cardlab.errors import OptionError, RunError


class Observer:
    """What a row says about a position as one seat sees it: public things and its own hand, nothing else.

    `game` is the one it was made for. A compiled observer needs it, because it trusts what it looks at.
    """

    def __init__(self, columns, game=None):
        # type: (Iterable[Column], Game | None) -> None
        self.columns = tuple(columns)
        self.game = game
        self.width = len(self.columns)
        if self.width > ROW_ROOM:
            raise OptionError(f"an observation has at most {ROW_ROOM} columns, not {self.width}")

    def _observe(self, state, seat, row, at):
        return 0

    def observe(self, seat: Seat):
        # type: (...) -> list[int]
        """The row of what a seat sees."""
        return self.observe_state(seat.info, seat.player)

    def observe_state(self, state: State, player: cython.int):
        # type: (...) -> list[int]
        """The row of a position as a player sees it."""
        if self.game is not None:
            self.game.check_own("position", state)
        if not 0 <= player < state._seats():
            raise OptionError(f"there is no seat {player}: seats are 0 to {state._seats() - 1}")
        self._observe(state, player, self.scratch, 0)
        return [self.scratch[i] for i in range(self.width)]

    def values(self, seat: Seat):
        # type: (...) -> dict[str, Any]
        """The row as it would be stored: a dictionary of column names and values."""
        return {column.name: column.show(number) for column, number in zip(self.columns, self.observe(seat), strict=True)}


class PythonObserver(Observer):
    """An observer for games written in Python: a function of a seat's view gives the row."""

    def __init__(self, columns, function):
        # type: (Iterable[Column], Callable[[dict[str, Any]], Sequence[int]]) -> None
        Observer.__init__(self, columns)
        self.function = function

    def _observe(self, state, seat, row, at):
        with cython.gil:
            numbers = self.function(state.view(seat))
            if len(numbers) != self.width:
                raise RunError(f"the observer gave {len(numbers)} numbers for {self.width} columns")
            for i in range(self.width):
                row[at + i] = numbers[i]
        return 0


class Encoder:
    """Turns rows into the features of a model. `text` names it with its options, `shape` is that of one row's features."""

    def __init__(self, game, text, shape, labels):
        # type: (Game, str, Iterable[int], Iterable[str]) -> None
        self.game = game
        self.text = text
        self.shape = tuple(shape)
        self.labels = tuple(labels)
        self.width = len(need(game, "observer").columns)
        self.size = len(self.labels)
        if self.size > FEATURE_ROOM:
            raise OptionError(f"an encoding has at most {FEATURE_ROOM} numbers, not {self.size}")

    def _encode(self, row, row_at, out, at):
        """Write the features of a row to `out`, from place `at` on."""
        return 0

    def _list(self, row, row_at):
        """The same as a list of the features that are not zero: `active` holds their places, `amount` their values."""
        self._encode(row, row_at, self.dense, 0)
        self._gather(self.dense, 0)
        return 0

    def _gather(self, x, at):
        n = 0
        for i in range(self.size):
            if x[at + i] != 0:
                self.active[n] = i
                self.amount[n] = x[at + i]
                n += 1
        self.n_active = n

    def encode(self, rows):
        # type: (Any) -> Any
        """The features of many rows, as an array of 32-bit floats."""
        import numpy as np

        numbers = np.ascontiguousarray(rows, dtype=np.int64)
        if numbers.ndim != 2 or numbers.shape[1] != self.width:
            raise OptionError(f"encoding {self.text} takes rows of {self.width} numbers, not an array of shape {numbers.shape}")
        features = np.zeros((len(numbers), self.size), dtype=np.float32)
        if len(numbers):
            self.encode_into(numbers.reshape(-1), features.reshape(-1), len(numbers))
        return features

    def encode_into(self, rows, features, n: cython.int):
        # type: (Any, Any, int) -> None
        """Fill a flat buffer of floats from a flat buffer of `n` rows."""
        if len(rows) < n * self.width or len(features) < n * self.size:
            raise OptionError("the buffers are too small")
        if n < 1:
            return
        if cython.compiled:
            source: cython.const[cython.longlong][::1] = rows
            target: cython.float[::1] = features
            row = cython.cast(cython.pointer(cython.const[int64_t]), cython.address(source[0]))
            self._encode_all(row, cython.address(target[0]), n)
        else:
            self._encode_all([int(number) for number in rows], features, n)

    def _encode_all(self, rows, features, n):
        for i in range(n):
            self._encode(rows, i * self.width, features, i * self.size)
        return 0

    def encode_states(self, states, players):
        # type: (Iterable[State | Seat], Iterable[int]) -> Any
        """The features of states as players see them. A seat may stand for a state; its player is then the seat's own."""
        import numpy as np

        observer = need(self.game, "observer")
        rows = []
        for state, player in zip(states, players, strict=True):
            rows.append(observer.observe(state) if isinstance(state, Seat) else observer.observe_state(state, player))
        return self.encode(np.array(rows, dtype=np.int64).reshape(len(rows), self.width))

    def __repr__(self):
        return f"<encoder {self.text} of {self.game.name}: {self.size} numbers>"


class PlainEncoder(Encoder):
    """The numbers of a row as they are, times a factor."""

    def __init__(self, game, text, scale: cython.double):
        # type: (Game, str, float) -> None
        names = [column.name for column in need(game, "observer").columns]
        Encoder.__init__(self, game, text, (len(names),), names)
        self.scale = scale

    def _encode(self, row, row_at, out, at):
        for i in range(self.width):
            out[at + i] = cython.cast(cython.float, self.scale * row[row_at + i])
        return 0

    def _list(self, row, row_at):
        """In one pass, and without a branch, as nobody could guess which numbers are zero."""
        n = 0
        for i in range(self.width):
            self.active[n] = i
            self.amount[n] = cython.cast(cython.float, self.scale * row[row_at + i])
            n += 1 if row[row_at + i] != 0 else 0
        self.n_active = n
        return 0
