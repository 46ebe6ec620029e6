"""A training from a dataset to scores: parts of deals, one fit, and how good it is on deals that it never saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardlab.errors import RunError
from cardlab.training.dataset import Dataset, Floats, Ints
from cardlab.training.fitting import Curve, Fitted, Lesson, Portion, Tell, TrainingNews
from cardlab.training.metrics import Scores, by_label, calibration, deal_error, hits, scores_of, turn_bins
from cardlab.training.modelkinds import ModelKind
from cardlab.training.splitting import FEWEST_DEALS, Split, both, check_both, some_deals, split_deals

CURVE_SHARES = (1 / 8, 1 / 4, 1 / 2)


@dataclass(frozen=True)
class TrainingPlan:
    """What is to be trained: the kind with all its settings, the target, the share of deals for the test, and the seed."""

    kind: ModelKind
    settings: Mapping[str, Any]
    target: str = "won"
    seed: int = 0
    test: float = 0.2
    shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class ModelOutcome:
    """A model with its scores on the test part.

    `baseline` are the scores of a constant answer, the share of wins in the training part. `gain` is how much more often the
    model is right than that, with its standard error. `left_out` counts rows of the training and validation parts for which
    nobody knows what was to be learned.
    """

    plan: TrainingPlan
    fitted: Fitted
    split: Split
    p: Floats
    scores: Scores
    baseline: Scores
    gain: tuple[float, float]
    phases: Mapping[str, Scores]
    turns: Mapping[str, Scores]
    left_out: int = 0


def carry_out(plan: TrainingPlan, data: Dataset, tell: Tell = lambda news: None) -> ModelOutcome:
    """Split the deals, train, and score the model on the games of the test part."""
    target = data.target(plan.target)
    whole = split_deals(data.deal, plan.seed, plan.test, plan.settings["valid"])
    split = _with_target(whole, target)
    check_both("training", target[split.train], data.deal[split.train])
    fitted = plan.kind.fit(_lesson(plan, data, target, split, tell))
    tell(TrainingNews("test", 0, 1))
    tested = data.take(split.test)
    p = fitted.predict(tested.x)
    constant = np.full(tested.rows, float(data.score[split.train].mean()))

    def scored(rows: Any) -> Scores:
        return scores_of(p[rows], tested.score[rows], tested.group[rows], tested.deal[rows])

    more = hits(p, tested.score) - hits(constant, tested.score)
    turn_names, turn_codes = turn_bins(tested.turn)
    return ModelOutcome(
        plan, fitted, split, p, scored(slice(None)), scores_of(constant, tested.score, tested.group, tested.deal),
        (float(more.mean()), deal_error(more, tested.deal)),
        by_label(data.phases, tested.phase, scored), by_label(turn_names, turn_codes, scored),
        len(whole.train) + len(whole.valid) - len(split.train) - len(split.valid),
    )  # fmt: skip


def _with_target(split: Split, target: Floats) -> Split:
    """The same without rows that have nothing to be learned, such as forced moves, which no search thought about."""
    parts = {name: rows[~np.isnan(target[rows])] for name, rows in (("train", split.train), ("valid", split.valid))}
    for name, title in (("train", "training"), ("valid", "validation")):
        if not len(parts[name]):
            raise RunError(f"no row of the {title} part has what is to be learned: collect more games, or take --target won")
    return replace(split, **parts)


def learning_curve(outcome: ModelOutcome, data: Dataset, tell: Tell = lambda news: None) -> Curve:
    """Scores on the same test games of models that learned from fewer games, with the settings that were found."""
    plan, split, target = outcome.plan, outcome.split, data.target(outcome.plan.target)
    tested, deal = data.take(split.test), data.deal[split.train]
    wise = replace(plan, settings={**plan.settings, **outcome.fitted.found})
    points = []
    for number, share in enumerate(CURVE_SHARES):
        rows = split.train[some_deals(deal, share, plan.seed)]
        games = len(np.unique(data.group[rows]))
        if len(np.unique(data.deal[rows])) < FEWEST_DEALS or not both(target[rows]):
            continue
        tell(TrainingNews("learning curve", number, len(CURVE_SHARES), f"{games:,} games"))
        fitted = plan.kind.fit(_lesson(wise, data, target, replace(split, train=rows), lambda news: None))
        points.append((games, scores_of(fitted.predict(tested.x), tested.score, tested.group, tested.deal)))
    points.append((len(np.unique(data.group[split.train])), outcome.scores))
    return Curve(
        "learning", "Learning curve", "games in the training part", "on the test part", tuple(games for games, _ in points),
        {"accuracy": tuple(s.accuracy for _, s in points), "log loss": tuple(s.log_loss for _, s in points)},
        {"accuracy": tuple(s.accuracy_error for _, s in points), "log loss": tuple(s.log_loss_error for _, s in points)},
        log=True,
    )  # fmt: skip


def calibration_curve(outcome: ModelOutcome, data: Dataset) -> Curve:
    """What happened, over what was predicted."""
    table = [each for each in calibration(outcome.p, data.score[outcome.split.test]) if each.rows]
    return Curve(
        "calibration", "Calibration", "predicted chance to win", "share of wins",
        tuple(each.predicted or 0.0 for each in table), {"won": tuple(each.happened for each in table)}, diagonal=True,
    )  # fmt: skip


def _lesson(plan: TrainingPlan, data: Dataset, target: Floats, split: Split, tell: Tell) -> Lesson:
    def part(rows: Ints) -> Portion:
        return Portion(data.x[rows], target[rows], data.deal[rows])

    return Lesson(part(split.train), part(split.valid), plan.shape or data.x.shape[1:], plan.settings, plan.seed, tell)
