"""Stand-ins for a game and a contest, whose results can be computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardlab import game
from cardlab.core.vectors import VectorKind
from cardlab.lab.engine import Kit, Staff
from cardlab.learn.contest import Contest, play_jobs
from cardlab.learn.jobs import Jobs
from cardlab.learn.parameters import find_method
from cardlab.learn.points import Points
from cardlab.learn.task import Task

GENES = 6
CASTLE = game("castle")


def active(scenario: int) -> tuple[bool, ...]:
    """The lowest bits of the scenario."""
    return tuple(bool(scenario >> bit & 1) for bit in range(GENES))


TOY = VectorKind("toy", "numbers to add up", tuple("abcdef"), ("adder",), lambda player: None, active)  # type: ignore


class Adder:
    """Whoever has the larger sum wins all games, with equal sums half of them. Plays at most so many jobs at a time."""

    def __init__(self, most: int = 10_000) -> None:
        self.most = most
        self.games = 0
        self.calls: list[int] = []

    def work(self, genes: Any, jobs: Jobs) -> ToyWork:
        return ToyWork(self, genes, jobs)

    def points(self, genes: Any, jobs: Jobs) -> Any:
        strength = np.round(genes.sum(axis=1)[jobs.rows], 9)
        shares = 0.5 + 0.5 * np.sign(strength - strength[:, ::-1])
        return shares * jobs.games[:, None]

    def stops(self) -> bool:
        """Whether somebody asks to stop in the middle of this call."""
        return False


class ToyWork:
    """Jobs of a stand-in, for one thread."""

    parcel = None

    def __init__(self, arena: Adder, genes: Any, jobs: Jobs) -> None:
        self.arena, self.genes, self.jobs, self.most = arena, genes, jobs, arena.most

    def carriers(self, kit: Kit) -> tuple[str, ...]:
        return ()

    def threads(self, kit: Kit) -> int:
        return 1

    def place(self, kit: Kit) -> ToyWork:
        self.stop: Any = kit.stop
        return self

    def __enter__(self) -> ToyWork:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def do(self, first: int, count: int) -> Points:
        part = self.jobs.part(first, first + count)
        points = self.arena.points(self.genes, part)
        self.arena.games += part.total
        self.arena.calls.append(part.total)
        if self.arena.stops():
            self.stop.asked = 1
            return Points(first, points[:0], 0)
        return Points(first, points, part.total)


class Lottery(Adder):
    """Wins by chance, decided by the job alone, more of them for larger sums."""

    def points(self, genes: Any, jobs: Jobs) -> Any:
        strength = genes.sum(axis=1)[jobs.rows]
        chance = strength[:, 0] / strength.sum(axis=1)
        luck = [np.random.default_rng(int(s)).binomial(n, p) for s, n, p in zip(jobs.seed, jobs.games, chance, strict=True)]
        return np.stack([luck, jobs.games - np.array(luck)], axis=1).astype(float)


class Offers(Adder):
    """Every scenario has a chance of its own for the first individual, whichever seat it has; 0.6 on average."""

    def points(self, genes: Any, jobs: Jobs) -> Any:
        chance = 0.3 + 0.6 * ((jobs.scenario >> np.uint64(11)) / float(1 << 53))
        luck = np.random.default_rng(int(jobs.seed[0]))
        won = luck.binomial(jobs.games, np.where(jobs.rows[:, 0] == 0, chance, 1 - chance))
        return np.stack([won, jobs.games - won], axis=1).astype(float)


def points_of(contest: Contest, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any, workers: int = 1) -> Any:
    """What came out of some jobs of a contest."""
    with Staff(workers) as staff:
        return play_jobs(contest, genes, Jobs(np.asarray(rows), scenarios, seeds, np.asarray(games)), staff)


def toy_task(method: str, seed: int = 1, published: bool = False, **given: Any) -> Task:
    """A training of the toy."""
    found = find_method(method)
    chosen = {name: value for name, value in given.items() if name != "scenarios" or name in found.defaults}
    opponents = ("lowest",) if found.family == "generational" else ()
    return Task(CASTLE, TOY, "adder", found, found.parameters(chosen, published), seed, (), opponents)
