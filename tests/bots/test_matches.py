"""Programs in matches: the examples, cardlab itself as a program, and failures as the lab counts them."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.bots import BadAnswer, CommandPlayer
from cardlab.core.replay import Replay
from cardlab.lab import MatchResult, play_match
from tests.bots.conftest import EXAMPLES, Rogue

LOCM = game("locm")
PATIENT = "cmd[time=20]"
GREEDY = "greedy,draft=closetai"


def example(name: str, build: Callable[[Path], Path]) -> str:
    source = EXAMPLES / name
    return f"{PATIENT}:{build(source)}" if source.suffix == ".c" else f"{PATIENT}:{sys.executable} {source}"


@pytest.mark.parametrize("name", ["baseline1.py", "baseline2.py", "first_bot.c"])
def test_the_examples_beat_random_play(name: str, build: Callable[[Path], Path]) -> None:
    result = play_match("locm", [example(name, build), "random"], games=8, seed=1, workers=1)
    assert result.errors == {}
    assert result.roles[0].points >= 6


@pytest.mark.parametrize("name", ["baseline1.py", "baseline2.py"])
def test_the_examples_play_the_same_game_again(name: str, build: Callable[[Path], Path]) -> None:
    """A bot without luck is asked the same and answers the same, whichever worker plays the game."""

    def rows(workers: int) -> list[Any]:
        result = play_match("locm", [example(name, build), GREEDY], games=4, seed=3, workers=workers)
        return [(row["score1"], row["decisions"], row["ending"]) for row in result.rows()]

    assert rows(1) == rows(2)


def test_what_an_example_picks_and_plays() -> None:
    """Baseline 2 takes the strongest creature, attacks the player and then guards, and summons on both lanes in turn."""
    player = CommandPlayer(LOCM, f"{PATIENT}:{sys.executable} {EXAMPLES / 'baseline2.py'}")
    draft = LOCM.from_dict({"phase": "draft", "offers": [[151, 3, 21]] * 30})
    assert LOCM.action_text(player.choose(draft.seat(0))) == "PICK 2"  # type: ignore[arg-type]
    state = LOCM.from_dict(
        {
            "players": [
                {"hand": [3, 160], "board": [{"card": 21, "lane": 1}, 3], "mana": 2, "max_mana": 2},
                {"board": [49, {"card": 3, "lane": 1}]},
            ]
        }
    )
    done = []
    while state.player == 0:
        done.append(state.text(player.choose(state.seat(0))))  # type: ignore[arg-type]
        state.apply(state.parse(done[-1]))
    player.close()
    assert [" ".join(text.split()[:3]) for text in done] == [
        "ATTACK 1 -1", "ATTACK 3 2", "SUMMON 5 0", "PASS",
    ]  # fmt: skip


def test_cardlab_as_a_program_plays_the_very_game_it_plays_by_itself(tmp_path: Path) -> None:
    program = f"{PATIENT}:{sys.executable} -m cardlab bot locm {GREEDY}"

    def actions(agent: str, folder: Path) -> list[tuple[int, ...]]:
        result = play_match("locm", [agent, GREEDY], games=4, seed=11, workers=1, replays=folder)
        assert result.errors == {}
        return [Replay.load(file).actions for file in sorted(folder.iterdir())]

    assert actions(program, tmp_path / "program") == actions(GREEDY, tmp_path / "native")


# ---- failures --------------------------------------------------------------------------------------------------------


def play(bot: str, **rest: Any) -> MatchResult:
    return play_match("locm", [bot, "greedy"], games=2, seed=2, workers=1, **rest)


def test_failures_are_counted_by_their_kinds(rogue: Rogue) -> None:
    result = play(rogue("exits at once"))
    assert result.roles[0].failures == {"agent error": 2, "illegal action": 0, "timeout": 0}
    assert set(result.errors.values()) == {"RuntimeError: the bot ended (exit code 7): first line | no weights found"}
    result = play(rogue("PICK 7", "time=20"))
    assert result.roles[0].failures == {"agent error": 0, "illegal action": 2, "timeout": 0}
    assert result.errors[0].startswith("'PICK 7' (a pick is PICK 0")
    result = play(rogue("silent", "time=0.1"))
    assert result.roles[0].failures == {"agent error": 0, "illegal action": 0, "timeout": 2}
    assert result.errors[0] == "no answer within 110 ms"


def test_a_bot_without_a_time_limit_is_given_up_by_the_lab_and_ended(rogue: Rogue) -> None:
    result = play(rogue("silent", "time=none"), hang_ms=700)
    assert result.roles[0].failures["timeout"] == 2
    assert result.errors[0] == "no answer within 0.7 s"


def test_two_programs_can_play_each_other(rogue: Rogue) -> None:
    result = play_match("locm", [rogue("good", "time=20"), rogue("writes ahead", "time=20")], games=2, workers=1)
    assert result.errors == {}
    assert sum(role.points for role in result.roles) == 2


def test_a_bad_line_raises_for_whoever_asks_the_agent_itself(rogue: Rogue) -> None:
    agent = make_agent(LOCM, rogue("PICK 7", "time=20"))
    with pytest.raises(BadAnswer, match="'PICK 7' \\(a pick is PICK 0"):
        agent.choose(LOCM.new(1).seat(0))
    agent.player.close()  # type: ignore[attr-defined]


def test_a_player_can_be_sent_to_another_process(rogue: Rogue) -> None:
    player = CommandPlayer(LOCM, rogue("good", "time=20"))
    twin = pickle.loads(pickle.dumps(player))
    assert twin.choose(LOCM.new(1).seat(0)) == player.choose(LOCM.new(1).seat(0))
    player.close()
    twin.close()


def test_one_player_cannot_sit_on_two_seats(rogue: Rogue) -> None:
    player = CommandPlayer(LOCM, rogue("good", "time=20"))
    state = LOCM.new(1)
    state.apply(player.choose(state.seat(0)))  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="make a player for each"):
        player.choose(state.seat(1))
    player.new_game()
    assert LOCM.action_text(player.choose(state.seat(1))) == "PICK 0"  # type: ignore[arg-type]
    player.close()


def test_an_earlier_question_begins_a_new_process(rogue: Rogue) -> None:
    player = CommandPlayer(LOCM, rogue("good", "time=20"))
    later = LOCM.from_dict({"players": [{}, {}], "turn": 4})
    assert LOCM.action_text(player.choose(later.seat(0))) == "PASS"  # type: ignore[arg-type]
    assert player._bot is not None
    before = player._bot.pid
    assert LOCM.action_text(player.choose(LOCM.new(1).seat(0))) == "PICK 0"  # type: ignore[arg-type]
    assert player._bot.pid != before
    player.close()
