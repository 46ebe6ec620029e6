"""What agents, bots and replays say reaches the terminal and files as text, never as orders."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.test_printable import STEERING
from tests.lab.matches import rogues

ROGUES = Path(rogues.__file__)


def cardlab(*arguments: str | Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command with colours on, as on a terminal."""
    command = [sys.executable, "-m", "cardlab", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=60, env={**os.environ, "FORCE_COLOR": "1", **env})


def harmless(output: bytes) -> bool:
    """Whether nothing but the colours of rich and click is in it."""
    text = output.decode()
    for colour in ("\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[1;31m"):
        text = text.replace(colour, "")
    return text.replace("\n", "").isprintable()


def test_an_error_that_no_terminal_can_show_does_not_spoil_the_results(tmp_path: Path) -> None:
    """The table, JSON, CSV and the run file are all written, and the run can be resumed."""
    play = ("match", "castle", f"python:{ROGUES}:RaisesSurrogate", "lowest", "-n", "4", "--seed", "2")
    files = ("--run-file", tmp_path / "run.jsonl", "--csv", tmp_path / "games.csv")
    done = cardlab(*play, *files)
    assert done.returncode == 0, done.stderr.decode()
    assert harmless(done.stdout)
    assert "ValueError: lone \\ud800 surrogate, \\x1b[31mred\\x9b, \\u202eturned" in done.stdout.decode()
    again = cardlab(*play, *files, "--resume", "--json")
    assert again.returncode == 0, again.stderr.decode()
    assert json.loads(again.stdout)["errors"]["1"].startswith("ValueError: lone \\ud800")
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        assert next(row for row in csv.DictReader(file) if row["error"])["error"].startswith("ValueError: lone \\ud800")


def test_markup_in_an_agents_name_is_not_obeyed(tmp_path: Path) -> None:
    folder = tmp_path / "[red]bold[" / "x"
    folder.mkdir(parents=True)
    agent = folder / "mine.py"
    agent.write_text("class A:\n    def choose(self, seat):\n        raise ValueError('[/] [link=x]')\n")
    other = tmp_path / "mine.py"
    other.write_text(agent.read_text())
    done = cardlab("match", "castle", f"python:{agent}:A", f"python:{other}:A", "-n", "2")
    assert done.returncode == 1, done.stderr.decode()
    assert harmless(done.stdout)
    assert "[red]bold[" in done.stdout.decode().replace("\n", "") and "[/] [link=x]" in done.stdout.decode()


def test_escapes_in_a_bots_last_words_are_shown_not_obeyed(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"import sys\nsys.stderr.buffer.write({''.join(STEERING[:4])!r}.encode() + b'\\x9b\\xff\\n')\nsys.exit(3)\n")
    done = cardlab("match", "locm", f"cmd[time=20]:{sys.executable} -S {bot}", "greedy", "-n", "2", "--workers", "1")
    assert done.returncode == 1, done.stderr.decode()
    assert harmless(done.stdout)
    assert "the bot ended (exit code 3)" in done.stdout.decode()
    assert "\\x1b]0;title\\x07\\x07" in done.stdout.decode()


@pytest.mark.parametrize("where", ["agents", "note", "game", "actions", "digest", "unknown"])
def test_escapes_in_a_replay_are_shown_not_obeyed(tmp_path: Path, where: str) -> None:
    bad = "".join(STEERING)
    path = tmp_path / "game.json"
    cardlab("match", "castle", "lowest", "random", "-n", "1", "--save-replays", tmp_path)
    data = json.loads((tmp_path / "game-000000.json").read_text())
    data |= {
        "agents": {"agents": [f"[red]{bad}", "random"]}, "note": {"note": bad}, "game": {"game": bad},
        "actions": {"actions": [bad]}, "digest": {"digest": bad}, "unknown": {bad: 1},
    }[where]  # fmt: skip
    path.write_text(json.dumps(data))
    done = cardlab("replay", path, "--text")
    assert done.returncode == (0 if where in ("agents", "note") else 2)
    assert b"Traceback" not in done.stderr
    assert harmless(done.stdout) and harmless(done.stderr)
    if where == "agents":
        assert "[red]\\x1b[2J\\x9b31m" in done.stdout.decode()


def test_an_agent_that_raises_while_it_is_watched_ends_in_one_line() -> None:
    done = cardlab("watch", "castle", f"python:{ROGUES}:RaisesExit", f"python:{ROGUES}:RaisesSurrogate", "--text")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr and b"failed: ValueError: lone" in done.stderr
    assert harmless(done.stderr)


def test_a_file_name_that_cannot_be_shown_is_named_all_the_same(tmp_path: Path) -> None:
    done = cardlab("replay", os.fsdecode(bytes(tmp_path) + b"/none\xff\x1b[2J.json"))
    assert done.returncode == 2
    assert harmless(done.stderr) and "none\\udcff\\x1b[2J.json: cannot be read" in done.stderr.decode()
