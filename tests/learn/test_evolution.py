"""A training as a whole: one seed, any number of workers and pieces, interruption and resumption."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab.core.vectorfile import read_vector
from cardlab.errors import OptionError, RunError, UnknownName
from cardlab.lab.engine import Conditions, Interrupted, Progress
from cardlab.learn.evolution import Evolved, run_training, train
from cardlab.learn.parameters import METHODS
from cardlab.learn.task import Task
from tests.learn.arenas import CASTLE, Lottery, toy_task

SMALL: dict[str, Any] = {"population": 8, "scenarios": 2}


class Impatient(Lottery):
    """Somebody asks to stop during a certain call."""

    def __init__(self, at: int) -> None:
        super().__init__(most=1)
        self.at = at

    def stops(self) -> bool:
        return len(self.calls) == self.at


def task_of(method: str, **given: Any) -> Task:
    more = {"generations": 3} if METHODS[method].evolves else {}
    return toy_task(method, **{**SMALL, **more, **given})


def same(one: Evolved, other: Evolved) -> bool:
    return len(one.history) == len(other.history) and all(
        a.step == b.step and a.games == b.games and np.array_equal(a.genes, b.genes) and np.array_equal(a.scores, b.scores)
        for a, b in zip(one.history, other.history, strict=True)
    )


@pytest.mark.parametrize("method", METHODS)
def test_the_seed_decides_about_everything(method: str) -> None:
    first, again = (run_training(task_of(method), Conditions(), arena=Lottery()) for _ in range(2))
    other = run_training(task_of(method, seed=2), Conditions(), arena=Lottery())
    assert same(first, again)
    assert not same(first, other)


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_a_training_stopped_anywhere_and_resumed_ends_as_if_it_had_not_been(
    method: str, published: bool, tmp_path: Path
) -> None:
    task = task_of(method, published=published)
    whole = Lottery(most=1)
    expected = run_training(task, Conditions(), arena=whole)
    assert len(whole.calls) > 1
    for at in range(1, len(whole.calls) + 1, max(1, len(whole.calls) // 5)):
        path, rest = tmp_path / f"{at}.json", Lottery(most=1)
        with pytest.raises(Interrupted):
            run_training(task, Conditions(), path, arena=Impatient(at))
        assert same(run_training(task, Conditions(), path, resume=True, arena=rest), expected)
        assert len(rest.calls) == len(whole.calls) - at + 1


def test_the_size_of_pieces_does_not_matter() -> None:
    expected = run_training(task_of("ag"), Conditions(), arena=Lottery())
    assert same(run_training(task_of("ag"), Conditions(), arena=Lottery(most=1)), expected)


def test_a_finished_training_is_not_played_again_and_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    short = run_training(task_of("ag"), Conditions(), path, arena=Lottery())
    idle = Lottery()
    assert same(run_training(task_of("ag"), Conditions(), path, resume=True, arena=idle), short)
    assert idle.games == 0
    longer = run_training(task_of("ag", generations=5), Conditions(), path, resume=True, arena=idle)
    assert same(longer, run_training(task_of("ag", generations=5), Conditions(), arena=Lottery()))
    assert idle.games == longer.games - short.games
    assert same(run_training(task_of("ag"), Conditions(), path, resume=True, arena=Lottery()), short)


def test_another_trainings_checkpoint_is_refused_with_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    run_training(task_of("ag"), Conditions(), path, arena=Lottery())
    for other, message in (
        (task_of("ag", seed=2), "seed is 1 there and 2 here"),
        (task_of("ag-all"), 'method is "ag" there and "ag-all" here'),
        (task_of("ag", mutation=0.1), "mutation is 0.05 there and 0.1 here"),
        (task_of("ag", passes=2), "passes is 1 there and 2 here"),
    ):
        with pytest.raises(RunError) as refusal:
            run_training(other, Conditions(), path, resume=True, arena=Lottery())
        assert message in str(refusal.value)
        assert "choose another file (--checkpoint)" in str(refusal.value)


def test_damaged_and_foreign_checkpoints_are_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("my notes")
    with pytest.raises(RunError, match="is not a checkpoint"):
        run_training(task_of("ag"), Conditions(), path, arena=Lottery())
    assert path.read_text() == "my notes"
    path.write_text("[]")
    with pytest.raises(RunError, match="is not a checkpoint"):
        run_training(task_of("ag"), Conditions(), path, resume=True, arena=Lottery())
    path.unlink()
    run_training(task_of("ag"), Conditions(), path, arena=Lottery())
    good = path.read_text()
    broken = (good[: len(good) // 2], "is broken JSON"), (good.replace('"finished": 4', '"finished": 3'), "is damaged")
    for text, message in (*broken, (good.replace('"version": 1', '"version": 9'), "version 9")):
        path.write_text(text)
        with pytest.raises(RunError, match=message):
            run_training(task_of("ag"), Conditions(), path, resume=True, arena=Lottery())


def test_a_run_without_resume_starts_anew_over_an_old_checkpoint(tmp_path: Path) -> None:
    path, fresh = tmp_path / "c.json", Lottery()
    run_training(task_of("ag"), Conditions(), path, arena=Lottery())
    run_training(task_of("ag", seed=5), Conditions(), path, arena=fresh)
    assert fresh.games == task_of("ag").cost
    assert json.loads(path.read_text())["task"]["seed"] == 5


def test_progress_tells_games_steps_and_the_best_score() -> None:
    told: list[Progress] = []
    task = task_of("ag")
    trained = run_training(task, Conditions(progress=told.append), arena=Lottery())
    assert [news.done for news in told] == sorted(news.done for news in told)
    best = float(trained.history[-1].scores[0]) / 100
    assert told[-1] == Progress(task.cost, task.cost, (best,), 1, ("generation 3 of 3, best",))


def test_the_result_file_holds_the_five_best_and_how_they_were_found(tmp_path: Path) -> None:
    trained = run_training(task_of("ag-weights"), Conditions(), arena=Lottery())
    trained.save(tmp_path / "best.json")
    data = json.loads((tmp_path / "best.json").read_text())
    assert (data["game"], data["kind"], data["player"], data["method"]) == ("castle", "toy", "adder", "ag-weights")
    assert data["parameters"]["merge"] == 0.75 and data["seed"] == 1 and data["games"] == trained.games
    assert [len(entry["genes"]) for entry in data["best"]] == [6] * 5
    scores = [entry["score"] for entry in data["best"]]
    assert scores == sorted(scores, reverse=True)
    assert [entry["step"] for entry in data["history"]] == [0, 1, 2, 3]
    task = trained.task
    assert read_vector(tmp_path / "best.json", task.game, task.kind) == list(trained.best[0].genes)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (
            {"game": "castle,players=4", "method": "random,kept=2", "population": 3},
            OptionError,
            "population=3 does not fill a table of 4 players",
        ),
        ({"kind": "drafts"}, UnknownName, "Did you mean 'draft'?"),
        ({"player": "gredy"}, UnknownName, "Did you mean 'greedy'?"),
        ({"seed": 1.5}, RunError, "a seed is a whole number"),
        ({"budget": 20_000, "generations": 2}, OptionError, "give either, not both"),
        ({"method": "ag,scenarios=2", "scenarios": 3}, OptionError, "'scenarios' is given twice"),
        ({"budget": 100}, RunError, "does not pay for one generation"),
    ],
)
def test_tasks_that_cannot_be_done_are_refused(given: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        Task.of(**{"game": "locm", **given})
    assert message in str(refusal.value)


def test_a_game_without_vectors_has_nothing_to_evolve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(CASTLE), "vectors", lambda self: {})
    with pytest.raises(RunError, match="castle has no policy that is a vector of numbers"):
        Task.of("castle")


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_the_number_of_workers_does_not_matter_with_real_games(player: str, tmp_path: Path) -> None:
    given: dict[str, Any] = {"player": player, "generations": 2, "population": 10, "games": 5, "tournament_games": 2}
    alone = train("locm,rules=paper", "ag-weights", seed=4, **given)
    crew = train("locm,rules=paper", "ag-weights", seed=4, workers=3, checkpoint=tmp_path / "c.json", **given)
    assert same(alone, crew)
    assert alone.games == alone.task.cost == 2 * 10 * (24 + 10)
    assert len(alone.best[0].genes) == 160


def test_a_real_training_beats_random_drafts() -> None:
    from cardlab.learn.contest import Contest
    from cardlab.learn.trials import Contestant, VectorTrial, compare

    trained = train("locm,rules=paper", "ag-weights", budget=150_000, seed=1)
    task, trial = trained.task, VectorTrial.of(4000, 500, 9)
    sides = Contestant.of("trained", [best.genes for best in trained.best]), Contestant.random("random", task.kind, 500, 9)
    (score,) = compare(Contest(task.game, task.kind, task.player), [sides], trial)
    assert score.games == 4000 and score.rate > 0.55


def test_a_missing_numpy_is_an_error_that_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'numpy' else find(name, *rest)\n"
        "from cardlab.cli import main; main(['evolve', 'locm', '--budget', '10000'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "Error: evolution needs more libraries: pip install 'cardlab[learn]'\n"
