"""Statistics of matches in plain arithmetic: exact tails, Elo, and the sequential probability ratio test."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cardlab.errors import OptionError


def binomial_tail(wins: int, games: int, rate: float = 0.5) -> float:
    """The exact chance of at least that many wins in that many games."""
    if not 0 <= rate <= 1:
        raise OptionError(f"a rate lies between 0 and 1, not {rate!r}")
    if wins <= 0:
        return 1.0
    if wins > games or rate == 0:
        return 0.0
    if rate == 1:
        return 1.0
    return min(1.0, math.fsum(_binomial(k, games, rate) for k in range(wins, games + 1)))


def _binomial(wins: int, games: int, rate: float) -> float:
    ways = math.lgamma(games + 1) - math.lgamma(wins + 1) - math.lgamma(games - wins + 1)
    return math.exp(ways + wins * math.log(rate) + (games - wins) * math.log1p(-rate))


def elo_to_rate(elo: float) -> float:
    """The expected score of a player that many Elo points ahead."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def rate_to_elo(rate: float) -> float:
    """Elo points ahead of the opponent; infinite for a rate of 0 or 1."""
    if rate <= 0:
        return -math.inf
    return math.inf if rate >= 1 else 400.0 * math.log10(rate / (1.0 - rate))


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test whether the first agent's score rate is rather `p0` or rather `p1`.

    `alpha` is the chance to take p1 although p0 is true, `beta` that of the opposite mistake. A draw counts as half a
    win and half a loss, which makes the test more careful than it need be.
    """

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise OptionError(f"a sequential test needs 0 < p0 < p1 < 1, not p0={self.p0:g}, p1={self.p1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise OptionError(f"alpha and beta lie between 0 and 0.5, not alpha={self.alpha:g}, beta={self.beta:g}")

    @classmethod
    def from_elo(cls, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
        """The test between two differences of strength."""
        return cls(elo_to_rate(elo0), elo_to_rate(elo1), alpha, beta)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which p0 is taken."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which p1 is taken."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, points: float, games: int) -> float:
        """How much better p1 explains the result than p0, as a logarithm."""
        lost = games - points
        return points * math.log(self.p1 / self.p0) + lost * math.log((1 - self.p1) / (1 - self.p0))

    def decide(self, points: float, games: int) -> str | None:
        """``"p0"`` or ``"p1"``, or None while more games are needed."""
        ratio = self.llr(points, games)
        if ratio >= self.upper:
            return "p1"
        return "p0" if ratio <= self.lower else None
