"""Populations, and how a new one is made of an old one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cardlab.learn.jobs import Floats, Ints


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
