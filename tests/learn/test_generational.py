"""Evolution by generations: its operators with exact expectations, and who plays whom with which seeds."""

from __future__ import annotations

import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab.errors import OptionError
from cardlab.lab.engine import Conditions, Interrupted, Progress, progress
from cardlab.learn.breeding import (
    Population,
    arithmetic_children,
    mutate,
    reinserted,
    select,
    tournament_winner,
)
from cardlab.learn.evolution import run_training, train
from cardlab.learn.generational import SEEDS_BELOW, next_generation
from cardlab.learn.jobs import stream
from cardlab.learn.methods import Course, new_course
from cardlab.learn.parameters import find_method
from cardlab.learn.seating import SameGames, Tables, alone_last, copies_first, guests_in_turn
from cardlab.learn.task import Task
from tests.learn.arenas import GENES, TOY

SIX = "castle,players=6,packs=2,ranking=yes"
SMALL: dict[str, Any] = {"population": 6, "generations": 4, "games": 5, "opponents": ["lowest"], "seed": 3}


def test_two_children_divide_their_parents_up_by_one_weight() -> None:
    x, y = np.array([0.0, 1.0, 0.5]), np.array([1.0, 0.0, 0.25])
    first, second = arithmetic_children(x, y, 0.25)
    assert first.tolist() == [0.75, 0.25, 0.3125] and second.tolist() == [0.25, 0.75, 0.4375]
    assert [child.tolist() for child in arithmetic_children(x, y, 0.5)] == [[0.5, 0.5, 0.375]] * 2
    assert [child.tolist() for child in arithmetic_children(x, y, 1.0)] == [x.tolist(), y.tolist()]


def test_a_tournament_is_won_by_score_and_among_equals_by_who_was_drawn_first() -> None:
    scores = np.array([5.0, 9.0, 9.0, 1.0])
    assert tournament_winner(np.array([0, 1]), scores) == 1
    assert tournament_winner(np.array([2, 1]), scores) == 2 and tournament_winner(np.array([1, 2]), scores) == 1
    assert tournament_winner(np.array([3, 0]), scores) == 0


def test_two_different_individuals_meet_so_the_worst_is_never_a_parent() -> None:
    scores = np.array([4.0, 3.0, 2.0, 1.0])
    drawn = np.bincount(select(scores, 60_000, 2, np.random.default_rng(1)), minlength=4) / 60_000
    assert drawn[3] == 0
    assert np.allclose(drawn, [3 / 6, 2 / 6, 1 / 6, 0], atol=0.01)
    assert set(select(scores, 100, 4, np.random.default_rng(1))) == {0}


def test_the_best_selected_parents_are_reinserted_as_often_as_they_were_selected() -> None:
    scores = np.array([1.0, 8.0, 5.0, 8.0])
    parents = np.array([0, 3, 2, 1, 2, 3])
    assert reinserted(parents, scores, 4).tolist() == [3, 1, 3, 2]
    assert reinserted(parents, scores, 0).tolist() == [] and len(reinserted(parents, scores, 6)) == 6


def test_mutation_replaces_genes_by_new_ones_in_range() -> None:
    genes = np.full((300, 50), 7.0)
    changed = mutate(genes, 0.1, -1.0, 2.0, np.random.default_rng(4))
    new = changed[changed != 7.0]
    assert abs(len(new) / genes.size - 0.1) < 0.01 and new.min() < -0.9 and new.max() > 1.9 and np.all((new >= -1) & (new < 2))
    assert np.array_equal(mutate(genes, 0.0, 0.0, 1.0, np.random.default_rng(4)), genes)


def generation(**given: Any) -> tuple[Population, Any, Any]:
    """Eight individuals, the next generation, and the parents that the same chance selects."""
    before = Population.ranked(np.random.default_rng(1).random((8, GENES)), np.array([3.0, 1, 4, 1, 5, 9, 2, 6]))
    p = find_method("generational").parameters({"population": 8, "kept": 2, **given})
    genes = next_generation(before, p, TOY, stream(1, "chance", 1))
    return before, genes, select(before.scores, 8, 2, stream(1, "chance", 1))


def test_all_couples_with_children_replace_the_whole_population() -> None:
    before, genes, parents = generation(crossover=1.0, mutation=0.0, weights="average")
    couples = before.genes[parents].reshape(4, 2, GENES)
    assert genes.tolist() == np.repeat(couples.mean(axis=1), 2, axis=0).tolist()


