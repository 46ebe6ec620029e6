"""Root-parallel search: several trees grown in threads at the same time, their root statistics added up.

Whatever is decided by these statistics is decided here, by their sum: which action is the best, and whether to `vary` when a
position returns. The single searches only grow trees.
"""

from concurrent.futures import ThreadPoolExecutor, wait

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.report import Line, Report
from cardlab.agents.returns import Returns
from cardlab.core.rng import Rng


class RootParallel(Agent):
    """Searches with seeds of their own. With a budget of iterations the result does not depend on timing."""

    def __init__(self, game, searches, by_value, vary=0.0):
        # type: (Game, list[TreeSearch], bool, float) -> None
        self.searches = searches
        self.by_value = by_value
        self.vary = vary
        self.returns = Returns(game) if vary > 0 else None
        self.pool = ThreadPoolExecutor(len(searches))
        self.merged = {}

    def _choose(self, seat, rng):
        with cython.gil:
            return self._ask_all(seat, rng)

    def _new_game(self):
        if self.returns is not None:
            self.returns._forget()
        with cython.gil:
            for search in self.searches:
                search.new_game()
        return 0

    def _ask_all(self, seat, rng):
        seeds = [rng.word() for _ in self.searches]
        jobs = [self.pool.submit(search.choose, seat, Rng(seed)) for search, seed in zip(self.searches, seeds, strict=True)]
        wait(jobs)  # also if one of them fails: none may be at work when this is over
        choices = [job.result() for job in jobs]
        self.merged = {}
        self.thought = -1.0
        for search in self.searches:
            for action, visits, reward in search.tally():
                known = self.merged.get(action, (0, 0.0))
                self.merged[action] = (known[0] + visits, known[1] + reward)
        if len(self.merged) < 2 or not any([visits for visits, _ in self.merged.values()]):
            return choices[0]
        best = max(self.merged, key=self._rank)
        times = self.returns._times(seat) if self.returns is not None else 0
        if times:
            best = self._one_of(self._value(best) - self.vary * times, best, rng)
        self.thought = self._value(best)
        return best

    def _one_of(self, least, best, rng):
        """Choose at random among the actions that are worth at least so much."""
        close = [action for action, (visits, _) in self.merged.items() if visits and self._value(action) >= least]
        return close[rng.below(len(close))] if len(close) > 1 else best

    def _value(self, action):
        visits, reward = self.merged[action]
        return reward / visits if visits else -1.0

    def _estimate(self):
        return self.thought

    def _rank(self, action):
        visits, reward = self.merged[action]
        value = reward / visits if visits else 0.0
        return (value, visits) if self.by_value else (visits, value)

    @property
    def native(self):
        # type: () -> bool
        """Whether all searches run without the GIL."""
        return all([search.native for search in self.searches])

    @property
    def report(self):
        # type: () -> Report
        """The merged statistics; the principal line is the first tree's."""
        lines = tuple([Line(a, visits, reward / visits if visits else 0.0) for a, (visits, reward) in self.merged.items()])
        parts = [search.report for search in self.searches]
        return Report(lines, sum([p.iterations for p in parts]), max([p.seconds for p in parts]), parts[0].principal)
