"""The file of results: several screens may write to it at once, and nothing stands in it that no game can end with."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.core import locks
from cardlab.errors import RunError
from cardlab.lab.people.resultbook import PersonsGame, ResultBook

SCREEN = """
import sys
from pathlib import Path
from cardlab.lab.people.resultbook import PersonsGame, ResultBook

book, first = ResultBook(Path(sys.argv[1])), int(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for seed in range(first, first + 6):
    book.add(PersonsGame("castle", seed, "now", ("you", "lowest"), 0, (1.0, 0.0), 40))
"""


def game(seed: int = 1, scores: tuple[float, ...] = (1.0, 0.0)) -> PersonsGame:
    return PersonsGame("castle", seed, "now", ("you", "lowest"), 0, scores, 40)


@pytest.fixture
def book(tmp_path: Path) -> ResultBook:
    book = ResultBook(tmp_path / "people.json")
    book.consent = True
    return book


def test_screens_that_write_at_the_same_time_lose_no_game(book: ResultBook) -> None:
    command = [sys.executable, "-c", SCREEN, str(book.path)]
    screens = [
        subprocess.Popen([*command, str(first)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for first in (0, 100, 200)
    ]
    for screen in screens:
        assert screen.stdout is not None and screen.stdout.readline() == "ready\n"
    for screen in screens:
        assert screen.stdin is not None
        screen.stdin.write("go\n")
        screen.stdin.flush()
    for screen in screens:
        screen.communicate()
        assert screen.returncode == 0
    assert sorted(one.seed for one in book.games) == [first + n for first in (0, 100, 200) for n in range(6)]


def test_who_waits_too_long_says_so_and_changes_nothing(book: ResultBook) -> None:
    again = locks.held(book.path, 0.05)
    with locks.held(book.path), pytest.raises(RunError, match=r"people\.json: another cardlab has been changing it for 0\.05"):
        again.__enter__()
    assert book.add(game()) and len(book.games) == 1


@pytest.mark.parametrize("score", [math.nan, 3.0, -0.5, math.inf])
def test_scores_that_no_game_ends_with_are_refused(book: ResultBook, score: float) -> None:
    with pytest.raises(ValueError, match="scores lie between 0 and 1, not"):
        book.add(game(scores=(score, 0.0)))
    assert book.games == []
    book.add(game())
    told = json.loads(book.path.read_text())
    told["games"][0]["scores"][0] = score
    book.path.write_text(json.dumps(told))
    with pytest.raises(RunError, match=r"people\.json: scores lie between 0 and 1"):
        _ = book.games
