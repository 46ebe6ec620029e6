"""The long ways of Unstable Unicorns from games to players, as commands: rows to a model to a search, runs to a ranking."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from cardlab import game
from cardlab.core.vectorfile import read_individuals
from tests.cli.calling import run
from tests.cli.commands.test_evolve import own_folder

__all__ = ["own_folder"]
THREE = "unicorns,players=3"
SMALL = ["--method", "generational", "--agent", "rule-based", "--population", "6", "--generations", "3", "--games", "4"]
pytestmark = [
    pytest.mark.skipif(os.environ.get("CARDLAB_PURE") == "1", reason="takes too long uncompiled"),
    pytest.mark.usefixtures("own_folder"),
]


def test_rows_are_collected_a_model_learns_from_them_and_a_search_asks_it(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("sklearn")
    code, out, _ = run(capsys, "collect", THREE, "rule-based", "random", "-n", "60", "--to", "rows.parquet", "--observe", "all")
    assert code == 0 and "unicorns" in out
    train = ["train", THREE, "--model", "linear", "--encoder", "counts", "--data", "rows.parquet", "--out", "m.onnx"]
    code, out, err = run(capsys, *train)
    assert code == 0 and Path("m.onnx").stat().st_size > 100, err
    agent = "e-ismcts:30,evaluator=m.onnx,depth=4"
    code, out, _ = run(capsys, "match", THREE, agent, "random", "-n", "3", "--json")
    told = json.loads(out)
    assert code == 0 and told["finished"] == 3 and told["agents"][0] == agent
    assert not any(count for role in told["roles"] for count in role["failures"].values())
    assert told["roles"][0]["decisions"] > 10 and told["roles"][0]["ms_per_decision"] > told["roles"][1]["ms_per_decision"]


@pytest.fixture
def runs(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    for number in (1, 2):
        code, *_ = run(capsys, "evolve", THREE, *SMALL, "--seed", str(number), "--out", f"runs/rules-{number}.json")
        assert code == 0
    return Path("runs")


def test_runs_are_plotted_with_the_evaluations_that_they_took(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    code, out, _ = run(capsys, "plot", "runs", "rules", "--window", "1", "--json", "--out", "x.svg")
    (line,) = json.loads(out)["lines"]
    assert code == 0 and (line["runs"], line["evaluations"]) == (2, [6, 12, 18]) and Path("x.svg").exists()
    logs = [list(csv.DictReader((runs / f"rules-{n}.stats.csv").read_text().splitlines())) for n in (1, 2)]
    assert line["fitness"] == pytest.approx([(float(a["max"]) + float(b["max"])) / 2 for a, b in zip(*logs, strict=True)])
    assert all(4 * 2 <= value <= 4 * 8 for value in line["fitness"]), "four games, 2 to 8 points each at a table of three"


@pytest.mark.usefixtures("runs")
def test_stored_players_are_ranked_by_games_that_lots_or_turns_seat(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["evaluate", THREE, "runs", "--against", "rule-based", "--copies", "2", "-n", "50", "--json"]
    turned, drawn = (json.loads(run(capsys, *asked, *more)[1]) for more in ([], ["--no-rotate"]))
    where = [(f"runs/rules-{n}.population.csv", line) for n in (1, 2) for line in range(2, 8)]
    for told in (turned, drawn):
        rows = told["results"]
        assert sorted((row["file"], row["line"]) for row in rows) == where
        assert [row["wins"] for row in rows] == sorted((row["wins"] for row in rows), reverse=True)
        assert told["again"]["games"] == 50
    assert (turned["rotate"], drawn["rotate"]) == (True, False)
    wins = [{(row["file"], row["line"]): row["wins"] for row in told["results"]} for told in (turned, drawn)]
    assert wins[0] != wins[1]


def test_what_was_evolved_plays_and_starts_the_next_evolution(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    best = read_individuals(runs / "rules-1.json", game(THREE), game(THREE).vectors()["cards"])[0]
    assert len(best.genes) == 66
    genes = f"evolved,genes={runs}/rules-1.json"
    code, out, _ = run(capsys, "match", THREE, genes, "rule-based", "-n", "6", "--lots", "--json")
    assert code == 0 and json.loads(out)["finished"] == 6 and len(json.loads(out)["seating"]) == 6
    more = ["--start", str(runs), "--start-best", "3", "--start-games", "12", "--out", "next/rules-3.json"]
    code, *_ = run(capsys, "evolve", THREE, *SMALL, *more)
    assert code == 0 and len(json.loads(Path("next/rules-3.start.json").read_text())["best"]) == 3
