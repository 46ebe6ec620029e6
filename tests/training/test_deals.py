"""Games of one deal have the same cards: a model must not be tested on deals that it has learned from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cardlab.errors import RunError
from cardlab.training.dataset import Dataset
from cardlab.training.fitting import Lesson
from cardlab.training.metrics import deal_error
from cardlab.training.modelkinds import MODELS
from cardlab.training.outcome import TrainingPlan, carry_out, learning_curve
from tests.training.samples import made_up

FOREST: dict[str, Any] = {"trees": 20, "min_leaf": 1, "depth": 0, "jobs": 1}


def paired(deals: int = 150, per_game: int = 6) -> Dataset:
    """Deals with marks of their own that are played twice, with the same winner by luck: nothing can be learned from them."""
    rng = np.random.default_rng(2)
    game = np.repeat(np.arange(2 * deals), per_game)
    x, won = rng.random((deals, 5))[game // 2], (rng.random(deals) < 0.5)[game // 2]
    return Dataset.of(x + rng.normal(0, 0.01, x.shape), won, game, deal=game // 2)


def plan(kind: str = "forest", target: str = "won", **settings: Any) -> TrainingPlan:
    return TrainingPlan(MODELS[kind], MODELS[kind].settings(settings or FOREST), target)


def test_nothing_is_learned_from_the_other_game_of_a_deal() -> None:
    data = paired()
    honest = carry_out(plan(), data)
    assert abs(honest.scores.accuracy - 0.5) < 0.15
    leaking = carry_out(plan(), replace(data, deal=data.group))
    assert leaking.scores.accuracy > 0.75, "the sample would not show a leak"


def test_no_deal_is_in_two_parts_and_errors_know_the_deals() -> None:
    data = paired()
    found = carry_out(plan(), data)
    parts = [set(data.deal[rows].tolist()) for rows in (found.split.train, found.split.valid, found.split.test)]
    assert [len(part) for part in parts] == [105, 15, 30] and len(set.union(*parts)) == 150
    assert (found.scores.games, found.scores.deals) == (60, 30)
    test = found.split.test
    right = np.where(found.p >= 0.5, data.score[test], 1 - data.score[test])
    assert found.scores.accuracy_error == pytest.approx(deal_error(right, data.deal[test]))
    assert learning_curve(found, data).places[-1] == 210


def test_folds_and_calibration_are_given_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The support vector machine is tuned on folds: none may hold a deal of another."""
    seen: list[Lesson] = []
    fit = type(MODELS["svm"]).fit
    monkeypatch.setattr(type(MODELS["svm"]), "fit", lambda kind, lesson: seen.append(lesson) or fit(kind, lesson))
    pairs: list[tuple[Any, ...]] = []
    from cardlab.training import svm

    folds = svm.folds
    monkeypatch.setattr(svm, "folds", lambda deal, *rest: pairs.append((deal,)) or folds(deal, *rest))
    data = paired(40)
    carry_out(plan("svm", gamma="tune", C=1, folds=3, finer=0, rows=200), data)
    assert set(pairs[0][0].tolist()) <= set(range(40)) and not set(seen[0].valid.deal) & set(seen[0].train.deal)


def test_rows_that_nobody_judged_are_left_out_of_training_and_counted() -> None:
    data = made_up()
    value = np.where(np.arange(data.rows) % 4 == 0, np.nan, data.value)
    found = carry_out(plan("linear", "value", C=1.0), replace(data, value=value))
    known = ~np.isnan(value)
    assert known[found.split.train].all() and known[found.split.valid].all()
    assert found.left_out == 2 * 64 and len(found.split.test) == 16 * 8, "how games ended is known of all rows"
    assert found.scores.accuracy > 0.6
    assert carry_out(plan("linear", C=1.0), data).left_out == 0


def test_a_part_without_anything_to_learn_is_told() -> None:
    data = made_up()
    value = np.full(data.rows, np.nan)
    value[:3] = 0.5
    with pytest.raises(RunError, match=r"no row of the .* part has what is to be learned"):
        carry_out(plan("linear", "value", C=1.0), replace(data, value=value))


def test_joined_datasets_keep_games_and_deals_apart() -> None:
    one, other = paired(10), paired(20)
    both = Dataset.joined([one, other])
    assert (both.games, both.deals) == (60, 30)
