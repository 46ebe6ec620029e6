"""Agents and policies: the compiled side of everything that plays.

An `Agent` is handed a `Seat` and chooses. A `Policy` is a rule of thumb cheap enough for playouts: it reads a state, but
only what the seat to move may see. Both run without the GIL, and are tools: each serves one thread at a time. Subclasses in
plain Python go through `PythonAgent`.
"""

import array
import operator

import cython

from cardlab.agents.calls import CallForm, call_of, check_listeners
from cardlab.agents.report import Report
from cardlab.core.printable import safely
from cardlab.core.rng import Rng
from cardlab.core.state import Actions, Seat, State
from cardlab.core.tool import Tool, check_reader
from cardlab.errors import CardlabError, RunError


class Crew(Tool):
    """Agents that play one game together. They may have parts in common, as they take turns."""

    def __init__(self, agents):
        # type: (Iterable[Agent]) -> None
        self.agents = tuple(agents)

    def parts(self):
        # type: () -> tuple[Agent, ...]
        return self.agents


class Policy(Tool):
    """Chooses an action at once."""

    @property
    def reads(self):
        # type: () -> type[State]
        """The class of the states that it can look at."""
        return State

    @property
    def looks_ahead(self):
        # type: () -> bool
        """Whether it tries actions on a copy of the state, or reads anything else that its seat may not see.

        Such a policy is never handed the truth, only a world that its seat imagines.
        """
        return any([part.looks_ahead for part in self.parts() if isinstance(part, Policy)])

    def _pick(self, state, scratch, rng):
        return state._random(scratch, rng)

    def _play(self, state, scratch, rng, limit):
        """Play on to the end, or `limit` moves; return how many were made."""
        n = 0
        while n < limit and state._player() >= 0:
            state._apply(self._pick(state, scratch, rng))
            n += 1
        return n


class RandomPolicy(Policy):
    """Uniformly random, as each game defines it."""

    def _play(self, state, scratch, rng, limit):
        return state._rollout(scratch, rng, limit)


class MixedPolicy(Policy):
    """A policy that plays at random with probability epsilon."""

    def __init__(self, base: Policy, epsilon: cython.double):
        # type: (...) -> None
        self.base = base
        self.epsilon = epsilon

    @property
    def reads(self):
        # type: () -> type[State]
        """What the other policy reads."""
        return self.base.reads

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.base,)

    def _pick(self, state, scratch, rng):
        if rand_real(rng.s) < self.epsilon:
            return state._random(scratch, rng)
        return self.base._pick(state, scratch, rng)


class VectorPolicy(Policy):
    """A policy that is decided by `size` numbers."""

    def load(self, values):
        # type: (Iterable[float]) -> None
        """Play by these numbers from now on."""
        numbers = array.array("d", values)
        if len(numbers) != self.size:
            raise CardlabError(f"{type(self).__name__} takes {self.size} numbers, not {len(numbers)}")
        self._at_rest()
        self.held = numbers
        if cython.compiled:
            view: cython.double[::1] = numbers
            self.genes = cython.address(view[0])
        else:
            self.genes = numbers

    def _point(self, genes):
        """Play by numbers that somebody else keeps."""
        self.genes = genes
        return 0

    @property
    def values(self):
        # type: () -> list[float]
        """The numbers that were loaded."""
        return list(self.held or ())


