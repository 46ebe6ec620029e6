"""Ways to compare individuals: each yields jobs, is sent their points, and returns what it found out."""

from __future__ import annotations

from collections.abc import Generator
from itertools import permutations

import numpy as np

from cardlab.learn.breeding import best_first
from cardlab.learn.jobs import Floats, Ints, Jobs, Words, credit, make_jobs

Asking = Generator[Jobs, Floats, Floats]
"""Yields jobs, takes their points (a row for each job, a column for each seat), returns an array."""


def all_pairs(individuals: int, scenarios: Words, games: int, luck: np.random.Generator) -> Asking:
    """Every ordered pair plays on every scenario. Returns the percentage of points of each individual."""
    pairs = np.array(list(permutations(range(individuals), 2)))
    rows = np.repeat(pairs, len(scenarios), axis=0)
    jobs = make_jobs(rows, np.tile(scenarios, len(pairs)), games, luck)
    points = credit(jobs, (yield jobs), individuals)
    return 100.0 * points / (2 * (individuals - 1) * len(scenarios) * games)


def knock_out(order: Ints, scenarios: Words, games: int, running: bool, luck: np.random.Generator) -> Asking:
    """Neighbours play until one is left; an odd one out goes on without play. Returns scores by which they rank.

    The points of a pair's own games decide between them; a tie goes to the first. A score is the number of rounds survived,
    plus, as a fraction, the points. With `running`, points of all rounds so far decide, in percent of the games of a round.
    """
    points, rounds = np.zeros(len(order)), np.zeros(len(order))
    each = games * len(scenarios)
    left = order
    while len(left) > 1:
        pairs = left[: len(left) // 2 * 2].reshape(-1, 2)
        jobs = _both_seats(pairs, scenarios, games // 2, luck)
        gained = credit(jobs, (yield jobs), len(order))
        points += gained
        decisive = points if running else gained
        winners = np.where(decisive[pairs[:, 0]] >= decisive[pairs[:, 1]], pairs[:, 0], pairs[:, 1])
        left = np.concatenate([winners, left[len(pairs) * 2 :]])
        rounds[left] += 1
    return 100.0 * points / each if running else rounds + points / (1 + each * len(order))


def tournaments(
    groups: Ints, scenarios: Words, games: int, first_wins: bool, luck: np.random.Generator
) -> Generator[Jobs, Floats, Ints]:
    """In each group every ordered pair plays; games are shared among the scenarios. Returns the two best of each group."""
    places = np.array(list(permutations(range(groups.shape[1]), 2)))
    shares = np.array([len(part) for part in np.array_split(np.arange(games), len(scenarios))])
    rows = np.repeat(groups[:, places].reshape(-1, 2), len(scenarios), axis=0)
    count = len(groups) * len(places)
    jobs = make_jobs(rows, np.tile(scenarios, count), np.tile(shares, count), luck)
    points = (yield jobs).reshape(len(groups), len(places), len(scenarios), 2).sum(axis=2)
    wins = np.zeros(groups.shape)
    for number, (first, second) in enumerate(places):
        wins[:, first] += points[:, number, 0]
        if not first_wins:
            wins[:, second] += points[:, number, 1]
    return np.array([group[best_first(won)[:2]] for group, won in zip(groups, wins, strict=True)])


def neighbours(individuals: int, scenarios: Words, games: int, rounds: int, summed: bool, luck: np.random.Generator) -> Asking:
    """Rounds in which those of similar score play each other. Returns percentages of points (`summed`: for each scenario)."""
    scores = np.zeros(individuals)
    worth = 100.0 / (2 * games * rounds * (1 if summed else len(scenarios)))
    order = np.arange(individuals)
    for _ in range(rounds):
        order = order[best_first(scores[order])]
        jobs = _both_seats(order.reshape(-1, 2), scenarios, games, luck)
        scores = scores + worth * credit(jobs, (yield jobs), individuals)
    return scores


def _both_seats(pairs: Ints, scenarios: Words, games: int, luck: np.random.Generator) -> Jobs:
    """Jobs for pairs on all scenarios, that many games with each seat."""
    seated = np.concatenate([pairs, pairs[:, ::-1]])
    rows = np.repeat(seated, len(scenarios), axis=0)
    return make_jobs(rows, np.tile(scenarios, len(seated)), games, luck)
