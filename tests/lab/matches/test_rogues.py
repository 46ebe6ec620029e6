"""Agents in Python that fail in every way a program can: each loses that game, and the run goes on."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.core.replay import Replay
from cardlab.lab import MatchResult, play_match
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.guard import Guard
from tests.lab.matches import rogues
from tests.lab.matches.test_match import outcome

FILE = Path(rogues.__file__)
GAMES = 4


def play(name: str, **rest: Any) -> MatchResult:
    rest.setdefault("workers", 1)
    return play_match("castle", [f"python:{FILE}:{name}", "lowest"], games=GAMES, seed=2, **rest)


@pytest.fixture(scope="module")
def well_behaved() -> MatchResult:
    return play("First")


@pytest.mark.parametrize(
    ("name", "ending", "error", "rest"),
    [
        ("Raises", "agent error", "ValueError: boom", {}),
        ("RaisesUnshowable", "agent error", "Rude: <Rude that cannot be shown>", {}),
        ("CallsExit", "agent error", "SystemExit: bye", {}),
        ("RaisesInterrupt", "agent error", "KeyboardInterrupt: mine", {}),
        ("RaisesExit", "agent error", "GeneratorExit: mine", {}),
        ("RaisesBase", "agent error", "Odd: mine", {}),
        ("RaisesSurrogate", "agent error", "ValueError: lone \\ud800 surrogate, \\x1b[31mred\\x9b, \\u202eturned", {}),
        ("IllegalNumber", "illegal action", "illegal action -5", {}),
        ("HugeNumber", "illegal action", f"{1 << 80} is not an action", {}),
        ("ReturnsText", "illegal action", "'castle' is not an action", {}),
        ("EndsProcess", "agent error", "ended its process (exit code 1)", {}),
        ("Sleeps", "timeout", "time is up", {"move_ms": 400}),
        ("Hangs", "timeout", "no answer within 1.6 s", {"move_ms": 300}),
        ("HangsInC", "timeout", "no answer within 1 s", {"hang_ms": 1000}),
    ],
)
def test_a_rogue_loses_its_game_and_the_run_goes_on(
    well_behaved: MatchResult, name: str, ending: str, error: str, rest: dict[str, Any]
) -> None:
    result = play(name, **rest)
    assert result.roles[0].failures == {"agent error": 0, "illegal action": 0, "timeout": 0, ending: 2}
    assert result.errors == {1: error, 3: error}
    assert [row["ending"] for row in result.rows()] == ["win", ending, "win", ending]
    assert [(row["score1"], row["score2"]) for row in result.rows() if row["game"] in (1, 3)] == [(0.0, 1.0)] * 2
    good = outcome(well_behaved)
    assert [row["score1"] for row in outcome(result)[::2]] == [row["score1"] for row in good[::2]]
    assert [row["decisions"] for row in outcome(result)[::2]] == [row["decisions"] for row in good[::2]]


def test_the_result_is_the_same_with_more_workers_even_if_processes_die() -> None:
    assert outcome(play("EndsProcess", workers=3)) == outcome(play("EndsProcess", workers=1))


def test_an_agent_that_fails_to_begin_a_game_loses_it() -> None:
    result = play("RaisesInNewGame")
    assert result.roles[0].failures["agent error"] == GAMES
    assert set(result.errors.values()) == {"ValueError: not today"}


def test_in_a_game_of_three_the_others_share_the_point() -> None:
    result = play_match(game("castle", players=3), [f"python:{FILE}:EndsProcess", "lowest"], games=3, workers=1)
    failed = [row for row in result.rows() if row["failed"]]
    assert [row["seat1"] for row in failed] == [1]
    assert (failed[0]["score1"], failed[0]["score2"], failed[0]["score3"]) == (0.0, 0.5, 0.5)


def test_an_agent_that_uses_pythons_own_luck_plays_the_same_with_any_number_of_workers() -> None:
    assert outcome(play("Lucky", workers=1)) == outcome(play("Lucky", workers=2))


def test_objects_play_as_their_texts_do_in_processes_and_in_this_process() -> None:
    by_text = [row["score1"] for row in play("Lucky").rows()]
    picklable = play_match("castle", [rogues.Lucky(), "lowest"], games=GAMES, seed=2, workers=2)
    stuck = rogues.Lucky()
    stuck.__dict__["open_file"] = lambda: None
    here = play_match("castle", [stuck, "lowest"], games=GAMES, seed=2, workers=2)
    assert [row["score1"] for row in picklable.rows()] == by_text
    assert [row["score1"] for row in here.rows()] == by_text


def test_a_rogue_that_cannot_be_sent_to_a_process_still_only_loses_its_games() -> None:
    rogue = rogues.CallsExit()
    rogue.__dict__["open_file"] = lambda: None
    assert play_match("castle", [rogue, "lowest"], games=GAMES, seed=2).errors == {1: "SystemExit: bye", 3: "SystemExit: bye"}


def test_whole_numbers_of_other_libraries_are_actions(well_behaved: MatchResult) -> None:
    assert [row["score1"] for row in play("OtherNumber").rows()] == [row["score1"] for row in well_behaved.rows()]


def test_replays_of_lost_games_say_what_happened(tmp_path: Path) -> None:
    play("Raises", replays=tmp_path)
    replays = [Replay.load(file) for file in sorted(tmp_path.iterdir())]
    assert len(replays) == GAMES
    assert replays[1].note.endswith("Raises failed: ValueError: boom")
    assert replays[1].agents == ("lowest", f"python:{FILE}:Raises")
    assert replays[0].end().over
    assert not replays[1].end().over


def test_what_an_agent_prints_does_not_reach_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    play("Prints")
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "thinking aloud" in captured.err


@pytest.mark.parametrize("name", ["RaisesInterrupt", "RaisesExit", "RaisesBase"])
def test_whatever_an_agent_raises_in_a_thread_of_this_process_is_its_own(name: str) -> None:
    rogue = getattr(rogues, name)()
    rogue.__dict__["open_file"] = lambda: None
    result = play_match("castle", [rogue, "lowest"], games=GAMES, seed=2)
    assert result.roles[0].failures["agent error"] == 2


def test_an_agent_that_interrupts_the_beginning_of_a_game_loses_it() -> None:
    assert set(play("InterruptsInNewGame").errors.values()) == {"KeyboardInterrupt: not today"}


def test_the_arena_counts_whatever_an_agent_raises_unless_it_may_be_ctrl_c() -> None:
    def errors(name: str) -> dict[int, str]:
        castle = game("castle")
        agents = [make_agent(castle, getattr(rogues, name)()), make_agent(castle, "lowest")]
        return Arena(castle, agents, 2).play(1, 1).errors

    assert errors("RaisesBase") == {1: "Odd: mine"}
    assert errors("RaisesSurrogate")[1].isprintable()
    with pytest.raises(KeyboardInterrupt):
        errors("RaisesInterrupt")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert errors("RaisesInterrupt") == {1: "KeyboardInterrupt: mine"}
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_guard_lets_ctrl_c_through() -> None:
    class Interrupts:
        def player_choice(self, seat: object, rng: object) -> object:
            raise KeyboardInterrupt

    guard: Any = Guard(Interrupts(), 0, None)
    with pytest.raises(KeyboardInterrupt):
        guard.choose(None, None)
