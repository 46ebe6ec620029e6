"""Many individuals compared by the same games against agents: which one of all that were stored wins most often?

The highest of many noisy numbers is too high, and an interval around it would not hold: the same games made it the highest. So
whoever came out first plays again, on seeds that nobody was chosen by, and only that number has an interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cardlab.core.game import Game
from cardlab.core.intervals import Interval, cluster_interval
from cardlab.core.vectors import VectorKind
from cardlab.errors import RunError
from cardlab.lab.engine import Staff
from cardlab.learn.contest import Comparer, Contest, play_jobs
from cardlab.learn.jobs import Floats
from cardlab.learn.seating import SameGames, copies_first, guests_in_turn
from cardlab.learn.stored import Stored
from cardlab.learn.trials import check_copies

GAMES = 1000
FRESH_SEEDS = 1_000_000_000
"""How far away the seeds are by which the winner is tested again; trainings use no seeds up there."""
MOST_JOBS = 200_000
Done = Callable[[int], object]


@dataclass(frozen=True)
class Audition:
    """The games that every individual plays: `copies` of it first in the list, agents after them, one game for each seed.

    With `rotate` everybody sits one seat further on from game to game. Without, all keep their places in the list, and a game
    that draws lots for seats does so.
    """

    players: int
    guests: int
    games: int = GAMES
    copies: int = 1
    first_seed: int = 0
    rotate: bool = True

    def __post_init__(self) -> None:
        check_copies(self.copies, self.players)
        if not 1 <= self.guests <= self.players - self.copies:
            raise RunError(f"{self.guests} agents to play against: {self.players - self.copies} seats are left for them")
        if self.games < 1 or not 0 <= self.first_seed < FRESH_SEEDS:
            raise RunError(f"games from seed {self.first_seed} on: seeds are 0 to {FRESH_SEEDS - 1:,}, games 1 or more")

    @property
    def even(self) -> float:
        """How often the copies of somebody as good as everybody else win."""
        return self.copies / self.players


@dataclass(frozen=True)
class Auditioned:
    """Who played, and how many of the games were won. A first place that is shared by two is half a win, and so on."""

    who: Stored
    wins: float
    games: int

    @property
    def rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games


@dataclass(frozen=True)
class Retested:
    """What the winner did on fresh seeds: how much of each game was won."""

    who: Stored
    by_game: tuple[float, ...]

    @property
    def wins(self) -> float:
        """How many games were won, with shares of those that were shared."""
        return math.fsum(self.by_game)

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.by_game)

    @property
    def rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval | None:
        """Where the true rate lies; None if there were too few games to tell."""
        return cluster_interval(self.by_game, [1] * self.games)


def audition_contest(game: Game, kind: VectorKind, player: str, agents: Sequence[str]) -> Contest:
    """A contest in which wins count."""
    return Contest(game, kind, player, agents, "wins")


def audition(
    arena: Comparer, everybody: Sequence[Stored], how: Audition, staff: Staff | None = None, done: Done | None = None
) -> list[Auditioned] | None:
    """Play the games of everybody and rank them by wins; equal ones stay in their order. None: somebody asked to stop.

    Individuals with the same genes play the same games, so these are played once, and a few vectors at a time, so that any
    number of them fits into memory. `done` is told of games as they are over.
    """
    seeds = range(how.first_seed, how.first_seed + how.games)
    vectors = list(dict.fromkeys(each.genes for each in everybody))
    at_once = max(1, MOST_JOBS // how.games)
    won: dict[tuple[float, ...], float] = {}
    for first in range(0, len(vectors), at_once):
        part = vectors[first : first + at_once]
        points = _won(arena, part, how, seeds, staff, done)
        if points is None:
            return None
        won.update(zip(part, points.sum(axis=1).tolist(), strict=True))
    return sorted((Auditioned(each, won[each.genes], how.games) for each in everybody), key=lambda each: -each.wins)


def retest(
    arena: Comparer, winner: Stored, how: Audition, staff: Staff | None = None, done: Done | None = None
) -> Retested | None:
    """The same for one of them on fresh seeds. None: somebody asked to stop."""
    first = FRESH_SEEDS + how.first_seed
    points = _won(arena, [winner.genes], how, range(first, first + how.games), staff, done)
    return None if points is None else Retested(winner, tuple(points[0].tolist()))


def best_of_files(ranked: Sequence[Auditioned]) -> list[Auditioned]:
    """The best of each file, the best one first."""
    found: dict[object, Auditioned] = {}
    for each in ranked:
        found.setdefault(each.who.file, each)
    return list(found.values())


def first_of_files(ranked: Sequence[Auditioned]) -> list[Auditioned]:
    """The one that stands first in each file: the best by the fitness it was found by."""
    found: dict[object, Auditioned] = {}
    for each in ranked:
        before = found.setdefault(each.who.file, each)
        if each.who.line < before.who.line:
            found[each.who.file] = each
    return list(found.values())


def games_of(everybody: Sequence[Stored], how: Audition) -> int:
    """How many games an audition takes."""
    return len({each.genes for each in everybody}) * how.games


def _won(
    arena: Comparer,
    vectors: Sequence[tuple[float, ...]],
    how: Audition,
    seeds: range,
    staff: Staff | None,
    done: Done | None,
) -> Floats | None:
    """How much of each game each vector wins, a row for each vector. None: somebody asked to stop."""
    words, others = np.array(seeds, dtype=np.uint64), guests_in_turn(how.players - how.copies, how.guests)
    games = SameGames.of(copies_first(len(vectors), how.copies, others), words, how.rotate)
    points = play_jobs(arena, np.array(vectors), games.jobs, staff, done)
    return None if points is None else games.by_game(points)
