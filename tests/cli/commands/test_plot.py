"""`cardlab plot`, and what `evolve` and `evaluate` do with folders of runs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cardlab import game
from cardlab.core.vectorfile import read_individuals
from tests.cli.calling import run
from tests.cli.commands.test_evolve import own_folder

__all__ = ["own_folder"]
GAME = "castle,players=4"
SMALL = ["--method", "generational", "--agent", "lowest", "--population", "6", "--generations", "4", "--games", "5"]


@pytest.fixture
def runs(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    for number in (1, 2):
        code, *_ = run(capsys, "evolve", GAME, *SMALL, "--seed", str(number), "--out", f"runs/a-{number}.json")
        assert code == 0
    return Path("runs")


@pytest.mark.usefixtures("runs")
def test_runs_are_drawn_and_their_points_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    code, out, _ = run(capsys, "plot", "runs", "a", "a-1", "--csv", "points.csv")
    assert code == 0 and "drawn to runs/fitness.png" in out and Path("runs/fitness.png").stat().st_size > 1000
    logs = [list(csv.DictReader(Path(f"runs/a-{n}.stats.csv").read_text().splitlines())) for n in (1, 2)]
    points = list(csv.DictReader(Path("points.csv").read_text().splitlines()))
    assert [(row["prefix"], row["evaluations"]) for row in points] == [
        (name, str(6 * n)) for name in ("a", "a-1") for n in (1, 2, 3, 4)
    ]
    means = [(float(one["max"]) + float(two["max"])) / 2 for one, two in zip(*logs, strict=True)]
    assert float(points[3]["fitness"]) == pytest.approx(sum(means) / 4)
    options = ["--window", "1", "--up-to", "2", "--out", "x.svg", "--json"]
    data = json.loads(run(capsys, "plot", "runs", "a", *options)[1])
    assert data["files"] == ["x.svg"] and Path("x.svg").exists()
    (line,) = data["lines"]
    assert (line["runs"], line["evaluations"]) == (2, [6, 12]) and line["fitness"] == pytest.approx(means[:2])


@pytest.mark.usefixtures("runs")
def test_every_individual_of_a_folder_is_ranked_and_the_winner_plays_again(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["evaluate", GAME, "runs", "--against", "random", "--copies", "2", "-n", "60"]
    code, out, err = run(capsys, *arguments)
    assert code == 0 and err == ""
    assert "castle,players=4 · ranks for ranks, 2 of 4 seats · against random · 60 games each · equals: 50.0%" in out
    assert "mean of the best of each of 2 files: " in out
    data = json.loads(run(capsys, *arguments, "--json", "--csv", "all.csv", "--workers", "3")[1])
    rows = data["results"]
    assert [row["wins"] for row in rows] == sorted((row["wins"] for row in rows), reverse=True)
    where = [(f"runs/a-{n}.population.csv", line) for n in (1, 2) for line in range(2, 8)]
    assert sorted((row["file"], row["line"]) for row in rows) == where
    assert all(row["games"] == 60 and row["rate"] == row["wins"] / 60 and "low" not in row for row in rows)
    again = data["again"]
    assert again["low"] < again["rate"] < again["high"]
    wide = f"{100 * again['low']:.1f}–{100 * again['high']:.1f}%"
    assert f"the winner again, on fresh seeds: {100 * again['rate']:.1f}% ({wide})" in out
    assert (data["again"]["file"], data["again"]["line"]) == (rows[0]["file"], rows[0]["line"])
    best = [max(row["rate"] for row in rows if row["file"] == name) for name in {row["file"] for row in rows}]
    first = [row["rate"] for row in rows if row["line"] == 2]
    means = {"mean_of_best": pytest.approx(sum(best) / 2), "mean_of_first": pytest.approx(sum(first) / 2)}
    assert data["files"] == {"count": 2, **means}
    assert (data["copies"], data["against"], data["even"], data["seed"]) == (2, ["random"], 0.5, 0)
    written = list(csv.DictReader(Path("all.csv").read_text().splitlines()))
    assert [(row["wins"], row["file"], row["line"]) for row in written] == [
        (str(row["wins"]), row["file"], str(row["line"])) for row in rows
    ]
    alone = json.loads(run(capsys, "evaluate", GAME, "runs", "--agent", "lowest", "-n", "20", "--no-rotate", "--json")[1])
    assert alone["copies"] == 1 and alone["rotate"] is False and alone["again"]["low"] is alone["again"]["high"] is None
    few = run(capsys, "evaluate", GAME, "runs", "--agent", "lowest", "-n", "20")[1]
    assert "(fewer than 30 games give no interval)" in few


@pytest.mark.usefixtures("runs")
def test_an_evolution_begins_with_the_best_of_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    more = ["evolve", GAME, *SMALL, "--start", "runs", "--start-best", "4", "--start-games", "30", "--out", "final.json"]
    code, out, _ = run(capsys, *more, "--json")
    data = json.loads(out)
    assert code == 0 and data["start"] == 4 and data["population_file"] == "final.population.csv"
    chosen = read_individuals("final.start.json", game(GAME), "ranks")
    ranking = json.loads(run(capsys, "evaluate", GAME, "runs", "--against", "lowest", "-n", "30", "--json")[1])
    assert chosen[0].score == pytest.approx(100 * ranking["results"][0]["rate"])
    assert json.loads(run(capsys, *more, "--json", "--resume")[1])["best"] == data["best"]
    Path("runs/notes.md").write_text("my notes")
    assert "runs/notes.md: left out" in run(capsys, "evaluate", GAME, "runs", "--against", "random", "-n", "5")[2]


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plot", "runs", "b"], "there is no file b*.stats.csv; there are a-1, a-2"),
        (["plot", "nowhere", "a"], "there is no folder nowhere"),
        (["plot", "runs", "a", "--out", "x.gif"], "a picture is a file that ends in .png or .svg"),
        (["evaluate", GAME, "runs"], "name one with --against, such as random"),
        (["evaluate", GAME, "runs", "--against", "lowst"], "Did you mean 'lowest'?"),
        (["evaluate", GAME, "runs", "--against", "lowest", "--copies", "4"], "at a table of 4 it has 1 to 3"),
        (["evaluate", GAME, "runs", "--against", "lowest", "--top", "2"], "--top is not for folders"),
        (["evaluate", GAME, "lowest", "--no-rotate"], "--no-rotate is for folders"),
        (["evaluate", "locm", "runs", "--against", "random"], "the folder holds no vectors draft of locm"),
        (["evolve", GAME, *SMALL, "--start", "runs", "--start-best", "40"], "the 40 best are asked for, but there are only"),
        (["evolve", GAME, *SMALL, "--start", "runs"], "12 vectors to start with, but a population has 6"),
    ],
)
def test_bad_input_is_one_clear_message(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == "" and err.startswith("Error: ") and message in err and "Traceback" not in err
