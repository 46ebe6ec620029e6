"""Populations, and how a new one is made of an old one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cardlab.learn.jobs import Floats, Ints


class ScoreSpread(NamedTuple):
    """The lowest, the mean and the highest score of a population."""

    low: float
    mean: float
    high: float


@dataclass
class Population:
    """Individuals, a row of genes and a score each. `order` lists them best first."""

    genes: Floats
    scores: Floats
    order: Ints

    @classmethod
    def ranked(cls, genes: Floats, scores: Floats) -> Population:
        """Individuals that stay in their places, ranked by score."""
        return cls(genes, scores, best_first(scores))

    @classmethod
    def sorted(cls, genes: Floats, scores: Floats) -> Population:
        """Individuals put in order, best first."""
        order = best_first(scores)
        return cls(genes[order], scores[order], np.arange(len(scores)))

    @property
    def size(self) -> int:
        """Number of individuals."""
        return len(self.scores)

    @property
    def spread(self) -> ScoreSpread:
        """How good everybody is."""
        return ScoreSpread(float(self.scores.min()), float(self.scores.mean()), float(self.scores.max()))

    def best(self, count: int) -> tuple[Floats, Floats]:
        """Copies of the genes and scores of the best."""
        rows = self.order[:count]
        return self.genes[rows], self.scores[rows]


def best_first(scores: Floats) -> Ints:
    """The places of the scores from the highest to the lowest; equal ones keep their order."""
    return np.argsort(-scores, kind="stable").astype(np.int64)


def random_genes(count: int, size: int, low: float, high: float, rng: np.random.Generator) -> Floats:
    """Individuals whose genes are independent and uniform."""
    return rng.uniform(low, high, (count, size))


@dataclass(frozen=True)
class Chances:
    """What chance decides about the children of all couples, drawn beforehand."""

    from_first: np.ndarray[tuple[int, int], np.dtype[np.bool_]]
    mutated: np.ndarray[tuple[int, int], np.dtype[np.bool_]]
    fresh: Floats

    @classmethod
    def draw(cls, children: int, size: int, mutation: float, low: float, high: float, rng: np.random.Generator) -> Chances:
        """Chance for that many children, two for each couple."""
        from_first = rng.random((children // 2, size)) < 0.5
        mutated = rng.random((children, size)) < mutation
        return cls(from_first, mutated, random_genes(children, size, low, high, rng))


def breed(parents: Sequence[Floats], couples: Ints, children: Sequence[Floats], chances: Chances) -> None:
    """Write the children of each couple: uniform crossover, then mutation.

    A gene comes to the first child from one parent and to the second from the other. Children are written one couple after
    another, so if a child takes the place of somebody in `parents`, later couples breed with the child.
    """
    for number, (a, b) in enumerate(couples):
        first, second = children[2 * number], children[2 * number + 1]
        taken = chances.from_first[number]
        first[:] = np.where(taken, parents[a], parents[b])
        second[:] = np.where(taken, parents[b], parents[a])
        for place, child in ((2 * number, first), (2 * number + 1, second)):
            changed = chances.mutated[place]
            child[changed] = chances.fresh[place][changed]


def roulette(scores: Floats, count: int, rng: np.random.Generator) -> Ints:
    """Places drawn with chances in proportion to scores."""
    running = np.cumsum(scores)
    drawn = np.searchsorted(running, rng.uniform(0.0, running[-1], count), side="left")
    return np.minimum(drawn, len(scores) - 1).astype(np.int64)


def merge(parent: Floats, child: Floats, share: Floats | float) -> Floats:
    """A mean of parent and child in which the parent has this share."""
    return share * parent + (1.0 - share) * child


def tournament_winner(entrants: Ints, scores: Floats) -> int:
    """Who of these has the highest score; among equals the one who was drawn first."""
    return int(entrants[np.argmax(scores[entrants])])


def select(scores: Floats, count: int, size: int, rng: np.random.Generator) -> Ints:
    """That many parents, each the winner of a tournament of `size` different individuals; winners may be drawn again."""
    draws = (rng.permutation(len(scores))[:size].astype(np.int64) for _ in range(count))
    return np.array([tournament_winner(entrants, scores) for entrants in draws], dtype=np.int64)


def arithmetic_children(x: Floats, y: Floats, weight: float) -> tuple[Floats, Floats]:
    """Two children that divide their parents up between them: the first has this weight of `x`, the second what is left."""
    first = merge(x, y, weight)
    return first, x + y - first


def mutate(genes: Floats, chance: float, low: float, high: float, rng: np.random.Generator) -> Floats:
    """The same individuals, in which every gene has become a new uniform number with this chance."""
    changed = rng.random(genes.shape) < chance
    return np.where(changed, rng.uniform(low, high, genes.shape), genes)


def reinserted(parents: Ints, scores: Floats, count: int) -> Ints:
    """The best of the selected parents, who fill a population up; who was selected several times can go on several times."""
    return parents[best_first(scores[parents])][:count]
