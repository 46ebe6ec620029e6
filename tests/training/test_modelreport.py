"""The report: what it says, and which files it is."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from cardlab import game
from cardlab.training import plots
from cardlab.training.modelreport import ModelReport, score_rows, warning_of, write_report
from cardlab.training.outcome import learning_curve
from cardlab.training.trainer import train_model
from tests.training.samples import castle_rows
from tests.training.test_modelkinds import QUICK


@pytest.fixture(scope="module")
def report() -> ModelReport:
    castle, rows = game("castle"), castle_rows()
    trained = train_model(castle, rows, "svm", settings=QUICK["svm"], seed=1)
    other = train_model(castle, rows, "svm", settings={**QUICK["svm"], "gamma": 1, "C": 1}, seed=2)
    return ModelReport(trained, [trained.scores, other.scores], [learning_curve(trained.outcome, trained.data)])


@pytest.fixture(scope="module")
def folder(report: ModelReport, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made") / "report"
    assert write_report(report, place) == []
    return place


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_all_files_are_there_and_every_picture_has_its_numbers(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    curves = {"calibration", "learning", "svm-gamma", "svm-C", "svm-gamma-finer", "svm-C-finer"}
    assert names == {f"{c}.{e}" for c in curves for e in ("csv", "png")} | {
        "phases.csv",
        "turns.csv",
        "report.md",
        "report.json",
    }
    for name in curves:
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_the_numbers_are_those_of_the_model(report: ModelReport, folder: Path) -> None:
    data = json.loads((folder / "report.json").read_text())
    outcome = report.trained.outcome
    assert data["scores"] == outcome.scores.to_dict() and data["baseline"] == outcome.baseline.to_dict()
    assert data["parts"]["test"] == {"deals": 8, "games": 8, "rows": outcome.scores.rows}
    assert sum(part["games"] for part in data["parts"].values()) == 40
    first, second = (scores.accuracy for scores in report.repeats)
    assert data["spread"]["accuracy"]["mean"] == pytest.approx((first + second) / 2)
    assert data["spread"]["accuracy"]["sd"] == pytest.approx(abs(first - second) / 2**0.5)
    bins = table(folder / "calibration.csv")
    assert len(bins) == 10 and sum(int(each["rows"]) for each in bins) == outcome.scores.rows
    gammas = table(folder / "svm-gamma.csv")
    assert [float(each["gamma"]) for each in gammas] == list(outcome.fitted.curves[0].places)
    assert set(gammas[0]) == {"gamma", "training", "validation", "training error", "validation error"}
    assert [each["games in the training part"] for each in table(folder / "learning.csv")][-1] == "28"


def test_the_page_shows_model_and_baseline_side_by_side(report: ModelReport, folder: Path) -> None:
    page = (folder / "report.md").read_text()
    scores, base = report.trained.scores, report.trained.outcome.baseline
    assert f"| accuracy | {scores.accuracy:.4f} | {base.accuracy:.4f} |" in page, "too few deals for an interval"
    assert f"| AUC | {scores.auc:.4f} | 0.5000 |" in page
    assert "## 2 repetitions" in page and "## By phase" in page and "## By turn" in page and "## Calibration" in page
    assert "![learning](learning.png)" in page


def test_measures_of_enough_deals_have_intervals(report: ModelReport) -> None:
    scores = replace(report.trained.scores, deals=500)
    trained = replace(report.trained, outcome=replace(report.trained.outcome, scores=scores))
    rows = {name: value for name, value, _ in score_rows(replace(report, trained=trained))}
    assert rows["accuracy"] == f"{scores.accuracy:.4f} ± {1.9647 * scores.accuracy_error:.4f}"
    assert "±" in rows["log loss"] and "±" in rows["accuracy above the baseline"] and "±" not in rows["AUC"]


def test_without_matplotlib_the_report_has_no_pictures_and_says_so(
    report: ModelReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    (note,) = write_report(report, tmp_path)
    assert note == "no pictures were drawn: plots needs more libraries: pip install 'cardlab[plots]'"
    assert list(tmp_path.glob("*.png")) == [] and (tmp_path / "learning.csv").exists()
    assert "![" not in (tmp_path / "report.md").read_text()


def test_a_model_that_is_worse_than_a_constant_answer_is_said_to_be(report: ModelReport, tmp_path: Path) -> None:
    outcome = report.trained.outcome
    better = replace(outcome, scores=replace(outcome.scores, log_loss=outcome.baseline.log_loss - 0.1))
    worse = replace(outcome, scores=replace(outcome.scores, log_loss=outcome.baseline.log_loss))
    good, bad = (replace(report, trained=replace(report.trained, outcome=each)) for each in (better, worse))
    assert warning_of(good) == "" and not good.to_dict()["worse_than_constant"]
    assert "worse than a constant answer" in warning_of(bad)
    write_report(bad, tmp_path / "bad")
    assert warning_of(bad) in (tmp_path / "bad" / "report.md").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "bad" / "report.json").read_text())["worse_than_constant"]
