"""State and Seat: the contract between rules and players.

A `State` is the whole truth about one game in progress. It is a value: it can be copied, compared, hashed, written
down and loaded. It waits for exactly one player (``state.player``) or for nobody (``state.over``).

A `Seat` is what one player may know. It is made from a state by erasing everything that player cannot see, so the
truth cannot be reached through it. Agents are handed seats, never states.

Methods that start with an underscore are the C side of the contract. They trust their arguments, touch no Python
object and run without the GIL. The public methods check everything first.
"""

import hashlib
import json
import struct
import zlib

import cython

from cardlab.core import action as actions
from cardlab.core.eventlog import EventLog
from cardlab.core.memory import read_memory, write_memory
from cardlab.core.result import Result
from cardlab.core.rng import Rng
from cardlab.errors import GameOver, IllegalAction, PluginError, PositionError


class Actions:
    """A reusable list of actions."""


def too_many_actions():
    with cython.gil:
        raise PluginError(
            f"a game offers more than {MAX_ACTIONS} actions at one decision; let it ask in several steps, each with fewer"
        )


if not cython.compiled:  # C has it in the header, where the rules of all games can inline it

    def offer(out, action):
        if out.n >= MAX_ACTIONS:
            return too_many_actions()
        out.at[out.n] = action
        out.n += 1
        return 0


class History:
    """The latest actions of a game with the seats that made them."""

    def __dealloc__(self):
        if cython.compiled:
            free(self.moves)

    def _clear(self):
        self.n = 0

    def _add(self, mover, action):
        if self.n >= self.room and self.room < HISTORY_ROOM:
            self._grow()
        slot = self.n % HISTORY_ROOM
        self.moves[slot].mover = mover
        self.moves[slot].action = action
        self.n += 1
        return 0

    def _grow(self):
        room = 4 * self.room if self.room else 64
        if cython.compiled:
            block = cython.cast(cython.pointer(PastMove), realloc(self.moves, room * cython.sizeof(PastMove)))
            if block == cython.NULL:
                with cython.gil:
                    raise MemoryError("no memory for the history of a game")
            self.moves = block
        else:
            self.moves = (self.moves or []) + [PastMove() for _ in range(room - self.room)]
        self.room = room
        return 0


