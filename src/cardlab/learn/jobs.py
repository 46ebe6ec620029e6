"""Jobs for a contest: who plays whom on which scenario, how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cardlab.core.rng import derive

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


class Jobs(NamedTuple):
    """Arrays with an entry for each job: individuals, scenario, luck, number of games.

    Individuals are those of each seat. With `lots` they are a list, which the deal seats by lot, in games that do so.
    """

    rows: Ints
    scenario: Words
    seed: Words
    games: Ints
    lots: bool = False

    @property
    def size(self) -> int:
        """Number of jobs."""
        return len(self.games)

    @property
    def total(self) -> int:
        """Number of games."""
        return int(self.games.sum())

    def part(self, first: int, end: int) -> Jobs:
        """Some of the jobs."""
        part = slice(first, end)
        return Jobs(self.rows[part], self.scenario[part], self.seed[part], self.games[part], self.lots)


def make_jobs(rows: npt.ArrayLike, scenario: npt.ArrayLike, games: npt.ArrayLike, luck: np.random.Generator) -> Jobs:
    """Jobs with luck of their own."""
    seats = np.ascontiguousarray(rows, dtype=np.int64)
    count = len(seats)
    where = np.array(np.broadcast_to(np.asarray(scenario, dtype=np.uint64), count))
    often = np.array(np.broadcast_to(np.asarray(games, dtype=np.int64), count))
    return Jobs(seats, where, luck.integers(0, 1 << 64, count, dtype=np.uint64), often)


def credit(jobs: Jobs, points: Floats, individuals: int) -> Floats:
    """The points of each individual over all its seats."""
    found = np.zeros(individuals)
    np.add.at(found, jobs.rows, points)
    return found


def stream(seed: int, purpose: str, number: int = 0) -> np.random.Generator:
    """Random numbers of their own for a purpose and a generation."""
    return np.random.Generator(np.random.PCG64(derive(seed, purpose, number)))


def scenario_seeds(seed: int, purpose: str, numbers: Sequence[int] | range) -> Words:
    """Scenarios by their numbers in an endless list."""
    return np.array([derive(seed, purpose, number) for number in numbers], dtype=np.uint64)
