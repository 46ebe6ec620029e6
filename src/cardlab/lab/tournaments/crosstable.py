"""The cross table of a tournament: who was ahead of whom, and how sure that is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.core.intervals import Clusters, Interval
from cardlab.lab.statistics.binomial import deals_p

Played = tuple[int, Sequence[int], Sequence[float]]
"""A game: its deal, who took part (places in the list of agents), and their scores."""


@dataclass(frozen=True)
class Pairing:
    """How one agent did against another, or against all others: who was ahead in the games that both played.

    With more than two players a game counts once for each opponent. `interval` is None if there were too few deals for one.
    `p_value` is the chance that equal agents are so far apart, by the deals that each of them won; None if no deal told them
    apart, and for an agent against all others at larger tables, where equals do not win and lose deals equally often.
    """

    games: int
    wins: int
    draws: int
    interval: Interval | None
    p_value: float | None

    @property
    def points(self) -> float:
        """Wins and half the draws."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        bounds = None if self.interval is None else list(self.interval)
        return {**vars(self), "points": self.points, "score": self.score, "interval": bounds}


class _Count:
    """Games of a pairing as they are counted. Deals are clusters: all tables play the same ones."""

    def __init__(self) -> None:
        self.sides = 2
        self.games = self.wins = self.draws = 0
        self.clusters = Clusters()

    def add(self, deal: int, mine: float, theirs: float, sides: int = 2) -> None:
        self.sides = max(self.sides, sides)
        self.games += 1
        if mine == theirs:
            self.draws += 1
        elif mine > theirs:
            self.wins += 1
        self.clusters.add(deal, 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)

    def pairing(self) -> Pairing:
        tested = deals_p(self.clusters) if self.sides == 2 else None
        return Pairing(self.games, self.wins, self.draws, self.clusters.interval(), tested)


class CrossTable:
    """All pairings by the agents' places in the list, and each agent against all others."""

    def __init__(self, agents: int, games: Iterable[Played]) -> None:
        pairs = {pair: _Count() for pair in itertools.permutations(range(agents), 2)}
        totals = [_Count() for _ in range(agents)]
        for deal, who, scores in games:
            for (i, mine), (j, theirs) in itertools.permutations(zip(who, scores, strict=True), 2):
                pairs[i, j].add(deal, mine, theirs)
                totals[i].add(deal, mine, theirs, len(who))
        self.pairs = {pair: count.pairing() for pair, count in pairs.items()}
        self.totals = [count.pairing() for count in totals]
