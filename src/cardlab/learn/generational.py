"""A generational evolution: everybody is scored anew in each generation, all by the same games, at tables of any size.

An individual plays alone of its kind against agents, or against some of the best of its own kind. Parents are winners of
tournaments; most couples have two children, which lie between them, and the best of the selected parents fill up the rest.
"""

from __future__ import annotations

import numpy as np

from cardlab.core.vectors import VectorKind
from cardlab.learn.breeding import Population, arithmetic_children, mutate, reinserted, select
from cardlab.learn.course import Course, Playing
from cardlab.learn.jobs import Floats, Ints
from cardlab.learn.parameters import Parameters
from cardlab.learn.seating import SameGames, alone_last, guests_in_turn

SEEDS_BELOW = 100_000
"""The seeds of a generation's games follow each other from a number below this; those of the first generation from 0."""


class Generational(Course):
    """Selection, arithmetic crossover, mutation of children, reinsertion of parents, and a new scoring of all.

    The population stays in the order in which it was made: children, then parents who were reinserted.
    """

    def begin(self, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """The first generation: random individuals, and those that were given, against the agents."""
        yield from self._score(self.first_population(chance), 0, None)

    def evolve(self, number: int, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """The next generation."""
        before = self.population
        genes = next_generation(before, self.parameters, self.kind, chance)
        yield from self._score(genes, int(luck.integers(0, SEEDS_BELOW)), before)

    def _score(self, genes: Floats, first_seed: int, before: Population | None) -> Playing:
        p = self.parameters
        everybody, others = self._opponents(genes, before)
        seeds = np.arange(first_seed, first_seed + p.games, dtype=np.uint64)
        games = SameGames.of(alone_last(len(genes), others), seeds, p.seats == "every")
        points = yield everybody, games.jobs
        self.population = Population.ranked(genes, games.gained(points))

    def _opponents(self, genes: Floats, before: Population | None) -> tuple[Floats, Ints]:
        """Everybody whose genes are needed, and the rows of those who fill the other seats."""
        seats, kind = self.players - 1, self.parameters.rivals
        if before is None or kind == "agents":
            return genes, guests_in_turn(seats, self.guests)
        if kind == "first_five_current":
            return genes, np.arange(seats, dtype=np.int64)
        best, _ = before.best(seats)
        return np.concatenate([genes, best]), len(genes) + np.arange(seats, dtype=np.int64)


def next_generation(before: Population, p: Parameters, kind: VectorKind, chance: np.random.Generator) -> Floats:
    """Children of couples that have some, then the best of the selected parents, as many as in the generation before."""
    parents = select(before.scores, before.size, p.tournament_size, chance)
    children: list[Floats] = []
    for x, y in before.genes[parents].reshape(-1, 2, kind.size):
        if chance.random() < p.crossover:
            children += arithmetic_children(x, y, 0.5 if p.weights == "average" else chance.random())
    born = mutate(np.array(children).reshape(-1, kind.size), p.mutation, kind.low, kind.high, chance)
    kept = reinserted(parents, before.scores, before.size - len(born))
    return np.concatenate([born, before.genes[kept]])
