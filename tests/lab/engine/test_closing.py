"""Runs that end by the clock or when they are stopped, with all games under way played to their end."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from cardlab.errors import RunError
from cardlab.lab import play_match, play_tournament
from cardlab.lab.collecting import collect
from cardlab.lab.matches.records import Records


def test_a_match_ends_by_time_with_the_games_that_any_match_would_have() -> None:
    start = time.monotonic()
    result = play_match("castle", ["ismcts:20", "lowest"], seed=3, seconds=0.3)
    assert time.monotonic() - start < 20
    assert result.complete and 0 < result.games == result.match.games
    again = play_match("castle", ["ismcts:20", "lowest"], games=result.games, seed=3)
    assert again.records.scores == result.records.scores[: 2 * result.games]


def test_the_number_of_games_may_come_first() -> None:
    assert play_match("castle", ["lowest", "random"], games=6, seconds=60).games == 6


def test_games_of_a_python_agent_are_played_to_their_end(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nclass Slow:\n    def choose(self, seat):\n        time.sleep(0.002)\n        return seat.legal()[0]\n"
    )
    result = play_match("castle", [f"python:{tmp_path / 'slow.py'}:Slow", "lowest"], seconds=1.5, workers=1)
    assert result.games and not result.errors


def test_in_a_tournament_by_the_clock_all_pairs_play_about_as_often() -> None:
    result = play_tournament("castle", ["random", "lowest", "flat:5"], seconds=0.5)
    counts = [each.games for each in result.results]
    assert len(counts) == 3 and min(counts) > 0 and result.complete


def test_an_endless_run_ends_with_ctrl_c_and_is_whole() -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    result = play_match("castle", ["lowest", "random"], endless=True)
    assert result.complete and result.games > 0


def test_a_collection_ends_by_time_and_can_be_made_longer(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    file = tmp_path / "rows.parquet"
    first = collect("castle", ["lowest", "random"], file, seconds=0.2, batch=10)
    assert first.complete and first.games > 0
    longer = collect("castle", ["lowest", "random"], file, games=first.games + 10, resume=True, batch=10)
    assert longer.games == first.games + 10 and longer.played == 10


def test_no_time_at_all_is_refused() -> None:
    with pytest.raises(RunError, match="more than 0 seconds"):
        play_match("castle", ["lowest", "random"], seconds=0)


def test_records_grow_with_their_games() -> None:
    records = Records(2, 100_000_000)
    records.mark(5000)
    assert records.finished == 1 and list(records.indexes()) == [5000]
    assert records.gaps() == [(0, 5000), (5001, 100_000_000)]
    assert records.gaps(3000) == [(0, 3000)] and records.are_done(5000, 5001) and not records.are_done(5000, 100_000)
