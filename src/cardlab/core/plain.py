"""Games written in plain Python, played by the compiled search.

A `PlainGame` is a set of functions over a position, which is a dataclass of plain values (numbers, texts, lists).
cardlab does the rest: copies, JSON, replays, seats, matches and every agent. It runs at Python's speed.
"""

import copy
import dataclasses
import functools
import inspect
from abc import abstractmethod

import cython

from cardlab.core.game import Game, own_state
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.errors import PluginError, PositionError


class PlainState(State):
    """Adapter: answers the compiled contract by asking a `PlainGame`."""

    def __init__(self, game):
        # type: (PlainGame) -> None
        self.game = game
        self.handles = game.handles
        self.chancy = Dice in self.handles
        self.luck_words[0].s[0] = 1

    def _seats(self):
        with cython.gil:
            return self.game.players

    def _player(self):
        with cython.gil:
            return self._asked_seat(self.game.to_move(self.position), "to_move")

    def _turn(self):
        with cython.gil:
            return self._asked_seat(self.game.whose_turn(self.position), "whose_turn")

    def _entry(self, seat):
        with cython.gil:
            entries = [*self.game.entries(self.position)]
            last = self.game.players - 1
            if sorted(entries) != [*range(last + 1)]:
                raise PluginError(f"{self.game.name}: entries gives {entries!r}; it is the numbers 0 to {last}")
            return entries[seat]

    def _asked_seat(self, seat, method):
        if seat is None:
            return -1
        if not isinstance(seat, int) or not 0 <= seat < self.game.players:
            raise PluginError(f"{self.game.name}: {method} gives {seat!r}; seats are 0 to {self.game.players - 1}, or None")
        return seat

    def _luck(self):
        if cython.compiled:
            return self.luck_words if self.chancy else cython.NULL
        return self.luck_words if self.chancy else None

    def _deal(self, rng):
        with cython.gil:
            self.position = self.game.start(rng)
            if not dataclasses.is_dataclass(self.position):
                raise PluginError(f"{type(self.game).__name__}.start must return a dataclass, not {self.position!r}")
        return 0

    def _legal(self, out):
        with cython.gil:
            return self._fill_actions(out)

    def _fill_actions(self, out):
        actions = list(self.game.actions(self.position))
        if len(actions) > MAX_ACTIONS:
            raise PluginError(f"{self.game.name} offers {len(actions)} actions; at most {MAX_ACTIONS} are possible")
        if not actions:
            raise PluginError(f"{self.game.name} is not over but offers no action")
        out.n = 0
        for action in actions:
            if not isinstance(action, int) or not 0 <= action < 1 << 63:
                raise PluginError(f"{self.game.name} offers {action!r}; an action is a whole number of up to 63 bits")
            offer(out, action)
        return 0

    def _allows(self, action, scratch):
        with cython.gil:
            return action in self.game.actions(self.position)

    def _apply(self, action):
        with cython.gil:
            return self._carry_out(action)

    def _carry_out(self, action):
        self.game.play(self.position, action, *[handle(self) for handle in self.handles])
        return 0

    def _copy_from(self, other):
        with cython.gil:
            self.position = copy.deepcopy(cython.cast(PlainState, other).position)
        self.luck_words[0].s[0] = cython.cast(PlainState, other).luck_words[0].s[0]
        self.luck_words[0].s[1] = cython.cast(PlainState, other).luck_words[0].s[1]
        self.luck_words[0].rolls = cython.cast(PlainState, other).luck_words[0].rolls
        return 0

    def _hide(self, seat):
        with cython.gil:
            self.game.hide(self.position, seat)
        return 0

    def _fill(self, seat, rng):
        with cython.gil:
            self.game.fill(self.position, seat, rng)
        return 0

    def _stir(self, rng):
        with cython.gil:
            self.game.stir(self.position, rng)
        return 0

    def _picked(self):
        with cython.gil:
            return self.game.picked(self.position)

    def _seen(self, action, mover, seat):
        with cython.gil:
            seen = self.game.seen(self.position, action, mover, seat)
            if seen not in (action, HIDDEN):
                raise PluginError(f"{self.game.name}: seen gives {seen!r} for the action {action}; it is the action, or HIDDEN")
            return seen

    def _score(self, seat):
        with cython.gil:
            if self.game.to_move(self.position) is not None:
                return 1.0 / self.game.players
            return self.game.scores(self.position)[seat]


