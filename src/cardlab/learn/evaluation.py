"""How good vectors are: games against others on scenarios that nobody was trained on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardlab.core.intervals import Interval, cluster_interval
from cardlab.core.vectors import VectorKind
from cardlab.errors import RunError
from cardlab.learn.breeding import random_genes
from cardlab.learn.jobs import Floats, Ints, Jobs, Words, make_jobs, scenario_seeds, stream
from cardlab.learn.training import Arena


@dataclass(frozen=True)
class Side:
    """A name and the individuals behind it. `each_scenario`: one of its own for each scenario, instead of all for all."""

    name: str
    genes: Floats
    each_scenario: bool = False

    @classmethod
    def of(cls, name: str, vectors: Sequence[Sequence[float]]) -> Side:
        """Somebody with these vectors."""
        return cls(name, np.array(vectors, dtype=np.float64).reshape(len(vectors), -1))

    @classmethod
    def random(cls, name: str, kind: VectorKind, scenarios: int, seed: int) -> Side:
        """A fresh random individual for each scenario."""
        return cls(name, random_genes(scenarios, kind.size, kind.low, kind.high, stream(seed, "random side")), True)


@dataclass(frozen=True)
class Score:
    """What came out between two sides: points of the first one, in all, when it sat first, and by scenario."""

    name: str
    against: str
    points: float
    games: int
    points_first: float
    games_first: int
    by_scenario: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Points per game."""
        return self.points / self.games

    @property
    def interval(self) -> Interval:
        """Where the true rate lies."""
        return rate_interval([self])


def rate_interval(scores: Sequence[Score]) -> Interval:
    """Where the true rate of a side lies that met several others in the same trial.

    All that was played on a scenario is one observation: its games share the scenario, and perhaps an opponent.
    """
    sums = [math.fsum(points) for points in zip(*(score.by_scenario for score in scores), strict=True)]
    each = sum(score.games for score in scores) // len(sums)
    return cluster_interval(sums, [each] * len(sums))


@dataclass(frozen=True)
class Trial:
    """Games for each pair of sides, spread evenly over scenarios that are the same for all pairs, half with each seat."""

    games: int
    scenarios: Words
    seed: int

    @classmethod
    def of(cls, games: int, scenarios: int, seed: int) -> Trial:
        """At least that many games on that many fresh scenarios, or on fewer if there are fewer pairs of games."""
        if games < 2:
            raise RunError(f"a comparison has at least 2 games, one with each seat, not {games}")
        count = min(scenarios, games // 2)
        return cls.on(games, scenario_seeds(seed, "fresh scenario", range(count)), seed)

    @classmethod
    def on(cls, games: int, scenarios: Words, seed: int) -> Trial:
        """At least that many games on these scenarios."""
        pairs = -(-games // (2 * len(scenarios)))
        return cls(2 * pairs * len(scenarios), scenarios, seed)


def compare(
    arena: Arena,
    pairs: Sequence[tuple[Side, Side]],
    trial: Trial,
    *,
    workers: int = 1,
    stop: Any = None,
    done: Callable[[int], object] | None = None,
) -> Iterator[Score]:
    """Play every pair, and end early if asked to stop. `done` is told how many more games were played."""
    for number, (side, other) in enumerate(pairs):
        genes, jobs = pair_jobs(side, other, trial, number)
        points = np.asarray(arena.play(genes, *jobs, workers=workers, done=done))
        if stop is not None and stop.asked:
            return
        yield _score(side, other, trial, jobs, points)


def pair_jobs(side: Side, other: Side, trial: Trial, number: int) -> tuple[Floats, Jobs]:
    """Genes of both sides, and jobs: first all with `side` in the first seat, then the same with seats exchanged."""
    chance = stream(trial.seed, "pairing", number)
    each = trial.games // (2 * len(trial.scenarios))
    where = np.repeat(np.arange(len(trial.scenarios)), each)
    pairings = np.stack([where, _drawn(side, where, chance), _drawn(other, where, chance)], axis=1)
    different, often = np.unique(pairings, axis=0, return_counts=True)
    rows = different[:, 1:] + np.array([0, len(side.genes)])
    places = trial.scenarios[different[:, 0]]
    jobs = make_jobs(
        np.concatenate([rows, rows[:, ::-1]]), np.concatenate([places, places]), np.concatenate([often, often]),
        stream(trial.seed, "trial luck", number),
    )  # fmt: skip
    return np.concatenate([side.genes, other.genes]), jobs


def _drawn(side: Side, where: Ints, chance: np.random.Generator) -> Ints:
    if side.each_scenario:
        return where
    return chance.integers(0, len(side.genes), len(where), dtype=np.int64)


def _score(side: Side, other: Side, trial: Trial, jobs: Jobs, points: Floats) -> Score:
    half = jobs.size // 2
    own = np.concatenate([points[:half, 0], points[half:, 1]])
    order = np.argsort(trial.scenarios)
    places = order[np.searchsorted(trial.scenarios, jobs.scenario, sorter=order)]
    by_scenario = np.bincount(places, own, len(trial.scenarios))
    first, second = float(own[:half].sum()), float(own[half:].sum())
    games_first = int(jobs.games[:half].sum())
    return Score(side.name, other.name, first + second, jobs.total, first, games_first, tuple(by_scenario.tolist()))
