"""The learning experiments of the Castle study at a tiny size: rows recorded once, models trained once, tables, searches."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cardlab import game, make_agent
from cardlab.errors import MissingExtra, RunError
from cardlab.lab.matches.playing import Interrupted, Progress
from cardlab.papers import castle_models, castle_rows
from cardlab.papers.castle import EXPERIMENTS
from cardlab.papers.castle_learning import CNN, FOREST, LINEAR, SVM, X11A, X11B, X12, X13
from cardlab.papers.castle_models import AccuracyCell, ModelRecipe, learned
from cardlab.papers.castle_rows import collection_of, recorded, rows_path
from cardlab.papers.castle_search import RIVALS, SearchCell
from cardlab.papers.castle_tables import accuracy_bars
from cardlab.papers.experiment import Call, Cell, Experiment, Published, run_experiments

GAMES = 80
QUICK = ModelRecipe("linear", "svm")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games of a search that hardly thinks, and small models."""
    monkeypatch.setitem(castle_rows.ITERATIONS, "small", 5)
    monkeypatch.setitem(castle_rows.GAMES, "small", GAMES)
    settings = {
        "svm": {"rows": 200, "gamma": 0.1, "C": 1.0}, "forest": {"trees": 5, "jobs": 1}, "cnn": {"epochs": 1, "share": 0.2},
    }  # fmt: skip
    monkeypatch.setattr(castle_models, "SETTINGS", {"small": settings})
    for module in (castle_rows, castle_models):
        monkeypatch.setattr(module, "_fresh", set())


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for tests that may use the same rows."""
    return tmp_path_factory.mktemp("castle")


def cells(experiment: Experiment) -> dict[str, AccuracyCell]:
    return {cell.label: cell for cell in experiment.cells if isinstance(cell, AccuracyCell)}


def test_the_learning_experiments_follow_the_others_and_have_cells_of_their_own_names() -> None:
    assert [experiment.id for experiment in EXPERIMENTS[8:]] == ["X11a", "X11b", "X12", "X13"]
    for experiment in EXPERIMENTS[8:]:
        labels = [cell.label for cell in experiment.cells]
        assert len(set(labels)) == len(labels)
        assert all(0 < cell.games("small") <= cell.games("paper") for cell in experiment.cells)


def test_every_encoding_exists_and_is_written_as_the_game_writes_it() -> None:
    castle = game("castle")
    for experiment in (X11A, X13):
        for cell in cells(experiment).values():
            assert castle.encoder(cell.recipe.encoder).text == cell.recipe.encoder


def test_the_choice_of_the_row_is_tried_by_agents_that_exist() -> None:
    castle = game("castle")
    for cell in X12.cells:
        assert isinstance(cell, Cell) and cell.games("paper") == 1000
        assert all(make_agent(castle, agent).spec == agent for agent in cell.agents)


def test_searches_cover_models_depths_and_credits_against_every_rival() -> None:
    found = [cell for cell in X11B.cells if isinstance(cell, SearchCell)]
    assert len(found) == len(X11B.cells) == 14 * 3
    assert {(c.depth, c.credit) for c in found if c.recipe == CNN} == {
        (40, "hard"), (40, "soft"), (40, "gated"), (10, "hard"), (10, "soft"), (20, "hard"), (20, "soft"), (80, "hard"),
        (80, "soft"),
    }  # fmt: skip
    for model in (SVM, FOREST):
        assert {(c.depth, c.credit) for c in found if c.recipe == model} == {(40, "hard"), (40, "soft")}
    assert [c.rival for c in found if c.recipe is None] == list(RIVALS)


def test_published_numbers_of_the_learning_experiments_are_those_of_the_study() -> None:
    published = {(e.id, c.label): c.published for e in EXPERIMENTS[8:] for c in e.cells if c.published}
    assert {key: (each.rate, each.games, each.loose) for key, each in published.items()} == {
        ("X11a", "cnn on image"): (0.73, 0, True),
        ("X11b", "cnn, depth 40, hard against lowest"): (0.696, 23, True),
        ("X11b", "cnn, depth 40, hard against ismcts, equal iterations"): (0.533, 30, True),
        ("X13", "cnn on image, rows split at random"): (0.73, 0, True),
    }


def test_rows_are_recorded_once_and_a_longer_collection_keeps_the_first_games(shared: Path) -> None:
    told: list[Progress] = []
    call = Call(folder=shared, progress=told.append)
    first, path = recorded(call, 20)
    assert first.games == 20 and path.parent == shared and told[-1].done == 20
    assert first.agent.used() == ("ismcts:5,memory=table,policy=random,c=0.7,vary=0",) and first.opponent.used() == ("lowest",)
    assert set(first.seat.tolist()) == {0, 1}
    longer, same = recorded(call, GAMES)
    assert longer.games == GAMES and same == path
    before = path.stat().st_mtime_ns
    again, _ = recorded(call, 20)
    assert path.stat().st_mtime_ns == before
    assert again.numbers.tolist() == first.numbers.tolist() == longer.first_games(20).numbers.tolist()


def test_rows_come_from_other_deals_than_the_matches_of_the_same_seed() -> None:
    call = Call(seed=3)
    assert collection_of(call, 10).match.seed not in (3, collection_of(Call(seed=4), 10).match.seed)


def test_without_a_folder_rows_lie_where_run_files_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))
    path = rows_path(Call(), collection_of(Call(), 10))
    assert path.parent == tmp_path / "runs" and path.suffix == ".parquet"


def test_a_model_is_scored_on_a_fifth_of_the_games_and_has_a_constant_answer_beside_it(shared: Path) -> None:
    call = Call(folder=shared)
    finding = AccuracyCell("linear", QUICK).play(call)
    constant = AccuracyCell("constant", QUICK, constant=True).play(call)
    assert finding.games == constant.games == GAMES // 5
    assert finding.interval is None and constant.interval is None, "eight deals tell too little"
    assert finding.rate == finding.more["accuracy"] and finding.more["baseline"] == constant.rate
    assert finding.more["gain"] == pytest.approx(finding.rate - constant.rate)
    assert constant.more["auc"] == 0.5 and constant.more["balanced_accuracy"] == 0.5


def test_a_model_that_is_there_is_not_trained_again(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call = Call(folder=shared)
    before = learned(QUICK, call, GAMES)
    monkeypatch.setattr(castle_models, "_train", lambda *job: pytest.fail("trained again"))
    assert learned(QUICK, call, GAMES) == before


@pytest.mark.parametrize("damage", ["no model", "no scores", "broken scores"])
def test_a_model_with_a_part_missing_is_trained_again_to_the_same_scores(shared: Path, damage: str) -> None:
    call = Call(folder=shared)
    before = learned(QUICK, call, GAMES)
    if damage == "no model":
        before.path.unlink()
    elif damage == "no scores":
        before.path.with_suffix(".json").unlink()
    else:
        before.path.with_suffix(".json").write_text('{"by_row": false, "scores": {}}')
    assert learned(QUICK, call, GAMES) == before
    assert before.path.is_file() and json.loads(before.path.with_suffix(".json").read_text())["model"] == "linear"


Change = Callable[[Call, ModelRecipe], tuple[Call, ModelRecipe]]
CHANGES: dict[str, Change] = {
    "seed": lambda call, recipe: (replace(call, seed=1), recipe),
    "encoding": lambda call, recipe: (call, replace(recipe, encoder="image")),
    "kind": lambda call, recipe: (call, replace(recipe, kind="forest")),
    "split": lambda call, recipe: (call, replace(recipe, by_row=True)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_seed_encoding_kind_or_split_is_another_model(shared: Path, change: str) -> None:
    call, recipe = CHANGES[change](Call(folder=shared), QUICK)
    assert learned(recipe, call, GAMES).path != learned(QUICK, Call(folder=shared), GAMES).path


def test_fresh_results_are_made_anew_but_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = learned(QUICK, Call(folder=tmp_path), GAMES)
    jobs: list[Path] = []
    train = castle_models._train
    monkeypatch.setattr(castle_models, "_train", lambda *job: (jobs.append(job[-1]), train(*job))[1])
    rows = next(tmp_path.glob("*.parquet"))
    inode = rows.stat().st_ino, rows.stat().st_mtime_ns
    for module in (castle_rows, castle_models):
        module._fresh.clear()
    call = Call(folder=tmp_path, resume=False)
    assert learned(QUICK, call, GAMES) == learned(QUICK, call, GAMES) == before
    assert jobs == [before.path] and (rows.stat().st_ino, rows.stat().st_mtime_ns) != inode


def test_rows_split_at_random_touch_all_games_and_leave_no_model_behind(shared: Path) -> None:
    recipe = ModelRecipe("linear", "svm", by_row=True)
    found = learned(recipe, Call(folder=shared), GAMES)
    by_game = learned(QUICK, Call(folder=shared), GAMES)
    assert not found.path.exists() and by_game.path.exists()
    assert 0.9 * GAMES < found.scores["games"] <= GAMES and by_game.scores["games"] == GAMES // 5
    assert found.scores["rows"] == round(0.2 * len(recorded(Call(folder=shared), GAMES)[0]))
    independent = (found.scores["accuracy"] * (1 - found.scores["accuracy"]) / found.scores["rows"]) ** 0.5
    assert found.scores["accuracy_error"] > 1.5 * independent


def test_tables_and_pictures_are_written_and_the_scores_are_told(shared: Path) -> None:
    experiment = Experiment(
        "T", "tiny", "?",
        (AccuracyCell("majority baseline", QUICK, constant=True), AccuracyCell("linear", QUICK, Published(0.73, loose=True))),
        accuracy_bars,
    )  # fmt: skip
    told: list[str] = []
    outcomes = list(run_experiments([experiment], folder=shared, told=told.append))
    assert [outcome.agrees for outcome in outcomes] == [None, None]
    with (shared / "T.csv").open(encoding="utf-8", newline="") as file:
        constant, linear = csv.DictReader(file)
    assert float(linear["rate"]) == float(linear["accuracy"]) == outcomes[1].finding.rate
    assert linear["baseline"] == constant["accuracy"] and constant["baseline"] == "" and linear["published"] == "0.73"
    assert float(linear["log_loss"]) > 0 and 0 <= float(linear["auc"]) <= 1
    assert (shared / "T.png").read_bytes().startswith(PNG)
    assert told[0].split() == ["accuracy", "baseline", "gain", "balanced", "auc", "log_loss"]
    assert told[1].startswith("majority baseline") and told[2].split()[:2] == ["linear", f"{outcomes[1].finding.rate:.4f}"]
    assert told[-2:] == [f"T: written to {shared / 'T.csv'}", f"T: drawn to {shared / 'T.png'}"]


def test_without_matplotlib_the_table_is_written_all_the_same(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.papers.castle_tables.find_spec", lambda name: None)
    experiment = Experiment("U", "tiny", "?", (AccuracyCell("linear", QUICK),), accuracy_bars)
    told: list[str] = []
    list(run_experiments([experiment], folder=shared, told=told.append))
    assert (shared / "U.csv").exists() and not (shared / "U.png").exists()
    assert told[-1] == "U: no picture was drawn: plots needs more libraries: pip install 'cardlab[plots]'"


@pytest.mark.parametrize("rival", RIVALS)
def test_a_search_with_a_model_of_its_own_plays_every_rival(shared: Path, rival: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.papers.castle_search.TIMES", {"small": "1ms"})
    finding = SearchCell(QUICK, 10, "gated", rival).play(Call(folder=shared, games=4))
    budget = "1ms" if rival.endswith("time") else "5"
    name = learned(QUICK, Call(folder=shared), GAMES).path.name
    plain = f"ismcts:{budget},memory=table,policy=random,c=0.7,vary=0"
    assert finding.games == 4 and finding.agents == (
        f"e-{plain},depth=10,value=hard,gate=0.1,evaluator={name}", "lowest" if rival == "lowest" else plain,
    )  # fmt: skip


@pytest.mark.parametrize("recipe", [SVM, CNN], ids=lambda recipe: recipe.kind)
def test_a_search_through_onnx_runtime_plays_too(shared: Path, recipe: ModelRecipe) -> None:
    if recipe == CNN:
        pytest.importorskip("torch")
    finding = SearchCell(recipe, 40, "soft", "lowest").play(Call(folder=shared, games=2))
    assert finding.games == 2 and f"evaluator={recipe.kind}-" in finding.agents[0]


def test_cardlabs_own_search_needs_no_training(tmp_path: Path) -> None:
    finding = SearchCell(None, 40, "soft", "lowest").play(Call(folder=tmp_path, games=2))
    assert finding.agents == ("e-ismcts:5", "lowest") and not (tmp_path / "models").exists()


def test_matches_of_a_search_go_on_in_a_folder_that_was_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = SearchCell(QUICK, 10, "soft", "lowest")
    before = cell.play(Call(folder=tmp_path / "here", games=4))
    (tmp_path / "here").rename(tmp_path / "there")
    monkeypatch.setattr(castle_models, "_train", lambda *job: pytest.fail("trained again"))
    (file,) = (tmp_path / "there").glob("match-*.jsonl")
    content = file.read_bytes()
    assert cell.play(Call(folder=tmp_path / "there", games=4)) == before
    assert file.read_bytes() == content


def test_a_folder_that_agents_cannot_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="without commas and brackets"):
        SearchCell(QUICK, 10, "soft", "lowest").play(Call(folder=tmp_path / "a,b", games=2))


def test_too_few_games_and_an_interruption_are_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RunError, match="games of 2 deals are too few"):
        AccuracyCell("linear", QUICK).play(Call(folder=tmp_path, games=4))

    def ctrl_c(*job: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(castle_models, "_train", ctrl_c)
    with pytest.raises(Interrupted):
        AccuracyCell("linear", QUICK).play(Call(folder=tmp_path))


def test_missing_libraries_are_named_before_any_game_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "torch"
    monkeypatch.setattr("cardlab.training.libraries.find_spec", lambda name: None if name == missing else object())
    with pytest.raises(MissingExtra, match=r"cardlab\[torch\]"):
        learned(CNN, Call(folder=tmp_path), GAMES)
    missing = "sklearn"
    with pytest.raises(MissingExtra, match=r"cardlab\[learn\]"):
        learned(LINEAR, Call(folder=tmp_path), GAMES)
    assert list(tmp_path.iterdir()) == []


def test_the_study_can_be_looked_at_without_the_libraries_of_training() -> None:
    code = "import sys, cardlab.papers.castle; print(sorted({'numpy', 'torch', 'sklearn', 'polars'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"
    run = [sys.executable, "-m", "cardlab", "reproduce", "castle", "X11a", "X11b", "X12", "X13", "--list"]
    shown = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert "majority baseline" in shown and "1,500" in shown and "69.6%" in shown
