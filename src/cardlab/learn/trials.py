"""How good vectors are: games against others on scenarios that nobody was trained on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cardlab.core.intervals import Interval, cluster_interval
from cardlab.core.vectors import VectorKind
from cardlab.errors import RunError
from cardlab.lab.engine import Staff
from cardlab.learn.breeding import random_genes
from cardlab.learn.contest import Comparer, play_jobs
from cardlab.learn.jobs import Floats, Ints, Jobs, Words, make_jobs, scenario_seeds, stream
from cardlab.learn.seating import Tables


@dataclass(frozen=True)
class Contestant:
    """A name and the individuals behind it. `each_scenario`: some of its own for each scenario, instead of all for all.

    A side may also be a guest of the contest, who plays by no vector; guests are numbered from 1.
    """

    name: str
    genes: Floats
    each_scenario: bool = False
    guest: int = 0

    @classmethod
    def of(cls, name: str, vectors: Sequence[Sequence[float]]) -> Contestant:
        """Somebody with these vectors."""
        return cls(name, np.array(vectors, dtype=np.float64).reshape(len(vectors), -1))

    @classmethod
    def random(cls, name: str, kind: VectorKind, scenarios: int, seed: int, seats: int = 1) -> Contestant:
        """A fresh random individual for each scenario and each seat that the side may fill."""
        chance = stream(seed, "random side")
        return cls(name, random_genes(scenarios * seats, kind.size, kind.low, kind.high, chance), True)

    @classmethod
    def agent(cls, name: str, kind: VectorKind, number: int) -> Contestant:
        """The guest of that number, from 1, of the contest."""
        return cls(name, np.zeros((0, kind.size)), guest=number)


@dataclass(frozen=True)
class Score:
    """What came out between two sides: points of the first one, in all, by the seat of its first individual, by scenario."""

    name: str
    against: str
    points: float
    games: int
    by_seat: tuple[float, ...]
    by_scenario: tuple[float, ...]

    @property
    def points_first(self) -> float:
        """Points when it sat first."""
        return self.by_seat[0]

    @property
    def games_first(self) -> int:
        """Games in which it sat first, as many as in every seat."""
        return self.games // len(self.by_seat)

    @property
    def rate(self) -> float:
        """Points per game."""
        return self.points / self.games

    @property
    def interval(self) -> Interval | None:
        """Where the true rate lies; None if there were too few scenarios to tell."""
        return rate_interval([self])


def rate_interval(scores: Sequence[Score]) -> Interval | None:
    """Where the true rate of a side lies that met several others in the same trial.

    All that was played on a scenario is one observation: its games share the scenario, and perhaps an opponent.
    """
    sums = [math.fsum(points) for points in zip(*(score.by_scenario for score in scores), strict=True)]
    each = sum(score.games for score in scores) // len(sums)
    return cluster_interval(sums, [each] * len(sums))


@dataclass(frozen=True)
class VectorTrial:
    """Games for each pair of sides, spread evenly over scenarios that are the same for all pairs, and over seats.

    At a table of `players` the first side fills `copies` seats next to each other, with one individual, the other the rest.
    """

    games: int
    scenarios: Words
    seed: int
    players: int = 2
    copies: int = 1

    @classmethod
    def of(cls, games: int, scenarios: int, seed: int, players: int = 2, copies: int = 1) -> VectorTrial:
        """At least that many games on that many fresh scenarios, or on fewer if there are fewer rounds of games."""
        if games < players:
            raise RunError(f"a comparison has at least {players} games, one with each seat, not {games}")
        count = min(scenarios, games // players)
        return cls.on(games, scenario_seeds(seed, "fresh scenario", range(count)), seed, players, copies)

    @classmethod
    def on(cls, games: int, scenarios: Words, seed: int, players: int = 2, copies: int = 1) -> VectorTrial:
        """At least that many games on these scenarios."""
        check_copies(copies, players)
        rounds = -(-games // (players * len(scenarios)))
        return cls(players * rounds * len(scenarios), scenarios, seed, players, copies)

    @property
    def even(self) -> float:
        """The score of a side that is as good as the other."""
        return self.copies / self.players


def check_copies(copies: int, players: int) -> None:
    """Raise unless a side can have so many seats and leave some to others."""
    if not 1 <= copies < players:
        raise RunError(f"{copies} seats for the vector: at a table of {players} it has 1 to {players - 1}, others the rest")


def compare(
    arena: Comparer,
    pairs: Sequence[tuple[Contestant, Contestant]],
    trial: VectorTrial,
    staff: Staff | None = None,
    done: Callable[[int], object] | None = None,
) -> Iterator[Score]:
    """Play every pair, and end early if the staff is asked to stop. `done` is told how many more games were played."""
    staff = staff or Staff(1)
    for number, (side, other) in enumerate(pairs):
        genes, jobs = pair_jobs(side, other, trial, number)
        points = play_jobs(arena, genes, jobs, staff, done)
        if points is None:
            return
        yield _score(side, other, trial, jobs, points)


def pair_jobs(side: Contestant, other: Contestant, trial: VectorTrial, number: int) -> tuple[Floats, Jobs]:
    """Genes of both sides, and jobs: first all with `side` in the first seat, then the same with everybody one seat further."""
    chance = stream(trial.seed, "pairing", number)
    scenarios, players = len(trial.scenarios), trial.players
    where = np.repeat(np.arange(scenarios), trial.games // (players * scenarios))
    own = _drawn(side, where, chance, 0, scenarios)
    others = [_drawn(other, where, chance, seat, scenarios) for seat in range(players - trial.copies)]
    different, often = np.unique(np.stack([where, own, *others], axis=1), axis=0, return_counts=True)
    rows = np.repeat(different[:, 1:], [trial.copies, *[1] * len(others)], axis=1)
    rows[:, trial.copies :] = -other.guest if other.guest else rows[:, trial.copies :] + len(side.genes)
    seated = Tables.of(rows).in_every_seat().rows
    places = np.tile(trial.scenarios[different[:, 0]], players)
    jobs = make_jobs(seated, places, np.tile(often, players), stream(trial.seed, "trial luck", number))
    return np.concatenate([side.genes, other.genes]), jobs


def _drawn(side: Contestant, where: Ints, chance: np.random.Generator, seat: int, scenarios: int) -> Ints:
    """Whom a side sends to one of its seats in each game."""
    if side.guest:
        return np.zeros(len(where), dtype=np.int64)
    if side.each_scenario:
        return (where + seat * scenarios) % len(side.genes)
    return chance.integers(0, len(side.genes), len(where), dtype=np.int64)


def _score(side: Contestant, other: Contestant, trial: VectorTrial, jobs: Jobs, points: Floats) -> Score:
    """Points of all seats of the first side, which moves one seat further with each block of jobs."""
    players = trial.players
    blocks = points.reshape(players, -1, players)
    own = np.stack([np.roll(block, -shift, axis=1)[:, : trial.copies].sum(axis=1) for shift, block in enumerate(blocks)])
    order = np.argsort(trial.scenarios)
    places = order[np.searchsorted(trial.scenarios, jobs.scenario, sorter=order)]
    by_scenario = np.bincount(places, own.ravel(), len(trial.scenarios))
    by_seat = tuple(own.sum(axis=1).tolist())
    return Score(side.name, other.name, sum(by_seat), jobs.total, by_seat, tuple(by_scenario.tolist()))
