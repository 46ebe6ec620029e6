"""While an agent lets everybody wait, it is said who, in which game, and how long that will go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab.lab.engine import Conditions, processes
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.playing import run_match

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
