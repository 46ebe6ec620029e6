"""Programs that fail in every way they can: each loses that game in the right way, and nothing of it is left."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.chunk import Chunk
from tests.bots.conftest import Rogue
from tests.bots.processes import marked, until

RAISED, ILLEGAL, TIMEOUT = 1, 2, 3
LOCM = game("locm")
QUICK, PATIENT = "time=0.2,tolerance=0", "time=20"
NO_PICK = "a pick is PICK 0, PICK 1 or PICK 2, CHOOSE with an offered card, or PASS"


def play(bot: str, games: int = 2) -> Chunk:
    """Games against greedy: the bot has seat 0 in the first, seat 1 in the second."""
    agents = [make_agent(LOCM, bot), make_agent(LOCM, "greedy")]
    try:
        return Arena(LOCM, agents, 5).play(0, games)
    finally:
        agents[0].player.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("mode", "options", "failure", "error"),
    [
        ("silent", QUICK, TIMEOUT, "no answer within 200 ms"),
        ("never reads", QUICK, TIMEOUT, "no answer within 200 ms"),
        ("half a line", QUICK, TIMEOUT, "no answer within 200 ms"),
        ("ignores SIGTERM", QUICK, TIMEOUT, "no answer within 200 ms"),
        ("forks and exits", QUICK, TIMEOUT, "no answer within 200 ms"),
        ("exits at once", PATIENT, RAISED, "RuntimeError: the bot ended (exit code 7): first line | no weights found"),
        ("half a line and exit", PATIENT, RAISED, "RuntimeError: the bot ended (exit code 0) in the middle of a line"),
        ("crashes", PATIENT, RAISED, "RuntimeError: the bot was killed by SIGSEGV"),
        ("closes its output", PATIENT, RAISED, "RuntimeError: the bot closed its output"),
        ("takes memory", "memory=64,time=20", RAISED, "RuntimeError: the bot ended (exit code 9): out of memory"),
        ("spins", "cpu=1,time=none", RAISED, "RuntimeError: the bot was killed by SIGXCPU"),
        ("endless line", PATIENT, ILLEGAL, f"{'A' * 59 + '…'!r} (a line of more than 65536 bytes) is not an action"),
        ("PICK 7", PATIENT, ILLEGAL, f"'PICK 7' ({NO_PICK}) is not an action"),
    ],
)  # fmt: skip
def test_a_bot_that_fails_at_its_first_pick(rogue: Rogue, mode: str, options: str, failure: int, error: str) -> None:
    result = play(rogue(mode, options))
    assert result.errors == {0: error, 1: error}
    assert result.reason == [-failure, -failure]
    assert result.failed == [0, 0]
    assert result.scores == [[0.0, 1.0], [0.0, 1.0]]
    assert result.decisions == [0, 1]


@pytest.mark.parametrize("mode", ["NUL in a pick", "odd bytes", "empty pick"])
def test_what_is_no_pick_is_an_illegal_action(rogue: Rogue, mode: str) -> None:
    assert play(rogue(mode, PATIENT)).reason == [-ILLEGAL, -ILLEGAL]


def test_endless_lines_are_found_out_in_the_battle_at_the_latest(rogue: Rogue) -> None:
    result = play(rogue("endless lines", PATIENT))
    assert result.reason == [-ILLEGAL, -ILLEGAL]
    assert result.decisions[0] <= 60


def test_a_bot_that_answers_twice_is_out_of_step_and_loses_in_the_battle(rogue: Rogue) -> None:
    result = play(rogue("two lines", PATIENT))
    assert result.reason == [-ILLEGAL, -ILLEGAL]
    assert result.errors[0].startswith("'PICK 0' (actions are SUMMON id lane")
    assert result.decisions[0] == 60


def test_a_mistake_at_the_end_of_a_line_cancels_all_of_it(rogue: Rogue) -> None:
    result = play(rogue("bad end of a line", PATIENT))
    assert result.reason == [-ILLEGAL, -ILLEGAL]
    assert result.errors[0].startswith("'JUMP 3' (actions are")
    assert result.decisions[0] == 60


def test_a_bot_that_ends_in_the_battle(rogue: Rogue) -> None:
    result = play(rogue("exits in the battle", PATIENT))
    assert result.errors[0] == "RuntimeError: the bot ended (exit code 3): cannot go on"
    assert result.reason == [-RAISED, -RAISED]
    assert result.decisions[0] == 60


def test_the_first_turn_has_more_time_than_a_pick(rogue: Rogue) -> None:
    result = play(rogue("slow in the battle", "tolerance=1"), games=1)
    assert result.errors == {0: "no answer within 2000 ms"}
    assert result.decisions == [60]


@pytest.mark.parametrize("mode", ["good", "writes ahead", "odd bytes in the text", "writes to stderr", "daemon", "swarm"])
def test_what_is_merely_odd_costs_nothing(rogue: Rogue, mode: str) -> None:
    """These bots pass all the time, and so lose by the rules."""
    result = play(rogue(mode, PATIENT))
    assert result.errors == {}
    assert result.failed == [-1, -1]
    assert result.scores == [[0.0, 1.0], [0.0, 1.0]]


def test_games_after_a_failure_are_played_as_if_nothing_had_been(rogue: Rogue) -> None:
    result = play(rogue("exits at once", PATIENT), games=6)
    assert result.reason == [-RAISED] * 6


def test_everything_that_a_bot_started_is_ended_with_it(rogue: Rogue) -> None:
    """A swarm of 84 processes, each in a session of its own."""
    agent = make_agent(LOCM, rogue("swarm"))
    player: Any = agent.player  # type: ignore[attr-defined]
    for _ in range(2):
        agent.new_game()
        player._keeper.rest(False)
        assert until(lambda: len(marked(rogue.mark)) == 85)
    player.close()
    assert marked(rogue.mark) == []
