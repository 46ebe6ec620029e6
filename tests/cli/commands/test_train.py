"""`cardlab train`: files, tables, JSON, errors, interruption."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.calling import run
from tests.training.samples import castle_rows, write_rows

PROGRAM = [sys.executable, "-c", "from cardlab.cli import main; main()"]
QUICK = ["train", "castle", "--model", "linear", "--data", "rows.parquet", "--encoder", "svm", "--seed", "1"]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_rows(tmp_path / "rows.parquet", castle_rows())


def files() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def test_a_model_and_its_report_are_written_and_the_next_command_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *QUICK)
    assert code == 0
    assert files() == ["castle-linear-report", "castle-linear.onnx", "rows.parquet"]
    report = json.loads(Path("castle-linear-report/report.json").read_text())
    assert f"castle · linear on svm · {len(castle_rows()):,} rows · games: 28 train, 4 valid, 8 test" in out
    assert f"{report['scores']['accuracy']:.4f}" in out and f"{report['baseline']['accuracy']:.4f}" in out
    assert "model: castle-linear.onnx\nreport: castle-linear-report/report.md\n" in out
    command = "cardlab match castle e-ismcts:3200,evaluator=castle-linear.onnx,depth=40 ismcts:3200 -n 400\n"
    assert (command in out) == (not report["worse_than_constant"])
    assert ("Not recommended. This model is worse than a constant answer" in out) == report["worse_than_constant"]


def test_forced_moves_have_no_value_and_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "collect", "castle", "ismcts:20", "lowest", "-n", "60", "--to", "searched.parquet")[0] == 0
    searched = ["train", "castle", "--model", "linear", "--data", "searched.parquet", "--target", "value", "--no-curve"]
    code, out, err = run(capsys, *searched)
    assert code == 0, err
    report = json.loads(Path("castle-linear-report/report.json").read_text())
    left = report["card"]["data"]["rows_without_target"]
    assert 0 < left == report["left_out"] < report["card"]["data"]["rows"] / 2
    words = f"{left:,} rows of the training and validation parts have no value, such as forced moves, and were left out."
    assert words in " ".join(out.split()) and words in Path("castle-linear-report/report.md").read_text()


def test_json_holds_the_whole_report(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--out", "deep/best.onnx", "--repeat", "2", "--no-curve", "--set", "C=0.1", "-P", "valid=0.2", "--json"]
    data = json.loads(run(capsys, *QUICK, *options)[1])
    assert (data["file"], data["report"]) == ("deep/best.onnx", "deep/best-report")
    assert data["card"]["settings"] == {"C": 0.1, "valid": 0.2} and data["card"]["data"]["sources"] == ["rows.parquet"]
    assert [part["games"] for part in data["parts"].values()] == [24, 8, 8]
    assert len(data["repeats"]) == 2 and data["repeats"][0] == data["scores"] != data["repeats"][1]
    assert list(data["curves"]) == ["calibration"]
    assert Path("deep/best.onnx").exists() and Path("deep/best-report/report.md").exists()


def test_the_same_seed_gives_the_same_scores_and_fewer_games_others(capsys: pytest.CaptureFixture[str]) -> None:
    one, two, few = (json.loads(run(capsys, *QUICK, "--json", *more)[1]) for more in ([], [], ["--games", "20"]))
    assert one == two
    assert few["card"]["data"]["games"] == 20 and sum(part["games"] for part in few["parts"].values()) == 20


def test_more_sources_may_follow_without_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, *QUICK, "rows.parquet", "--json")[1])
    assert data["card"]["data"]["sources"] == ["rows.parquet", "rows.parquet"]
    assert data["card"]["data"]["rows"] == len(castle_rows())


def test_the_list_shows_models_with_their_settings(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "train", "castle", "--list")
    assert code == 0
    for word in ("nystroem", "boosting", "fewest rows in a leaf", "(default 64x32)", "14,472", "44,074"):
        assert word in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "castle"], "name files or databases with --data"),
        (["train", "castel", "--data", "rows.parquet"], "Did you mean 'castle'?"),
        ([*QUICK, "--model", "forrest"], "Did you mean 'forest'?"),
        ([*QUICK, "--set", "c=1"], "there is no option of model linear 'c'"),
        ([*QUICK, "--set", "C"], "--set: 'C' is not a setting; write name=value"),
        ([*QUICK, "--set", "C=1", "--set", "C=2"], "setting 'C' is given twice"),
        ([*QUICK, "--epochs", "3"], "there is no option of model linear 'epochs'"),
        ([*QUICK, "--encoder", "picture"], "there is no encoding of castle 'picture'"),
        ([*QUICK, "--encoder", "svm,top=maybe"], "allowed is yes, no"),
        ([*QUICK, "--target", "win"], "there is no target 'win'"),
        ([*QUICK, "--target", "value"], "rows has value; observe an agent that searches"),
        ([*QUICK, "--test", "1"], "together at most 0.9"),
        ([*QUICK, "--games", "5"], "games of 5 deals are too few to learn from"),
        ([*QUICK, "--out", "best.pkl"], "best.pkl: model files end in .onnx, such as best.onnx"),
        ([*QUICK, "--out", "/proc/nowhere/best.onnx"], "cannot be written"),
        ([*QUICK, "--report", "notes.onnx"], "notes.onnx: cannot be written"),
        ([*QUICK, "--out", "notes.onnx"], "is there already and is no model of cardlab"),
        (["train", "castle", "--data", "none.parquet"], "there is no file none.parquet"),
        (["train", "castle", "--data", "broken.csv"], "broken.csv"),
    ],
)
def test_bad_input_is_one_clear_message_and_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    Path("notes.onnx").write_text("my notes")
    Path("broken.csv").write_text("a,b\n1,2\n")
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == ""
    assert err.startswith("Error: ") and message in err and "Traceback" not in err
    assert Path("notes.onnx").read_text() == "my notes"
    assert files() == ["broken.csv", "notes.onnx", "rows.parquet"]


def test_a_model_may_be_trained_again_to_the_same_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *QUICK, "--no-curve")[0] == 0
    assert run(capsys, *QUICK, "--no-curve", "--set", "C=0.01")[0] == 0


def test_games_that_all_ended_alike_are_refused(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    rows = castle_rows()
    write_rows(own_folder, rows.take(rows.score == 1))
    code, _, err = run(capsys, *QUICK)
    assert code == 2 and "were won: a model learns only from both" in err


def test_ctrl_c_ends_the_training_and_leaves_nothing_behind() -> None:
    long = ["train", "castle", "--model", "net", "--data", "rows.parquet", "--epochs", "10000", "--set", "patience=10000"]
    process = subprocess.Popen([*PROGRAM, *long], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == "" and "Traceback" not in err and "Interrupted. No model was written." in err
    assert files() == ["rows.parquet"]
