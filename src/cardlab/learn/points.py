"""What came out of jobs: the points of each seat, from workers that send them in any order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardlab.learn.jobs import Floats


@dataclass(frozen=True)
class Points:
    """The sums of scores of each seat, for jobs from number `first` on, and how many games that took."""

    first: int
    scores: Floats
    games: int


class PointsLedger:
    """The points of all jobs of a comparison, of which the first `known` ones may be there already."""

    def __init__(self, jobs: int, players: int, known: Floats | None = None) -> None:
        self.scores = np.zeros((jobs, players))
        self._done = bytearray(jobs)
        self.prefix = 0
        """How many jobs from the first on are done."""
        if known is not None:
            self.take(Points(0, known, 0))

    def take(self, points: Points) -> None:
        """Enter the points of some jobs."""
        end = points.first + len(points.scores)
        self.scores[points.first : end] = points.scores
        self._done[points.first : end] = b"\x01" * len(points.scores)
        gap = self._done.find(0, self.prefix)
        self.prefix = len(self._done) if gap < 0 else gap

    @property
    def complete(self) -> bool:
        """Whether all are."""
        return self.prefix == len(self._done)
