"""Who plays whom in a tournament: everybody against everybody, one against all, or those who stand alike (the Swiss system)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

ROUND_ROBIN, GAUNTLET, SWISS = STYLES = ("round-robin", "gauntlet", "swiss")
_PATIENCE = 20_000

Pair = tuple[int, int]


class Draw(NamedTuple):
    """Agents that sit together, by their places in the list, and in which round."""

    who: tuple[int, ...]
    round: int = 0


def fixed_tables(style: str, agents: int, players: int) -> list[Draw]:
    """The tables of a tournament that does not depend on its results."""
    groups = itertools.combinations(range(agents), players)
    return [Draw(who) for who in groups if style == ROUND_ROBIN or 0 in who]


def usual_rounds(agents: int) -> int:
    """Rounds of a Swiss tournament that find the best with some certainty: one more than a knock-out would need."""
    return min(agents - 1 + agents % 2, math.ceil(math.log2(agents)) + 1)


def swiss_round(points: Sequence[float], met: Collection[Pair], byes: Sequence[int]) -> tuple[list[Pair], int | None]:
    """The pairs of the next round, and who sits out if the number of agents is odd.

    Who has the fewest byes and the fewest points sits out. The others are put in the order of their points, and everybody plays
    the next one below whom they have not met; only if that cannot be do two meet again.
    """
    order = sorted(range(len(points)), key=lambda i: (-points[i], i))
    out = None
    if len(order) % 2:
        out = min(order, key=lambda i: (byes[i], points[i], -i))
        order.remove(out)
    if not met:  # nobody knows anything yet: the upper half of the list plays the lower one
        half = len(order) // 2
        return list(zip(order[:half], order[half:], strict=True)), out
    return _Pairing(met).pairs(order), out


class _Pairing:
    """A search for pairs that have not met, in bounded time."""

    def __init__(self, met: Collection[Pair]) -> None:
        self._met = {frozenset(pair) for pair in met}
        self._left = _PATIENCE

    def pairs(self, order: list[int]) -> list[Pair]:
        found = self._search(order)
        return found if found is not None else self._greedily(order)

    def _search(self, order: list[int]) -> list[Pair] | None:
        if not order:
            return []
        first = order[0]
        for other in order[1:]:
            self._left -= 1
            if self._left < 0:
                return None
            if frozenset((first, other)) not in self._met:
                rest = self._search([i for i in order if i not in (first, other)])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    def _greedily(self, order: list[int]) -> list[Pair]:
        pairs, left = [], list(order)
        while left:
            first = left.pop(0)
            other = next((i for i in left if frozenset((first, i)) not in self._met), left[0])
            left.remove(other)
            pairs.append((first, other))
        return pairs