class State:
    """One game in progress. Make one with ``game.new(seed)``."""

    # ---- the C side: what a game must answer --------------------------------------------------------------

    def _seats(self):
        return 0

    def _player(self):
        return -1

    def _turn(self):
        """Whose turn it is, which is who decides unless others are asked something in the middle of it; -1: nobody's."""
        return self._player()

    def _entry(self, seat):
        """Which entry of the list of players sits there. A game that draws lots for seats says so in its facts."""
        return seat

    def _opens(self):
        """Whether this is a decision before the game proper begins, such as which cards of the first hand to exchange."""
        return False

    def _idle(self):
        """The action by which a player ends a turn without doing anything more; -1 if there is no such."""
        return -1

    def _luck(self):
        """The luck in the state's struct; none if nothing is drawn after the deal."""
        return cython.NULL if cython.compiled else None

    def _deal(self, rng):
        """Set a blank state up for the first decision."""
        return 0

    def _deal_on(self, scenario, rng):
        """The same with what a training set fixes drawn from `scenario`, the rest from `rng`. Here nothing is fixed.

        If a scenario fixed all of a deal, players without chance would play one game over and over.
        """
        return self._deal(rng)

    def _reason(self):
        """Why the game ended, as an index into the game's `reasons`; 0 while it goes on."""
        return 1 if self._player() < 0 else 0

    def _legal(self, out):
        out.n = 0
        return 0

    def _candidates(self, out):
        """Legal actions with exchangeable ones collapsed: what a search needs to tell apart."""
        return self._legal(out)

    def _weight(self, action):
        """How many ways of doing it one candidate stands for."""
        return 1

    def _allows(self, action, scratch):
        self._legal(scratch)
        for i in range(scratch.n):
            if scratch.at[i] == action:
                return 1
        return 0

    def _apply(self, action):
        return 0

    def _random(self, scratch, rng):
        """A uniformly random legal action."""
        self._legal(scratch)
        return scratch.at[rand_below(rng.s, scratch.n)]

    def _rollout(self, scratch, rng, limit):
        """Play uniformly random actions to the end, or `limit` of them; return how many were played."""
        n = 0
        while n < limit and self._player() >= 0:
            self._apply(self._random(scratch, rng))
            n += 1
        return n

    def _copy_from(self, other):
        return 0

    def _hide(self, seat):
        """Erase all that `seat` cannot see."""
        return 0

    def _forget(self, memory):
        """On a hidden state: drop knowledge that is not in sight. What `memory` means is the game's."""
        return 0

    def _fill(self, seat, rng):
        """On a hidden state: draw everything erased at random from what is consistent with the rest."""
        return 0

    def _lighten(self):
        """From now on this state serves a playout only: books on who knows what need not be kept."""
        return 0

    def _stir(self, rng):
        """Change what nobody at the table knows and what is drawn from later, such as the order of a deck; nothing else."""
        return 0

    def _picked(self):
        """How many things were picked already of those that the present question asks for, one after the other."""
        return 0

    def _score(self, seat):
        """The seat's result in 0..1; unfinished games count as a draw of all."""
        return 1.0 / self._seats()

    def _seen(self, action, mover, seat):
        """The action as `seat` knows it by now: itself, or HIDDEN. Asked of the state that `seat` was left with."""
        return action

    def _key(self):
        """A hash of all that matters for what can still happen this turn; 0 if the game has none."""
        return 0

    def _memory(self):
        """Where the state's struct lies, which its header calls `z`; none if the game keeps its positions otherwise."""
        return cython.NULL if cython.compiled else None

    def _width(self):
        """How many bytes the struct has."""
        return 0

    def _settle(self):
        """After a position was written into the struct: work out all that follows from what was written."""
        return 0

    # ---- the C side: what is done with these answers -------------------------------------------------------

    def _begin(self, rng):
        """Deal, and give the game the luck that is drawn from it in play."""
        self._deal(rng)
        return self._renew(rng)

    def _begin_on(self, scenario, rng):
        """The same on a scenario. Luck is no part of one."""
        self._deal_on(scenario, rng)
        return self._renew(rng)

    def _blind(self, seat):
        """Leave of the state what `seat` may know: nothing hidden, and nothing of what luck will bring."""
        self._hide(seat)
        return self._erase_luck()

    def _erase_luck(self):
        luck = self._luck()
        if luck:
            luck[0].s[0] = 0
            luck[0].s[1] = 0
            luck[0].rolls = 0
        return 0

    def _imagine(self, info, seat, rng):
        """Become a whole world that `seat`, who was left with `info`, cannot tell from the real one. Its luck is its own."""
        self._copy_from(info)
        self._fill(seat, rng)
        return self._renew(rng)

    def _renew(self, rng):
        luck = self._luck()
        if luck:
            luck[0].s[0] = next_word(rng.s) | 1
            luck[0].s[1] = next_word(rng.s)
            luck[0].rolls = 0
        return 0

    def _rolls(self):
        """How often luck was asked so far; what has raised it was left to chance."""
        luck = self._luck()
        return luck[0].rolls if luck else 0

    # ---- public face --------------------------------------------------------------------------------------

    @property
    def memory(self):
        # type: () -> bytes
        """The state's struct, byte by byte; nothing if the game keeps its positions otherwise."""
        block = self._memory()
        if not block:
            return b""
        return block[: self._width()] if cython.compiled else bytes(block)

    def peek(self, only=None):
        # type: (Iterable[str] | None) -> dict[str, Any]
        """The fields of the state's struct as plain values; all, or only those that are named."""
        self._need_struct()
        if cython.compiled:
            return read_memory(type(self), self.memory, only)
        return self._memory().plain(only)

    def poke(self, fields):
        # type: (Mapping[str, Any]) -> None
        """Set the struct; fields that are not told are zero, and what follows from the others is worked out.

        The caller has checked that there can be such a position; a value that does not fit in its field raises PositionError.
        """
        self._need_struct()
        try:
            if cython.compiled:
                data: bytes = write_memory(type(self), fields)
                memcpy(self._memory(), cython.cast(cython.p_char, data), self._width())
            else:
                fresh = type(self._memory())()
                fresh.put(fields)
                self._memory().assign(fresh)
        except (struct.error, ValueError, OverflowError, IndexError) as problem:
            raise PositionError(f"a number of this position is too large: {problem}") from None
        self._settle()

    def _need_struct(self):
        if not self._memory():
            raise PluginError(f"the states of {self.game.name} have no struct: answer _memory and _width")

    @property
    def players(self):
        # type: () -> int
        """Number of players."""
        return self._seats()

    @property
    def turn(self):
        # type: () -> int | None
        """The seat whose turn it is, or None when the game is over. Others may be asked something in the middle of it."""
        seat = self._turn()
        return None if seat < 0 else seat

    @property
    def luck(self):
        # type: () -> tuple[int, int, int] | None
        """What decides about chance in play, as three numbers; None if nothing is drawn after the deal."""
        found = self._luck()
        return (found[0].s[0], found[0].s[1], found[0].rolls) if found else None

    @luck.setter
    def luck(self, numbers):
        # type: (Sequence[int] | None) -> None
        found = self._luck()
        if not found:
            raise PositionError(f"{self.game.name} draws nothing after the deal: it has no luck")
        first, second, rolls = _checked_luck(numbers)
        found[0].s[0] = first
        found[0].s[1] = second
        found[0].rolls = rolls

    @property
    def player(self):
        # type: () -> int | None
        """The seat that must decide now, or None when the game is over."""
        seat = self._player()
        return None if seat < 0 else seat

    @property
    def over(self):
        # type: () -> bool
        """Whether the game has ended."""
        return self._player() < 0

    def legal(self):
        # type: () -> list[Action]
        """All legal actions, in a fixed order. Empty when the game is over."""
        if self._player() < 0:
            return []
        self._legal(_scratch)
        return [_scratch.at[i] for i in range(_scratch.n)]

    def apply(self, action):
        # type: (Action) -> None
        """Carry out a legal action. Anything else raises IllegalAction and changes nothing."""
        if self._player() < 0:
            raise GameOver("the game is over: there is nothing to play")
        if not isinstance(action, int):
            raise IllegalAction(self, action)
        chosen: cython.longlong
        try:
            chosen = action
        except OverflowError:
            raise IllegalAction(self, action) from None
        if not self._allows(chosen, _scratch):
            raise IllegalAction(self, action)
        if self.script is None and not self.may_fail:
            self._apply(chosen)
        else:
            self._apply_or_leave(chosen)
        if self._listener is not None:
            self._tell()

    def _apply_or_leave(self, action):
        """If the script does not fit, or rules in Python fail (`may_fail`), nothing has happened."""
        before: State = self.copy()
        told = 0 if self.script is None else len(self.script.told)
        try:
            self._apply(action)
        except BaseException:
            self._copy_from(before)
            if self.script is not None:
                self.script.rewind(told)
            if self.log is not None:
                self.log.take()
            raise

    def _tell(self):
        wanted = getattr(self._listener, "wanted", None)
        for row in self.log.take():
            if wanted is None or row[0] in wanted:
                self._listener(self.game.event(*row))

    @property
    def listener(self):
        # type: () -> Callable[[Event], object] | None
        """A function that is called with an `Event` for everything that happens, or None.

        One with a set `wanted` is called for events of these kinds (by their numbers) alone.
        """
        return self._listener

    @listener.setter
    def listener(self, function):
        # type: (Callable[[Event], object] | None) -> None
        self._listener = function
        self.log = None if function is None else EventLog()

    def random_action(self, rng: Rng):
        # type: (...) -> Action
        """A random legal action, as the random agent draws it."""
        if self._player() < 0:
            raise GameOver("the game is over: there is nothing to play")
        return self._random(_scratch, rng)

    def rollout(self, rng: Rng, limit: cython.int = LONGEST):
        # type: (...) -> int
        """Play random actions to the end (or `limit` of them); return how many were played."""
        return self._rollout(_scratch, rng, limit)

    def deal(self, rng: Rng, scenario=None):
        # type: (Rng, Rng | None) -> None
        """Set a blank state up for the first decision. What training fixes comes from `scenario`, if there is one."""
        if scenario is None:
            self._begin(rng)
        else:
            self._begin_on(scenario, rng)

    def entries(self):
        # type: () -> list[int]
        """For each seat, which entry of the list of players sits there: in that order, unless the game draws lots for seats."""
        return [self._entry(seat) for seat in range(self._seats())]

    @property
    def reason(self):
        # type: () -> str
        """Why the game ended, or an empty text while it goes on."""
        return self.game.reasons[self._reason()]

    @property
    def result(self):
        # type: () -> Result | None
        """How the game ended, or None while it goes on."""
        if self._player() >= 0:
            return None
        return Result.from_scores([self._score(seat) for seat in range(self._seats())], self.reason)

    def text(self, action):
        # type: (Action) -> str
        """The action in words."""
        return _words(self.game, action)

    def parse(self, text):
        # type: (str) -> Action
        """The action that `text` names. It need not be legal."""
        return self.game.parse_in(self, text)

    def copy(self):
        # type: () -> Self
        """An independent state with the same value. A listener is not copied."""
        twin = self.game.blank()
        cython.cast(State, twin)._copy_from(self)
        twin.may_fail = self.may_fail
        return twin

    def seat(self, player: cython.int, history=()):
        # type: (int, Iterable[tuple[int, Action]]) -> Seat
        """What `player` may know. `history`: what was played before, as (seat, action), oldest first.

        The seat keeps of it what this player could see.
        """
        if not 0 <= player < self._seats():
            raise PositionError(f"there is no seat {player}: seats are 0 to {self._seats() - 1}")
        seat: Seat = Seat(self, player)
        for row in history:
            mover, action = _past_move(row, self._seats())
            seat.past._add(mover, action)
            at = seat.past.n - 1
            seat.past.moves[at % HISTORY_ROOM].action = seat._saw(at)
        return seat

    def view(self, player: cython.int):
        # type: (...) -> dict[str, Any]
        """What `player` sees, as a dictionary of plain values."""
        return self.seat(player).view()

    def to_dict(self):
        # type: () -> dict[str, Any]
        """The position as plain values, as it would be written by hand; with its luck, if chance has a part in play."""
        position = self.game.position_of(self)
        luck = self.luck
        return position if luck is None else {**position, "luck": list(luck)}

    def to_json(self):
        # type: () -> str
        """The position with the game and its options, as JSON text."""
        return json.dumps({"game": self.game.found_as, "options": self.game.plain_options(), "position": self.to_dict()})

    def to_bytes(self):
        # type: () -> bytes
        """The position as bytes; ``game.from_bytes`` reads them."""
        return zlib.compress(_canonical(self.to_dict()), 9)

    def digest(self):
        # type: () -> str
        """A hash of the position as 16 hex digits, equal on every machine."""
        return hashlib.blake2b(_canonical(self.to_dict()), digest_size=8).hexdigest()

    def __eq__(self, other):
        # type: (object) -> bool
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        theirs = cython.cast(State, other)
        return self.game == theirs.game and self.to_dict() == other.to_dict()

    def __hash__(self):
        # type: () -> int
        return int(self.digest(), 16) >> 3

    def __copy__(self):
        # type: () -> Self
        return self.copy()

    def __deepcopy__(self, memo):
        # type: (Any) -> Self
        return self.copy()

    def __reduce__(self):
        return _restore, (self.game, self.to_bytes())

    def __repr__(self):
        return f"<{self.game.name}: {self.game.summary(self)}>"


