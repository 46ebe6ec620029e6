"""Crossover, mutation, roulette and merge, with exact expectations."""

from __future__ import annotations

import numpy as np

from cardlab.learn.breeding import Chances, Population, best_first, breed, merge, random_genes, roulette


class Drawn:
    """A generator whose uniform numbers are given."""

    def __init__(self, *values: float) -> None:
        self.values = values

    def uniform(self, low: float, high: float, count: int) -> np.ndarray:
        assert count == len(self.values)
        return low + (high - low) * np.array(self.values)


def chances(from_first: list[list[int]], mutated: list[list[int]], fresh: list[list[float]]) -> Chances:
    return Chances(np.array(from_first, bool), np.array(mutated, bool), np.array(fresh, float))


def test_children_share_out_the_genes_of_their_parents_and_mutate() -> None:
    parents = [np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0])]
    children = [np.zeros(3), np.zeros(3)]
    breed(parents, np.array([[0, 1]]), children, chances([[1, 0, 1]], [[0, 0, 1], [1, 0, 0]], [[7, 7, 7], [8, 8, 8]]))
    assert children[0].tolist() == [1, 20, 7]
    assert children[1].tolist() == [8, 2, 30]


def test_every_gene_of_both_parents_goes_to_exactly_one_child_without_mutation() -> None:
    rng = np.random.default_rng(5)
    parents = [rng.random(40), rng.random(40)]
    children = [np.zeros(40), np.zeros(40)]
    breed(parents, np.array([[1, 0]]), children, Chances.draw(2, 40, 0.0, 0.0, 1.0, rng))
    assert np.array_equal(np.sort(children, axis=0), np.sort(parents, axis=0))
    assert 0 < np.sum(children[0] == parents[0]) < 40


def test_a_child_in_the_place_of_a_parent_is_the_parent_of_later_couples() -> None:
    places = [np.array([1.0, 1.0]), np.array([2.0, 2.0]), np.array([3.0, 3.0]), np.array([4.0, 4.0])]
    none = [[0, 0]] * 4
    breed(places, np.array([[2, 3], [0, 1]]), places, chances([[1, 0], [1, 0]], none, none))
    assert places[0].tolist() == [3, 4] and places[1].tolist() == [4, 3]
    assert places[2].tolist() == [3, 3] and places[3].tolist() == [4, 4]


def test_mutation_has_the_asked_rate_and_range() -> None:
    drawn = Chances.draw(1000, 100, 0.05, -2.0, 3.0, np.random.default_rng(1))
    assert abs(drawn.mutated.mean() - 0.05) < 0.003
    assert drawn.fresh.min() < -1.9 and drawn.fresh.max() > 2.9
    assert np.all((drawn.fresh >= -2) & (drawn.fresh < 3))
    assert drawn.from_first.shape == (500, 100)


def test_random_individuals_are_uniform_in_their_range() -> None:
    genes = random_genes(200, 50, 0.0, 1.0, np.random.default_rng(2))
    assert genes.shape == (200, 50) and abs(genes.mean() - 0.5) < 0.02 and genes.min() >= 0 and genes.max() < 1


def test_roulette_takes_the_first_that_uses_up_the_number() -> None:
    scores = np.array([10.0, 0.0, 30.0, 60.0])
    drawn = roulette(scores, 6, Drawn(0.0, 0.1, 0.100001, 0.4, 0.400001, 1.0))  # type: ignore[arg-type]
    assert drawn.tolist() == [0, 0, 2, 2, 3, 3]


def test_roulette_is_fair_and_copes_with_scores_that_are_all_zero() -> None:
    counts = np.bincount(roulette(np.array([1.0, 3.0, 0.0, 4.0]), 80_000, np.random.default_rng(3)), minlength=4)
    assert counts[2] == 0
    assert np.allclose(counts / 80_000, [0.125, 0.375, 0, 0.5], atol=0.01)
    assert roulette(np.zeros(3), 2, np.random.default_rng(3)).tolist() == [0, 0]


def test_merge_mixes_parent_and_child_by_the_parents_share() -> None:
    parent, child = np.array([8.0, 8.0, 8.0, 0.1]), np.array([4.0, 4.0, 4.0, 0.7])
    assert merge(parent, child, np.array([1.0, 0.0, 0.75, 1.0])).tolist() == [8.0, 4.0, 7.0, 0.1]


def test_equal_scores_keep_their_order() -> None:
    assert best_first(np.array([1.0, 3.0, 3.0, 2.0, 3.0])).tolist() == [1, 2, 4, 3, 0]


def test_a_ranked_population_stays_in_place_and_a_sorted_one_moves() -> None:
    genes, scores = np.array([[1.0], [2.0], [3.0]]), np.array([5.0, 9.0, 7.0])
    ranked, moved = Population.ranked(genes, scores), Population.sorted(genes, scores)
    assert ranked.genes.tolist() == [[1], [2], [3]] and moved.genes.tolist() == [[2], [3], [1]]
    for population in (ranked, moved):
        best, found = population.best(2)
        assert best.tolist() == [[2], [3]] and found.tolist() == [9, 7]
