"""Parameters of methods, and what a training costs."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.errors import OptionError, RunError, UnknownName, UnknownOption
from cardlab.lab.engine import Conditions
from cardlab.learn.cost import check_size, cost, generation_cost, start_cost, within_budget
from cardlab.learn.evolution import run_training
from cardlab.learn.parameters import METHODS, QUIRKS, find_method, parse_method
from tests.learn.arenas import Adder, toy_task


def test_a_text_names_a_method_and_its_parameters() -> None:
    method, given = parse_method("ag-weights, scenarios=2 ,mutation=5/101")
    assert (method.name, given) == ("ag-weights", {"scenarios": "2", "mutation": "5/101"})
    found = method.parameters(given)
    assert (found.scenarios, found.mutation, found.merge, found.population) == (2, 5 / 101, 0.75, 50)


def test_defaults_cost_about_a_million_games() -> None:
    found = {name: cost(method, method.parameters({})) for name, method in METHODS.items()}
    assert found == {
        "random": 994_000, "random-tournament": 999_800, "evo-base": 988_000, "ag": 1_000_000, "ag-weights": 1_000_000,
        "ag-all": 1_000_000, "generational": 400_000,
    }  # fmt: skip


def test_quirks_are_off_unless_the_published_behaviour_is_asked_for() -> None:
    for method in METHODS.values():
        plain, published = method.parameters({}), method.parameters({}, quirks=True)
        for quirk in QUIRKS:
            assert getattr(plain, quirk) is False
            assert getattr(published, quirk) is (quirk in method.defaults)
        if "mutation" in method.quirks:
            assert (plain.mutation, published.mutation) == (0.05, 5 / 101)
    assert find_method("evo-base").parameters({"overwrite": "no"}, quirks=True).overwrite is False
    assert find_method("generational").parameters({}, quirks=True).mutation == 0.1, "it comes from another study"


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("agg", UnknownName, "Did you mean 'ag'?"),
        ("ag,mutations=1", UnknownOption, "Did you mean 'mutation'?"),
        ("random,elite=1", UnknownOption, "option of method random"),
        ("ag,mutation=1.5", OptionError, "a number from 0 to 1, or a fraction such as 5/101"),
        ("ag,mutation=5/0", OptionError, "a number from 0 to 1"),
        ("ag,mutation=nan", OptionError, "a number from 0 to 1"),
        ("ag,population=7", OptionError, "must be even"),
        ("ag,population=4,tournament_size=5", OptionError, "more than the population of 4"),
        ("evo-base,population=4,kept=4,elite=6", OptionError, "elite=6 is more than the population of 4"),
        ("random,population=3", OptionError, "kept=5 is more than the population of 3"),
        ("random-tournament,games=3", OptionError, "must be even"),
        ("ag,scenarios", OptionError, "write name=value"),
        ("ag,scenarios=1,scenarios=2", OptionError, "given twice"),
    ],
)
def test_wrong_parameters_are_refused(text: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as refusal:
        method, given = parse_method(text)
        method.parameters(given)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("method", "given", "formula"),
    [
        ("random", {"population": 8, "scenarios": 3, "games": 5}, 8 * 7 * 5 * 3),
        ("random-tournament", {"population": 8, "scenarios": 3, "games": 6}, 7 * 6 * 3),
        ("random-tournament", {"population": 13, "scenarios": 2, "games": 4}, 12 * 4 * 2),
        ("evo-base", {"population": 8, "scenarios": 3, "games": 5, "generations": 4}, 8 * 7 * 5 * 3 * (1 + 4)),
        ("ag", {"population": 8, "generations": 4, "games": 7, "rounds": 3}, 8 * 4 * (4 * 3 * 10 + 3 * 7)),
        ("ag", {"population": 8, "generations": 4, "tournament_size": 3, "tournament_games": 2}, 8 * 4 * (3 * 2 * 2 + 2 * 40)),
        ("ag-weights", {"population": 8, "generations": 6, "passes": 3}, 8 * 6 * (4 * 3 * 10 + 2 * 40)),
        ("ag-weights", {"population": 8, "generations": 4, "scenarios": 3}, 8 * 4 * (4 * 3 * 10 + 2 * 40 * 3)),
        (
            "ag-weights",
            {"population": 8, "generations": 4, "scenarios": 3, "each_scenario": True},
            8 * 4 * 3 * (4 * 3 * 10 + 2 * 40),
        ),
        ("ag-all", {"population": 8, "generations": 4}, 8 * 4 * (4 * 3 * 10 + 2 * 40)),
        ("generational", {"population": 8, "generations": 4, "games": 7}, 8 * 4 * 7),
    ],
)
def test_a_training_plays_exactly_as_many_games_as_its_formula_says(method: str, given: dict[str, Any], formula: int) -> None:
    arena = Adder()
    task = toy_task(method, **given)
    trained = run_training(task, Conditions(), arena=arena)
    assert task.cost == arena.games == trained.games == formula
    spent = [start_cost(task.method, task.parameters)]
    for _ in range(task.steps - 1):
        spent.append(spent[-1] + generation_cost(task.method, task.parameters))
    assert [milestone.games for milestone in trained.history] == spent


@pytest.mark.parametrize(
    ("method", "budget", "name", "number"),
    [
        ("ag-weights", 1_000_000, "generations", 100),
        ("ag-weights", 1_009_999, "generations", 100),
        ("ag", 10_000, "generations", 1),
        ("evo-base", 1_000_000, "generations", 12),
        ("evo-base", 76_000, "generations", 0),
        ("random", 1_000_000, "population", 71),
        ("random", 14_400, "population", 9),
        ("random", 14_399, "population", 8),
        ("random-tournament", 1_000_000, "population", 5001),
        ("generational", 1_000_000, "generations", 500),
        ("generational", 2_000, "generations", 1),
    ],
)
def test_a_budget_pays_for_as_much_as_fits(method: str, budget: int, name: str, number: int) -> None:
    found = find_method(method)
    fitted = within_budget(found, found.parameters({}), budget)
    assert getattr(fitted, name) == number
    assert cost(found, fitted) <= budget


@pytest.mark.parametrize(
    ("method", "given", "budget", "message"),
    [
        ("evo-base", {}, 75_999, "the first scoring of the population, which takes 76,000 games"),
        ("ag", {}, 9_999, "one generation, which takes 10,000 games"),
        ("random", {}, 3_999, "comparing 5 individuals, which takes 4,000 games"),
        ("random", {"population": 100}, 1_000_000, "comparing 100 individuals, which takes 1,980,000 games"),
        ("random-tournament", {}, 799, "comparing 5 individuals, which takes 800 games"),
        ("generational", {}, 1_999, "the first scoring of the population, which takes 2,000 games"),
    ],
)
def test_a_budget_that_is_too_small_says_what_is_needed(method: str, given: dict[str, Any], budget: int, message: str) -> None:
    found = find_method(method)
    with pytest.raises(RunError) as refusal:
        within_budget(found, found.parameters(given), budget, "population" in given)
    assert f"a budget of {budget:,} games does not pay for {message}" in str(refusal.value)


@pytest.mark.parametrize(
    ("method", "most", "step"),
    [
        ("random", {"population": 447}, "population"),
        ("random-tournament", {"population": 100_000, "scenarios": 200}, "scenarios"),
        ("ag", {"population": 100, "tournament_size": 100, "scenarios": 40}, "scenarios"),
    ],
)
def test_comparisons_that_do_not_fit_into_memory_are_refused(method: str, most: dict[str, int], step: str) -> None:
    found = find_method(method)
    check_size(found, found.parameters(most))
    with pytest.raises(RunError, match="choose fewer individuals or scenarios"):
        check_size(found, found.parameters({**most, step: most[step] + 1}))
