"""How good predictions are. `score` is how a game ended, from 0 to 1; a draw counts half as won and half as lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from cardlab.core.intervals import student_quantile
from cardlab.training.dataset import Floats, Ints

BINS = 10
TURNS = (0, 5, 10, 20, 40, 80, 160, 320)
FEWEST_GROUPS = 40
FEWEST_FOR_LOSS = 200
"""Below that no interval is given."""
_SMALLEST = 1e-7


@dataclass(frozen=True)
class Scores:
    """Predictions against results. Errors are standard errors that take the deals, not games or rows, as independent."""

    rows: int
    games: int
    deals: int
    share: float
    accuracy: float
    accuracy_error: float
    balanced_accuracy: float
    auc: float
    log_loss: float
    log_loss_error: float
    brier: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values; what is not defined is None."""
        return {name: None if isinstance(v, float) and math.isnan(v) else v for name, v in asdict(self).items()}


@dataclass(frozen=True)
class Bin:
    """Predictions from `low` up to `high`: how many, how high on average, and how the games ended."""

    low: float
    high: float
    rows: int
    predicted: float | None
    happened: float | None


def scores_of(p: Floats, score: Floats, group: Ints, deal: Ints) -> Scores:
    """All scores of some predictions for rows of these games and deals."""
    right, losses = hits(p, score), log_losses(p, score)
    return Scores(
        rows=len(p), games=len(np.unique(group)), deals=len(np.unique(deal)), share=_mean(score),
        accuracy=_mean(right), accuracy_error=deal_error(right, deal),
        balanced_accuracy=balanced_accuracy(p, score), auc=auc(p, score),
        log_loss=_mean(losses), log_loss_error=deal_error(losses, deal), brier=_mean((p - score) ** 2),
    )  # fmt: skip


def hits(p: Floats, score: Floats) -> Floats:
    """How right each prediction was, if it is taken as won from 0.5 on."""
    return np.where(p >= 0.5, score, 1.0 - score)


def log_losses(p: Floats, score: Floats) -> Floats:
    """The cross entropy of each prediction."""
    sure = np.clip(p.astype(np.float64), _SMALLEST, 1 - _SMALLEST)
    return -(score * np.log(sure) + (1.0 - score) * np.log1p(-sure))


def balanced_accuracy(p: Floats, score: Floats) -> float:
    """The mean of the accuracies on won and on lost games; NaN if there is only one kind."""
    won, lost = float(score.sum()), float((1.0 - score).sum())
    if won == 0 or lost == 0:
        return math.nan
    return float((score[p >= 0.5].sum() / won + (1.0 - score[p < 0.5]).sum() / lost) / 2)


def auc(p: Floats, score: Floats) -> float:
    """The chance that a won position is predicted higher than a lost one; NaN if there is only one kind."""
    won, lost = float(score.sum()), float((1.0 - score).sum())
    if won == 0 or lost == 0:
        return math.nan
    place = np.unique(p, return_inverse=True)[1].reshape(-1)
    up, down = np.bincount(place, score), np.bincount(place, 1.0 - score)
    below = np.cumsum(down) - down
    return float((up * (below + down / 2)).sum() / (won * lost))


def deal_error(values: Floats, deal: Ints) -> float:
    """Standard error of the mean of values that are alike within a group, such as a deal.

    It is the jackknife's, from what the mean would be without each group in turn: groups differ in size.
    """
    groups, place = np.unique(deal, return_inverse=True)
    if len(groups) < 2:
        return math.nan
    sums = np.bincount(place.reshape(-1), values - values.mean())
    others = len(values) - np.bincount(place.reshape(-1))
    return float(math.sqrt(((sums / others) ** 2).sum() * (len(groups) - 1) / len(groups)))


def margin(error: float, groups: int, fewest: int = FEWEST_GROUPS) -> float | None:
    """How far a 95% interval reaches to both sides, given the standard error and the number of groups behind it.

    None if there are too few: rows of a game are many and alike, and the mean of a few such games is not normal enough. A log
    loss has long tails on top of that, and takes `FEWEST_FOR_LOSS`.
    """
    return student_quantile(0.95, groups - 1) * error if groups >= fewest else None


def calibration(p: Floats, score: Floats, bins: int = BINS) -> list[Bin]:
    """Predictions in bins of equal width."""
    place = np.clip((p * bins).astype(np.int64), 0, bins - 1)
    table = []
    for number in range(bins):
        here = place == number
        means = (_mean(p[here]), _mean(score[here])) if here.any() else (None, None)
        table.append(Bin(number / bins, (number + 1) / bins, int(here.sum()), *means))
    return table


def calibration_error(table: Sequence[Bin]) -> float:
    """The mean distance between what was predicted and what happened."""
    rows = sum(each.rows for each in table)
    return sum(each.rows * abs((each.predicted or 0.0) - (each.happened or 0.0)) for each in table) / max(1, rows)


def by_label(labels: Sequence[str], codes: Ints, scored: Callable[[Any], Scores]) -> dict[str, Scores]:
    """Scores of the rows with each label that occurs; `scored` is told which rows."""
    return {label: scored(codes == code) for code, label in enumerate(labels) if (codes == code).any()}


def turn_bins(turn: Ints) -> tuple[list[str], Ints]:
    """Turn numbers in bins that grow, with the bins' names."""
    ends = [f"{low}–{high - 1}" for low, high in pairwise(TURNS)]
    return [*ends, f"{TURNS[-1]} and later"], np.searchsorted(np.array(TURNS), turn, side="right") - 1


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan
