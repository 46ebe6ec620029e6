"""Parts for training, validation and test. A game is in one part only: its rows are near copies with one result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardlab.errors import OptionError, RunError
from cardlab.models.dataset import Floats, Ints

FEWEST_GAMES = 10


@dataclass(frozen=True)
class Split:
    """The numbers of the rows of each part."""

    train: Ints
    valid: Ints
    test: Ints


def split_games(group: Ints, seed: int, test: float = 0.2, valid: float = 0.1) -> Split:
    """Games dealt to the parts at random; the shares are shares of the games."""
    check_shares(test, valid)
    games = np.unique(group)
    if len(games) < FEWEST_GAMES:
        raise RunError(f"{len(games)} games are too few to learn from: at least {FEWEST_GAMES}, better thousands")
    mixed = _stream(seed, 1).permutation(games)
    tests, valids = max(1, round(test * len(games))), max(1, round(valid * len(games)))
    cuts = (mixed[tests + valids :], mixed[tests : tests + valids], mixed[:tests])
    return Split(*(np.flatnonzero(np.isin(group, part)) for part in cuts))


def check_shares(test: float, valid: float) -> None:
    """Raise OptionError if too little would be left for the training."""
    if not (test > 0 and valid > 0 and test + valid <= 0.9):
        raise OptionError(f"test={test:g}, valid={valid:g}: both are above 0, and together at most 0.9")


def folds(group: Ints, count: int, seed: int) -> Iterator[tuple[Ints, Ints]]:
    """Rows to learn from and rows to check with, `count` times; a game is never in both."""
    games = np.unique(group)
    if len(games) < count:
        raise RunError(f"{len(games)} games are too few for {count} folds: collect more, or choose fewer folds")
    place = np.empty(len(games), np.int64)
    place[_stream(seed, 2).permutation(len(games))] = np.arange(len(games)) % count
    of_row = place[np.searchsorted(games, group)]
    for fold in range(count):
        yield np.flatnonzero(of_row != fold), np.flatnonzero(of_row == fold)


def some_rows(count: int, most: int, seed: int) -> Ints:
    """At most that many of the rows, drawn evenly from all of them, in order."""
    if count <= most:
        return np.arange(count)
    return np.sort(_stream(seed, 3).choice(count, most, replace=False))


def some_games(group: Ints, share: float, seed: int) -> Ints:
    """The rows of a share of the games; a larger share holds the games of a smaller one."""
    games = _stream(seed, 4).permutation(np.unique(group))
    return np.flatnonzero(np.isin(group, games[: max(1, round(share * len(games)))]))


def doubled(x: Any, target: Floats) -> tuple[Any, Ints, Floats | None]:
    """Rows, labels 0 or 1, and weights (None: all alike) that say the same as targets from 0 to 1."""
    soft = (target > 0) & (target < 1)
    if not soft.any():
        return x, target.astype(np.int64), None
    labels = np.concatenate([(target >= 0.5).astype(np.int64), (target[soft] < 0.5).astype(np.int64)])
    first = np.maximum(target, 1 - target)
    return np.concatenate([x, x[soft]]), labels, np.concatenate([first, 1 - first[soft]])


def both(target: Floats) -> bool:
    """Whether there are rows that are rather won and rows that are rather lost."""
    return bool(len(target)) and bool(target.min() < 0.5 <= target.max())


def check_both(part: str, target: Floats, group: Ints) -> None:
    """Raise RunError if nothing can be learned from a part because all its games ended alike."""
    if not both(target):
        games, kind = len(np.unique(group)), "won" if target.min() >= 0.5 else "lost"
        raise RunError(
            f"all {games:,} games of the {part} part were {kind}: a model learns only from both; "
            "collect more games, or against another opponent"
        )


def _stream(seed: int, purpose: int) -> np.random.Generator:
    return np.random.default_rng([seed & 0xFFFFFFFFFFFFFFFF, purpose])
