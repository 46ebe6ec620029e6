"""The declared experiments of the active-genes study: complete, runnable, resumable, drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab import game, make_agent
from cardlab.core.intervals import wilson
from cardlab.papers import locm_bench
from cardlab.papers.experiment import Call, Cell, Experiment, chosen, run_experiments
from cardlab.papers.locm import EXPERIMENTS
from cardlab.papers.locm_bench import Bench, milestone_at, stretch
from cardlab.papers.locm_cell import VectorCell
from cardlab.papers.locm_figures import VARIANTS, figure2, figure3, figure4
from cardlab.papers.locm_settings import CORRECTED, OFFICIAL, PUBLISHED, Best, Fresh, Named, Recipe, Stretch
from cardlab.papers.locm_tables import NAMES, averages, published_table, table

TINY = Recipe(CORRECTED, "random", "ag,population=6,games=2,tournament_games=1,kept=2", small_budget=400)


def cell(experiment: str, label: str) -> VectorCell:
    (found,) = (c for e in EXPERIMENTS if e.id == experiment for c in e.cells if c.label == label)
    assert isinstance(found, VectorCell)
    return found


def test_every_table_and_figure_is_declared_under_every_setting() -> None:
    names = [f"{what}{setting}" for what in ("table1", "table2") for setting in ("", "-corrected", "-official")]
    names += [f"figure{n}{setting}" for n in (2, 3, 4, 5) for setting in ("", "-corrected", "-official")]
    assert [experiment.id for experiment in EXPERIMENTS] == ["sanity", "engines", "control", *names]


def test_every_cell_can_be_set_up() -> None:
    for experiment in EXPERIMENTS:
        labels = [c.label for c in experiment.cells]
        assert len(set(labels)) == len(labels)
        for c in experiment.cells:
            rules = game(c.game)
            assert 0 < c.games("small") <= c.games("paper")
            if isinstance(c, Cell):
                assert all(make_agent(rules, agent).spec == agent for agent in c.agents)
                continue
            assert isinstance(c, VectorCell)
            for entry in (c.side, *c.others):
                if isinstance(entry, Named):
                    assert len(rules.named_vector("draft", entry.name)) == 160
                elif isinstance(entry, Best | Stretch):
                    for scale in ("small", "paper"):
                        task = Bench(Call(scale)).task(entry.recipe, 0)
                        assert task.cost <= entry.recipe.budget(scale) and task.game == rules and task.player == c.player


def test_published_behaviour_belongs_to_the_published_setting_alone() -> None:
    for setting, contest, first_wins in ((PUBLISHED, "contest1_published", True), (OFFICIAL, "contest1", False)):
        task = Bench(Call()).task(Recipe(setting, "random", "ag"), 0)
        assert setting.contest1 == contest and task.parameters.first_wins is first_wins
    assert game(OFFICIAL.game).options["rules"] == "official" and game(CORRECTED.game).options["rules"] == "paper"


def test_printed_tables_add_up_but_for_the_averages_of_the_first() -> None:
    """Those are 0.1 to 0.2 below the means of the printed rows, as if there had been one more opponent."""
    for name, low, high in (("table1", 0.08, 0.20), ("table2", -0.01, 0.01)):
        printed = published_table(name)
        assert len(printed) == 8 * 7 + 8
        for a in NAMES:
            row = [printed[a, b][0] for b in NAMES if a != b]
            assert low <= sum(row) / 7 - printed[a, "average"][0] <= high
            for b in NAMES:
                assert a == b or printed[a, b][0] + printed[b, a][0] == pytest.approx(100, abs=0.011)


def test_printed_numbers_are_those_of_the_study() -> None:
    found = cell("table1", "AG_weights against AG").published
    assert found is not None and (found.rate, found.loose) == (0.5093, True)
    found = cell("table2-official", "Contest1 against AG_weights").published
    assert found is not None and found.rate == 0.4075
    found = cell("engines", "damage and both mended, greedy player: Contest1 against random").published
    assert found is not None and (found.rate, found.games, found.loose) == (0.611, 24_000, False)
    found = cell("control", "random player, after 250,000 games, against Contest2").published
    assert found is not None and (found.rate, found.note) == (pytest.approx(0.417), "40.3% and 43.1%")
    champions = [c.published.rate for c in figure4(PUBLISHED).cells if c.published is not None]
    assert champions == [pytest.approx(rate) for rate in (0.4944, 0.5281, 0.5306, 0.5347, 0.5282, 0.5424)]


def test_variants_with_more_passes_use_as_many_games_and_drafts() -> None:
    bench = Bench(Call("paper"))
    tasks = {name: bench.task(Recipe(CORRECTED, "random", method), 0) for name, method in VARIANTS.items()}
    assert {name: task.parameters.generations for name, task in tasks.items()} == {
        "AG_weights": 100, "2d": 71, "4d": 45, "2g": 200, "4g": 400,
    }  # fmt: skip
    assert {name: task.scenarios for name, task in tasks.items()} == {
        "AG_weights": 100, "2d": 142, "4d": 180, "2g": 100, "4g": 100,
    }  # fmt: skip
    published = Bench(Call("paper")).task(Recipe(PUBLISHED, "random", VARIANTS["4d"]), 0)
    assert (published.parameters.generations, published.scenarios, published.cost) == (25, 100, 1_000_000)


def test_milestones_are_found_by_the_share_of_games(tmp_path: Path) -> None:
    trained = Bench(Call(folder=tmp_path)).trained(TINY, 0)
    each = 6 * (12 + 4)
    assert [m.games for m in trained.history] == [0, each, 2 * each, 3 * each, 4 * each]
    assert [milestone_at(trained, share).step for share in (0, 0.2, 0.25, 0.5, 0.99, 1)] == [0, 0, 1, 2, 3, 4]
    assert [m.step for m in stretch(trained, Stretch(TINY))] == [1, 2, 3, 4]
    assert [m.step for m in stretch(trained, Stretch(TINY, 0.25, 0.75))] == [2, 3]


def test_a_cell_is_played_once_and_looked_up_after_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = VectorCell("tiny", CORRECTED.game, "random", Best(TINY), (Named("contest1"), Named("contest2")), 40, 80)
    first = found.play(Call(folder=tmp_path))
    assert first.games == 40 and len(list((tmp_path / "trainings").iterdir())) == 1
    monkeypatch.setattr(locm_bench.Bench, "play", lambda self, c: pytest.fail("played again"))
    assert found.play(Call(folder=tmp_path)) == first
    for changed in (Call(seed=1, folder=tmp_path), Call(games=44, folder=tmp_path), Call(resume=False, folder=tmp_path)):
        with pytest.raises(pytest.fail.Exception):
            found.play(changed)


def test_intervals_of_cells_know_that_games_share_drafts(tmp_path: Path) -> None:
    """More games on the same few drafts make a cell hardly surer, and a file from before that was known is not believed."""
    few = VectorCell(
        "few drafts", CORRECTED.game, "greedy", Named("contest1"), (Named("contest2"), Fresh()), 400, 400, drafts=30
    )
    call = Call(games=12_000, folder=tmp_path)
    found = few.play(call)
    assert found.interval is not None
    plain = wilson(found.rate * found.games, found.games)
    assert found.interval.high - found.interval.low > 2 * (plain.high - plain.low)
    assert few.play(call) == found
    path = tmp_path / "cells" / f"{few.key(call)}.json"
    data = json.loads(path.read_text())
    assert data.pop("interval") == list(found.interval)
    path.write_text(json.dumps(data))
    assert few.play(call) == found


def test_a_cell_of_too_few_drafts_has_no_interval_also_when_it_is_looked_up(tmp_path: Path) -> None:
    few = VectorCell("few drafts", CORRECTED.game, "greedy", Named("contest1"), (Named("contest2"),), 400, 400, drafts=10)
    call = Call(games=400, folder=tmp_path)
    found = few.play(call)
    assert found.interval is None
    assert few.play(call) == found


def test_known_drafts_are_those_of_the_training(tmp_path: Path) -> None:
    from cardlab.learn.jobs import scenario_seeds

    bench = Bench(Call(folder=tmp_path))
    known = VectorCell("known", CORRECTED.game, "random", Best(TINY), (Named("contest1"),), 40, 80, known=TINY)
    fresh = VectorCell("fresh", CORRECTED.game, "random", Best(TINY), (Named("contest1"),), 40, 80)
    wanted = scenario_seeds(bench.task(TINY, 0).seed, "scenario", range(4)).tolist()
    assert bench._trial(known).scenarios.tolist() == wanted
    assert not set(wanted) & set(bench._trial(fresh).scenarios.tolist())


def test_the_engines_behave_as_counted_before(tmp_path: Path) -> None:
    (engines,) = chosen(EXPERIMENTS, ["engines"])
    some = [c for c in engines.cells if c.label.startswith(("as published", "damage mended"))]
    outcomes = list(run_experiments([Experiment("e", "", "", tuple(some))], games=4000, folder=tmp_path))
    assert len(outcomes) == 12
    for outcome in outcomes:
        assert outcome.cell.published is not None
        assert abs(outcome.finding.rate - outcome.cell.published.rate) < 0.03, outcome.cell.label


def test_a_table_is_written_with_both_numbers_and_the_order(tmp_path: Path) -> None:
    experiment = table("table1", PUBLISHED)
    small = [
        VectorCell(c.label, c.game, "random", Named("contest1"), (Named("contest2"),), 4, 4, c.published)
        for c in experiment.cells
    ]
    told: list[str] = []
    quick = Experiment("table1", experiment.title, "?", tuple(small), experiment.conclude)
    outcomes = list(run_experiments([quick], folder=tmp_path, told=told.append))
    page = (tmp_path / "table1.md").read_text()
    assert told == [f"table1: written to {tmp_path / 'table1.md'}"]
    assert "| printed |  | 48.7 | 50.5 | 48.4 | 49.3 | 50.4 | 51.4 | 51.2 | 49.9 |" in page
    assert "- printed: AG_weights, Contest2, AG, Contest1, Evo_base, AG_all, Random_t, Random" in page
    assert sum(averages(outcomes).values()) / 8 == pytest.approx(50)


def test_figures_are_drawn_if_matplotlib_is_there(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for make in (figure2, figure3, figure4):
        experiment = make(CORRECTED)
        small = [VectorCell(c.label, c.game, "random", Named("contest1"), (Named("contest2"),), 4, 4) for c in experiment.cells]
        told: list[str] = []
        quick = Experiment(experiment.id, experiment.title, "?", tuple(small), experiment.conclude)
        list(run_experiments([quick], folder=tmp_path, told=told.append))
        assert told == [f"{experiment.id}: drawn to {tmp_path / experiment.id}.{form}" for form in ("svg", "png")]
        assert "</svg>" in (tmp_path / f"{experiment.id}.svg").read_text()


def test_without_matplotlib_the_study_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr("cardlab.papers.pictures.find_spec", lambda name: None)
    experiment = figure2(CORRECTED)
    small = [VectorCell(c.label, c.game, "random", Named("contest1"), (Named("contest2"),), 4, 4) for c in experiment.cells]
    quick = Experiment("figure2", "", "", tuple(small), experiment.conclude)
    told: list[str] = []
    list(run_experiments([quick], folder=tmp_path, told=told.append))
    assert told == ["figure2: no picture was drawn; pip install 'cardlab[plots]' for that"]


def test_the_command_lists_and_runs_the_study(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "cardlab", "reproduce", "locm"]
    listed = subprocess.run([*program, "figure5", "--list"], capture_output=True, text=True, check=True).stdout
    assert "variants of AG_weights" in listed and "4g after 25% of the games" in listed
    run = [*program, "sanity", "-n", "20", "--folder", str(tmp_path), "--json"]
    rows = json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
    assert [row["games"] for row in rows] == [20] * 8
    assert rows[2]["cell"] == "greedy against random, official rules" and rows[2]["rate"] > 0.7


def test_declaring_the_study_needs_no_numpy() -> None:
    code = "import sys, cardlab.papers.locm; print('numpy' in sys.modules, 'matplotlib' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False False\n"