def test_children_come_first_and_lie_between_their_parents() -> None:
    before, genes, parents = generation(crossover=1.0, mutation=0.0)
    for number, (x, y) in enumerate(before.genes[parents].reshape(4, 2, GENES)):
        first, second = genes[2 * number : 2 * number + 2]
        weights = (first - y)[x != y] / (x - y)[x != y]
        assert np.allclose(weights, weights[:1], atol=1e-9) if len(weights) else np.array_equal(first, x)
        assert second.tolist() == (x + y - first).tolist()


def test_without_children_only_the_best_selected_parents_go_on_unchanged() -> None:
    before, genes, parents = generation(crossover=0.0, mutation=1.0)
    assert genes.tolist() == before.genes[parents[np.argsort(-before.scores[parents], kind="stable")]].tolist()


def test_a_quarter_of_the_population_are_parents_on_average() -> None:
    before = Population.ranked(np.random.default_rng(1).random((20, GENES)), np.arange(20.0))
    p = find_method("generational").parameters({"mutation": 1.0})
    kept = [
        sum(tuple(row) in set(map(tuple, before.genes)) for row in next_generation(before, p, TOY, stream(5, "c", n)))
        for n in range(400)
    ]
    assert all(number % 2 == 0 for number in kept) and abs(np.mean(kept) / 20 - 0.25) < 0.03


def test_everybody_plays_the_same_games() -> None:
    tables = alone_last(2, np.array([7, -1]))
    assert tables.rows.tolist() == [[7, -1, 0], [7, -1, 1]] and tables.counted.tolist() == [[False, False, True]] * 2
    games = SameGames.of(tables, np.array([40, 41], dtype=np.uint64), rotate=False)
    jobs = games.jobs
    assert jobs.rows.tolist() == [[7, -1, 0], [7, -1, 0], [7, -1, 1], [7, -1, 1]]
    assert jobs.seed.tolist() == jobs.scenario.tolist() == [40, 41, 40, 41] and jobs.games.tolist() == [1] * 4
    assert games.gained(np.arange(12.0).reshape(4, 3)).tolist() == [2.0 + 5.0, 8.0 + 11.0]


def test_with_rotation_everybody_sits_one_seat_further_on_in_each_game() -> None:
    tables = copies_first(1, 2, guests_in_turn(1, 1))
    assert tables.rows.tolist() == [[0, 0, -1]] and tables.counted.tolist() == [[True, True, False]]
    games = SameGames.of(Tables(np.array([[5, 6, 7]]), tables.counted), np.arange(4, dtype=np.uint64), rotate=True)
    assert games.jobs.rows.tolist() == [[5, 6, 7], [7, 5, 6], [6, 7, 5], [5, 6, 7]]
    assert games.gained(np.array([[1.0, 10, 100]] * 4)).tolist() == [11.0 + 110.0 + 101.0 + 11.0]


def test_guests_take_turns() -> None:
    assert guests_in_turn(5, 2).tolist() == [-1, -2, -1, -2, -1] and guests_in_turn(0, 1).tolist() == []


def course(players: int, guests: int = 1, **given: Any) -> Course:
    method = find_method("generational")
    parameters = method.parameters({"population": 8, "games": 3, **given})
    return new_course(method, parameters, TOY, 1, players, (), guests)


def steps(found: Course, count: int) -> list[tuple[Any, Any, Population]]:
    """Genes, jobs and the population of each generation, if whoever has the larger sum of genes does better."""
    told = []
    for number in range(count):
        step = found.step(number)
        genes, jobs = next(step)
        with pytest.raises(StopIteration):
            step.send(np.where(jobs.rows < 0, 0.0, genes.sum(axis=1)[jobs.rows]))
        told.append((genes, jobs, found.population))
    return told


def test_everybody_is_scored_anew_with_seeds_that_are_common_to_a_generation() -> None:
    told = steps(course(6), 4)
    firsts = []
    for genes, jobs, population in told:
        assert len(genes) == 8 and jobs.size == 8 * 3 and jobs.total == 24
        assert jobs.rows[:, 5].tolist() == np.repeat(np.arange(8), 3).tolist() and np.all(jobs.rows[:, :5] == -1)
        assert jobs.seed.tolist() == [int(jobs.seed[0]) + n for n in range(3)] * 8
        assert np.allclose(population.scores, 3 * genes.sum(axis=1))
        firsts.append(int(jobs.seed[0]))
    assert firsts[0] == 0 and len(set(firsts)) == 4 and all(first < SEEDS_BELOW for first in firsts)
    assert firsts[1] == int(stream(1, "luck", 1).integers(0, SEEDS_BELOW))


