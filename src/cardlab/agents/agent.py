"""Agents, policies and evaluators: the compiled side of everything that plays.

An `Agent` is handed a `Seat` and chooses. A `Policy` is a rule of thumb cheap enough for playouts: it reads a state, but
only what the seat to move may see. An `Evaluator` says how good a state is for a seat. All of them run without the GIL;
subclasses in plain Python go through `PythonAgent`.
"""

import array
import inspect

import cython

from cardlab.agents.report import Report
from cardlab.core.rng import Rng
from cardlab.core.state import Actions, Seat, State
from cardlab.errors import CardlabError, WrongGame


class Policy:
    """Chooses an action at once."""

    @property
    def reads(self):
        """The class of the states that it can look at."""
        return State

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
        self.base = base
        self.epsilon = epsilon

    @property
    def reads(self):
        """What the other policy reads."""
        return self.base.reads

    def _pick(self, state, scratch, rng):
        if rand_real(rng.s) < self.epsilon:
            return state._random(scratch, rng)
        return self.base._pick(state, scratch, rng)


class VectorPolicy(Policy):
    """A policy that is decided by `size` numbers."""

    def load(self, values):
        """Play by these numbers from now on."""
        numbers = array.array("d", values)
        if len(numbers) != self.size:
            raise CardlabError(f"{type(self).__name__} takes {self.size} numbers, not {len(numbers)}")
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
        """The numbers that were loaded."""
        return list(self.held or ())


class Evaluator:
    """Estimates a seat's chance to win, from 0 to 1."""

    @property
    def reads(self):
        """The class of the states that it can look at."""
        return State

    def _value(self, state, seat):
        return 1.0 / state._seats()


class Agent:
    """A player. `choose` returns one of the seat's legal actions. `game` is the one it was made for; None: it plays any."""

    def _choose(self, seat, rng):
        return -1

    def _new_game(self):
        """Forget everything about earlier games."""
        return 0

    def _estimate(self):
        """What it thought of its chances at the latest choice, from 0 to 1; -1: it did not think about that."""
        return -1.0

    def player_choice(self, seat, rng):
        """The choice as Python asks for it."""
        return self.choose(seat, rng)

    def choose(self, seat: Seat, rng=None):
        """The chosen action. `rng` is an Rng or a seed; without one the choice is made with seed 0."""
        self.admit(seat)
        if seat.info._player() != seat.player:
            raise CardlabError(f"seat {seat.player} is not to move")
        source: Rng = rng if isinstance(rng, Rng) else Rng(rng or 0)
        action: cython.longlong
        with cython.nogil:
            action = self._choose(seat, source)
        return action

    def admit(self, seat: Seat):
        """Raise unless this agent can look at such a seat: it trusts what it is handed."""
        check_reader(self, seat.info)

    @property
    def reads(self):
        """The class of the states that it can look at."""
        return State if self.policy is None else self.policy.reads

    def new_game(self):
        """Tell the agent that another game begins."""
        self._new_game()

    @property
    def native(self):
        """Whether the agent runs without the GIL."""
        return True

    @property
    def report(self):
        """What was considered for the latest choice."""
        return Report()

    def __repr__(self):
        return f"<agent {self.spec}>"


class PolicyAgent(Agent):
    """A policy as a player."""

    def __init__(self, policy: Policy):
        self.policy = policy
        self.scratch = Actions()

    def _choose(self, seat, rng):
        return self.policy._pick(seat.info, self.scratch, rng)


class PythonAgent(Agent):
    """Any object with a method ``choose(seat)`` or ``choose(seat, rng)`` as a player."""

    def __init__(self, player):
        self.player = player
        self.takes_rng = len(inspect.signature(player.choose).parameters) > 1

    def _choose(self, seat, rng):
        with cython.gil:
            return self.player_choice(seat, rng)

    def player_choice(self, seat, rng):
        """What the wrapped object chooses. It is handed a seat of its own, which stays as it is when the game goes on."""
        own = seat.copy()
        return self.player.choose(own, rng) if self.takes_rng else self.player.choose(own)

    def _new_game(self):
        with cython.gil:
            if hasattr(self.player, "new_game"):
                self.player.new_game()
        return 0

    @property
    def native(self):
        return False

    @property
    def report(self):
        found = getattr(self.player, "report", None)
        return found if isinstance(found, Report) else Report()


class Stop:
    """A flag that all searches of a run look at; set `asked` to end them early."""


def check_reader(reader, state: State):
    """Raise unless an agent, a policy or an evaluator can look at such a state: compiled ones trust what they are handed."""
    game = getattr(reader, "game", None)
    if game is not None:
        game.check_own("position", state)
    if not isinstance(state, reader.reads):
        raise WrongGame("position", state.game, f"the kind that {type(reader).__name__} reads ({reader.reads.__name__})")


def check_readers(game, *readers):
    """Raise unless all of these policies and evaluators (None: nobody) can look at the states of a game."""
    blank = game.blank()
    for reader in readers:
        if reader is not None:
            check_reader(reader, blank)


def play_out(world, policy, scratch, rng, limit):
    """Play by a policy (None: at random) to the end, or `limit` moves; return how many were made."""
    if policy is None:
        return world._rollout(scratch, rng, limit)
    return policy._play(world, scratch, rng, limit)
