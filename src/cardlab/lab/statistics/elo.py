"""Ratings of a finished tournament: strengths that explain all its games best, on the scale of Elo, with their uncertainty.

The model is that of Bradley and Terry for two players and of Plackett and Luce for more: the chance to come out ahead of
others is one's share of the strengths of all that are left. It is fitted by maximum likelihood, so the order of the games
does not matter. For ratings that grow game by game see `cardlab.lab.statistics.growing`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.core.intervals import FEWEST_CLUSTERS, student_quantile
from cardlab.lab.statistics.algebra import Matrix, inverse, times
from cardlab.lab.statistics.likelihood import Deals, Likelihood, deals_of
from cardlab.lab.tournaments.crosstable import Played

ELO = 400 / math.log(10)
"""Elo points for each unit of the logarithm of strength."""


@dataclass(frozen=True)
class Rating:
    """Strength in Elo points above the mean of all agents, with its standard error and the bounds of its 95% interval.

    Without bounds if the agent played fewer than `FEWEST_CLUSTERS` deals.
    """

    agent: str
    elo: float
    error: float
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


def fit_ratings(agents: Sequence[str], games: Iterable[Played], confidence: float = 0.95) -> list[Rating]:
    """Rate agents by games, each given as its deal, who took part (places in `agents`) and their scores.

    Every agent is also taken to have won half a game and lost half a game against somebody of mean strength: that keeps the
    ratings of those who won or lost everything finite, and is soon outweighed.
    """
    deals = deals_of(games)
    likelihood = Likelihood(len(agents), deals)
    strengths = likelihood.best()
    reach = student_quantile(confidence, max(1, len(deals) - 1))
    mean = sum(strengths) / len(strengths)
    errors, played = _errors(likelihood, strengths, deals), _deals_played(len(agents), deals)
    ratings = []
    for name, strength, error, count in zip(agents, strengths, errors, played, strict=True):
        elo, wide = ELO * (strength - mean), ELO * error
        low, high = (elo - reach * wide, elo + reach * wide) if count >= FEWEST_CLUSTERS else (None, None)
        ratings.append(Rating(name, elo, wide, low, high))
    return ratings


def _deals_played(agents: int, deals: Deals) -> list[int]:
    """How many deals each agent took part in."""
    counts = [0] * agents
    for patterns in deals.values():
        for agent in {agent for who, _ in patterns for agent in who}:
            counts[agent] += 1
    return counts


def _errors(likelihood: Likelihood, strengths: Sequence[float], deals: Deals) -> list[float]:
    """Standard errors of the strengths above their mean, from how much deals differ (the robust or sandwich estimate).

    Deals that are all alike say little about how much they differ in truth, so the variance is at least what three deals of
    independent games would bring.
    """
    information = likelihood.information(strengths)
    bread = _centred(inverse(information))
    count = max(2, len(deals))
    squares = [0.0] * len(strengths)
    for pull in likelihood.pulls(strengths, deals):
        for i, moved in enumerate(times(bread, pull)):
            squares[i] += moved * moved
    least = [3 * sum(a * b for a, b in zip(row, times(information, row), strict=True)) for row in bread]
    return [math.sqrt(max(square / (count - 1), low / count**2) * count) for square, low in zip(squares, least, strict=True)]


def _centred(matrix: Matrix) -> Matrix:
    """Rows above the mean of all rows."""
    mean = [sum(column) / len(matrix) for column in zip(*matrix, strict=True)]
    return [[value - middle for value, middle in zip(row, mean, strict=True)] for row in matrix]
