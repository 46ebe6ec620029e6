"""How sure a mean score is. Games that share a deal or a scenario form a cluster, and a cluster is one observation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import NamedTuple

from cardlab.errors import OptionError


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


def student_quantile(confidence: float, freedom: int) -> float:
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

    def interval(self, confidence: float = 0.95) -> Interval:
        """Where the true mean score lies."""
        return cluster_interval(list(self._points.values()), list(self._games.values()), confidence)


def cluster_interval(points: Sequence[float], games: Sequence[int], confidence: float = 0.95) -> Interval:
    """Interval for the mean score, given each cluster's points and number of games.

    It is Wilson's interval for as many games as the clusters are worth: the fewer, the more the scores of clusters differ
    (variance of a ratio). Its quantile is Student's for that many clusters, but games of a cluster cannot be more alike than if
    they were one game, which bounds the interval. Clusters that are all alike say little about how much they differ in truth:
    so half a game won and half a game lost are added where the variance is estimated, and it is at least what three clusters
    of independent games would bring. Games without clusters that are only won or lost get Wilson's interval itself.
    """
    total, count = sum(games), len(games)
    if total <= 0:
        return Interval(0.0, 1.0)
    rate = min(1.0, max(0.0, math.fsum(points) / total))
    most = normal_quantile(confidence) ** 2 * sum(n * n for n in games) / total**2
    scale = most
    if count > 1:
        scale = min(most, student_quantile(confidence, count - 1) ** 2 * _dispersion(points, games))
    centre = (rate + scale / 2) / (1 + scale)
    half = math.sqrt(max(0.0, scale * rate * (1 - rate) + scale * scale / 4)) / (1 + scale)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def _dispersion(points: Sequence[float], games: Sequence[int]) -> float:
    """The variance of the mean score, as a share of that of a single game that is won or lost."""
    total, count = sum(games), len(games)
    size = total / count
    rate = (math.fsum(points) + 0.5) / (total + 1)
    squares = math.fsum((won - rate * n) ** 2 for won, n in zip(points, games, strict=True))
    squares += size * (rate**2 + (1 - rate) ** 2) / 2
    share = squares / (count + 1 / size - 1) * count / total**2 / (rate * (1 - rate))
    return max(share, 3 / (count * total))
