"""Takes down a row for every decision of the observed roles, without the GIL.

A row is (game, turn, seat, role, action) and the observer's numbers; with it go three reals: the result, what the agent thought
of its chances, and the mean result of playouts. -1 stands for unknown. Labels have random numbers of their own, drawn from the
game, the seat and the turn, so that recording changes nothing and does not depend on who plays which game.
"""

import array

import cython

from cardlab.core.parts import need
from cardlab.core.rng import Rng
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers
from cardlab.lab.matches.chunk import Observed


class Recorder:
    """The rows of one worker."""

    def __init__(self, game, observe, playouts, by, walk):
        # type: (Game, Iterable[int], int, Policy | None, int) -> None
        check_readers(game, by)
        self.observer = need(game, "observer")
        self.width = self.observer.width
        self.by = by
        self.playouts = playouts
        self.walk = walk
        for role in observe:
            self.observed[role] = True
        self.world = game.blank()
        self.info = game.blank()
        self.scratch = Actions()
        self.rng = Rng(0)

    def __dealloc__(self):
        if cython.compiled:
            free(self.numbers)
            free(self.reals)

    def _new_game(self):
        """Forget the rows of a game that did not end."""
        self.n = self.n_done

    def _note(self, seat, role, game, turn, seed):
        """Take down what a seat sees before it decides; 1 if a row was begun."""
        if not self.observed[role]:
            return 0
        if self.n == self.room:
            self._reserve()
        self.rng._seed_for(mix(seed ^ 0x726F7773), seat.player, turn)
        if self.walk:
            if self._walk_on(seat) == 0:
                return 0
        else:
            self.info._copy_from(seat.info)
        at = self.n * (HEAD + self.width)
        self.numbers[at] = game
        self.numbers[at + 1] = turn
        self.numbers[at + 2] = seat.player
        self.numbers[at + 3] = role
        self.numbers[at + 4] = -1
        self.observer._observe(self.info, seat.player, self.numbers, at + HEAD)
        at = self.n * REALS
        self.reals[at] = -1.0
        self.reals[at + 1] = -1.0
        self.reals[at + 2] = -1.0
        if self.playouts:
            self._label(seat.player, at)
        self.n += 1
        return 1

    def _walk_on(self, seat):
        """Random moves in a world that could be the real one; 1 if it is the seat's turn again after them."""
        seat._resample(self.info, self.rng)
        self.info._rollout(self.scratch, self.rng, self.walk)
        while self.info._player() >= 0 and self.info._player() != seat.player:
            self.info._rollout(self.scratch, self.rng, 1)
        if self.info._player() < 0:
            return 0
        self.info._blind(seat.player)
        return 1

    def _label(self, player, at):
        total = 0.0
        for i in range(self.playouts):
            self.world._imagine(self.info, player, self.rng)
            self.world._lighten()
            play_out(self.world, self.by, self.scratch, self.rng, LONGEST)
            total += self.world._score(player)
            if i == 0 and self.walk:
                self.reals[at] = self.world._score(player)
        self.reals[at + 2] = total / self.playouts
        return 0

    def _chose(self, action, value):
        """What the seat decided in the row that was begun, and what it thought of its chances."""
        if self.walk == 0:
            self.numbers[(self.n - 1) * (HEAD + self.width) + 4] = action
            self.reals[(self.n - 1) * REALS + 1] = value

    def _settle(self, score):
        """The game has ended: label its rows."""
        for i in range(self.n_done, self.n):
            if self.walk == 0:
                self.reals[i * REALS] = score[self.numbers[i * (HEAD + self.width) + 3]]
        self.n_done = self.n

    def _reserve(self):
        room = 2 * self.room if self.room else 256
        numbers = room * (HEAD + self.width)
        if cython.compiled:
            block = cython.cast(cython.pointer(int64_t), realloc(self.numbers, numbers * cython.sizeof(int64_t)))
            if block != cython.NULL:
                self.numbers = block
            more = cython.cast(cython.pointer(cython.double), realloc(self.reals, room * REALS * cython.sizeof(cython.double)))
            if more != cython.NULL:
                self.reals = more
            if block == cython.NULL or more == cython.NULL:
                with cython.gil:
                    raise MemoryError("no memory for the rows")
        else:
            self.numbers = (self.numbers or []) + [0] * (numbers - len(self.numbers or ()))
            self.reals = (self.reals or []) + [0.0] * (room * REALS - len(self.reals or ()))
        self.room = room
        return 0

    def take(self):
        # type: () -> Observed
        """The rows of finished games as bytes; they are then forgotten here."""
        width = HEAD + self.width
        numbers = array.array("q", [self.numbers[i] for i in range(self.n_done * width)])
        reals = array.array("d", [self.reals[i] for i in range(self.n_done * REALS)])
        for i in range(len(reals)):
            if reals[i] < 0:
                reals[i] = float("nan")
        self.n = 0
        self.n_done = 0
        return Observed(numbers.tobytes(), reals.tobytes())
