"""Root-parallel search: several trees grown in threads at the same time, their root statistics added up."""

from concurrent.futures import ThreadPoolExecutor

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.report import Line, Report
from cardlab.core.rng import Rng


class RootParallel(Agent):
    """Searches with seeds of their own. With a budget of iterations the result does not depend on timing."""

    def __init__(self, searches, by_value):
        self.searches = searches
        self.by_value = by_value
        self.pool = ThreadPoolExecutor(len(searches))
        self.merged = {}

    def _choose(self, seat, rng):
        with cython.gil:
            return self._ask_all(seat, rng)

    def _new_game(self):
        with cython.gil:
            for search in self.searches:
                search.new_game()
        return 0

    def _ask_all(self, seat, rng):
        seeds = [rng.word() for _ in self.searches]
        jobs = [self.pool.submit(search.choose, seat, Rng(seed)) for search, seed in zip(self.searches, seeds, strict=True)]
        choices = [job.result() for job in jobs]
        self.merged = {}
        self.estimate = -1.0
        for search in self.searches:
            for action, visits, reward in search.tally():
                known = self.merged.get(action, (0, 0.0))
                self.merged[action] = (known[0] + visits, known[1] + reward)
        if not any([visits for visits, _ in self.merged.values()]):
            return choices[0]
        best = max(self.merged, key=self._rank)
        self.estimate = self.merged[best][1] / self.merged[best][0] if self.merged[best][0] else -1.0
        return best

    def _estimate(self):
        return self.estimate

    def _rank(self, action):
        visits, reward = self.merged[action]
        value = reward / visits if visits else 0.0
        return (value, visits) if self.by_value else (visits, value)

    @property
    def native(self):
        """Whether all searches run without the GIL."""
        return all([search.native for search in self.searches])

    @property
    def report(self):
        """The merged statistics; the principal line is the first tree's."""
        lines = tuple([Line(a, visits, reward / visits if visits else 0.0) for a, (visits, reward) in self.merged.items()])
        parts = [search.report for search in self.searches]
        return Report(lines, sum([p.iterations for p in parts]), max([p.seconds for p in parts]), parts[0].principal)
