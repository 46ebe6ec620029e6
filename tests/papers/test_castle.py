"""The declared experiments of the Castle study: complete, runnable, resumable."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from cardlab import make_agent
from cardlab.cli import main
from cardlab.cli.commands.reproduce import STUDIES
from cardlab.errors import RunError, UnknownName
from cardlab.papers.castle import EXPERIMENTS
from cardlab.papers.experiment import Call, Cell, Cost, Experiment, Published, chosen, run_experiments
from cardlab.registry import game

QUICK = Experiment("Q", "quick", "?", (Cell("low", "castle", ("lowest", "random"), 40, 80, Published(0.912, 1000)),))

FEW = ((0.9, 0), (0.9, 30), (0.3, 1000))


def test_all_eight_experiments_are_declared_and_every_cell_can_be_set_up() -> None:
    assert [experiment.id for experiment in EXPERIMENTS[:8]] == [f"X{i}" for i in range(1, 9)]
    for experiment in EXPERIMENTS[:8]:
        for cell in experiment.cells:
            rules = game(cell.game)
            assert len(cell.agents) <= rules.players and 0 < cell.small <= cell.paper
            for agent in cell.agents:
                assert make_agent(rules, agent).spec == agent


def test_published_numbers_are_those_of_the_study() -> None:
    published = {
        (e.id, c.label): (c.published.rate, c.published.games) for e in EXPERIMENTS[:8] for c in e.cells if c.published
    }
    assert published == {
        ("X1", "faulty four rule"): (0.912, 1000),
        ("X2", "flat_mc, faulty rule"): (0.675, 21_540),
        ("X6", "plain ismcts"): (0.98, 100),
        ("X6", "flat_mc, faulty rule"): (0.98, 100),
        ("X7", "seat 0 only, flat_mc"): (0.294, 1000),
    }


def test_the_scale_decides_how_many_games_are_played(tmp_path: Path) -> None:
    (small,) = run_experiments([QUICK], "small", folder=tmp_path)
    (paper,) = run_experiments([QUICK], "paper", folder=tmp_path)
    (asked,) = run_experiments([QUICK], games=12, folder=tmp_path)
    assert [o.finding.games for o in (small, paper, asked)] == [40, 80, 12]


def test_a_published_number_inside_our_interval_agrees_and_one_far_away_does_not(tmp_path: Path) -> None:
    far = Experiment("F", "far", "?", (Cell("low", "castle", ("lowest", "random"), 200, 200, Published(0.3, 1000)),))
    near = Experiment("N", "near", "?", (Cell("low", "castle", ("lowest", "random"), 200, 200, Published(0.9, 1000)),))
    none = Experiment("O", "open", "?", (Cell("low", "castle", ("lowest", "random"), 200, 200),))
    outcomes = list(run_experiments([far, near, none], folder=tmp_path))
    assert [outcome.agrees for outcome in outcomes] == [False, True, None]
    assert outcomes[0].to_dict()["published"] == 0.3 and outcomes[0].to_dict()["games"] == 200


def test_cells_of_too_few_deals_have_no_interval_and_agree_by_the_published_one(tmp_path: Path) -> None:
    cells = [Cell(f"{rate} {games}", "castle", ("lowest", "random"), 58, 58, Published(rate, games)) for rate, games in FEW]
    outcomes = list(run_experiments([Experiment("F", "few", "?", tuple(cells))], folder=tmp_path))
    assert [outcome.agrees for outcome in outcomes] == [None, True, False]
    rows = [outcome.to_dict() for outcome in outcomes]
    assert [(row["low"], row["high"]) for row in rows] == [(None, None)] * 3
    assert all(math.isnan(bound) for outcome in outcomes for bound in outcome.finding.bounds)


def test_wrong_names_and_scales_are_refused() -> None:
    with pytest.raises(UnknownName, match="X1"):
        chosen(EXPERIMENTS, ["X99"])
    with pytest.raises(RunError, match="small, paper"):
        list(run_experiments([QUICK], "huge"))
    assert [e.id for e in chosen(EXPERIMENTS, ["x2", "X4"])] == ["X2", "X4"]


def test_the_command_prints_published_and_own_numbers_and_writes_them(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "cardlab", "reproduce", "castle", "X1", "-n", "40", "--folder", str(tmp_path / "runs")]
    table = subprocess.run([*run, "--csv", str(tmp_path / "t.csv")], capture_output=True, text=True, check=True).stdout
    assert "91.2%" in table and "faulty four rule" in table and "proper four rule" in table
    assert (tmp_path / "t.csv").read_text().count("\n") == 3
    rows = json.loads(subprocess.run([*run, "--json"], capture_output=True, text=True, check=True).stdout)
    assert [row["games"] for row in rows] == [40, 40] and rows[0]["published"] == 0.912


def test_an_unknown_study_is_an_error_of_one_line() -> None:
    run = subprocess.run([sys.executable, "-m", "cardlab", "reproduce", "chess"], capture_output=True, text=True, check=False)
    assert run.returncode == 2 and "castle" in run.stderr and "Traceback" not in run.stderr


def test_the_list_says_how_long_everything_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["reproduce", "castle", "X1", "X2", "--list", "--workers", "1"])
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("About ") == 4 and "all of these at the paper scale: About " in out


def test_what_was_measured_is_shared_by_the_workers_and_grows_with_the_games() -> None:
    cost = Experiment("C", "cost", "?", QUICK.cells, cost=Cost(60.0, 600.0))
    assert cost.seconds(Call(workers=3)) == 20.0 and cost.seconds(Call(scale="paper", workers=1)) == 600.0
    assert cost.seconds(Call(games=80, workers=1)) == 120.0 and QUICK.seconds(Call()) is None


@pytest.mark.parametrize("study", STUDIES)
def test_every_experiment_of_every_study_says_how_long_it_takes(study: str) -> None:
    experiments = import_module(f"cardlab.papers.{study}").EXPERIMENTS
    assert experiments
    for experiment in experiments:
        assert experiment.cost is not None and 0 < experiment.cost.small <= experiment.cost.paper, experiment.id
        assert experiment.cost.small <= 15 * 60, f"{experiment.id}: small is minutes"
