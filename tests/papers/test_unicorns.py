"""The declared experiments of the study of Unstable Unicorns: complete, as published, evolved once, judged honestly."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cardlab import game, make_agent
from cardlab.core.intervals import Clusters
from cardlab.lab.engine import Conditions
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.playing import run_match
from cardlab.learn.auditions import Auditioned
from cardlab.learn.evolutionlog import read_log
from cardlab.learn.stored import Stored
from cardlab.learn.task import Task
from cardlab.papers import unicorns_bench
from cardlab.papers.experiment import Call, Outcome, run_experiments
from cardlab.papers.unicorns import EXPERIMENTS
from cardlab.papers.unicorns_bench import CARDS, PLAYER, evolved, judged, runs_of
from cardlab.papers.unicorns_cell import WinCell, seated, wins_of
from cardlab.papers.unicorns_evolution import (
    AGAIN,
    BEST,
    FIGURE_5_1,
    FINAL_EVOLUTION,
    FIRST,
    MEAN,
    OF_ONE_RUN,
    TABLE_6_2,
    TABLE_6_3,
    TEN,
    WHICH,
    FitnessCell,
    JudgedCell,
    draw_sizes,
)  # fmt: skip
from cardlab.papers.unicorns_settings import BREEDS, FINAL, FINAL_FIRST, RANDOM, RULES, Breed, Size, sized

TINY = Size(6, 2, 2, 2)
BREED = Breed("tiny", RULES, TINY, TINY)


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> Call:
    return Call(games=36, workers=1, folder=tmp_path_factory.mktemp("study"))


def test_every_table_and_figure_is_declared_and_every_player_can_be_made() -> None:
    names = [experiment.id for experiment in EXPERIMENTS]
    assert names == [
        "control", "table5.1", "table5.2", "table6.1", "figure5.1", "table6.2", "table6.3", "final", "official-evolution",
        "official", "hands", "dragons", "strength",
    ]  # fmt: skip
    players = set()
    for experiment in EXPERIMENTS:
        assert len({cell.label for cell in experiment.cells}) == len(experiment.cells)
        for cell in experiment.cells:
            assert len(cell.agents) == 6 and 0 < cell.games("small") <= cell.games("paper")
            players |= {(cell.game, agent) for agent in cell.agents if isinstance(cell, WinCell)}
    games = {spec: game(spec) for spec, _ in players}
    for spec, agent in players:
        make_agent(games[spec], agent)


def test_evolutions_are_as_long_as_published() -> None:
    sizes = {}
    for breed in (*BREEDS, FINAL, FINAL_FIRST, sized(48)):
        task = Task.of(breed.game, breed.method("paper"), kind=CARDS, player=PLAYER, opponents=[breed.met("paper")])
        p = task.parameters
        assert (p.tournament_size, p.crossover, p.mutation, p.fitness) == (2, 0.75, 0.1, "doubling")
        sizes[breed.name] = (p.population, p.generations, p.games, breed.paper.runs, p.rivals, task.opponents)
    assert sizes == {
        "evo_rule_based": (20, 200, 100, 10, "agents", (RULES,)),
        "evo_random": (20, 200, 100, 10, "agents", (RANDOM,)),
        "evo_best_last_gen": (20, 200, 100, 10, "best_five_previous", (RULES,)),
        "evo_first_five": (20, 200, 100, 10, "first_five_current", (RULES,)),
        "evo_mcts_rule_based": (20, 100, 10, 1, "agents", ("mcts:100,policy=rule-based",)),
        "evo_mcts_random": (20, 100, 10, 1, "agents", ("mcts:100,policy=random",)),
        "evo_final": (100, 200, 100, 1, "best_five_previous", (RULES,)),
        "evo_final_first_five": (100, 200, 100, 1, "first_five_current", (RULES,)),
        "population-48": (48, 200, 200, 10, "agents", (RANDOM,)),
    }


def test_printed_numbers_are_those_of_the_study() -> None:
    printed = {
        (cell.breed.name, cell.opponent, cell.which): cell.published.rate
        for experiment in (TABLE_6_2, TABLE_6_3, FINAL_EVOLUTION) for cell in experiment.cells
        if isinstance(cell, JudgedCell) and cell.published is not None
    }  # fmt: skip
    assert len(printed) == 24 and {which for *_, which in printed} == {MEAN, BEST, TEN}
    assert printed["evo_rule_based", RANDOM, MEAN] == 0.9373 and printed["evo_best_last_gen", RULES, BEST] == 0.46
    assert printed["evo_mcts_random", RULES, MEAN] == 0.3018 and printed["evo_final", RULES, BEST] == 0.468
    assert printed["evo_final", RANDOM, TEN] == 0.9505 and printed["evo_final", RULES, TEN] == 0.453


def test_an_evolution_leaves_what_other_commands_read_and_is_not_run_twice(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = evolved(BREED, call)
    assert first != second and json.loads(first.read_text())["best"] != json.loads(second.read_text())["best"]
    assert [line.evaluations for line in read_log(first.with_suffix(".stats.csv"))] == [6, 12]
    monkeypatch.setattr(unicorns_bench, "run_training", None)
    assert evolved(BREED, call) == [first, second]


def test_the_best_is_noisy_so_honest_numbers_stand_beside_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {which: JudgedCell(BREED, RANDOM, which).play(call) for which in WHICH}
    assert rates[BEST].rate >= rates[MEAN].rate >= rates[FIRST].rate
    assert rates[BEST].games == rates[AGAIN].games == 36 and rates[MEAN].games == 72
    sure = rates[AGAIN].interval
    assert sure is not None and sure.low < rates[AGAIN].rate < sure.high
    assert {rates[which].interval for which in (MEAN, BEST, FIRST)} == {None}, "these were chosen by the games they count"
    monkeypatch.setattr(unicorns_bench, "_judge", None)
    found = judged(BREED, RANDOM, call)
    assert max(found.best) == 36 * rates[BEST].rate and sum(found.best) == pytest.approx(72 * rates[MEAN].rate)
    assert found.again == 36 * rates[AGAIN].rate and len(found.first) == 2


def test_of_one_run_the_ten_best_individuals_are_averaged_each_once(call: Call) -> None:
    alone = Breed("alone", RULES, Size(16, 2, 2, 1), Size(16, 2, 2, 1))
    rates = {which: JudgedCell(alone, RANDOM, which).play(call) for which in OF_ONE_RUN}
    top = judged(alone, RANDOM, call).top
    assert len(top) == 10 and list(top) == sorted(top, reverse=True) and top[0] == 36 * rates[BEST].rate
    assert rates[TEN].games == 360 and rates[TEN].rate == sum(top) / 360 < rates[BEST].rate
    x, y = Stored((0.5,), Path("p"), 3), Stored((0.1,), Path("p"), 1)
    ranked = [Auditioned(x, 9, 9), Auditioned(replace(x, line=7), 9, 9), Auditioned(y, 5, 9)]
    assert unicorns_bench._different(ranked) == [ranked[0], ranked[2]]


def test_the_final_evolution_chooses_from_all_earlier_ones() -> None:
    assert FINAL.started == FINAL_FIRST.started == BREEDS and len(BREEDS) == 6 and FINAL.small.runs == FINAL.paper.runs == 1


def test_a_later_evolution_begins_with_the_best_of_others(call: Call) -> None:
    final = Breed("last", RULES, Size(6, 1, 2, 1), Size(6, 1, 2, 1), "best_five_previous", (BREED,))
    (path,) = evolved(final, call)
    started = json.loads(path.with_suffix(".start.json").read_text())["best"]
    assert len(started) == 6 and started[0]["score"] >= started[-1]["score"]
    genes = [tuple(each["genes"]) for each in started]
    assert tuple(json.loads(path.read_text())["best"][0]["genes"]) in genes


def test_fresh_results_are_made_anew_but_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    breed = Breed("fresh", RANDOM, Size(6, 1, 1, 1), Size(6, 1, 1, 1))
    call = Call(workers=1, folder=tmp_path)
    (path,) = evolved(breed, call)
    path.write_text("{}")
    anew = Call(workers=1, folder=tmp_path, resume=False)
    monkeypatch.setattr(unicorns_bench, "_made", set())
    assert evolved(breed, anew) == [path] and json.loads(path.read_text())["best"]
    monkeypatch.setattr(unicorns_bench, "run_training", None)
    assert evolved(breed, anew) == [path]


def test_the_sizes_of_populations_are_drawn_as_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    breeds = {size: Breed(f"population-{size}", RANDOM, Size(size, 2, 1, 1), Size(size, 2, 1, 1)) for size in (6, 8)}
    monkeypatch.setattr("cardlab.papers.unicorns_evolution.SIZES", (6, 8))
    monkeypatch.setattr("cardlab.papers.unicorns_evolution.sized", breeds.__getitem__)
    call = Call(workers=1, folder=tmp_path)
    outcomes = []
    for breed in breeds.values():
        found = FitnessCell(breed).play(call)
        assert 0 < found.rate <= 1 and runs_of(breed, call).is_dir()
        outcomes.append(Outcome(FIGURE_5_1, FitnessCell(breed), found))
    (line,) = draw_sizes(outcomes, call)
    assert str(tmp_path / "figure5.1.svg") in line and (tmp_path / "figure5.1.svg").stat().st_size > 1000


def test_cells_of_matches_count_who_comes_first(tmp_path: Path) -> None:
    (control,) = (experiment for experiment in EXPERIMENTS if experiment.id == "control")
    first = next(run_experiments([control], games=60, folder=tmp_path, workers=1))
    assert first.finding.games == 60 and 0.7 < first.finding.rate <= 1.0 and first.finding.interval is not None
    few = next(run_experiments([control], games=20, folder=tmp_path, workers=1))
    assert few.finding.games == 20 and few.finding.interval is None


def test_shared_wins_and_deals_that_are_one_observation_have_the_common_interval(tmp_path: Path) -> None:
    cell = WinCell("control", "unicorns", seated(RULES, 2, RANDOM), RULES, 40, 40)
    found = cell.play(Call(folder=tmp_path, workers=1))
    match = Match.of(cell.game, cell.agents, games=40, rotate=False, lots=True)
    wins = wins_of(run_match(match, Conditions(1)), 40, {0, 1})
    assert len(wins) == 40 and found.rate == sum(wins) / 40
    assert found.interval == Clusters.of([match.deal_of(index) for index in range(40)], wins).interval()
