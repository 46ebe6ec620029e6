"""How sure a mean score is. Games that share a deal or a scenario form a cluster, and a cluster is one observation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import NamedTuple

from cardlab.errors import OptionError

FEWEST_CLUSTERS = 30
"""Below that no interval is given: scores of so few clusters are too coarse for one that holds what it promises."""
_SLIGHT, _RAISED = 0.1, 1.5
_EVEN = 1e-9


class Interval(NamedTuple):
    """Where the true value lies with the stated confidence."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.low:.1f}–{100 * self.high:.1f}%"


def normal_quantile(confidence: float) -> float:
    """How many standard errors an interval reaches to both sides."""
    if not 0 < confidence < 1:
        raise OptionError(f"a confidence lies between 0 and 1, not {confidence!r}; usual is 0.95")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def student_quantile(confidence: float, freedom: float) -> float:
    """The same for errors that are themselves estimated, with so many degrees of freedom: Student's t.

    Exact for one and two degrees, else by the expansion of Cornish and Fisher, for 95% within 0.2%.
    """
    z = normal_quantile(confidence)
    if freedom < 1:
        return math.inf
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence**2))
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))


def wilson(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval for the rate of games that are won or lost and share nothing."""
    if games <= 0:
        return Interval(0.0, 1.0)
    z2 = normal_quantile(confidence) ** 2
    rate = points / games
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = math.sqrt(max(0.0, z2 * (rate * (1 - rate) / games + z2 / (4 * games * games)))) / (1 + z2 / games)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


class Clusters:
    """Scores from 0 to 1, summed by cluster. Only clusters are taken to be independent of each other."""

    def __init__(self) -> None:
        self._points: dict[int, float] = {}
        self._games: dict[int, int] = {}

    @classmethod
    def of(cls, numbers: Iterable[int], scores: Iterable[float]) -> Clusters:
        """One score for each number of a cluster."""
        clusters = cls()
        for number, score in zip(numbers, scores, strict=True):
            clusters.add(number, score)
        return clusters

    def add(self, cluster: int, points: float, games: int = 1) -> None:
        """Points won in so many games of a cluster."""
        self._points[cluster] = self._points.get(cluster, 0.0) + points
        self._games[cluster] = self._games.get(cluster, 0) + games

    def sides(self) -> tuple[int, int]:
        """How many clusters brought more than half of their points, and how many less."""
        leads = [2 * self._points[cluster] - games for cluster, games in self._games.items()]
        return sum(lead > _EVEN for lead in leads), sum(lead < -_EVEN for lead in leads)

    def interval(self, confidence: float = 0.95) -> Interval | None:
        """Where the true mean score lies; None if the clusters are too few to tell."""
        return cluster_interval(list(self._points.values()), list(self._games.values()), confidence)


def cluster_interval(points: Sequence[float], games: Sequence[int], confidence: float = 0.95) -> Interval | None:
    """Interval for the mean score, given each cluster's points and number of games; None for fewer than `FEWEST_CLUSTERS`.

    It is Wilson's interval for as many games as the clusters are worth: the fewer, the more the scores of clusters differ. They
    are worth no less than if the games of a cluster were one game. Its quantile is Student's, since that worth is estimated;
    the smaller the clusters, the more of it is known beforehand. Games without clusters that are only won or lost get Wilson's
    interval itself. Whether there is one depends on the number of clusters alone: if the scores decided about it, those that
    are left would hold less, or more, than they promise.
    """
    count, total = len(games), sum(games)
    if count < FEWEST_CLUSTERS or total <= 0:
        return None
    size = sum(n * n for n in games) / total
    rate = min(1.0, max(0.0, math.fsum(points) / total))
    most = normal_quantile(confidence) ** 2 * size
    reach = student_quantile(confidence, (count - 1) * size / (size - 1)) if size > 1 else normal_quantile(confidence)
    scale = min(most, reach**2 * _dispersion(points, games, size)) / total
    centre = (rate + scale / 2) / (1 + scale)
    half = math.sqrt(max(0.0, scale * rate * (1 - rate) + scale * scale / 4)) / (1 + scale)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def _dispersion(points: Sequence[float], games: Sequence[int], size: float) -> float:
    """The variance of the mean score, as a multiple of what as many independent games that are won or lost would bring.

    Clusters that are all alike say little about how much they differ in truth: so a cluster of independent games is added,
    and a tenth of a game won and lost, and the variance is at least what three clusters of independent games would bring. If
    games of a cluster are alike and one side wins most of them, the estimate rests on the few other clusters, and mostly on
    too few: what goes beyond independent games is raised, the more, the fewer these are.
    """
    count, total, won = len(games), sum(games), math.fsum(points)
    rate = (won + _SLIGHT) / (total + 2 * _SLIGHT)
    single = rate * (1 - rate)
    squares = math.fsum((mine - won / total * n) ** 2 for mine, n in zip(points, games, strict=True))
    squares += _SLIGHT * size * (rate**2 + (1 - rate) ** 2)
    found = (squares * count / (total * single) + 1) / count
    if found > 1 and size > 1:
        likeness = (found - 1) / (size - 1)
        found += _RAISED * likeness * (found - 1) / (count * single)
    return max(found, 3 / count)
