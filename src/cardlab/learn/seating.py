"""Who sits together: tables as large as the game asks for, and the seats that everybody takes in turn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from cardlab.learn.jobs import Floats, Ints, Jobs, Words, credit, make_jobs

Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Tables:
    """A row of individuals for each table. Who only fills one up is not `counted`: the points go to nobody."""

    rows: Ints
    counted: Marks

    @classmethod
    def of(cls, rows: Ints) -> Tables:
        """Tables at which everybody counts."""
        return cls(rows, np.ones(rows.shape, dtype=np.bool_))

    @classmethod
    def cut(cls, order: Ints, players: int, fillers: Ints | None = None) -> Tables:
        """Neighbours in an order sit together; the last table is filled up by the first of `fillers`."""
        missing = -len(order) % players
        rows = np.concatenate([order, (order if fillers is None else fillers)[:missing]]).reshape(-1, players)
        counted = np.arange(rows.size).reshape(rows.shape) < len(order)
        return cls(rows, counted)

    def in_every_seat(self) -> Tables:
        """Every table as often as it has seats, all of them one seat further on each time."""
        players = self.rows.shape[1]
        rows = [np.roll(self.rows, shift, axis=1) for shift in range(players)]
        return Tables(np.concatenate(rows), np.concatenate([np.roll(self.counted, s, axis=1) for s in range(players)]))

    def jobs(self, scenarios: Words, games: int, luck: np.random.Generator) -> Jobs:
        """Games of every table on every scenario."""
        rows = np.repeat(self.rows, len(scenarios), axis=0)
        return make_jobs(rows, np.tile(scenarios, len(self.rows)), games, luck)

    def credited(self, jobs: Jobs, points: Floats, individuals: int) -> Floats:
        """The points of each individual in the jobs of these tables."""
        counted = np.repeat(self.counted, jobs.size // len(self.rows), axis=0)
        return credit(jobs, np.where(counted, points, 0.0), individuals)


@dataclass(frozen=True)
class SameGames:
    """Games that all tables play alike, one for each seed. `counted` tells, by table, game and seat, whose points count."""

    jobs: Jobs
    counted: Marks

    @classmethod
    def of(cls, tables: Tables, seeds: Words, rotate: bool) -> SameGames:
        """With `rotate` everybody sits one seat further on from game to game. Else lots decide, in games that draw them.

        Not both: whoever sits in every seat equally often has nothing to gain from lots.
        """
        players = tables.rows.shape[1]
        shift = np.arange(len(seeds)) % players if rotate else np.zeros(len(seeds), dtype=np.int64)
        seats = (np.arange(players) - shift[:, None]) % players
        each = np.tile(seeds, len(tables.rows))
        jobs = Jobs(tables.rows[:, seats].reshape(-1, players), each, each, np.ones(len(each), dtype=np.int64), not rotate)
        return cls(jobs, tables.counted[:, seats])

    def by_game(self, points: Floats) -> Floats:
        """The points of all who count, for each table and each of its games."""
        found: Floats = self._counting(points).sum(axis=2)
        return found

    def gained(self, points: Floats) -> Floats:
        """The same for each table over all games."""
        found: Floats = self._counting(points).sum(axis=(1, 2))
        return found

    def _counting(self, points: Floats) -> Floats:
        return np.where(self.counted, points.reshape(self.counted.shape), 0.0)


def everybody(individuals: int, players: int, luck: np.random.Generator) -> Tables:
    """At tables of two every ordered pair. At larger ones as many rounds in which all sit down by lot, and in every seat."""
    if players == 2:
        return Tables.of(np.array(list(permutations(range(individuals), 2))))
    rounds = [Tables.cut(luck.permutation(individuals), players) for _ in range(individuals - 1)]
    rows, counted = np.concatenate([r.rows for r in rounds]), np.concatenate([r.counted for r in rounds])
    return Tables(rows, counted).in_every_seat()


def among_guests(individuals: int, players: int, guests: int) -> Tables:
    """Each individual alone among guests, who take turns in filling the other seats; in every seat."""
    others = np.tile(guests_in_turn(players - 1, guests), (individuals, 1))
    rows = np.concatenate([np.arange(individuals)[:, None], others], axis=1)
    return Tables(rows, rows >= 0).in_every_seat()


def seatings(members: int, players: int) -> Ints:
    """All that a group plays among itself, as places in the group by seat: every ordered pair, or every table in every seat.

    A group smaller than a table gets places beyond its own, for others who fill the table up.
    """
    if players == 2:
        return np.array(list(permutations(range(members), 2)))
    return Tables.of(np.array(list(combinations(range(max(members, players)), players)))).in_every_seat().rows


def strangers(groups: Ints, players: int, individuals: int, luck: np.random.Generator) -> Ints:
    """For each group that is smaller than a table, others of the population who fill it up."""
    missing = max(0, players - groups.shape[1])
    if not missing:
        return np.zeros((len(groups), 0), dtype=np.int64)
    others = [np.setdiff1d(np.arange(individuals), group) for group in groups]
    return np.array([luck.permutation(rest)[:missing] for rest in others])


def alone_last(individuals: int, others: Ints) -> Tables:
    """Each individual at the end of a table's list, with the same others in front of it, who do not count."""
    rows = np.concatenate([np.tile(others, (individuals, 1)), np.arange(individuals)[:, None]], axis=1).astype(np.int64)
    return Tables(rows, np.tile(np.arange(rows.shape[1]) == len(others), (individuals, 1)))


def copies_first(individuals: int, copies: int, others: Ints) -> Tables:
    """So many copies of each individual in front of a table's list, and the same others, who do not count, after them."""
    own = np.repeat(np.arange(individuals)[:, None], copies, axis=1)
    rows = np.concatenate([own, np.tile(others, (individuals, 1))], axis=1).astype(np.int64)
    return Tables(rows, np.tile(np.arange(rows.shape[1]) < copies, (individuals, 1)))


def guests_in_turn(seats: int, guests: int) -> Ints:
    """Rows of guests, who take turns in filling so many seats."""
    return -1 - np.arange(seats, dtype=np.int64) % guests
