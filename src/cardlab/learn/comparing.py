"""Ways to compare individuals: each yields jobs, is sent their points, and returns what it found out.

`players` is the size of a table. Two meet in both seats; at larger tables everybody sits in every seat equally often, with
others of the population, and the points of those who only fill a table up do not count.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from cardlab.learn.breeding import best_first
from cardlab.learn.jobs import Floats, Ints, Jobs, Words, make_jobs
from cardlab.learn.seating import Tables, among_guests, everybody, seatings, strangers

Asking = Generator[Jobs, Floats, Floats]
"""Yields jobs, takes their points (a row for each job, a column for each seat), returns an array."""


def all_pairs(individuals: int, scenarios: Words, games: int, luck: np.random.Generator, players: int = 2) -> Asking:
    """Every ordered pair (or as many tables by lot) plays on every scenario. Returns each one's percentage of points."""
    tables = everybody(individuals, players, luck)
    jobs = tables.jobs(scenarios, games, luck)
    points = tables.credited(jobs, (yield jobs), individuals)
    return 100.0 * points / (players * (individuals - 1) * len(scenarios) * games)


def against_guests(
    individuals: int, scenarios: Words, games: int, luck: np.random.Generator, players: int, guests: int
) -> Asking:
    """Each alone at a table of guests, in every seat. Returns each one's percentage of points."""
    tables = among_guests(individuals, players, guests)
    jobs = tables.jobs(scenarios, games, luck)
    points = tables.credited(jobs, (yield jobs), individuals)
    return 100.0 * points / (players * len(scenarios) * games)


def knock_out(order: Ints, scenarios: Words, games: int, running: bool, luck: np.random.Generator, players: int = 2) -> Asking:
    """Neighbours play until one is left; who finds no table goes on without play. Returns scores by which they rank.

    The points of a table's own games decide at it; a tie goes to the first. A score is the number of rounds survived,
    plus, as a fraction, the points. With `running`, points of all rounds so far decide, in percent of the games of a round.
    The last few are joined by the best of those who are out, who can win nothing.
    """
    points, rounds = np.zeros(len(order)), np.zeros(len(order))
    per_seat = -(-games // players)
    each = per_seat * players * len(scenarios)
    left, out = order, order[:0]
    while len(left) > 1:
        whole = max(players, len(left) // players * players)
        tables = Tables.cut(left[:whole], players, out[best_first(points[out])])
        seated = tables.in_every_seat()
        jobs = seated.jobs(scenarios, per_seat, luck)
        gained = seated.credited(jobs, (yield jobs), len(order))
        points += gained
        decisive = np.where(tables.counted, (points if running else gained)[tables.rows], -np.inf)
        winners = tables.rows[np.arange(len(tables.rows)), np.argmax(decisive, axis=1)]
        left = np.concatenate([winners, left[whole:]])
        out = np.setdiff1d(order, left)
        rounds[left] += 1
    return 100.0 * points / each if running else rounds + points / (1 + each * len(order))


def tournaments(
    groups: Ints,
    scenarios: Words,
    games: int,
    first_wins: bool,
    luck: np.random.Generator,
    players: int = 2,
    individuals: int = 0,
) -> Generator[Jobs, Floats, Ints]:
    """In each group every ordered pair (or table) plays; games are shared among the scenarios. Returns the two best of each.

    If groups are smaller than a table, others of all `individuals` fill it up.
    """
    members, places = groups.shape[1], seatings(groups.shape[1], players)
    bench = np.concatenate([groups, strangers(groups, players, individuals, luck)], axis=1)
    shares = np.array([len(part) for part in np.array_split(np.arange(games), len(scenarios))])
    rows = np.repeat(bench[:, places].reshape(-1, players), len(scenarios), axis=0)
    count = len(groups) * len(places)
    jobs = make_jobs(rows, np.tile(scenarios, count), np.tile(shares, count), luck)
    points = (yield jobs).reshape(len(groups), len(places), len(scenarios), players).sum(axis=2)
    wins = np.zeros(bench.shape)
    for number, seated in enumerate(places):
        for seat, place in enumerate(seated[:1] if first_wins else seated):
            wins[:, place] += points[:, number, seat]
    return np.array([group[best_first(won)[:2]] for group, won in zip(groups, wins[:, :members], strict=True)])


def neighbours(
    individuals: int,
    scenarios: Words,
    games: int,
    rounds: int,
    summed: bool,
    luck: np.random.Generator,
    players: int = 2,
) -> Asking:
    """Rounds in which those of similar score play each other. Returns percentages of points (`summed`: for each scenario)."""
    scores = np.zeros(individuals)
    worth = 100.0 / (players * games * rounds * (1 if summed else len(scenarios)))
    order = np.arange(individuals)
    for _ in range(rounds):
        order = order[best_first(scores[order])]
        tables = Tables.cut(order, players, _above_the_last(order, players)).in_every_seat()
        jobs = tables.jobs(scenarios, games, luck)
        scores = scores + worth * tables.credited(jobs, (yield jobs), individuals)
    return scores


def _above_the_last(order: Ints, players: int) -> Ints:
    """Who fills up the last table: those who are next to it in the order, and have a table already."""
    seated = len(order) // players * players
    return order[:seated][::-1]
