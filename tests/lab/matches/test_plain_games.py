"""Games in plain Python play in processes; whatever breaks there is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.errors import RunError
from cardlab.lab import play_match
from tests.lab.matches.plain_games import DeadlyGame, RaceGame, RaisingGame, UnluckyGame
from tests.lab.matches.test_match import outcome
from tests.lab.matches.test_rogues import FILE


def test_any_number_of_processes_gives_the_same_games() -> None:
    one = play_match(RaceGame(), ["ismcts:30", "random"], games=12, workers=1)
    assert outcome(one) == outcome(play_match(RaceGame(), ["ismcts:30", "random"], games=12, workers=3))
    assert one.endings == {"end": 12}


def test_an_error_in_the_rules_ends_the_run_with_its_text() -> None:
    with pytest.raises(RunError, match="ValueError: rules are wrong"):
        play_match(RaisingGame(), ["random", "random"], games=4, workers=2)


def test_a_process_that_dies_without_an_agent_to_blame_plays_its_game_again(tmp_path: Path) -> None:
    unlucky = UnluckyGame(marker=str(tmp_path / "marker"))
    result = play_match(unlucky, ["random", "random"], games=4, workers=1)
    assert (tmp_path / "marker").exists()
    good = play_match(RaceGame(), ["random", "random"], games=4, workers=1)
    assert [row["score1"] for row in result.rows()] == [row["score1"] for row in good.rows()]


def test_a_game_that_kills_every_worker_ends_the_run() -> None:
    with pytest.raises(RunError, match=r"game 0: the worker process died 3 times \(exit code 7\)"):
        play_match(DeadlyGame(), ["random", "random"], games=2, workers=1)


def test_a_script_without_a_guarded_main_part_is_told_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from cardlab.lab import play_match\n"
        "class Mine:\n"
        "    def choose(self, seat):\n"
        "        return seat.legal()[0]\n"
        "play_match('castle', [Mine(), 'lowest'], games=2)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "RunError: a worker process could not start" in done.stderr
    assert '__name__ == "__main__"' in done.stderr.splitlines()[-1]


def test_an_agent_typed_into_a_session_plays_in_that_process() -> None:
    session = (
        "from cardlab.lab import play_match\n"
        "class Mine:\n"
        "    def choose(self, seat):\n"
        "        return seat.legal()[0]\n"
        "print(play_match('castle', [Mine(), 'lowest'], games=2).games)\n"
        f"print(play_match('castle', ['python:{FILE}:First', 'lowest'], games=2).games)\n"
    )
    done = subprocess.run([sys.executable, "-"], input=session, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "2\n2\n"
