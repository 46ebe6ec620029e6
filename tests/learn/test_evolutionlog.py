"""Tables that a training leaves behind, and the curves that are made of them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from cardlab import game
from cardlab.core.vectorfile import read_individuals
from cardlab.errors import MissingExtra, RunError
from cardlab.lab.engine import Conditions
from cardlab.learn.curves import curve_of, draw_curves, log_files, mean_of_runs, moving_average
from cardlab.learn.evolution import run_training, train
from cardlab.learn.evolutionlog import LogLine, log_of, read_log, save_beside, write_log
from cardlab.learn.stored import LOG_SUFFIX
from tests.learn.arenas import Lottery, toy_task

HEAD = "generation,evaluations,best,min,mean,max\n"


@pytest.mark.parametrize(
    ("method", "given", "numbers"),
    [
        ("generational", {"generations": 3, "games": 2}, [(1, 8), (2, 16), (3, 24)]),
        ("evo-base", {"generations": 2, "scenarios": 1}, [(0, 8), (1, 16), (2, 24)]),
        ("ag", {"generations": 2}, [(0, 0), (1, 8), (2, 16)]),
        ("random", {"scenarios": 1}, [(0, 8)]),
    ],
)
def test_every_method_tells_of_its_generations(method: str, given: dict[str, Any], numbers: list[tuple[int, int]]) -> None:
    trained = run_training(toy_task(method, population=8, **given), Conditions(), arena=Lottery())
    log = log_of(trained)
    assert [(line.generation, line.evaluations) for line in log] == numbers
    assert trained.population is not None
    scores = trained.population.scores
    assert log[-1][2:] == (scores.max(), scores.min(), scores.mean(), scores.max())
    assert all(line.min <= line.mean <= line.best == line.max for line in log)


def test_the_tables_hold_what_was_found_and_are_read_back(tmp_path: Path) -> None:
    trained = train("castle", "generational", population=6, generations=3, games=4, opponents=["lowest"])
    log, population = save_beside(trained, tmp_path / "run=0.5.json")
    assert (log.name, population.name) == ("run=0.5.stats.csv", "run=0.5.population.csv")
    assert log.read_text().startswith(HEAD + "1,6,") and read_log(log) == log_of(trained)
    head, first, *rest = population.read_text().splitlines()
    assert head == "score,2,3,4,5,6,7,8,9,10,J,Q,K,A,X" and len(rest) == 5
    assert first == ",".join(map(str, [trained.best[0].score, *trained.best[0].genes]))
    found = read_individuals(population, game("castle"), "ranks")
    assert found == trained.everybody and [each.line for each in found] == [2, 3, 4, 5, 6, 7]


def test_what_an_old_checkpoint_does_not_tell_stays_empty(tmp_path: Path) -> None:
    write_log(tmp_path / "old.csv", [LogLine(0, 20, 51.5, math.nan, math.nan, 51.5)])
    assert (tmp_path / "old.csv").read_text() == HEAD + "0,20,51.5,,,51.5\n"
    (line,) = read_log(tmp_path / "old.csv")
    assert line.best == line.max == 51.5 and math.isnan(line.min)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a table of generations"),
        ("a,b\n1,2\n", "is not a table of generations"),
        (HEAD, "holds no generation"),
        (HEAD + "1,20,3\n", "line 2 is no generation"),
        (HEAD + "1,20,3,3,3,3,3\n", "line 2 is no generation"),
        (HEAD + "1,20,x,1,2,3\n", "line 2 is no generation"),
        (HEAD + "1,20,nan,1,2,3\n", "line 2 is no generation"),
        (HEAD + "1,20,3,1,2,3\n2,20,3,1,2,3\n", "do not grow"),
    ],
)
def test_tables_that_are_something_else_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(RunError, match=message):
        read_log(tmp_path / "x.csv")


def test_shorter_runs_are_continued_with_their_last_value() -> None:
    assert mean_of_runs([[1.0, 2.0, 6.0], [3.0], [5.0, 7.0]]) == [3.0, 4.0, 16 / 3]
    assert mean_of_runs([[], [2.0, 4.0]]) == [2.0, 4.0] and mean_of_runs([]) == []


def test_a_moving_average_looks_back_as_far_as_it_can() -> None:
    assert moving_average([2.0, 4.0, 6.0, 8.0], 2) == [2.0, 3.0, 5.0, 7.0]
    values = [float(n) for n in range(1, 21)]
    assert moving_average(values)[:2] == [1.0, 1.5] and moving_average(values)[-1] == 15.5
    assert moving_average(values, 1) == values and moving_average([], 3) == []


def write_run(folder: Path, name: str, best: list[float], population: int = 10) -> None:
    lines = [LogLine(n, n * population, value, 0.0, value / 2, value) for n, value in enumerate(best, 1)]
    write_log(folder / f"{name}{LOG_SUFFIX}", lines)


def test_runs_of_a_prefix_make_one_line(tmp_path: Path) -> None:
    write_run(tmp_path, "ps=2-a", [1.0, 3.0, 5.0])
    write_run(tmp_path, "ps=2-b", [3.0])
    write_run(tmp_path, "ps=20-a", [100.0], 20)
    assert [path.name for path in log_files(tmp_path, "ps=2")] == ["ps=2-a.stats.csv", "ps=2-b.stats.csv"]
    curve = curve_of(tmp_path, "ps=2", window=2)
    assert (curve.runs, curve.evaluations, curve.values) == (2, (10, 20, 30), (2.0, 2.5, 3.5))
    assert curve_of(tmp_path, "ps=2", 1, generations=2).values == (2.0, 3.0)
    assert curve_of(tmp_path, "ps=2-a", 1).values == (1.0, 3.0, 5.0)


def test_runs_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    write_run(tmp_path, "a-1", [1.0, 2.0])
    write_run(tmp_path, "a-2", [1.0], 20)
    with pytest.raises(RunError, match=r"a-2\.stats\.csv: has another number of individuals than other runs of a"):
        curve_of(tmp_path, "a")
    with pytest.raises(RunError, match=r"there is no file b\*.stats.csv; there are a-1, a-2"):
        curve_of(tmp_path, "b")
    with pytest.raises(RunError, match="there is no folder"):
        curve_of(tmp_path / "none", "a")


def test_pictures_are_drawn_in_both_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    write_run(tmp_path, "a-1", [1.0, 2.0])
    curves = [curve_of(tmp_path, "a")]
    for name, start in (("x.png", b"\x89PNG"), ("x.svg", b"<?xml")):
        draw_curves(curves, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    picture = (tmp_path / "x.svg").read_text()
    assert all(f"<!-- {words} -->" in picture for words in ("fitness evaluations", "fitness value", "a (1 run)"))
    with pytest.raises(RunError, match=r"ends in \.png or \.svg"):
        draw_curves(curves, tmp_path / "x.bmp")
    monkeypatch.setattr("cardlab.learn.curves.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="plots"):
        draw_curves(curves, tmp_path / "y.png")
