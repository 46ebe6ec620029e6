"""The commands as real processes, without a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cardlab
from cardlab.core.replay import Replay
from cardlab.play.gamelog import game_log
from cardlab.play.record import Record


def _run(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    program = f"{code}\nfrom cardlab.cli import main\nmain()"
    plain = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60, env=plain)


def _saved(tmp_path: Path) -> Path:
    game = cardlab.game("castle")
    state, rng, actions = game.new(2), cardlab.Rng(2), []
    while not state.over:
        actions.append(state.random_action(rng))
        state.apply(actions[-1])
    return Replay.of(game.new(2), actions, 2, ["lowest", "random"]).save(tmp_path / "game.json")


def test_replay_writes_text_into_a_pipe(tmp_path: Path) -> None:
    path = _saved(tmp_path)
    done = _run("replay", str(path))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Castle (castle, seed 2): lowest – random"
    assert lines[2] == "Turn 1: lowest"
    assert lines[3].split()[:3] == ["1", "lowest", "castle"]
    assert any(line.startswith(("lowest wins after", "random wins after")) for line in lines)


def test_replay_writes_the_whole_game_as_json(tmp_path: Path) -> None:
    path = _saved(tmp_path)
    done = _run("replay", str(path), "--json")
    assert done.returncode == 0, done.stderr
    log = json.loads(done.stdout)
    record = Record.of(Replay.load(path))
    assert log == json.loads(json.dumps(game_log(record)))
    assert [made["decision"] for turn in log["turns"] for made in turn["decisions"]] == list(range(1, len(record.steps) + 1))


def test_text_and_json_at_once_are_refused(tmp_path: Path) -> None:
    done = _run("replay", str(_saved(tmp_path)), "--json", "--text")
    assert done.returncode == 2 and done.stdout == ""
    assert "choose one" in done.stderr


def test_a_match_writes_how_long_its_agents_took(tmp_path: Path) -> None:
    assert _run("match", "castle", "ismcts:20", "lowest", "-n", "1", "--save-replays", str(tmp_path)).returncode == 0
    replay = Replay.load(tmp_path / "game-000000.json")
    assert len(replay.milliseconds) == len(replay.actions) and sum(replay.milliseconds) > 0
    lines = _run("replay", str(tmp_path / "game-000000.json"), "--text").stdout.splitlines()
    assert sum(line.endswith(" each") for line in lines) == 2


def test_a_changed_replay_is_refused_with_code_2(tmp_path: Path) -> None:
    path = _saved(tmp_path)
    data = json.loads(path.read_text())
    data["digest"] = "0" * 16
    path.write_text(json.dumps(data))
    done = _run("replay", str(path))
    assert done.returncode == 2
    assert "does not lead to the end it claims" in done.stderr
    assert done.stdout == ""


def test_a_missing_replay_is_refused_with_code_2(tmp_path: Path) -> None:
    done = _run("replay", str(tmp_path / "none.json"))
    assert done.returncode == 2
    assert "cannot be read" in done.stderr


def test_watch_writes_the_same_game_for_the_same_seed() -> None:
    runs = [_run("watch", "castle", "lowest", "random", "--seed", "7") for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout
    assert "wins after" in runs[0].stdout


def test_play_without_a_terminal_says_what_works() -> None:
    done = _run("play", "castle", "--vs", "random")
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr and "cardlab watch" in done.stderr


def test_too_many_opponents_are_refused() -> None:
    done = _run("play", "castle", "--vs", "random", "--vs", "random", "--players", "2")
    assert done.returncode == 2
    assert "2 opponents are too many" in done.stderr


def test_without_textual_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['textual'] = None\nimport cardlab.play.launch as launch; launch.on_terminal = lambda: True\n"
    )
    done = _run("watch", "castle", "random", "random", code=code)
    assert done.returncode == 2
    assert "pip install 'cardlab[play]'" in done.stderr