class Agent(Tool):
    """A player. `choose` returns one of the seat's legal actions. `game` is the one it was made for; None: it plays any."""

    def _choose(self, seat, rng):
        return -1

    def _new_game(self):
        """Forget everything about earlier games."""
        return 0

    def _estimate(self):
        """What it thought of its chances at the latest choice, from 0 to 1; -1: it did not think about that."""
        return -1.0

    def as_action(self, answer):
        # type: (Any) -> Action
        """The number of the action that the agent answered; RunError with its name if it is no action."""
        try:
            number = operator.index(answer)
        except TypeError:
            number = None
        if number is None or not -(1 << 63) <= number < 1 << 63:
            raise RunError(f"{self.spec} answered {safely(repr, answer)}, which is not an action")
        return number

    def player_choice(self, seat: Seat, rng: Rng):
        # type: (...) -> Action
        """The choice as the arena asks for it, which holds the agent during its games."""
        action: cython.longlong
        with cython.nogil:
            action = self._choose(seat, rng)
        return action

    def choose(self, seat: Seat, rng=None):
        # type: (Seat, Rng | int | None) -> Action
        """The chosen action. `rng` is an Rng or a seed; without one the choice is made with seed 0."""
        self.admit(seat)
        if seat.info._player() != seat.player:
            raise CardlabError(f"seat {seat.player} is not to move")
        source: Rng = rng if isinstance(rng, Rng) else Rng(rng or 0)
        action: cython.longlong
        self._hold()
        try:
            with cython.nogil:
                action = self._choose(seat, source)
        finally:
            self._release()
        return action

    def admit(self, seat: Seat):
        # type: (...) -> None
        """Raise unless this agent can look at such a seat: it trusts what it is handed."""
        check_reader(self, seat.info)

    @property
    def reads(self):
        # type: () -> type[State]
        """The class of the states that it can look at."""
        return State if self.policy is None else self.policy.reads

    def new_game(self):
        # type: () -> None
        """Tell the agent that another game begins."""
        self._hold()
        try:
            self.begin()
        finally:
            self._release()

    def begin(self):
        # type: () -> None
        """The same by the arena, which holds the agent during its games."""
        self._new_game()

    @property
    def listens(self):
        # type: () -> bool
        """Whether it wants to be told what happens (`hear`)."""
        return False

    def hear(self, event):
        # type: (Event) -> None
        """Something has happened: the event as this player may know it."""

    @property
    def wants_results(self):
        # type: () -> bool
        """Whether it wants to be told how games end (`game_over`)."""
        return False

    def game_over(self, seat, result):
        # type: (Seat, Result) -> None
        """A game has ended: what this player sees then, and how it ended."""

    @property
    def carries_over(self):
        # type: () -> bool
        """Whether what it does also depends on the games before, as with somebody who learns while playing."""
        return any([part.carries_over for part in self.parts() if isinstance(part, Agent)])

    @property
    def estimate(self):
        # type: () -> float | None
        """What it thought of its chances at the latest choice, from 0 to 1; None if it did not think about that."""
        value = self._estimate()
        return value if 0.0 <= value <= 1.0 else None

    @property
    def native(self):
        # type: () -> bool
        """Whether the agent runs without the GIL."""
        return True

    @property
    def report(self):
        # type: () -> Report
        """What was considered for the latest choice."""
        return Report()

    def __repr__(self):
        return f"<agent {self.spec or type(self).__name__}>"


class PolicyAgent(Agent):
    """A policy as a player. One that looks ahead is shown a world that could be the real one.

    The luck of that world is taken from the numbers that the policy will draw without drawing them, so a policy that reads
    nothing hidden plays as it would otherwise.
    """

    def __init__(self, policy: Policy):
        # type: (...) -> None
        self.policy = policy
        self.scratch = Actions()
        self.looks_ahead = policy.looks_ahead
        self.luck = Rng(0)

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.policy,)

    def _choose(self, seat, rng):
        if not self.looks_ahead:
            return self.policy._pick(seat.info, self.scratch, rng)
        if self.world is None or self.world.game is not seat.game:
            with cython.gil:
                self.world = seat.game.blank()
        self.luck._seed(mix(rng.s[0] ^ mix(rng.s[1])))
        seat._resample(self.world, self.luck)
        return self.policy._pick(self.world, self.scratch, rng)


