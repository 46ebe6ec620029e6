"""The exact binomial test, against values from tables."""

from __future__ import annotations

import pytest

from cardlab.errors import OptionError
from cardlab.lab import binomial_p, binomial_tail


@pytest.mark.parametrize(
    ("wins", "games", "rate", "p"),
    [
        (8, 10, 0.5, 0.109375), (2, 10, 0.5, 0.109375), (10, 10, 0.5, 2 / 1024), (5, 10, 0.5, 1.0), (0, 0, 0.5, 1.0),
        (60, 100, 0.5, 0.05688793), (9, 20, 0.25, 0.08185036), (1, 1, 0.25, 0.5),
    ],
)  # fmt: skip
def test_p_values_are_twice_the_smaller_tail(wins: int, games: int, rate: float, p: float) -> None:
    assert binomial_p(wins, games, rate) == pytest.approx(p, rel=1e-5)


def test_they_agree_with_summed_tails_and_stay_quick_for_millions_of_games() -> None:
    for wins in range(41):
        both = min(1.0, 2 * min(binomial_tail(wins, 40, 0.3), binomial_tail(40 - wins, 40, 0.7)))
        assert binomial_p(wins, 40, 0.3) == pytest.approx(both, rel=1e-9)
    assert binomial_p(5_002_000, 10_000_000) == pytest.approx(0.2060, abs=0.001)
    assert binomial_p(9_000_000, 10_000_000) == 0.0 and binomial_p(1, 10_000_000) == 0.0


@pytest.mark.parametrize(("wins", "games", "rate"), [(3, 2, 0.5), (-1, 2, 0.5), (1, 2, 0.0), (1, 2, 1.0)])
def test_what_cannot_be_is_refused(wins: int, games: int, rate: float) -> None:
    with pytest.raises(OptionError):
        binomial_p(wins, games, rate)
