"""`cardlab match`: the words of another runner of matches mean the same as its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import calling

TALKER = """
class Talker:
    def __init__(self):
        self.log_lines = []

    def choose(self, seat, rng):
        self.log_lines.append(f"seat {seat.player}")
        return seat.legal()[0]
"""
SLEEPER = """
import time


class Sleeper:
    def choose(self, seat, rng):
        time.sleep(0.03)
        return seat.legal()[0]
"""


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return calling.run(capsys, "match", "castle", *arguments)


def test_other_words_play_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for words in (("--workers", "2", "--seed", "5", "--turn-time", "60000"), ("-t", "2", "-s", "5", "-to", "60")):
        code, out, error = run(capsys, "lowest", "random", "-n", "10", "--json", *words)
        assert code == 0, error
        told.append(json.loads(out))
    assert [role["points"] for role in told[0]["roles"]] == [role["points"] for role in told[1]["roles"]]
    assert [(one["seed"], one["turn_ms"]) for one in told] == [(5, 60000.0)] * 2


def test_time_out_in_seconds_ends_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    words = ("python:sleeper.py:Sleeper", "lowest", "-n", "1", "--no-rotate", "--threads", "1", "--timeout", "0.01")
    code, out, _ = run(capsys, *words)
    assert code == 1 and "timeout" in out.lower()  # 1: every game ended by a failure
    assert "timeout" not in run(capsys, *words[:-1], "5")[1].lower()


@pytest.mark.parametrize(
    ("seats", "files"),
    [
        ("P1", ["7_p1.log"]),
        ("p2", ["7_p2.log"]),
        ("BOTH", ["7_p1.log", "7_p2.log"]),
        ("NONE", []),
        (None, ["7_p1.log", "7_p2.log"]),
    ],
)
def test_logs_of_the_seats_that_were_asked_for(
    seats: str | None, files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = () if seats is None else ("--enable-logs", seats)
    words = ("lowest", "random", "-n", "1", "--no-rotate", "--count-seeds", "-s", "7", "--threads", "1")
    code, _, error = run(capsys, *words, *asked, "--log-destination", "out")
    assert code == 0, error
    assert sorted(path.name for path in tmp_path.glob("out/*")) == files


def test_what_an_agent_says_is_in_the_log_of_its_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    words = ("lowest", "python:talker.py:Talker", "-n", "1", "--no-rotate", "--count-seeds", "-s", "7", "-t", "1")
    code, _, error = run(capsys, *words, "-l", "P2", "-d", "out")
    assert code == 0, error
    first = (tmp_path / "out" / "7_p2.log").read_text().splitlines()[0]
    assert first.startswith("[PLAYER2]") and first.endswith(" seat 1")
    assert not (tmp_path / "out" / "7_p1.log").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--workers", "2", "--threads", "2"), "--workers and --threads are two names of one thing"),
        (("--turn-time", "10", "--timeout", "1"), "--turn-time and --timeout are two names of one thing"),
        (("--logs", "a", "-d", "b"), "--logs and --log-destination are two names of one thing: give one of them"),
        (("--enable-logs", "P3", "-d", "a"), "--enable-logs P3: allowed is NONE, BOTH, P1, P2"),
        (("--enable-logs", "P1"), "--enable-logs P1: say where logs are to be written, by --log-destination DIR"),
        (("-t", "0"), "Invalid value for '-t' / '--threads'"),
        (("--timeout", "-1"), "Invalid value for '-to' / '--timeout'"),
    ],
)
def test_what_contradicts_itself_is_refused(words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, error = run(capsys, "lowest", "random", "-n", "1", *words)
    assert code == 2 and out == "" and complaint in " ".join(error.split())