class PythonAgent(Agent):
    """Any object with a method ``choose(seat)`` or ``choose(seat, rng)`` as a player.

    `around` is the agent that the player asks in the end, if it is a mere wrapper. A player may have more than `choose`:
    `new_game()` before a game, `hear(event)` for what happens in it as its seat sees it, `game_over(seat, result)` after it, an
    attribute `time_left` for the milliseconds that it still has, a list `log_lines` to which it adds what it has to say, and
    `carries_over` = True if what it does depends on the games before.
    """

    def __init__(self, player, around=None):
        # type: (Any, Agent | None) -> None
        self.player = player
        self.around = around
        self.call = call_of(player)
        check_listeners(player)

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.around,)

    @property
    def listens(self):
        # type: () -> bool
        """Whether the player has a method `hear`, and does not say by `hears` that it needs none now."""
        if self.around is not None:
            return self.around.listens
        return hasattr(self.player, "hear") and bool(getattr(self.player, "hears", True))

    def hear(self, event):
        # type: (Event) -> None
        """Hand it on."""
        self.player.hear(event)

    @property
    def wants_results(self):
        # type: () -> bool
        """Whether the player has a method `game_over`."""
        return hasattr(self.player, "game_over") if self.around is None else self.around.wants_results

    def game_over(self, seat, result):
        # type: (Seat, Result) -> None
        """Hand it on. The seat is the player's own, as in `choose`."""
        self.player.game_over(seat.copy(), result)

    @property
    def carries_over(self):
        # type: () -> bool
        """Whether the player says so by an attribute of that name."""
        return bool(getattr(self.player, "carries_over", False)) if self.around is None else self.around.carries_over

    def _choose(self, seat, rng):
        with cython.gil:
            return self.as_action(self.player_choice(seat, rng))

    def player_choice(self, seat, rng):
        # type: (Seat, Rng) -> Action
        """What the wrapped object chooses. It is handed a seat of its own, which stays as it is when the game goes on."""
        own = seat.copy()
        self.before = self._reported()
        self.chosen = None
        if self.call == CallForm.BOTH:
            self.chosen = self.player.choose(own, rng)
        elif self.call == CallForm.NAMED:
            self.chosen = self.player.choose(own, rng=rng)
        else:
            self.chosen = self.player.choose(own)
        return self.chosen

    def allow(self, milliseconds):
        # type: (float | None) -> None
        """Tell the player how long it may still think in this turn; None: as long as it likes."""
        if hasattr(self.player, "time_left"):
            self.player.time_left = milliseconds

    def take_lines(self):
        # type: () -> list[str]
        """What the player has said since this was asked last."""
        found = getattr(self.player, "log_lines", None)
        if callable(found):
            return [str(line) for line in found()]
        if not isinstance(found, list):
            return []
        said = [str(line) for line in found]
        found.clear()
        return said

    def _new_game(self):
        with cython.gil:
            self.chosen = None
            self.take_lines()
            if hasattr(self.player, "new_game"):
                self.player.new_game()
        return 0

    def _estimate(self):
        if self.around is not None:
            return self.around._estimate()
        with cython.gil:
            return self._told()

    def _told(self):
        """The player's own estimate, or what its report says of the chosen action. A report from before does not count."""
        try:
            found = getattr(self.player, "estimate", None)
            report = self._reported()
            if found is None and report is not None and report is not self.before:
                found = next((line.value for line in report.lines if line.action == self.chosen), None)
            return float(found) if found is not None and 0.0 <= float(found) <= 1.0 else -1.0
        except Exception:
            return -1.0

    @property
    def native(self):
        # type: () -> bool
        return False

    def _reported(self):
        """The player's report, if it has one. That it fails is no reason to lose a game."""
        try:
            found = getattr(self.player, "report", None)
        except Exception:
            return None
        return found if isinstance(found, Report) else None

    @property
    def report(self):
        # type: () -> Report
        return self._reported() or Report()


class Stop:
    """A flag that all searches of a run look at; set `asked` to end them early."""


def play_out(world, policy, scratch, rng, limit):
    """Play by a policy (None: at random) to the end, or `limit` moves; return how many were made."""
    if policy is None:
        return world._rollout(scratch, rng, limit)
    return policy._play(world, scratch, rng, limit)
