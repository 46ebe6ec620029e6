"""The methods step by step, on games whose results can be computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardlab.lab.engine import Conditions
from cardlab.learn.breeding import Chances, Population
from cardlab.learn.contest import play_jobs
from cardlab.learn.evolution import run_training
from cardlab.learn.jobs import scenario_seeds, stream
from cardlab.learn.methods import START_SCORE, ActiveGenes, Course, Evolution, new_course
from cardlab.learn.parameters import METHODS
from tests.learn.arenas import GENES, Adder, Lottery, active, toy_task


def course(method: str, **given: Any) -> Course:
    task = toy_task(method, **given)
    return new_course(task.method, task.parameters, task.kind, task.seed, guests=len(task.opponents))


def play(found: Course, number: int, arena: Any) -> list[Any]:
    """Carry out a step; the jobs of its plays."""
    step, points, asked = found.step(number), None, []
    while True:
        try:
            genes, jobs = next(step) if points is None else step.send(points)
        except StopIteration:
            return asked
        asked.append(jobs)
        points = play_jobs(arena, genes, jobs)


@pytest.mark.parametrize("method", ["random", "random-tournament"])
def test_random_choice_finds_the_strongest(method: str) -> None:
    trained = run_training(toy_task(method, population=17, scenarios=2), Conditions(), arena=Adder())
    population = course(method, population=17).random_population(stream(1, "chance", 0))
    assert trained.best[0].genes == tuple(population[np.argmax(population.sum(axis=1))])
    assert len(trained.best) == 5 and len(trained.history) == 1


def test_all_pairs_rank_everybody_by_strength() -> None:
    trained = run_training(toy_task("random", population=9, scenarios=2), Conditions(), arena=Adder())
    sums = [sum(best.genes) for best in trained.best]
    assert sums == sorted(sums, reverse=True)
    assert [best.score for best in trained.best] == [100.0, 87.5, 75.0, 62.5, 50.0]


def test_the_elite_goes_on_unchanged_and_children_come_from_couples_by_rank() -> None:
    found = course("evo-base", population=6, elite=2, mutation=0.0, scenarios=1)
    play(found, 0, Adder())
    before = found.population
    best, _ = before.best(2)
    play(found, 1, Adder())
    assert np.array_equal(found.population.genes[:2], best)
    chance = stream(1, "chance", 1)
    couples = np.sort(chance.integers(0, 6, (3, 4)), axis=1)[:, :2]
    taken = Chances.draw(6, GENES, 0.0, 0.0, 1.0, chance).from_first
    ranked = before.genes[before.order]
    for number in (1, 2):
        a, b = ranked[couples[number, 0]], ranked[couples[number, 1]]
        assert np.array_equal(found.population.genes[2 * number], np.where(taken[number], a, b))
        assert np.array_equal(found.population.genes[2 * number + 1], np.where(taken[number], b, a))


def test_all_scenarios_of_plain_evolution_are_the_same_in_every_generation() -> None:
    found = course("evo-base", population=4, scenarios=3, kept=4)
    seen = [set(play(found, number, Adder())[0].scenario.tolist()) for number in range(3)]
    assert seen[0] == seen[1] == seen[2] == set(scenario_seeds(1, "scenario", range(3)).tolist())


class Scripted:
    """A generator whose couples are given; genes all come from the first parent and nothing mutates."""

    def __init__(self, entrants: list[list[int]]) -> None:
        self.entrants = entrants

    def integers(self, low: int, high: int, shape: tuple[int, int]) -> Any:
        assert (low, high, shape) == (0, 4, (2, 4))
        return np.array(self.entrants)

    def random(self, shape: tuple[int, int]) -> Any:
        return np.full(shape, 0.25)

    def uniform(self, low: float, high: float, shape: tuple[int, int]) -> Any:
        return np.full(shape, 99.0)


def evolved(overwrite: bool, number: int, entrants: list[list[int]], elite: int) -> list[float]:
    """One generation from individuals 10, 20, 30, 40 in order of birth, of whom 30 ranks first, then 10, 40, 20."""
    found = course("evo-base", population=4, kept=4, elite=elite, mutation=0.0, overwrite=overwrite, scenarios=1)
    assert isinstance(found, Evolution)
    genes = np.repeat([[10.0], [20.0], [30.0], [40.0]], GENES, axis=1)
    found.population = Population(genes, np.array([3.0, 1.0, 4.0, 2.0]), np.array([2, 0, 3, 1]))
    step = found.evolve(number, stream(1, "l"), Scripted(entrants))  # type: ignore[arg-type]
    born, _ = next(step)
    assert np.all(born == born[:, :1]) and np.array_equal(found.population.genes, genes)
    return [float(value) for value in born[:, 0]]


def test_children_do_not_disturb_their_elders() -> None:
    couples = [[0, 1, 3, 3], [1, 2, 2, 3]]
    assert evolved(False, 2, couples, 0) == [30, 10, 10, 40]
    assert evolved(False, 2, couples, 2) == [30, 10, 10, 40]
    assert evolved(False, 2, [[1, 2, 2, 3], [2, 3, 3, 3]], 2) == [30, 10, 40, 20]


def test_overwriting_repeats_what_shared_buffers_did() -> None:
    """The first couple's children take the places of 10 and 20, who rank second and last, before others breed with them."""
    assert evolved(True, 2, [[0, 2, 3, 3], [1, 3, 3, 3]], 0) == [30, 40, 30, 40]
    assert evolved(True, 2, [[1, 2, 2, 3], [1, 3, 3, 3]], 0) == [10, 40, 10, 40]
    assert evolved(False, 2, [[1, 2, 2, 3], [1, 3, 3, 3]], 0) == [10, 40, 10, 20]