def test_the_best_of_the_generation_before_fill_the_other_seats() -> None:
    told = steps(course(6, rivals="best_five_previous"), 3)
    assert np.all(told[0][1].rows[:, :5] == -1), "the first generation plays against the agent"
    for (_, _, before), (genes, jobs, population) in pairwise(told):
        assert len(genes) == 8 + 5 and np.all(jobs.rows[:, :5] == np.arange(8, 13))
        assert genes[8:].tolist() == before.best(5)[0].tolist()
        assert population.genes.tolist() == genes[:8].tolist()


def test_in_the_other_reading_the_first_of_the_generation_itself_do() -> None:
    told = steps(course(4, rivals="first_five_current"), 3)
    assert np.all(told[0][1].rows[:, :3] == -1)
    for genes, jobs, _ in told[1:]:
        assert len(genes) == 8 and np.all(jobs.rows[:, :3] == np.arange(3))


def test_individuals_may_sit_in_every_seat() -> None:
    (_, jobs, _), *_ = steps(course(3, 2, seats="every"), 1)
    assert jobs.rows[:3].tolist() == [[-1, -2, 0], [0, -1, -2], [-2, 0, -1]]


@pytest.mark.parametrize("rivals", ["agents", "best_five_previous", "first_five_current"])
@pytest.mark.parametrize("players", [2, 6, 8])
def test_real_games_give_the_same_result_with_any_number_of_workers(players: int, rivals: str) -> None:
    spec = f"castle,players={players},ranking=yes" + (",packs=2" if players > 4 else "")
    method, given = f"generational,rivals={rivals}", {**SMALL, "population": 8}
    alone, crew = (train(spec, method, workers=n, **given) for n in (1, 3))
    assert alone.everybody == crew.everybody and alone.games == alone.task.cost == 8 * 4 * 5
    assert [m.spread for m in alone.history] == [m.spread for m in crew.history]
    assert alone.best == alone.everybody[:5], "the best is that of the last generation"
    assert all(best.score is not None and 2 * 5 <= best.score <= 2**players * 5 for best in alone.best)


def test_an_interrupted_training_goes_on_to_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PROGRESS_SECONDS", 0.0)
    task, path = Task.of(SIX, "generational,rivals=best_five_previous", **SMALL), tmp_path / "c.json"
    expected, told = run_training(task, Conditions()), []

    def interrupt(news: Progress) -> None:
        told.append(news)
        if len(told) == 4:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted):
        run_training(task, Conditions(1, interrupt), path)
    resumed = run_training(task, Conditions(2), path, resume=True)
    assert resumed.everybody == expected.everybody
    assert [m.spread for m in resumed.history] == [m.spread for m in expected.history]
    longer = Task.of(SIX, "generational,rivals=best_five_previous", **{**SMALL, "generations": 6})
    assert run_training(longer, Conditions(), path, resume=True).everybody == run_training(longer, Conditions()).everybody
    shorter = run_training(task, Conditions(), path, resume=True)
    assert shorter.everybody == shorter.best == expected.best, "of a training that was made longer only the best are known"


def test_progress_counts_the_first_population_as_a_generation() -> None:
    told: list[Progress] = []
    trained = run_training(Task.of(SIX, "generational", **SMALL), Conditions(1, told.append))
    share = float(trained.history[-1].scores[0]) / (64 * 5)
    assert told[-1] == Progress(120, 120, (share,), 1, ("generation 4 of 4, best",))


def test_it_finds_better_vectors_than_random_ones() -> None:
    trained = train(SIX, "generational", population=16, generations=25, games=40, opponents=["lowest"], seed=1)
    means = [milestone.spread.mean for milestone in trained.history if milestone.spread]
    assert len(means) == 25 and np.mean(means[-5:]) > 1.2 * means[0]


def test_agents_by_search_can_be_the_opponents() -> None:
    one, two = (
        train("castle,players=3", "generational", population=6, generations=2, games=2, opponents=["flat:4"], workers=n)
        for n in (1, 2)
    )
    assert one.everybody == two.everybody and one.games == 24


def test_a_population_that_does_not_fill_the_other_seats_is_refused() -> None:
    given = {"opponents": ["lowest"], "population": 4, "kept": 2}
    with pytest.raises(OptionError, match="population=4 does not fill a table of 6 players"):
        Task.of(SIX, "generational,rivals=best_five_previous", **given)
    assert Task.of(SIX, "generational", **given).cost == 4 * 200 * 100
