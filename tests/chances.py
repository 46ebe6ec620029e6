"""Whether draws come up as often as they should."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping

from tests.effort import PURE


def chi_square(count: Mapping[Hashable, int], weights: Mapping[Hashable, float]) -> float:
    """How far counts are from what the weights let expect."""
    draws, total = sum(count.values()), sum(weights.values())
    return sum((count.get(key, 0) - draws * weight / total) ** 2 / (draws * weight / total) for key, weight in weights.items())


def assert_drawn_by_weight(draw: Callable[[int], Hashable], weights: Mapping[Hashable, float], draws: int = 20_000) -> None:
    """Draw number 0, 1, 2, … gives what has a weight, in proportion to it. A fair draw fails once in millions of runs."""
    count = Counter(draw(n) for n in range(draws // 50 if PURE else draws))
    assert set(count) <= set(weights), f"impossible: {list(set(count) - set(weights))[:3]}"
    freedom = len(weights) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 5 * math.sqrt(2 / (9 * freedom))) ** 3 if freedom else 0
    assert chi_square(count, weights) <= bound, f"{chi_square(count, weights):.1f} on {freedom} degrees of freedom"
