"""The methods, step by step, each as a `Course`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardlab.core.vectors import VectorKind
from cardlab.learn import comparing
from cardlab.learn.breeding import Population, merge, roulette
from cardlab.learn.course import Course, Genes, Playing, played
from cardlab.learn.generational import Generational
from cardlab.learn.jobs import Floats, Words, scenario_seeds
from cardlab.learn.parameters import Method, Parameters

START_SCORE = 50.0
"""What everybody begins with at a table of two; at larger ones it is less, as more share the points."""


class RandomChoice(Course):
    """The best of random individuals, found by all pairs or by knock-out."""

    def begin(self, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Score random individuals, and those that were given."""
        genes = self.first_population(chance)
        if self.method.family == "knock-out":
            order = chance.permutation(len(genes)).astype(np.int64)
            p = self.parameters
            asking = comparing.knock_out(order, self.training_set(), p.games, p.running_points, luck, self.players)
        else:
            asking = self.scoring(len(genes), luck)
        self.population = Population.sorted(genes, (yield from played(genes, asking)))


class Evolution(Course):
    """A plain genetic algorithm with elitism on a fixed set of scenarios."""

    def begin(self, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Score random individuals, and those that were given."""
        yield from self._score(self.first_population(chance), luck)

    def evolve(self, number: int, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Tournaments by rank, crossover, mutation, elite, scoring.

        With `overwrite` the children are written, from the second generation on, over the individuals in the order in which
        those were born, while their parents are chosen by rank among the very same ones, and the elite is copied last.
        """
        before, p = self.population, self.parameters
        shared = p.overwrite and number > 1
        genes = before.genes.copy() if shared else np.empty_like(before.genes)
        parents = [(genes if shared else before.genes)[row] for row in before.order]
        children = list(genes)
        entrants = chance.integers(0, p.population, (p.population // 2, p.tournament_size))
        self.children(parents, np.sort(entrants, axis=1)[:, :2], children, chance)
        for place in range(p.elite):
            children[place][:] = parents[place]
        yield from self._score(genes, luck)

    def _score(self, genes: Floats, luck: np.random.Generator) -> Playing:
        asking = self.scoring(len(genes), luck)
        self.population = Population.ranked(genes, (yield from played(genes, asking)))


class ActiveGenes(Course):
    """Fresh scenarios in each generation; children change only what these scenarios test."""

    def begin(self, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Individuals of equal score."""
        genes = self.first_population(chance)
        self.population = Population.sorted(genes, np.full(len(genes), 2 * START_SCORE / self.players))
        yield from ()

    def evolve(self, number: int, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Tournaments for parents, children, scoring of children, merge of old and new."""
        p, before, scenarios = self.parameters, self.population, self.scenarios(number)
        groups = np.array([chance.permutation(p.population)[: p.tournament_size] for _ in range(p.population // 2)])
        games = 2 * p.tournament_games * (len(scenarios) if p.each_scenario else 1)
        asking = comparing.tournaments(groups, scenarios, games, p.first_wins, luck, self.players, p.population)
        couples = yield from played(before.genes, asking)
        genes = np.empty_like(before.genes)
        self.children(list(before.genes), couples, list(genes), chance)
        asking_scores = comparing.neighbours(p.population, scenarios, p.games, p.rounds, p.summed_scores, luck, self.players)
        scores = yield from played(genes, asking_scores)
        self._merge(Population.ranked(genes, scores), self.parents_share(scenarios), chance)

    def scenarios(self, number: int) -> Words:
        """The scenarios of a generation (from 1)."""
        p = self.parameters
        length = p.scenarios * -(-max(p.generations, 1) // p.passes) if p.passes > 1 else 0
        first = (number - 1) * p.scenarios
        return scenario_seeds(self.seed, "scenario", [i % length if length else i for i in range(first, first + p.scenarios)])

    def parents_share(self, scenarios: Words) -> Floats:
        """How much of each gene comes from the parent in the merge."""
        p = self.parameters
        if self.method.family == "all-genes":
            return np.full(self.kind.size, p.merge)
        times = np.sum([self.kind.active(int(seed)) for seed in scenarios], axis=0)
        share: Floats = np.power(p.merge, times if p.repeated_merge else np.minimum(times, 1))
        return share

    def _merge(self, children: Population, share: Floats, chance: np.random.Generator) -> None:
        p, old = self.parameters, self.population
        x, y = roulette(old.scores, p.population, chance), roulette(children.scores, p.population, chance)
        genes = merge(old.genes[x], children.genes[y], share)
        self.population = Population.sorted(genes, merge(old.scores[x], children.scores[y], 1.0 - p.merge_scores))


_COURSES: dict[str, Callable[[Method, Parameters, VectorKind, int, int, Genes, int], Course]] = {
    "all-pairs": RandomChoice, "knock-out": RandomChoice, "evolution": Evolution, "active": ActiveGenes,
    "all-genes": ActiveGenes, "generational": Generational,
}  # fmt: skip


def new_course(
    method: Method,
    parameters: Parameters,
    kind: VectorKind,
    seed: int,
    players: int = 2,
    start: Genes = (),
    guests: int = 0,
) -> Course:
    """A training that has not begun. `players` is the size of a table, `start` the individuals it begins with.

    `guests` is the number of agents without a vector that individuals play against, instead of each other.
    """
    return _COURSES[method.family](method, parameters, kind, seed, players, start, guests)
