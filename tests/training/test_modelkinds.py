"""Every kind of model learns, repeats itself, and is written as the same model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardlab.errors import OptionError, RunError
from cardlab.training.modelkinds import MODELS, find_model
from cardlab.training.modelwriter import model_bytes, run_model
from cardlab.training.outcome import ModelOutcome, TrainingPlan, carry_out, learning_curve
from tests.training.samples import made_up, pictures

QUICK: dict[str, dict[str, Any]] = {
    "linear": {},
    "svm": {"rows": 300, "folds": 2, "finer": 2},
    "forest": {"trees": 10, "min_leaf": 5, "jobs": 1},
    "boosting": {"trees": 15, "min_leaf": 5},
    "mlp": {"epochs": 3, "batch": 32},
    "net": {"epochs": 3, "batch": 32, "hidden": "8x4"},
    "cnn": {"epochs": 1, "batch": 32},
    "cnn2": {"epochs": 1, "batch": 32},
}


def trained(name: str, target: str = "won", seed: int = 0, **more: Any) -> ModelOutcome:
    kind = MODELS[name]
    data = pictures() if kind.encoding == "image" else made_up()
    shape = (4, 41) if kind.encoding == "image" else (23,)
    return carry_out(TrainingPlan(kind, kind.settings({**QUICK[name], **more}), target, seed, shape=shape), data)


def as_file(outcome: ModelOutcome, x: np.ndarray) -> bytes:
    return model_bytes(outcome.fitted.graph(), x.shape[1], {"kind": outcome.plan.kind.name})


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("target", ["won", "mix"])
def test_the_file_is_the_model_and_a_second_training_gives_the_same(name: str, target: str) -> None:
    one, two = trained(name, target), trained(name, target)
    x = (pictures() if MODELS[name].encoding == "image" else made_up()).x
    data = as_file(one, x)
    assert np.abs(run_model(data, x) - one.fitted.predict(x)).max() < 1e-5
    assert as_file(two, x) == data
    assert one.p.min() >= 0 and one.p.max() <= 1 and np.ptp(one.p) > 0


@pytest.mark.parametrize("name", ["linear", "svm", "forest", "boosting", "mlp"])
def test_what_can_be_learned_is_learned(name: str) -> None:
    more = {"epochs": 30} if name == "mlp" else {}
    outcome = trained(name, **more)
    assert outcome.scores.auc > 0.7
    assert outcome.scores.log_loss < outcome.baseline.log_loss


@pytest.mark.parametrize("name", ["forest", "boosting", "net"])
def test_another_seed_gives_another_model(name: str) -> None:
    x = made_up().x
    assert as_file(trained(name, seed=1), x) != as_file(trained(name, seed=2), x)


def test_the_baseline_is_the_share_of_wins_in_the_training_part() -> None:
    outcome, data = trained("linear"), made_up()
    share = data.score[outcome.split.train].mean()
    tested = data.score[outcome.split.test]
    assert outcome.baseline.accuracy == pytest.approx(tested.mean() if share >= 0.5 else 1 - tested.mean())
    assert outcome.baseline.brier == pytest.approx(((share - tested) ** 2).mean())
    assert outcome.baseline.auc == 0.5
    assert outcome.gain[0] == pytest.approx(outcome.scores.accuracy - outcome.baseline.accuracy)


def test_scores_by_phase_and_turn_cover_the_test_part() -> None:
    outcome = trained("linear")
    assert list(outcome.phases) == ["early", "late"] and list(outcome.turns) == ["0–4", "5–9"]
    for parts in (outcome.phases, outcome.turns):
        assert sum(scores.rows for scores in parts.values()) == outcome.scores.rows == len(outcome.split.test)
        assert all(scores.games == outcome.scores.games for scores in parts.values())


def test_the_learning_curve_is_over_games() -> None:
    curve = learning_curve(trained("linear"), made_up())
    assert curve.places == (14, 28, 56)
    assert curve.lines["accuracy"][-1] == trained("linear").scores.accuracy
    assert [len(line) for line in curve.lines.values()] == [3, 3]


def test_the_svm_tunes_gamma_then_c_then_both_more_exactly() -> None:
    outcome = trained("svm")
    curves = {curve.name: curve for curve in outcome.fitted.curves}
    assert list(curves) == ["svm-gamma", "svm-C", "svm-gamma-finer", "svm-C-finer"]
    assert curves["svm-gamma"].places == pytest.approx(np.logspace(-4, 1, 11))
    assert curves["svm-C"].places == pytest.approx(np.logspace(-2, 3, 6))
    coarse = curves["svm-gamma"]
    best = coarse.places[int(np.argmax(coarse.lines["validation"]))]
    assert curves["svm-gamma-finer"].places == pytest.approx((best * 10 ** (-1 / 6), best * 10 ** (1 / 6)))
    assert outcome.fitted.found["gamma"] in curves["svm-gamma-finer"].places
    assert outcome.fitted.found["C"] in curves["svm-C-finer"].places


def test_given_values_are_not_tuned() -> None:
    outcome = trained("svm", gamma="0.5", C="10")
    assert outcome.fitted.found == {"gamma": 0.5, "C": 10.0} and outcome.fitted.curves == ()


@pytest.mark.parametrize("more", [{"kernel": "nystroem", "landmarks": 30}, {"scale": True}, {"C": 1e5}])
def test_variants_of_the_svm_are_written_as_they_are(more: dict[str, Any]) -> None:
    x = made_up().x
    outcome = trained("svm", **{"gamma": 0.05, "C": 1.0, **more})
    assert np.abs(run_model(as_file(outcome, x), x) - outcome.fitted.predict(x)).max() < 1e-6
    assert outcome.scores.auc > 0.6


def test_the_svm_needs_both_results_to_calibrate() -> None:
    data = made_up(12)
    seed = next(s for s in range(50) if len(set(data.score[_valid(data, s)])) == 1)
    plan = TrainingPlan(MODELS["svm"], MODELS["svm"].settings({"gamma": 1, "C": 1}), seed=seed)
    with pytest.raises(RunError, match=r"all games of the validation part \(1 deals\) were"):
        carry_out(plan, data)


def _valid(data: Any, seed: int) -> Any:
    from cardlab.training.splitting import split_deals

    return split_deals(data.group, seed).valid


def test_boosting_stops_when_unseen_games_get_no_better() -> None:
    outcome = trained("boosting", trees=200, rate=0.5, patience=3)
    found = outcome.fitted.found["trees"]
    curve = outcome.fitted.curves[0]
    assert found < 200 and len(curve.places) == found + 1
    losses = curve.lines["validation"]
    assert min(losses) < min(losses[-3:])


def test_unknown_models_and_settings_are_refused_with_a_guess() -> None:
    with pytest.raises(OptionError, match=r"there is no model 'forrest'.* Did you mean 'forest'"):
        find_model("forrest")
    with pytest.raises(OptionError, match=r"there is no option of model forest 'tress'.* Did you mean 'trees'"):
        MODELS["forest"].settings({"tress": 3})
    with pytest.raises(OptionError, match="option hidden='64xx': allowed is one to six sizes"):
        MODELS["net"].settings({"hidden": "64xx"})
    with pytest.raises(OptionError, match="option gamma='auto': allowed is tune, or a number"):
        MODELS["svm"].settings({"gamma": "auto"})
    with pytest.raises(OptionError, match="there is no option of model linear 'epochs'"):
        MODELS["linear"].settings({"epochs": 3})


@pytest.mark.parametrize("seed", [-3, 2**70])
@pytest.mark.parametrize("name", ["forest", "mlp"])
def test_any_whole_number_is_a_seed(name: str, seed: int) -> None:
    assert trained(name, seed=seed).p.tolist() == trained(name, seed=seed).p.tolist()