class Seat:
    """One player's knowledge: what is visible, what may be done, and worlds it could be.

    A seat that Python code gets is a value: it does not change when the game goes on. (The compiled referee looks through one
    seat again and again; agents in Python are handed a copy of it.)
    """

    def __init__(self, truth: State, player: cython.int):
        # type: (...) -> None
        self.game = truth.game
        self.info = self.game.blank()
        self.past = History()
        self._look(truth, player)

    @staticmethod
    def left_with(info: State, player: cython.int):
        # type: (...) -> Seat
        """The seat of a player who is left with `info`, from which everything hidden was erased, and who saw no move yet."""
        seat: Seat = Seat.__new__(Seat)
        seat.game = info.game
        seat.player = player
        seat.info = info
        seat.past = History()
        info._erase_luck()
        return seat

    @property
    def memory(self):
        # type: () -> bytes
        """All that the seat holds of the position, byte by byte; nothing if the game keeps its positions otherwise."""
        return self.info.memory

    def peek(self):
        # type: () -> dict[str, Any]
        """The same as fields of the struct, as plain values."""
        return self.info.peek()

    def _look(self, truth, player):
        self.player = player
        self.info._copy_from(truth)
        return self.info._blind(player)

    def _saw(self, at):
        """Move number `at` of the history as this player knows it by now."""
        action = self.past.moves[at % HISTORY_ROOM].action
        if action == HIDDEN:
            return HIDDEN
        return self.info._seen(action, self.past.moves[at % HISTORY_ROOM].mover, self.player)

    def _remember(self, other):
        """Take over the history of another seat of the same player, and of it only what that player saw."""
        self.past.n = other.past.n - HISTORY_ROOM if other.past.n > HISTORY_ROOM else 0
        if self.past.n:
            while self.past.room < HISTORY_ROOM:
                self.past._grow()
        for at in range(self.past.n, other.past.n):
            self.past._add(other.past.moves[at % HISTORY_ROOM].mover, other._saw(at))
        return 0

    def _resample(self, into, rng):
        return into._imagine(self.info, self.player, rng)

    @property
    def players(self):
        # type: () -> int
        """Number of players."""
        return self.info._seats()

    @property
    def to_move(self):
        # type: () -> int | None
        """The seat that must decide now, or None when the game is over."""
        return self.info.player

    def legal(self):
        # type: () -> list[Action]
        """The legal actions if it is this seat's turn, else nothing."""
        if self.info._player() != self.player:
            return []
        return self.info.legal()

    def text(self, action):
        # type: (Action) -> str
        """The action in words."""
        return _words(self.game, action)

    def parse(self, text):
        # type: (str) -> Action
        """The action that `text` names."""
        return self.game.parse_in(self.info, text)

    def view(self):
        # type: () -> dict[str, Any]
        """All that this player sees, as a dictionary of plain values."""
        return self.game.view_of(self.info, self.player)

    @property
    def history(self):
        # type: () -> list[tuple[int, Action]]
        """The latest actions as (seat, action), oldest first; `HIDDEN` stands for what this player could not see."""
        kept = min(self.past.n, HISTORY_ROOM)
        return [(self.past.moves[at % HISTORY_ROOM].mover, self._saw(at)) for at in range(self.past.n - kept, self.past.n)]

    @property
    def decisions(self):
        # type: () -> int
        """How many actions there were before, also those that `history` no longer holds."""
        return self.past.n

    def copy(self):
        # type: () -> Seat
        """An independent seat with the same value."""
        twin: Seat = Seat.__new__(Seat)
        twin.game = self.game
        twin.player = self.player
        twin.info = self.game.blank()
        twin.info._copy_from(self.info)
        twin.past = History()
        twin._remember(self)
        return twin

    def resample(self, rng):
        # type: (Rng | int) -> State
        """A full state drawn from all that is consistent with this seat. `rng` is an Rng or a seed."""
        source: Rng = rng if isinstance(rng, Rng) else Rng(rng)
        world = self.game.blank()
        self._resample(world, source)
        return world

    def forget(self, memory: cython.int):
        # type: (...) -> Seat
        """A seat of the same player that remembers less; what `memory` means is the game's."""
        seat: Seat = self.copy()
        seat.info._forget(memory)
        return seat

    def __copy__(self):
        # type: () -> Seat
        return self.copy()

    def __deepcopy__(self, memo):
        # type: (Any) -> Seat
        return self.copy()

    def __reduce__(self):
        """A pickle holds a world that this player cannot tell from the real one, and what the player saw: nothing else."""
        return _restore_seat, (self.game, self.player, self.resample(0).to_bytes(), self.history)

    def __eq__(self, other):
        # type: (object) -> bool
        if not isinstance(other, Seat):
            return NotImplemented
        return self.player == other.player and self.game == other.game and self.view() == other.view()

    def __hash__(self):
        # type: () -> int
        return hash((self.player, _canonical(self.view())))

    def __repr__(self):
        return f"<seat {self.player} of {self.game.name}>"


