"""Planners that look to the end of the own turn: the best next step, and rollouts after each action.

What comes after the turn is not simulated, as it depends on what the others hold: the evaluator judges the position in which
the turn has been ended. Whatever is left to chance is drawn anew each time. In a decision before the game proper begins, such
as an exchange of cards, others are thought to answer at random and then to do nothing, until the own first turn can be played.
"""

import cython

from cardlab.agents.agent import Agent, Policy
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers


class ClimbingPolicy(Policy):
    """Tries every action once (or `samples` times) and takes the one that leads to the best position; of equals any."""

    def __init__(self, game, evaluator: Evaluator, samples=1):
        # type: (Game, Evaluator, int) -> None
        self.evaluator = evaluator
        self.samples = samples
        self.work = game.blank()

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.evaluator,)

    @property
    def reads(self):
        # type: () -> type[State]
        """The class of the states that its evaluator can look at."""
        return self.evaluator.reads

    @property
    def looks_ahead(self):
        # type: () -> bool
        """It tries every action."""
        return True

    def _pick(self, state, scratch, rng):
        me = state._player()
        opening = state._opens()
        state._candidates(scratch)
        n = scratch.n
        if n == 1:
            return scratch.at[0]
        best = 0
        most = 0.0
        equals = 0
        for i in range(n):
            total = 0.0
            for k in range(self.samples):
                self.work._copy_from(state)
                self.work._renew(rng)
                self.work._apply(scratch.at[i])
                if opening:
                    reach_own_turn(self.work, me, True, scratch, rng)
                    state._candidates(scratch)
                total += self.evaluator._points(self.work, me)
            if i == 0 or total > most:
                best = i
                most = total
                equals = 1
            elif total == most:
                equals += 1
                if rand_below(rng.s, equals) == 0:
                    best = i
        return scratch.at[best]


class RolloutSearch(Agent):
    """For each action some rollouts to the end of the turn; the action with the best end is taken, or with the best mean."""

    def __init__(self, game, budget, options, policy, evaluator: Evaluator, stop: Stop, answers=None):
        # type: (Game, Budget | None, Mapping[str, Any], Policy | None, Evaluator, Stop, Policy | None) -> None
        self.game = game
        check_readers(game, policy, evaluator)
        self.evaluator = evaluator
        self.rollout_policy = policy
        self.rollouts = budget.iterations if budget is not None and budget.iterations else 1
        self.max_ns = int(budget.ms * 1e6) if budget is not None else 0
        if self.max_ns and not budget.iterations:
            self.rollouts = 1000000
        self.best_counts = options["aggregate"] == "max"
        self.limit = options["turn_limit"]
        self.plies = options["plies"]
        self.answers = answers
        self.stop = stop
        self.clock = Clock()
        self.world = game.blank()
        self.acts = Actions()
        self.scratch = Actions()
        self.value = -1.0

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.rollout_policy, self.answers, self.evaluator)

    def _choose(self, seat, rng):
        seat.info._candidates(self.acts)
        self.done = 0
        self.spent_ns = 0
        self.n_tried = self.acts.n
        self.value = -1.0
        if self.acts.n == 1:
            return self.acts.at[0]
        start = now()
        self._try_all(seat, rng)
        self.spent_ns = now() - start
        return self.acts.at[self._best(rng)]

    def _try_all(self, seat, rng):
        """One rollout of each action after the other, as often as there is a budget for."""
        me = seat.player
        opening = seat.info._opens()
        deadline = self.clock._start(self.max_ns)
        for i in range(self.acts.n):
            self.points[i] = 0.0
            self.visits[i] = 0
        for k in range(self.rollouts):
            for i in range(self.acts.n):
                if self.done >= self.acts.n and (self.stop.asked or self.clock._is_up(deadline)):
                    return 0
                seat._resample(self.world, rng)
                self.world._lighten()
                self.world._apply(self.acts.at[i])
                reach_own_turn(self.world, me, opening, self.scratch, rng)
                play_turn_out(self.world, me, self.rollout_policy, self.scratch, rng, self.limit)
                play_answers(self.world, self.plies, self.answers, self.scratch, rng, self.limit)
                value = self.evaluator._points(self.world, me)
                if not self.best_counts:
                    self.points[i] += value
                elif self.visits[i] == 0 or value > self.points[i]:
                    self.points[i] = value
                self.visits[i] += 1
                self.done += 1
        return 0

    def _best(self, rng):
        best = 0
        equals = 0
        most = 0.0
        for i in range(self.acts.n):
            value = self.points[i]
            if not self.best_counts and self.visits[i]:
                value /= self.visits[i]
            if i == 0 or value > most:
                best = i
                most = value
                equals = 1
            elif value == most:
                equals += 1
                if rand_below(rng.s, equals) == 0:
                    best = i
        self.value = self.evaluator._as_chance(most)
        return best

    def _estimate(self):
        """What the evaluator says of the ends of the chosen action."""
        return self.value

    @property
    def native(self):
        # type: () -> bool
        """Whether the agent runs without the GIL."""
        return getattr(self.evaluator, "native", True)

    @property
    def report(self):
        # type: () -> Report
        """Each action with the points of its rollouts."""
        if not self.done:
            return Report()
        lines = []
        for i in range(self.acts.n):
            value = self.points[i] if self.best_counts or not self.visits[i] else self.points[i] / self.visits[i]
            lines.append(Line(self.acts.at[i], self.visits[i], value))
        return Report(tuple(lines), self.done, self.spent_ns / 1e9)


def reach_own_turn(world, me, opening, scratch, rng):
    """After a decision before the game: others decide at random, and who has the first turn does nothing in it."""
    if not opening:
        return 0
    for k in range(64):
        player = world._player()
        if player < 0 or (player == me and not world._opens()):
            break
        if world._opens() and player == me:
            break
        idle = world._idle() if not world._opens() else -1
        world._apply(idle if idle >= 0 else world._random(scratch, rng))
    return 0


def play_answers(world, plies, policy, scratch, rng, limit):
    """The turns that follow, each played by whoever has it."""
    for ply in range(plies):
        mover = world._turn()
        if mover < 0:
            break
        play_turn_out(world, mover, policy, scratch, rng, limit)
    return 0


def play_turn_out(world, me, policy, scratch, rng, limit):
    """Play on until the turn is over, or `limit` actions were made; others who are asked something answer at random."""
    n = 0
    while n < limit and world._player() >= 0 and world._turn() == me:
        if policy is None or world._player() != me:
            world._apply(world._random(scratch, rng))
        else:
            world._apply(policy._pick(world, scratch, rng))
        n += 1
    return n
