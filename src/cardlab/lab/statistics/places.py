"""The places of a game as choices: who came first of all, who of those left, and so on (Plackett and Luce)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Choice(NamedTuple):
    """`chosen` came out ahead of everybody else in `left`. Ties are several choices with a weight below one."""

    chosen: int
    left: tuple[int, ...]
    weight: float


def choices_of(who: Sequence[int], scores: Sequence[float]) -> tuple[Choice, ...]:
    """The choices of a game.

    A tie counts as every order of those who share the place, in equal parts: for two players as half a win for each. Who shares
    the last place is not put in an order, unless all do: in many games the score knows only the winner.
    """
    left = tuple(sorted(who))
    found: list[Choice] = []
    for place, score in enumerate(sorted(set(scores), reverse=True)):
        tied = tuple(sorted(agent for agent, own in zip(who, scores, strict=True) if own == score))
        if len(left) == 1 or (tied == left and place > 0):
            break
        found += _in_every_order(tied, left)
        left = tuple(agent for agent in left if agent not in tied)
    return tuple(found)


def _in_every_order(tied: tuple[int, ...], left: tuple[int, ...]) -> Iterator[Choice]:
    size = len(tied)
    for count in range(size):
        weight = math.factorial(count) * math.factorial(size - count - 1) / math.factorial(size)
        for gone in combinations(tied, count):
            rest = tuple(agent for agent in left if agent not in gone)
            if len(rest) > 1:
                yield from (Choice(agent, rest, weight) for agent in tied if agent not in gone)