def _canonical(plain) -> bytes:
    return json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()


def _restore(game, data):
    return game.from_bytes(data)


def _restore_seat(game, player, data, history):
    return game.from_bytes(data).seat(player, history)


def _words(game, action):
    return "(hidden)" if action == actions.HIDDEN else game.action_text(action)


def roll(s, kind, n):
    """A number from 0 to n-1, by the state's luck or its script."""
    luck = s._luck()
    if not luck or n < 1 or (luck[0].s[0] == 0 and luck[0].s[1] == 0):
        with cython.gil:
            raise PluginError(_why_no_roll(s, n))
    luck[0].rolls += 1
    drawn = rand_below(luck[0].s, n)
    if s.script is None:
        return drawn
    return s.script._next(kind, n, drawn)


if not cython.compiled:  # C has it in the header, where the rules of all games can inline it

    def tell(s, kind, player, a, b, c, d, seats):
        if s.log is not None:
            s.log._add(pair(kind, player), pair(a, b), pair(c, d), seats)


def _why_no_roll(s, n):
    if n < 1:
        return f"{s.game.name} draws one of {n} possibilities"
    if s.luck is None:
        return f"{s.game.name} draws in play, but its states have no luck: answer _luck"
    return "nothing can be drawn in what a seat was left with: imagine a world first (seat.resample)"


def _checked_luck(numbers):
    fits = isinstance(numbers, list | tuple) and len(numbers) == 3
    fits = fits and all([isinstance(number, int) and not isinstance(number, bool) for number in numbers])
    if not fits or not all([0 <= number < 1 << bits for number, bits in zip(numbers, (64, 64, 32), strict=True)]):
        raise PositionError("'luck' is written as three numbers: two of 64 bits, and how often something was drawn")
    if numbers[0] == 0 and numbers[1] == 0:
        raise PositionError("'luck' of zeros would bring nothing but zeros")
    return numbers


def _past_move(row, seats):
    """A row of a history, checked."""
    try:
        mover, action = row
        fits = isinstance(mover, int) and isinstance(action, int) and 0 <= mover < seats and actions.HIDDEN <= action < 1 << 63
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise PositionError(f"{row!r} is no move: a history has rows (seat, action), with seats from 0 to {seats - 1}")
    return mover, action


_scratch = cython.declare(Actions, Actions())