class Dice:
    """Chance in the middle of a game, as `play` is handed it: drawn from the luck of the state, or told by its script."""

    def __init__(self, state: State):
        # type: (State) -> None
        self.state = state

    def below(self, n: cython.int, kind: cython.int = 0):
        # type: (int, int) -> int
        """A number from 0 to n-1. `kind` names what it is for, in scripts."""
        return roll(self.state, kind, n)

    def choice(self, items, kind: cython.int = 0):
        # type: (Sequence[Any], int) -> Any
        """One item of a non-empty sequence."""
        if not len(items):
            raise IndexError("choice from nothing")
        return items[roll(self.state, kind, len(items))]

    def shuffle(self, items, kind: cython.int = 0):
        # type: (list[Any], int) -> None
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = roll(self.state, kind, i + 1)
            items[i], items[j] = items[j], items[i]


class Teller:
    """Tells what happens, as `play` is handed it. It costs little if nobody listens, and changes nothing if somebody does."""

    def __init__(self, state: State):
        # type: (State) -> None
        self.state = state

    def __call__(self, kind, player=None, /, *, seats=None, **fields):
        # type: (str, int | None, Iterable[int] | None, int) -> None
        """An event of a kind that the game declares, about a player, with its fields. `seats`: who may know all of it."""
        number, who, a, b, c, d, mask = self.state.game.event_kinds.row(kind, player, seats, fields)
        tell(self.state, number, who, a, b, c, d, mask)


@functools.cache
def _handles_of(play, bound):
    # type: (Any, bool) -> tuple[type[Dice | Teller], ...]
    """What a function `play` takes besides the position and the action; looked at once, as every copy of a state asks."""
    names = [*inspect.signature(play).parameters][3 if bound else 2 :]
    return tuple([Teller if name == "tell" else Dice for name in names])


class PlainGame(Game):
    """Write `start`, `to_move`, `actions`, `play` and `scores`; with hidden cards also `hide` and `fill`."""

    @property
    def native(self):
        # type: () -> bool
        """Never: its rules are Python."""
        return False

    @property
    def handles(self):
        # type: () -> tuple[type[Dice | Teller], ...]
        """What `play` takes besides the position and the action: dice if it draws, and `tell` if it tells events."""
        return _handles_of(getattr(self.play, "__func__", self.play), hasattr(self.play, "__func__"))

    @abstractmethod
    def start(self, rng):
        # type: (Rng) -> Any
        """A new position, a dataclass of plain values."""

    @abstractmethod
    def to_move(self, position):
        # type: (Any) -> int | None
        """The seat that must decide, or None when the game is over."""

    @abstractmethod
    def actions(self, position):
        # type: (Any) -> Iterable[Action]
        """The legal actions as whole numbers (see ``cardlab.pack``), in a fixed order."""

    @abstractmethod
    def play(self, position, action):
        # type: (Any, Action) -> None
        """Change the position by a legal action.

        As ``play(self, position, action, dice)`` it can draw (see `Dice`), with a last argument `tell` it can tell events
        (see `Teller`).
        """

    def whose_turn(self, position):
        # type: (Any) -> int | None
        """The seat whose turn it is: who decides, unless others are asked something in the middle of a turn."""
        return self.to_move(position)

    def entries(self, position):
        # type: (Any) -> Sequence[int]
        """For each seat, which entry of the list of players sits there. A game that draws lots for its seats writes this."""
        return range(self.players)

    @abstractmethod
    def scores(self, position):
        # type: (Any) -> Sequence[float]
        """The result of a finished game, one number from 0 to 1 for each seat."""

    def hide(self, position, seat):
        # type: (Any, int) -> None
        """Erase what `seat` cannot see. Nothing is hidden unless you write this."""

    def fill(self, position, seat, rng):
        # type: (Any, int, Rng) -> None
        """Draw what `hide` erased at random."""

    def stir(self, position, rng):
        # type: (Any, Rng) -> None
        """Change what nobody knows and what is drawn from later, such as the order of a deck; nothing else."""

    def picked(self, position):
        # type: (Any) -> int
        """How many things were picked already of those that the present question asks for. With it goes `answers_in_steps`."""
        return 0

    def seen(self, position, action, mover, seat):
        # type: (Any, Action, int, int) -> Action
        """What `seat` knows of an action that was made earlier: the action, or `cardlab.HIDDEN`.

        `position` is how `seat` sees things now. Everybody sees every action unless you write this.
        """
        return action

    def blank(self):
        # type: () -> PlainState
        return PlainState(self)

    def position_of(self, state):
        # type: (State) -> dict[str, Any]
        return dataclasses.asdict(own_state(state, PlainState).position)

    def load(self, state, position, seat=None):
        # type: (State, Mapping[str, Any], int | None) -> None
        kind = type(self.start(Rng(0)))
        names = {f.name for f in dataclasses.fields(kind)}
        if set(position) != names:
            raise PositionError(f"a position of {self.name} has the parts {', '.join(sorted(names))}")
        own_state(state, PlainState).position = kind(**copy.deepcopy(dict(position)))
        if seat is None:
            self.check_position(state.position)

    def check_position(self, position):
        # type: (Any) -> None
        """Raise PositionError for a position that cannot exist."""
