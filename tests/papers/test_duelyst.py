"""The declared experiments of the study of planners for Duelyst, and the table of every agent on every game."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardlab import make_agent
from cardlab.papers import agents, duelyst
from cardlab.papers.duelyst_cell import PlannerCell
from cardlab.papers.duelyst_plots import pairing_table
from cardlab.papers.experiment import Experiment, run_experiments
from cardlab.registry import game

TABLE_1 = [0.62, 0.61, 0.63, 0.64, 0.34, 0.51, 0.65, 0.64]
DRAWS = importlib.util.find_spec("matplotlib") is not None


def planner_cells() -> list[PlannerCell]:
    return [cell for e in duelyst.EXPERIMENTS for cell in e.cells if isinstance(cell, PlannerCell)]


def test_every_cell_can_be_set_up_at_both_scales() -> None:
    checked: set[tuple[str, str]] = set()
    for cell in planner_cells():
        assert 0 < cell.small <= cell.games("paper") == 1000
        for planner in (*cell.agents_at("small"), *cell.agents_at("paper")):
            if ("lyonar" in cell.game or "champion" in planner) and (cell.game, planner) not in checked:
                assert make_agent(game(cell.game), planner).spec == planner
                checked.add((cell.game, planner))
    assert len({e.id for e in duelyst.EXPERIMENTS}) == len(duelyst.EXPERIMENTS)


def test_published_rates_are_those_of_the_study_and_stand_in_its_profile_alone() -> None:
    for experiment in (duelyst.TABLE_1, duelyst.TABLE_1_TIME):
        told = [(cell.published.rate, cell.published.games) for cell in experiment.cells if cell.published]
        assert told == [(rate, 1000) for rate in TABLE_1]
    assert [cell.published.rate for cell in duelyst.FIGURE_2.cells if cell.published] == [0.68, 0.63, 0.64]
    assert all("duelyst2" in cell.game for cell in planner_cells() if cell.published)


def test_budgets_are_iterations_in_one_table_and_time_in_the_other() -> None:
    first, timed = (e.cells[0] for e in (duelyst.TABLE_1, duelyst.TABLE_1_TIME))
    assert isinstance(first, PlannerCell) and isinstance(timed, PlannerCell)
    assert first.agents_at("paper")[0] == "turn-mcts:300,c=10,policy=random,final=visits,tree=no"
    assert [timed.agents_at(scale)[0].partition(",")[0] for scale in ("small", "paper")] == ["turn-mcts:1ms", "turn-mcts:5ms"]
    assert [cell.game for cell in duelyst.TABLE_1_TIME.cells] == [cell.game for cell in duelyst.TABLE_1.cells]


def small(experiment: Experiment, cells: int) -> Experiment:
    """The first cells of an experiment, with few iterations."""
    few: list[Any] = [replace(cell, budgets=("5", "5")) for cell in experiment.cells[:cells] if isinstance(cell, PlannerCell)]
    return replace(experiment, cells=tuple(few))


def test_curves_and_points_are_drawn_and_times_told(tmp_path: Path) -> None:
    told: list[str] = []
    experiments = [small(duelyst.EXPLORATION, 2), small(duelyst.FIGURE_3, 2), small(duelyst.TABLE_1, 1)]
    outcomes = list(run_experiments(experiments, games=2, workers=1, folder=tmp_path, told=told.append))
    assert [outcome.finding.games for outcome in outcomes] == [2] * 5
    assert [line.partition(":")[0] for line in told if line.endswith("for an action")] == [
        "classic, random",
        "classic, hillclimb",
    ]
    assert not DRAWS or {path.name for path in tmp_path.glob("*.svg")} == {"c.svg", "figure3.svg", "table1.svg"}


def test_the_parts_of_a_simulation_are_measured_one_by_one(tmp_path: Path) -> None:
    told: list[str] = []
    (one,) = run_experiments(
        [replace(duelyst.TIMES, cells=duelyst.TIMES.cells[:1])], games=2, folder=tmp_path, told=told.append
    )
    parts = [one.finding.more[part] or 0.0 for part in ("copy", "action", "evaluation")]
    assert all(part > 0 for part in parts) and abs(one.finding.rate * sum(parts) - parts[0]) < 1e-6
    assert told[0].startswith("classic: copy ") and told[0].endswith(" ns")
    assert told[1].startswith("classic: simulations of tree search in a second: ") and len(told) == 2
    assert all((one.finding.more[f"{kind} rollouts"] or 0.0) > 1000 for kind in ("random", "greedy"))


def test_anchors_tell_won_and_drawn_games_of_who_begins(tmp_path: Path) -> None:
    told: list[str] = []
    cells = tuple(cell for cell in duelyst.ANCHORS.cells if cell.label == "classic, starter AI as the first player")
    (one,) = run_experiments([replace(duelyst.ANCHORS, cells=cells)], games=6, workers=1, folder=tmp_path, told=told.append)
    more = one.finding.more
    counts = [int(more[part] or 0) for part in ("wins", "draws", "losses")]
    assert sum(counts) == 6 and one.finding.rate == (counts[0] + counts[1] / 2) / 6
    assert told == [f"{cells[0].label}: wins {counts[0]}, draws {counts[1]}, losses {counts[2]}"]


def test_pairings_are_a_table_with_the_first_player_in_the_row(tmp_path: Path) -> None:
    cells = tuple(
        replace(cell, planner="random", rival="random")
        for cell in duelyst.PAIRINGS.cells
        if isinstance(cell, PlannerCell) and {*cell.label.split(" against ")} <= {"lyonar", "vanar"}
    )
    outcomes = list(
        run_experiments([replace(duelyst.PAIRINGS, cells=cells, conclude=None)], games=2, folder=tmp_path, workers=1)
    )
    lines = pairing_table(outcomes, None)  # type: ignore[arg-type]
    assert lines[0].split() == ["lyonar", "vanar"] and [line.split()[0] for line in lines[1:]] == ["lyonar", "vanar"]
    assert lines[1].split()[1] == f"{100 * outcomes[0].finding.rate:.0f}%"


def test_every_general_agent_stands_in_the_table_of_all_games(tmp_path: Path) -> None:
    for cell in agents.TABLE.cells:
        for agent in cell.agents:
            assert make_agent(game(cell.game), agent).spec == agent
    assert len(agents.TABLE.cells) == 5 * 12
    told: list[str] = []
    few = tuple(cell for cell in agents.TABLE.cells if cell.label in ("random on castle", "hillclimb on duelyst"))
    list(run_experiments([replace(agents.TABLE, cells=few)], games=2, workers=1, folder=tmp_path, told=told.append))
    assert told[0].split() == ["castle", "locm", "unicorns", "tribute", "duelyst"] and len(told) == 13
    (line,) = (line for line in told if line.startswith("hillclimb"))
    assert line.split()[1:] in (["0%"], ["25%"], ["50%"], ["75%"], ["100%"]), "two games are too few for an interval"
