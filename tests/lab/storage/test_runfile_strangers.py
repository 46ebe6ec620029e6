"""Run files that are damaged, forged, shared or out of date: each is refused in one sentence, and nothing hangs."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardlab.core.replay import Replay
from cardlab.errors import RunError
from cardlab.lab import play_match, play_tournament
from cardlab.lab.storage.runlines import MAX_LINE_BYTES
from cardlab.lab.storage.sources import named_files
from tests.core.damaging import damaged_json
from tests.lab.matches import rogues
from tests.lab.matches.test_match import outcome

AGENTS = ["lowest", "random"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    play_match("castle", AGENTS, games=4, workers=1, run_file=path)
    return path


def resume(file: Path, games: int = 6) -> Any:
    return play_match("castle", AGENTS, games=games, workers=1, run_file=file, resume=True)


def change(file: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Edit the second line."""
    lines = file.read_text().splitlines()
    data = json.loads(lines[1])
    edit(data)
    file.write_text("\n".join([lines[0], json.dumps(data), *lines[2:]]) + "\n")


def put(name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda data: data.__setitem__(name, value)


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (put("first", -1), "first should be whole, from 0 to"),
        (put("first", 10**9), "first should be whole, from 0 to"),
        (put("first", 1.5), "first should be whole"),
        (put("first", True), "first should be whole"),
        (put("group", 1), "group should be whole, from 0 to 0"),
        (put("group", "0"), "group should be whole"),
        (put("reason", [77]), "reason should be whole, from -3 to 3"),
        (put("reason", [-4]), "reason should be whole"),
        (put("reason", [-1]), "reason and failed contradict each other"),
        (put("reason", [1, 1]), "its columns differ in length"),
        (put("reason", []), "its columns differ in length"),
        (put("reason", {}), "its columns are no lists"),
        (put("failed", [2]), "failed should be whole, from -1 to 1"),
        (put("scores", [[5.0, 0.0]]), "scores are numbers from 0 to 1"),
        (put("scores", [[-0.5, 0.0]]), "scores are numbers from 0 to 1"),
        (put("scores", [[float("nan"), 0.0]]), "scores are numbers from 0 to 1"),
        (put("scores", [[None, 0.0]]), "scores are numbers from 0 to 1"),
        (put("scores", [[1.0]]), "its games are not for 2 players"),
        (put("scores", [[1.0, 0.0, 0.0]]), "its games are not for 2 players"),
        (put("turns", [[1 << 40, 0]]), "turns should be whole"),
        (put("spent_ns", [[-1, 0]]), "spent_ns should be whole"),
        (put("slowest_ns", [[0.5, 0]]), "slowest_ns should be whole"),
        (put("decisions", ["many"]), "decisions should be whole"),
        (put("errors", {"7": "elsewhere"}), "errors should be texts by the numbers of games"),
        (put("errors", {"-0": "x"}), "errors should be texts by the numbers of games"),
        (put("errors", {"0": "x" * 5000}), "a text of at most 4000 characters"),
        (put("errors", []), "errors should be texts"),
        (put("observed", [1]), "rows of data do not belong there"),
        (put("more", 1), "unknown part 'more'"),
        (lambda data: data.pop("timed"), "parts are missing"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_number(file: Path, edit: Any, complaint: str) -> None:
    change(file, edit)
    with pytest.raises(RunError, match=f"line 2 is damaged: .*{complaint}"):
        resume(file)


def test_a_late_line_of_a_tournament_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    file, agents = tmp_path / "run.jsonl", ["lowest", "random", "flat:10"]
    play_tournament("castle", agents, games=2, workers=1, run_file=file)
    lines = file.read_text().splitlines()
    last = {**json.loads(lines[-1]), "scores": [[2, 2]]}
    file.write_text("\n".join([*lines[:-1], json.dumps(last)]) + "\n")
    told: list[Any] = []
    with pytest.raises(RunError, match=f"line {len(lines)} is damaged"):
        play_tournament("castle", agents, games=50, run_file=file, resume=True, progress=told.append)
    assert told == []


def test_an_error_text_of_a_file_is_made_fit_to_be_shown(file: Path) -> None:
    change(file, lambda data: data.update(reason=[-1], failed=[0], errors={"0": "\x1b[2J\ud800"}))
    assert resume(file).errors[0] == "\\x1b[2J\\ud800"


def test_a_line_without_end_and_a_deep_one_are_refused_at_once(file: Path) -> None:
    head = file.read_bytes().splitlines(keepends=True)[0]
    for line in (b"[" * MAX_LINE_BYTES + b"\n", b"[" * (MAX_LINE_BYTES // 2) + b"\n", b'{"first":' + b"9" * 5000 + b"}\n"):
        file.write_bytes(head + line)
        started = time.monotonic()
        with pytest.raises(RunError, match="line 2 is damaged"):
            resume(file)
        assert time.monotonic() - started < 5
    file.write_bytes(b"[" * 100_000 + b"\n")
    with pytest.raises(RunError, match="is not a run file"):
        resume(file)


def test_damage_of_any_kind_gives_a_sentence_or_a_possible_result(file: Path) -> None:
    whole, luck = file.read_bytes(), random.Random(5)
    refused = 0
    for _ in range(300):
        file.write_bytes(damaged_json(whole, luck))
        try:
            result = resume(file, games=4)
        except RunError as error:
            refused += "run.jsonl" in str(error)
            continue
        assert result.games == 4 and all(0 <= role.score <= 1 for role in result.roles)
        assert sum(result.endings.values()) == 4
    assert refused > 100


# ---- agents that have changed ----------------------------------------------------------------------------------------


def test_an_agent_whose_file_has_changed_is_another_agent(tmp_path: Path) -> None:
    mine, file = tmp_path / "mine.py", tmp_path / "run.jsonl"
    shutil.copy(rogues.__file__, mine)
    agents = [f"python:{mine}:First", "lowest"]
    play_match("castle", agents, games=2, workers=1, run_file=file)
    assert play_match("castle", agents, games=4, workers=1, run_file=file, resume=True).games == 4
    mine.write_text(mine.read_text().replace("legal()[0]", "legal()[-1]"))
    with pytest.raises(RunError, match=r"played by another version of .*mine.py.*, which has changed since"):
        play_match("castle", agents, games=6, workers=1, run_file=file, resume=True)


def test_a_file_that_does_not_tell_is_accepted_with_a_word_of_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardlab.cli import main

    file = tmp_path / "run.jsonl"
    agents = [f"python:{rogues.__file__}:First", "lowest"]
    play_match("castle", agents, games=2, workers=1, run_file=file)
    lines = file.read_text().splitlines()
    head = json.loads(lines[0])
    del head["files"]
    file.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    with pytest.raises(SystemExit) as end:
        main(["match", "castle", *agents, "-n", "2", "--resume", "--run-file", str(file)])
    assert end.value.code == 0
    assert "does not tell whether" in capsys.readouterr().err


def test_every_file_that_a_text_names_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "bot", "w.bin", "m.onnx", "v.json"):
        (tmp_path / name).write_text(name)
    texts = [
        "python:a.py:Mine", "cmd[time=2]:./bot --weights=w.bin", "cmd:python a.py", "e-ismcts:80,evaluator=m.onnx",
        "greedy,draft=vector(v.json)", "lowest", "cmd:'open", "python:nowhere.Name", "python:json.JSONDecoder",
        "e-ismcts:80,evaluator=python:string.capwords,encoder=svm",
    ]  # fmt: skip
    assert sorted(named_files(texts)) == ["./bot", "a.py", "json", "m.onnx", "string", "v.json", "w.bin"]
    before = named_files(texts)
    (tmp_path / "m.onnx").write_text("other")
    assert [name for name, digest in named_files(texts).items() if digest != before[name]] == ["m.onnx"]


# ---- replays ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", [["lowest", "random"], [f"python:{rogues.__file__}:Raises", "lowest"]])
def test_a_resumed_match_has_the_replays_of_all_its_games(tmp_path: Path, agents: list[str]) -> None:
    whole = play_match("castle", agents, games=7, replays=tmp_path / "whole")
    file, folder = tmp_path / "run.jsonl", tmp_path / "replays"
    play_match("castle", agents, games=3, run_file=file)
    play_match("castle", agents, games=5, run_file=file, replays=folder, resume=True)
    (folder / "game-000001.json").unlink()
    (folder / "game-000002.json").write_text("another match's")
    shutil.copy(folder / "game-000004.json", folder / "game-000000.json")
    kept = (folder / "game-000003.json").stat().st_mtime_ns
    resumed = play_match("castle", agents, games=7, run_file=file, replays=folder, resume=True)
    assert outcome(resumed) == outcome(whole)
    replays = sorted(folder.iterdir())
    assert [Replay.load(path) for path in replays] == [Replay.load(path) for path in sorted((tmp_path / "whole").iterdir())]
    assert all(Replay.load(path) for path in replays)
    assert (folder / "game-000003.json").stat().st_mtime_ns == kept
    assert outcome(play_match("castle", agents, games=7, run_file=file, resume=True)) == outcome(whole)


# ---- two runs, one file ------------------------------------------------------------------------------------------------

HOLDER = """
import sys, time
from cardlab.lab import Match
from cardlab.lab.matches.playing import match_spec
from cardlab.lab.storage.runfile import RunFile
held = RunFile(sys.argv[1], match_spec(Match.of("castle", ["lowest", "random"])), resume=True)
print("held", flush=True)
time.sleep(60)
"""


def test_a_file_that_another_run_writes_is_refused_until_that_run_is_gone(file: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(file)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    before = file.read_bytes()
    try:
        with pytest.raises(RunError, match=r"another cardlab is writing it\. Wait until that run has ended"):
            resume(file)
        assert file.read_bytes() == before
    finally:
        os.kill(holder.pid, signal.SIGKILL)
        holder.communicate()
    assert resume(file).games == 6


def test_two_equal_matches_at_once_leave_a_whole_file(tmp_path: Path) -> None:
    """Without a name both would write the same file: one does, the other goes on without and says so."""
    env = {**os.environ, "CARDLAB_HOME": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "cardlab",
        "match",
        "castle",
        "ismcts:150",
        "lowest",
        "-n",
        "500",
        "--workers",
        "1",
        "--json",
    ]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) for _ in range(2)]
    ended = [run.communicate(timeout=120) for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert len({json.loads(out)["roles"][0]["points"] for out, _ in ended}) == 1
    assert sum("another cardlab" in err for _, err in ended) == 1
    (written,) = (tmp_path / "runs").glob("*.jsonl")
    chunks = [json.loads(line) for line in written.read_text().splitlines()[1:]]
    assert sorted(i for c in chunks for i in range(c["first"], c["first"] + len(c["reason"]))) == list(range(500))
