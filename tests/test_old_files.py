"""Files that version 0.1 wrote are read, and mean what they meant: the folder `old` has one of each kind."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardlab import Replay, game, play_match
from cardlab.core.vectorfile import read_individuals
from cardlab.errors import CardlabError, ReplayError, RunError
from tests.cli.projects import cardlab
from tests.lab.matches.test_match import outcome

OLD = Path(__file__).parent / "old"
METHOD = "ag,population=6,games=2,tournament_games=1,kept=2,scenarios=10"
TRAINING = ["locm", "--method", METHOD, "--player", "random", "--seed", "3"]


@pytest.mark.parametrize(
    ("name", "actions", "scores"),
    [
        ("castle.json", 105, (0.0, 1.0)),
        ("locm.json", 96, (1.0, 0.0)),
        ("from-castle.json", 194, (0.0, 0.0, 1.0)),  # begins in the middle of a game, with a position
        ("from-locm.json", 61, (1.0, 0.0)),
    ],
)
def test_a_replay_ends_as_it_ended(name: str, actions: int, scores: tuple[float, ...]) -> None:
    replay = Replay.load(OLD / name)
    replay.verify()
    result = replay.end().result
    assert (len(replay.actions), result and result.scores) == (actions, scores)


def test_an_interrupted_match_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    shutil.copy(OLD / "castle-run.jsonl", file)
    before = file.read_text(encoding="utf-8")
    resumed = play_match("castle", ["ismcts:20", "lowest"], games=40, seed=7, run_file=file, resume=True)
    assert file.read_text(encoding="utf-8").startswith(before)
    assert outcome(resumed) == outcome(play_match("castle", ["ismcts:20", "lowest"], games=40, seed=7))
    assert resumed.roles[0].points == 15.0


def test_a_vector_keeps_its_numbers() -> None:
    best = json.loads((OLD / "draft.json").read_text(encoding="utf-8"))["best"]
    individuals = read_individuals(OLD / "draft.json", game("locm"), "draft")
    assert len(individuals) == 2
    assert [(list(one.genes), one.score) for one in individuals] == [(one["genes"], one["score"]) for one in best]


def test_a_checkpoint_is_gone_on_with(tmp_path: Path) -> None:
    shutil.copy(OLD / "draft-checkpoint.json", tmp_path / "kept.json")
    cardlab(tmp_path, "evolve", *TRAINING, "--budget", "900", "--checkpoint", "kept.json", "--resume", "--out", "new.json")
    new, old = (json.loads(file.read_text(encoding="utf-8")) for file in (tmp_path / "new.json", OLD / "draft.json"))
    assert (new["best"], new["history"], new["games"]) == (old["best"], old["history"], old["games"])


def test_a_model_plays_the_same_games() -> None:
    agent = f"e-ismcts:30,evaluator={OLD / 'castle-linear.onnx'},depth=10"
    match = play_match("castle", [agent, "lowest"], games=20, seed=5, workers=1)
    assert (match.roles[0].points, [role.decisions for role in match.roles]) == (8.0, [1134, 1141])


@pytest.mark.parametrize(
    ("name", "old", "new", "error", "told"),
    [
        ("castle.json", "cardlab-replay-1", "cardlab-replay-9", ReplayError, "not a replay that this version reads"),
        ("castle.json", '"rules_version": 1', '"rules_version": 9', ReplayError, "under version 9 of the rules of castle"),
        ("draft.json", '"version": 1', '"version": 9', RunError, "has version 9 of the format; this cardlab reads version 1"),
        ("castle-run.jsonl", "cardlab-run-1", "cardlab-run-9", RunError, "not a run file"),
    ],
)
def test_a_format_of_another_time_is_refused_with_a_reason(
    tmp_path: Path, name: str, old: str, new: str, error: type[CardlabError], told: str
) -> None:
    text = (OLD / name).read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / name
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(error, match=told):
        if name == "castle-run.jsonl":
            play_match("castle", ["ismcts:20", "lowest"], games=40, seed=7, run_file=file, resume=True)
        elif name == "draft.json":
            read_individuals(file, game("locm"), "draft")
        else:
            Replay.load(file)
