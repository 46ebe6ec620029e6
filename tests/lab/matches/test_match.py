"""Matches of native agents: rotation, pairing, workers, sequential tests, replays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.core.replay import Replay
from cardlab.errors import RunError, UnknownAgent
from cardlab.lab import Match, MatchResult, Progress, Sprt, play_match
from cardlab.lab.matches import chunk as raw
from cardlab.lab.matches.arena import Arena


def outcome(result: MatchResult) -> list[dict[str, Any]]:
    """All that must not depend on who played the games."""
    return [{name: value for name, value in row.items() if not name.startswith("ms")} for row in result.rows()]


@pytest.fixture(scope="module")
def reference() -> MatchResult:
    return play_match("castle", ["ismcts:20", "lowest"], games=31, seed=5, workers=1)


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_threads_gives_the_same_games(reference: MatchResult, workers: int) -> None:
    other = play_match("castle", ["ismcts:20", "lowest"], games=31, seed=5, workers=workers)
    assert outcome(other) == outcome(reference)


def test_another_seed_gives_other_games(reference: MatchResult) -> None:
    assert outcome(play_match("castle", ["ismcts:20", "lowest"], games=31, seed=6)) != outcome(reference)


def test_a_longer_match_begins_with_the_games_of_a_shorter_one(reference: MatchResult) -> None:
    assert outcome(play_match("castle", ["ismcts:20", "lowest"], games=9, seed=5)) == outcome(reference)[:9]


def test_equal_agents_share_each_deal_because_seats_rotate() -> None:
    result = play_match("castle", ["lowest", "lowest"], games=200, seed=1)
    assert [role.points for role in result.roles] == [100.0, 100.0]
    assert [role.agent for role in result.roles] == ["lowest #1", "lowest #2"]


def test_without_rotation_everybody_keeps_the_seat_and_each_game_is_a_new_deal() -> None:
    rows = list(play_match("castle", ["random", "lowest"], games=4, rotate=False).rows())
    assert [(row["seat1"], row["seat2"], row["deal"]) for row in rows] == [(0, 1, i) for i in range(4)]


def test_the_last_agent_fills_the_table_and_seats_rotate_by_one() -> None:
    result = play_match(cardlab.game("castle", players=4), ["random", "lowest"], games=8)
    assert [role.agent for role in result.roles] == ["random", "lowest #1", "lowest #2", "lowest #3"]
    assert [row["seat1"] for row in result.rows()] == [0, 3, 2, 1, 0, 3, 2, 1]
    assert [row["deal"] for row in result.rows()] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert sum(role.points for role in result.roles) == pytest.approx(8)


def test_summary_agrees_with_the_rows(reference: MatchResult) -> None:
    rows = list(reference.rows())
    first = reference.roles[0]
    assert first.points == sum(row["score1"] for row in rows)
    assert first.wins == sum(row["score1"] > row["score2"] for row in rows)
    assert first.wins + first.draws + first.losses == 31
    assert reference.endings == {"win": 31}
    assert first.ms_per_decision == pytest.approx(sum(row["ms1"] for row in rows) / sum(row["turns1"] for row in rows))
    assert json.loads(json.dumps(reference.to_dict()))["roles"][0]["points"] == first.points


def test_draws_count_half_for_both() -> None:
    result = play_match(cardlab.game("castle", limit=10), ["lowest", "random"], games=6)
    assert result.endings == {"limit": 6}
    assert [(role.draws, role.points) for role in result.roles] == [(6, 3.0), (6, 3.0)]


def test_names_of_failures_agree_with_the_arena() -> None:
    from cardlab.lab.matches import arena

    failure = vars(arena)["Failure"]
    assert (failure.RAISED, failure.ILLEGAL, failure.TIMEOUT) == (raw.RAISED, raw.ILLEGAL, raw.TIMEOUT)


def test_a_native_agent_that_takes_too_long_loses_by_timeout() -> None:
    result = play_match("castle", ["ismcts:400ms", "lowest"], games=2, move_ms=200)
    assert result.roles[0].failures == {"agent error": 0, "illegal action": 0, "timeout": 2}
    assert result.roles[1].points == 2.0
    assert result.endings == {"timeout": 2}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sequential_test_stops_at_the_same_game_with_any_number_of_workers(workers: int) -> None:
    result = play_match("castle", ["lowest", "random"], games=5000, sprt=Sprt(0.5, 0.55), workers=workers)
    everything = play_match("castle", ["lowest", "random"], games=5000)
    assert result.verdict is not None and result.verdict.taken == "p1"
    games = next(
        n for n in range(2, 5000, 2)
        if Sprt(0.5, 0.55).decide(sum(everything.records.scores[: 2 * n : 2]), n)
    )  # fmt: skip
    assert (result.games, result.verdict.games) == (games, games)
    assert result.complete
    assert all(role.interval is None for role in result.roles), "a match that its own result stopped would promise too much"


def test_a_sequential_test_can_stay_undecided() -> None:
    result = play_match("castle", ["lowest", "lowest"], games=10, sprt=Sprt(0.5, 0.55))
    assert result.verdict is not None and result.verdict.taken == "undecided"
    assert result.games == 10


def test_replays_lead_to_the_recorded_results(tmp_path: Path) -> None:
    result = play_match("castle", ["random", "lowest"], games=4, replays=tmp_path)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"game-{i:06}.json" for i in range(4)]
    for row, file in zip(result.rows(), files, strict=True):
        replay = Replay.load(file)
        scores = replay.end().result.scores
        assert replay.agents == (("random", "lowest") if row["seat1"] == 0 else ("lowest", "random"))
        assert (scores[row["seat1"]], scores[row["seat2"]]) == (row["score1"], row["score2"])


def test_saving_replays_does_not_change_the_games(tmp_path: Path) -> None:
    plain = play_match("castle", ["random", "lowest"], games=70)
    assert outcome(play_match("castle", ["random", "lowest"], games=70, replays=tmp_path)) == outcome(plain)


def test_replays_beyond_the_end_of_a_sequential_test_are_not_kept(tmp_path: Path) -> None:
    result = play_match("castle", ["lowest", "random"], games=5000, sprt=Sprt(0.5, 0.55), replays=tmp_path, workers=2)
    assert len(list(tmp_path.iterdir())) == result.games < 5000


def test_progress_ends_with_the_final_numbers() -> None:
    told: list[Progress] = []
    result = play_match("castle", ["lowest", "random"], games=50, progress=told.append)
    assert (told[-1].done, told[-1].total, told[-1].points[0]) == (50, 50, result.roles[0].points)


def test_agent_objects_play_as_their_texts_do(reference: MatchResult) -> None:
    game = cardlab.game("castle")
    result = play_match(game, [cardlab.make_agent(game, "ismcts:20"), "lowest"], games=31, seed=5, workers=2)
    assert outcome(result) == outcome(reference)


def test_arena_and_match_agree() -> None:
    game = cardlab.game("castle")
    columns = Arena(game, [cardlab.make_agent(game, text) for text in ("lowest", "random")], 9).play(0, 7)
    result = play_match(game, ["lowest", "random"], games=7, seed=9)
    assert columns.scores == [list(result.records.game_scores(i)) for i in range(7)]


@pytest.mark.parametrize(
    ("agents", "rest", "message"),
    [
        ([], {}, "at least one agent"),
        (["lowest"] * 3, {}, "3 agents for 2 players"),
        (["lowest"], {"games": 0}, "1 to 100,000,000 games"),
        (["lowest"], {"seed": "x"}, "whole number"),
        (["lowest"], {"move_ms": -1}, "milliseconds"),
        (["lowest"], {"move_ms": float("inf")}, "0.001 to 3,600,000 milliseconds, or 0 for no limit, not inf"),
        (["lowest"], {"move_ms": float("nan")}, "milliseconds, or 0 for no limit, not nan"),
        (["lowest"], {"move_ms": 1e-9}, "milliseconds, or 0 for no limit, not 1e-09"),
        (["lowest"], {"hang_ms": float("inf")}, "given up after 0.001 to 3,600,000 milliseconds, not inf"),
        (["lowest"], {"hang_ms": 0}, "given up after"),
        (["lowest"], {"workers": 0}, "1 to 1024"),
    ],
)
def test_what_cannot_be_played_is_refused(agents: list[object], rest: dict[str, Any], message: str) -> None:
    with pytest.raises(RunError, match=message):
        play_match("castle", agents, **{"games": 2, **rest})


def test_an_unknown_agent_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownAgent, match="nobody"):
        play_match("castle", ["nobody", "lowest"], games=2)


def test_seat_and_deal_of_a_game_follow_the_rotation() -> None:
    match = Match.of(cardlab.game("castle", players=3), ["lowest"])
    assert [[match.seat_of(role, index) for role in range(3)] for index in range(3)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    assert [match.deal_of(index) for index in range(6)] == [0, 0, 0, 1, 1, 1]


def test_a_search_that_varies_leaves_circles_and_one_that_does_not_stays_in_them() -> None:
    rules = cardlab.game("castle,limit=600,repetition=6")
    pairs = [[f"e-ismcts:200,vary={vary}"] * 2 for vary in (0, 0.05)]
    won = [play_match(rules, pair, games=20, seed=3, workers=1).endings.get("win", 0) for pair in pairs]
    assert won[0] < 16 and won[1] > 18
