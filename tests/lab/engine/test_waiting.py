"""While an agent lets everybody wait, it is said who, in which game, and how long that will go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab import game
from cardlab.lab.engine import Conditions, processes
from cardlab.lab.engine.threads import Quiet
from cardlab.lab.matches import waiting
from cardlab.lab.matches.debugging import debug_game
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.playing import run_match
from cardlab.play.launch import write_live

ENDLESS = "class Endless:\n    def choose(self, seat):\n        while True:\n            pass\n"


def test_who_does_not_answer_is_named_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "SLOW_SECONDS", 0.3)
    (tmp_path / "endless.py").write_text(ENDLESS)
    told: list[str] = []
    match = Match.of("castle", [f"python:{tmp_path / 'endless.py'}:Endless", "lowest"], games=1, hang_ms=1500)
    result = run_match(match, Conditions(workers=1, notice=told.append))
    assert result.roles[0].failures["timeout"] == 1
    assert told[0].startswith("Endless has been thinking about one decision for ")
    assert told[0].endswith(" s (game 0 against lowest); it loses after 1.5 s") and 2 <= len(told) <= 3


def test_a_search_that_lets_everybody_wait_is_told_after_10_20_and_40_seconds() -> None:
    told: list[str] = []
    clock = iter([0.0, 9.0, 10.0, 15.0, 19.0, 20.0, 25.0, 70.0]).__next__
    quiet = Quiet(told.append, clock)
    for _ in range(4):
        quiet.goes_on()
    quiet.goes_on()
    quiet.ends()
    quiet.goes_on()
    words = "nothing was finished for {} s: a search is thinking, or what is played takes long"
    assert told == [words.format(10), words.format(20), words.format(45)]


def test_waiting_is_told_while_one_game_is_debugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SLOW_SECONDS", 0.1)
    (tmp_path / "slow.py").write_text(
        "import time\nclass Slow:\n    first = True\n    def choose(self, seat):\n"
        "        time.sleep(0.35 * self.first)\n        self.first = False\n        return seat.legal()[0]\n"
    )
    told: list[str] = []
    debug_game(Match.of("castle", [f"python:{tmp_path / 'slow.py'}:Slow", "lowest"]), 0, told.append)
    assert 1 <= len(told) <= 2
    assert told[0] == "Slow has been thinking about one decision for 0 s; Ctrl-C stops it and shows where it is"


def test_waiting_is_told_while_a_game_is_written_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SLOW_SECONDS", 0.1)
    (tmp_path / "slow.py").write_text(
        "import time\nclass Slow:\n    first = True\n    def choose(self, seat):\n"
        "        time.sleep(0.35 * self.first)\n        self.first = False\n        return seat.legal()[0]\n"
    )
    told: list[str] = []
    write_live(game("castle"), [f"python:{tmp_path / 'slow.py'}:Slow", "lowest"], 1, lambda line: None, told.append)
    assert 1 <= len(told) <= 2
    assert told[0] == "Slow has been thinking about one decision for 0 s; Ctrl-C ends it"
