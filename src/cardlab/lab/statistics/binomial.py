"""How likely a count of wins is by luck alone: the exact test of a rate, and of two sides by the deals that they won."""

from __future__ import annotations

import math

from cardlab.core.intervals import Clusters
from cardlab.errors import OptionError

_NOTHING = 1e-18


def binomial_p(wins: int, games: int, rate: float = 0.5) -> float:
    """The chance of a count at least as far out if the true rate is `rate`: twice the smaller of both tails, at most 1.

    It takes games as independent: games that share a deal belong to `deals_p`.
    """
    if not 0 < rate < 1:
        raise OptionError(f"a rate to be tested lies between 0 and 1, not {rate!r}")
    if not 0 <= wins <= games:
        raise OptionError(f"{wins} wins in {games} games cannot be")
    return min(1.0, 2 * min(_tail(wins, games, rate), _tail(games - wins, games, 1 - rate)))


def deals_p(deals: Clusters) -> float | None:
    """The chance that of two equal sides one is so far ahead: the sign test over deals. None if no deal told them apart.

    A deal counts as won by the side that has more of its points, however many games were played on it; where both have as many,
    it says nothing. Deals are independent, and each is as likely to be won by either of two equal sides, so the test is exact,
    whether games of a deal are alike or opposed.
    """
    won, lost = deals.sides()
    return binomial_p(won, won + lost) if won + lost else None


def _tail(wins: int, games: int, rate: float) -> float:
    """The chance of at least that many wins: summed from there outwards, until nothing more comes in."""
    total, count = 0.0, wins
    ways = math.lgamma(games + 1) - math.lgamma(wins + 1) - math.lgamma(games - wins + 1)
    term = math.exp(ways + wins * math.log(rate) + (games - wins) * math.log1p(-rate))
    while count <= games:
        total += term
        if term < _NOTHING * total and count > rate * games:
            break
        term *= (games - count) / (count + 1) * rate / (1 - rate)
        count += 1
        if term == 0.0 and count < rate * games:  # too small for a number, but larger ones follow
            return 1.0
    return min(1.0, total)
