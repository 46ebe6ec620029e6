"""Budgets: how they are written and what is refused."""

from __future__ import annotations

import pytest

from cardlab import Budget, game, make_agent
from cardlab.errors import OptionError


@pytest.mark.parametrize(
    ("text", "iterations", "ms", "shown"),
    [
        ("3200", 3200, 0.0, "3200"),
        ("250ms", 0, 250.0, "250ms"),
        ("2s", 0, 2000.0, "2000ms"),
        ("1.5s", 0, 1500.0, "1500ms"),
        ("3200+250ms", 3200, 250.0, "3200+250ms"),
        ("250ms+3200", 3200, 250.0, "3200+250ms"),
        (" 10 + 1s ", 10, 1000.0, "10+1000ms"),
    ],
)
def test_a_budget_is_read_and_shown(text: str, iterations: int, ms: float, shown: str) -> None:
    budget = Budget.parse(text)
    assert (budget.iterations, budget.ms, str(budget)) == (iterations, ms, shown)
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize(
    "text",
    ["", "x", "1.5", "-5", "5m", "1e3", "10+20", "1s+2s", "1+1s+1", "9" * 5000, "0", "0ms", "1000000000", "9999s", "+", "10+"],
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="budget"):
        Budget.parse(text)


def test_a_budget_needs_a_limit() -> None:
    with pytest.raises(OptionError, match="a budget needs"):
        Budget()
    with pytest.raises(OptionError, match="at most"):
        Budget(iterations=-1)


@pytest.mark.parametrize("text", ["0.0000001ms", "0.0000000001s", "3200+0.0005ms", "0.00099ms"])
def test_a_time_that_rounds_to_nothing_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"no time at all: it is at least 0\.001 ms"):
        Budget.parse(text)


@pytest.mark.parametrize("text", ["nan", "inf", "nanms", "infs", "1e-9ms", "-1ms", "NaN+3s"])
def test_what_is_no_number_is_no_budget(text: str) -> None:
    with pytest.raises(OptionError, match="is not a budget"):
        Budget.parse(text)
    for ms in (float("nan"), float("inf"), -1.0):
        with pytest.raises(OptionError, match="a budget is at most"):
            Budget(ms=ms)


@pytest.mark.parametrize(
    "text", ["ismcts:0.001ms", "flat:0.001ms", "pimc:0.001ms", "mcts:0.001ms", "beam:0.001ms", "dfs:0.001ms"]
)
def test_the_smallest_time_is_enough_for_a_legal_action(text: str) -> None:
    seat = game("castle").new(3).seat(0)
    assert make_agent(seat.game, text).choose(seat, 1) in seat.legal()
