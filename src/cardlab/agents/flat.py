"""Flat Monte Carlo: every move is sampled equally often by playouts, and the one with the most wins is chosen."""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers


class FlatSearch(Agent):
    """Even sampling, most wins.

    A game's own kind of it may ask for two things more: with `each_copy`, moves that differ only in which of several equal
    cards they use count separately; with `first_lost`, the first playout of each move is paid for but not made.
    """

    def __init__(self, game, budget, options, policy, stop: Stop):
        # type: (Game, Budget, Mapping[str, Any], Policy | None, Stop) -> None
        self.game = game
        check_readers(game, policy, None)
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.memory = options["memory"]
        self.rollout_limit = options["limit"]
        self.each_copy = options["each_copy"]
        self.first_lost = options["first_lost"]
        self.rollout_policy = policy
        self.stop = stop
        self.clock = Clock()
        self.info = game.blank()
        self.world = game.blank()
        self.acts = Actions()
        self.scratch = Actions()

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.rollout_policy,)

    def _choose(self, seat, rng):
        self._list_moves(seat)
        self.done = 0
        self.spent_ns = 0
        self.thought = -1.0
        if self.acts.n == 1:
            return self.acts.at[0]
        start = now()
        self.deadline = self.clock._start(self.max_ns)
        self.info._copy_from(seat.info)
        self.info._forget(self.memory)
        if self.first_lost:
            self.done = self.acts.n
        move = 0
        while self.max_iterations == 0 or self.done < self.max_iterations:
            if self.stop.asked or not self._sample(move, seat.player, rng):
                break
            self.done += 1
            move = move + 1 if move + 1 < self.acts.n else 0
        self.spent_ns = now() - start
        best = self._best()
        if self.done == 0:
            best = rand_below(rng.s, self.acts.n)
        self.thought = self.reward[best] / self.visits[best] if self.visits[best] else -1.0
        return self.acts.at[best]

    def _estimate(self):
        return self.thought

    def _list_moves(self, seat):
        seat.info._candidates(self.scratch)
        n = 0
        for i in range(self.scratch.n):
            copies = seat.info._weight(self.scratch.at[i]) if self.each_copy else 1
            for k in range(copies):
                if n < MAX_ACTIONS:
                    self.acts.at[n] = self.scratch.at[i]
                    self.reward[n] = 0
                    self.visits[n] = 0
                    n += 1
        self.acts.n = n
        return 0

    def _sample(self, move, me, rng):
        """One playout after a move; 0 if time was up before it ended. A playout may take longer than there is time."""
        if self.clock._is_up(self.deadline):
            return 0
        self.world._imagine(self.info, me, rng)
        self.world._lighten()
        self.world._apply(self.acts.at[move])
        played = 0
        while played < self.rollout_limit and self.world._player() >= 0:
            if played and self.clock._is_up(self.deadline):
                return 0
            piece = min(PIECE, self.rollout_limit - played) if self.deadline else self.rollout_limit
            played += play_out(self.world, self.rollout_policy, self.scratch, rng, piece)
        self.reward[move] += self.world._score(me)
        self.visits[move] += 1
        return 1

    def _best(self):
        """The move with the most wins; the first of equals."""
        best = 0
        for i in range(1, self.acts.n):
            if self.reward[i] > self.reward[best]:
                best = i
        return best

    def tally(self):
        # type: () -> list[tuple[Action, int, float]]
        """The moves' statistics as (action, visits, reward)."""
        return [(self.acts.at[i], self.visits[i], self.reward[i]) for i in range(self.acts.n)]

    @property
    def report(self):
        # type: () -> Report
        """Visits and values of all moves."""
        lines = tuple([Line(action, visits, reward / visits if visits else 0.0) for action, visits, reward in self.tally()])
        return Report(lines, self.done, self.spent_ns / 1e9, (self.acts.at[self._best()],) if self.done else ())
