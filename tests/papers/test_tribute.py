"""The declared experiments of the thesis on HQL and of the competition: complete, runnable, told beside the printed numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardlab import game, make_agent
from cardlab.papers.experiment import Call, Cell, Finding, Outcome, chosen, run_experiments
from cardlab.papers.tribute import COMPETITION, CROSS_2024, EXPERIMENTS, FIGURE_2_6, TABLE_4_1, VALUES
from cardlab.papers.tribute_learning import PRINTED_ROWS, CurveCell, LearningRun, RowCell, curves, rows

CURVE = LearningRun(5.0, 4, 8, 8)


def test_every_table_and_figure_is_declared() -> None:
    names = [experiment.id for experiment in EXPERIMENTS]
    assert names == [
        "table4.1", "tiers", "curve4.1", "curve4.2", "appendixA", "forms", "outlook", "width4.3", "figure2.6", "cross2024",
    ]  # fmt: skip
    for experiment in EXPERIMENTS:
        assert len({cell.label for cell in experiment.cells}) == len(experiment.cells)
        for cell in experiment.cells:
            assert 0 < cell.games("small") <= cell.games("paper")
            if isinstance(cell, Cell):
                assert all(make_agent(game(cell.game), agent).spec == agent for agent in cell.agents)


def test_printed_numbers_are_those_of_the_thesis_and_the_competition() -> None:
    assert [round(100 * (cell.published.rate if cell.published else 0), 2) for cell in TABLE_4_1.cells] == [
        73.3, 92.9, 78.6, 79.3, 73.6, 22.4,
    ]  # fmt: skip
    printed = FIGURE_2_6.cells[0].published
    assert printed is not None and (printed.rate, printed.games) == (0.84, 100)
    assert all(len(row) == 20 for row in PRINTED_ROWS.values()) and len(PRINTED_ROWS) == 5


def test_a_cross_table_tells_both_sides_of_each_pair_and_the_ranking() -> None:
    outcomes = [Outcome(CROSS_2024, cell, Finding(10, rate, None)) for cell, rate in zip(
        CROSS_2024.cells, (0.7, 0.6, 1.0, 0.55, 0.9, 0.8), strict=True,
    )]  # fmt: skip
    lines = COMPETITION.conclude(outcomes, Call())
    assert lines[2].split() == ["BestMCTS3", "–", "70.0", "(67.8)", "60.0", "(62.1)", "100.0", "(98.7)"]
    assert lines[3].split() == ["HQL_BOT", "30.0", "(32.2)", "–", "55.0", "(60.3)", "90.0", "(97.8)"]
    assert lines[7] == "1. BestMCTS3: 76.7% (printed: 76.2%)" and lines[-1].startswith("4. Sakkirin: 10.0%")
    assert len(VALUES.pairs()) == 6


def test_matches_tell_how_they_ended(tmp_path: Path) -> None:
    said: list[str] = []
    (outcome,) = run_experiments([FIGURE_2_6], games=4, workers=1, folder=tmp_path, told=said.append)
    assert outcome.finding.games == 4 and sum(share or 0 for share in outcome.finding.more.values()) == pytest.approx(1)
    assert any("PRESTIGE_OVER_40_NOT_MATCHED (printed: 99%)" in line for line in said)


def test_widths_are_compared_by_their_time(tmp_path: Path) -> None:
    said: list[str] = []
    (widths,) = chosen(EXPERIMENTS, ["width4.3"])
    assert len(list(run_experiments([widths], games=2, workers=1, folder=tmp_path, told=said.append))) == 6
    assert said[0].startswith("width 1: won ") and said[0].endswith("time per decision 1.0") and len(said) == 6


def test_a_curve_goes_on_where_it_stopped_and_tells_its_blocks(tmp_path: Path) -> None:
    call = Call(folder=tmp_path)
    cell = CurveCell("from 5", CURVE, 0)
    found = cell.play(call)
    assert found.games == 8 and list(found.more) == ["4", "8"] and found.more["8"] == found.rate
    assert found.interval is None, "who learns is another player in every game"
    assert cell.play(call) == found
    (experiment,) = chosen(EXPERIMENTS, ["curve4.1"])
    lines = curves([Outcome(experiment, cell, found), Outcome(experiment, cell, found)], call)
    assert lines[0] == f"after 4 games: {100 * (found.more['4'] or 0):.1f}% of the block"


def test_rows_are_shown_under_the_printed_ones(tmp_path: Path) -> None:
    call = Call(folder=tmp_path, games=3)
    (experiment,) = chosen(EXPERIMENTS, ["appendixA"])
    outcomes = [Outcome(experiment, cell, cell.play(call)) for cell in experiment.cells]
    assert all(isinstance(cell, RowCell) for cell in experiment.cells) and 0 < outcomes[2].finding.rate <= 1
    lines = rows(outcomes, call)
    assert lines[0].split()[:5] == ["MIDNIGHT_RAID", "printed", "11.8", "12.3", "11.3"] and len(lines) >= 11
    assert "lies above s10" in lines[-1]


def test_forms_and_discounts_are_learned_apart_and_told_by_their_means(tmp_path: Path) -> None:
    (experiment,) = chosen(EXPERIMENTS, ["forms"])
    assert [cell.label for cell in experiment.cells[::3]] == [
        f"{form}, discount {gamma}, run 1" for form in ("thesis", "archive") for gamma in (0.8, 0.5)
    ]
    short = [replace(c, learning=replace(c.learning, small=4, block=4)) for c in experiment.cells[:9:3]]  # type: ignore[type-var, attr-defined]
    found = [cell.play(Call("small", games=2, folder=tmp_path)) for cell in short]
    assert [one.games for one in found] == [2, 2, 2]
    assert len(list(tmp_path.glob("match-*.jsonl"))) == 3, "each table has results of its own"
    assert sorted(path.name for path in tmp_path.glob("*.csv")) == [
        "archive-0.8-4-0-0.csv",
        "thesis-0.5-4-0-0.csv",
        "thesis-0.8-4-0-0.csv",
    ]
    texts = {path.read_text() for path in tmp_path.glob("*.csv")}
    assert len(texts) == 3
    outcomes = [
        Outcome(experiment, cell, Finding(2, rate, None))
        for cell, rate in zip(experiment.cells[1:4], (0.5, 0.7, 0.4), strict=True)
    ]
    assert experiment.conclude(outcomes, Call()) == [
        "thesis, discount 0.8: 60.0% on average",
        "thesis, discount 0.5: 40.0% on average",
    ]


def test_a_learned_table_plays_against_another(tmp_path: Path) -> None:
    (experiment,) = chosen(EXPERIMENTS, ["outlook"])
    cell = experiment.cells[0]
    assert cell.agents == ("hql,table=learned here,state=size", "hql,table=learned here")


def test_a_learned_network_plays_against_a_learned_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.papers.tribute_learning.FAST", LearningRun(5.0, 4, 4, 4))
    (experiment,) = chosen(EXPERIMENTS, ["outlook"])
    cell = replace(experiment.cells[1], learning=LearningRun(5.0, 4, 4, 4, units=2))  # type: ignore[type-var]
    assert cell.label == "a network in place of the table"
    assert cell.play(Call("small", games=4, folder=tmp_path)).games == 4
    assert len(list(tmp_path.glob("card-values-net-4-*.csv"))) == 1
