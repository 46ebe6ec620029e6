"""Statistics against published values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cardlab.errors import OptionError
from cardlab.lab import Sprt, binomial_tail, elo_to_rate, rate_to_elo, wilson


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(912, 1000, 89.3, 92.8), (98, 100, 93.0, 99.4), (294, 1000, 26.7, 32.3), (16, 23, 49.1, 84.4), (16, 30, 36.1, 69.8)],
)
def test_wilson_gives_the_published_intervals(points: int, games: int, low: float, high: float) -> None:
    interval = wilson(points, games)
    assert (round(100 * interval.low, 1), round(100 * interval.high, 1)) == (low, high)


def test_wilson_stays_inside_0_and_1_and_knows_nothing_without_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5).low == 0.0
    assert wilson(5, 5).high == 1.0
    assert wilson(5, 5).low == pytest.approx(0.5655, abs=1e-4)


def test_binomial_tail_is_exact() -> None:
    assert round(binomial_tail(16, 23), 3) == 0.047
    assert binomial_tail(16, 23) == pytest.approx(sum(math.comb(23, k) for k in range(16, 24)) / 2**23, rel=1e-12)
    assert binomial_tail(0, 10) == 1.0
    assert binomial_tail(11, 10) == 0.0
    assert binomial_tail(2, 2, 0.1) == pytest.approx(0.01)
    assert binomial_tail(3, 3, 1.0) == 1.0


def test_elo_and_rate_are_inverse() -> None:
    assert elo_to_rate(0) == 0.5
    assert elo_to_rate(400) == pytest.approx(10 / 11)
    assert rate_to_elo(elo_to_rate(123)) == pytest.approx(123)
    assert rate_to_elo(1.0) == math.inf


def test_sprt_bounds_and_ratio_are_walds() -> None:
    test = Sprt(0.5, 0.6, 0.05, 0.1)
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))
    assert test.llr(3, 5) == pytest.approx(3 * math.log(1.2) + 2 * math.log(0.8))


def test_sprt_decides_when_a_bound_is_crossed_and_not_before() -> None:
    test = Sprt(0.5, 0.6)
    wins_needed = math.ceil(test.upper / math.log(1.2))
    assert test.decide(wins_needed - 1, wins_needed - 1) is None
    assert test.decide(wins_needed, wins_needed) == "p1"
    losses_needed = math.ceil(test.lower / math.log(0.8))
    assert test.decide(0, losses_needed - 1) is None
    assert test.decide(0, losses_needed) == "p0"


@pytest.mark.parametrize("bounds", [(0.6, 0.5), (0.5, 0.5), (0.0, 0.5), (0.5, 1.0)])
def test_sprt_refuses_bounds_that_make_no_test(bounds: tuple[float, float]) -> None:
    with pytest.raises(OptionError, match="0 < p0 < p1 < 1"):
        Sprt(*bounds)


@pytest.mark.parametrize("likeness", [0.0, -0.2, -0.7])
def test_sprt_holds_its_error_rates_when_deals_are_played_from_both_sides(likeness: float) -> None:
    """Luck of the cards goes once to each side, so games of a deal are less alike than by chance: the test is safer."""
    test, chance, deals, matches = Sprt(0.5, 0.55), np.random.default_rng(1), 6000, 500
    for rate, right in ((0.5, "p0"), (0.55, "p1")):
        both = rate * rate + likeness * rate * (1 - rate)
        once = 2 * (rate - both)
        points = chance.choice([2.0, 1.0, 0.0], (matches, deals), p=[both, once, 1 - both - once]).cumsum(axis=1)
        wrong = 0
        for row in points:
            ratios = test.llr(row, 2 * np.arange(1, deals + 1))  # type: ignore[arg-type]
            stop = int(np.argmax((ratios >= test.upper) | (ratios <= test.lower)))  # type: ignore[operator]
            wrong += test.decide(float(row[stop]), 2 * stop + 2) != right
        assert wrong / matches < 0.065
