"""Parts for training, validation and test. All games of a deal are in one part only.

Rows of one game are near copies with one result, and games of one deal, which is played from each seat, have the same cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardlab.errors import OptionError, RunError
from cardlab.training.dataset import Floats, Ints

FEWEST_DEALS = 10


@dataclass(frozen=True)
class Split:
    """The numbers of the rows of each part."""

    train: Ints
    valid: Ints
    test: Ints


def split_deals(deal: Ints, seed: int, test: float = 0.2, valid: float = 0.1) -> Split:
    """Deals given to the parts at random; the shares are shares of the deals."""
    check_shares(test, valid)
    deals = np.unique(deal)
    if len(deals) < FEWEST_DEALS:
        raise RunError(f"games of {len(deals)} deals are too few to learn from: at least {FEWEST_DEALS}, better thousands")
    mixed = _stream(seed, 1).permutation(deals)
    tests, valids = max(1, round(test * len(deals))), max(1, round(valid * len(deals)))
    cuts = (mixed[tests + valids :], mixed[tests : tests + valids], mixed[:tests])
    return Split(*(np.flatnonzero(np.isin(deal, part)) for part in cuts))


def check_shares(test: float, valid: float) -> None:
    """Raise OptionError if too little would be left for the training."""
    if not (test > 0 and valid > 0 and test + valid <= 0.9):
        raise OptionError(f"test={test:g}, valid={valid:g}: both are above 0, and together at most 0.9")


def folds(deal: Ints, count: int, seed: int) -> Iterator[tuple[Ints, Ints]]:
    """Rows to learn from and rows to check with, `count` times; a deal is never in both."""
    deals = np.unique(deal)
    if len(deals) < count:
        raise RunError(f"{len(deals)} deals are too few for {count} folds: collect more, or choose fewer folds")
    place = np.empty(len(deals), np.int64)
    place[_stream(seed, 2).permutation(len(deals))] = np.arange(len(deals)) % count
    of_row = place[np.searchsorted(deals, deal)]
    for fold in range(count):
        yield np.flatnonzero(of_row != fold), np.flatnonzero(of_row == fold)


def some_rows(count: int, most: int, seed: int) -> Ints:
    """At most that many of the rows, drawn evenly from all of them, in order."""
    if count <= most:
        return np.arange(count)
    return np.sort(_stream(seed, 3).choice(count, most, replace=False))


def some_deals(deal: Ints, share: float, seed: int) -> Ints:
    """The rows of a share of the deals; a larger share holds the deals of a smaller one."""
    deals = _stream(seed, 4).permutation(np.unique(deal))
    return np.flatnonzero(np.isin(deal, deals[: max(1, round(share * len(deals)))]))


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


def check_both(part: str, target: Floats, deal: Ints) -> None:
    """Raise RunError if nothing can be learned from a part because all its games ended alike."""
    if not both(target):
        deals, kind = len(np.unique(deal)), "won" if (target >= 0.5).all() else "lost"
        raise RunError(
            f"all games of the {part} part ({deals:,} deals) were {kind}: a model learns only from both; "
            "collect more games, or against another opponent"
        )


def _stream(seed: int, purpose: int) -> np.random.Generator:
    return np.random.default_rng([seed & 0xFFFFFFFFFFFFFFFF, purpose])
