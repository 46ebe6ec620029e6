"""Which games were dealt the same cards: with rotation every deal is played from each seat, in games that follow each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]

UNKNOWN, FIXED, ROTATED = -1, 0, 1


def rotation_of(spec: Mapping[str, Any]) -> int:
    """Whether a run rotates its seats, by what it says about itself."""
    rotate = spec.get("rotate")
    return int(rotate) if isinstance(rotate, bool) else UNKNOWN


def deal_numbers(players: int, game: Whole, seat: Whole, run: Whole, agent: Whole, rotated: Whole) -> Whole:
    """The number of each row's deal among those of its seed."""
    known = np.where(rotated == UNKNOWN, _guessed(players, run, agent, seat), rotated)
    return np.where(known == ROTATED, game // players, game)


def numbered(*columns: Whole) -> Whole:
    """Rows with the same values in all columns get the same number, from 0 in the order of the values."""
    found = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        values, places = np.unique(column, return_inverse=True)
        found = np.unique(found * len(values) + places.reshape(-1), return_inverse=True)[1].reshape(-1)
    return np.asarray(found, dtype=np.int64)


def _guessed(players: int, run: Whole, agent: Whole, seat: Whole) -> Whole:
    """Runs in which every agent keeps its seat do not rotate. In doubt they do: that joins games, and never separates them."""
    who = numbered(run, agent)
    seats = np.zeros((who.max(initial=-1) + 1, players), dtype=np.bool_)
    seats[who, seat] = True
    moved = seats.sum(axis=1) > 1
    return np.where(np.isin(run, run[moved[who]]), ROTATED, FIXED)
