"""Results that commands print: for people at any width, as Markdown, LaTeX, JSON and CSV."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cardlab.cli import main
from cardlab.cli.commands.evaluate import score_sheet
from cardlab.cli.commands.reproduce import STUDIES


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    captured = capsys.readouterr()
    assert end.value.code in (0, None), captured.err
    return captured.out


EVALUATE = ("evaluate", "castle", "lowest", "--agent", "random", "-n", "8", "--scenarios", "4", "--workers", "1")


def test_an_evaluation_has_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    table = run(capsys, *EVALUATE, "--csv", "pairs.csv")
    assert table.splitlines()[0] == "castle · ranks for ranks · 4 scenarios · seed 0"
    assert table.splitlines()[2].split("  ")[0] == " vector" and "agent random" in table
    assert "| vector | against | score |" in run(capsys, *EVALUATE, "--markdown")
    assert run(capsys, *EVALUATE, "--latex").startswith("\\begin{table}")
    (row,) = json.loads(run(capsys, *EVALUATE, "--json"))["results"]
    with Path("pairs.csv").open(newline="") as file:
        (kept,) = csv.DictReader(file)
    assert kept["vector"] == row["vector"] == "lowest" and float(kept["rate"]) == row["rate"]


def test_an_evaluation_is_folded_and_loses_columns_before_it_loses_names() -> None:
    row = {
        "vector": "a/long/way/to/best.json", "against": "agent flat:20,c=0.5", "games": 4000, "rate": 0.5, "low": 0.4,
        "high": 0.6, "rate_first": 0.5, "rate_second": 0.5,
    }  # fmt: skip
    whole, narrow = (score_sheet("", [row], 2, width) for width in (None, 70))
    assert whole.head[-2:] == ("sitting first", "sitting second") and narrow.head[-1] == "games"
    assert max(map(len, narrow.lines(70))) < 70
    assert "".join(line.split()[0] for line in narrow.lines(70)[2:4]).startswith("a/long/way/to/best.json"[:12])


@pytest.mark.parametrize("study", STUDIES)
def test_plans_fit_into_80_columns_and_no_two_rows_look_alike(
    capsys: pytest.CaptureFixture[str], study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.cli.tables.PIPE_WIDTH", 80)
    lines = run(capsys, "reproduce", study, "--list").splitlines()
    assert max(map(len, lines)) <= 80 and not any("…" in line for line in lines)


def test_a_plan_is_printed_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    plan = json.loads(run(capsys, "reproduce", "castle", "X1", "--list", "--json"))
    assert {"experiment", "cell", "game", "agents", "games", "published"} == set(plan[0]) and plan[0]["experiment"] == "X1"
    assert "| match | " in run(capsys, "reproduce", "castle", "X1", "--list", "--markdown")


def test_all_studies_are_listed_with_the_time_that_each_takes(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        line.split()
        for line in run(capsys, "reproduce", "--list").splitlines()
        if line.split()[:1] and line.split()[0] in STUDIES
    ]
    assert [row[0] for row in rows] == list(STUDIES) and all(row[3] in ("s", "min", "h") for row in rows)
    told = {row["study"]: row for row in json.loads(run(capsys, "reproduce", "--list", "--json"))}
    assert set(told) == set(STUDIES) and "X11b" in told["castle"]["experiments"]
    assert all(0 < row["seconds"]["small"] < 15 * 60 < 60 * 60 < 60 * row["seconds"]["paper"] for row in told.values())


def test_without_a_study_the_studies_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["reproduce"])
    told = capsys.readouterr().err
    assert left.value.code == 2 and all(word in told for word in ("castle", "duelyst", "--list"))


@pytest.mark.parametrize("words", [("agents", "castle"), ("agents", "tribute"), ("games",), ("games", "unicorns")])
def test_lists_fit_into_80_columns(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.cli.tables.PIPE_WIDTH", 80)
    assert max(map(len, run(capsys, *words).splitlines())) <= 80