def test_overwriting_copies_the_elite_when_it_is_no_longer_what_it_was() -> None:
    """The best, 30, is overwritten by a child 20; the second best, 10, sits in the first place, which is copied over first."""
    couples = [[2, 3, 3, 3], [3, 3, 3, 3]]
    assert evolved(True, 2, couples, 0) == [40, 20, 20, 20]
    assert evolved(True, 2, couples, 2) == [20, 20, 20, 20]
    assert evolved(False, 2, couples, 2) == [30, 10, 20, 20]


def test_the_first_generation_has_a_buffer_of_its_own_even_when_overwriting() -> None:
    couples = [[1, 2, 2, 3], [1, 3, 3, 3]]
    assert evolved(True, 1, couples, 0) == evolved(False, 1, couples, 0)


def merged(method: str, seeds: list[int], **given: Any) -> Any:
    """The parents' share of each gene."""
    found = course(method, **given)
    assert isinstance(found, ActiveGenes)
    return found.parents_share(np.array(seeds, dtype=np.uint64)).tolist()


def test_only_active_genes_are_taken_from_children() -> None:
    assert active(0b000101) == (True, False, True, False, False, False)
    assert merged("ag", [0b000101]) == [0, 1, 0, 1, 1, 1]
    assert merged("ag-weights", [0b000101]) == [0.75, 1, 0.75, 1, 1, 1]
    assert merged("ag-weights", [0b000101], merge=0.9) == [0.9, 1, 0.9, 1, 1, 1]
    assert merged("ag-all", [0b000101]) == [0, 0, 0, 0, 0, 0]


def test_a_gene_active_in_several_scenarios_is_merged_once_or_as_often() -> None:
    scenarios = [0b000111, 0b000110, 0b000100]
    assert merged("ag-weights", scenarios, scenarios=3) == [0.75, 0.75, 0.75, 1, 1, 1]
    repeated = merged("ag-weights", scenarios, scenarios=3, repeated_merge=True)
    assert repeated == [0.75, 0.75**2, 0.75**3, 1, 1, 1]


def test_a_generation_of_active_genes_merges_by_hand_computed_shares() -> None:
    found = course("ag-weights", population=4, kept=4, tournament_size=2, generations=1, seed=1)
    play(found, 0, Adder())
    assert found.population.scores.tolist() == [START_SCORE] * 4
    parents = found.population.genes.copy()
    captured: list[Any] = []

    class Watching(Adder):
        def work(self, genes: Any, jobs: Any) -> Any:
            captured.append(genes.copy())
            return super().work(genes, jobs)

    play(found, 1, Watching())
    children = captured[-1]
    mask = np.array(active(int(scenario_seeds(1, "scenario", [0])[0])))
    assert 0 < mask.sum() < GENES
    for genes, score in zip(found.population.genes, found.population.scores, strict=True):
        matches = [
            (x, y)
            for x in range(4)
            for y in range(4)
            if np.array_equal(genes, np.where(mask, 0.75 * parents[x] + 0.25 * children[y], parents[x]))
        ]
        assert len(matches) == 1
        assert score in [0.9 * 50 + 0.1 * child for child in (0.0, 50.0, 100.0)]
    assert found.population.scores.tolist() == sorted(found.population.scores, reverse=True)


def test_each_generation_has_fresh_scenarios_unless_passes_bring_them_back() -> None:
    def seen(**given: Any) -> list[list[int]]:
        found = course("ag", **given)
        assert isinstance(found, ActiveGenes)
        listed = scenario_seeds(1, "scenario", range(100)).tolist()
        return [[listed.index(seed) for seed in found.scenarios(n).tolist()] for n in range(1, 7)]

    assert seen(generations=6) == [[0], [1], [2], [3], [4], [5]]
    assert seen(generations=6, scenarios=2) == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]
    assert seen(generations=6, passes=2) == [[0], [1], [2], [0], [1], [2]]
    assert seen(generations=6, passes=3, scenarios=2) == [[0, 1], [2, 3], [0, 1], [2, 3], [0, 1], [2, 3]]


def test_every_play_of_a_generation_is_on_its_scenarios() -> None:
    found = course("ag", population=8, scenarios=2, rounds=3)
    play(found, 0, Adder())
    asked = play(found, 2, Adder())
    assert len(asked) == 1 + 3
    wanted = set(scenario_seeds(1, "scenario", [2, 3]).tolist())
    assert all(set(jobs.scenario.tolist()) == wanted for jobs in asked)


@pytest.mark.parametrize("method", [name for name, method in METHODS.items() if method.evolves])
def test_evolution_gets_better(method: str) -> None:
    trained = run_training(toy_task(method, population=20, generations=25, scenarios=1), Conditions(), arena=Lottery())
    sums = [milestone.genes.sum(axis=1).mean() for milestone in trained.history]
    assert sums[-1] > sums[0] + 0.3
