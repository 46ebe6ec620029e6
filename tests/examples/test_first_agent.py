"""The tutorial's agent."""

from __future__ import annotations

from pathlib import Path

from cardlab import game, make_agent
from cardlab.lab.matches.arena import Arena

FILE = Path(__file__).parents[2] / "examples" / "first_agent.py"


def test_the_first_agent_keeps_its_special_cards() -> None:
    castle = game("castle")
    saver = make_agent(castle, f"python:{FILE}:Saver")
    choice = castle.from_dict(
        {
            "phase": "castle",
            "hands": ["2 3 9 10 K A", "3 3 4 4 5 5"],
            "up": ["", ""],
            "down": ["6 6 6", "7 7 7"],
            "stock": "rest",
        }
    )
    assert choice.text(saver.choose(choice.seat(0))) == "castle 2 10 A"
    state = castle.from_dict({"hands": ["2 9 10", "3"], "up": ["", ""], "down": ["", "4"], "pile": "5"})
    assert state.text(saver.choose(state.seat(0))) == "play 9"
    only_special = castle.from_dict({"hands": ["2 3 10", "3"], "up": ["", ""], "down": ["", "4"], "pile": "5"})
    assert only_special.text(saver.choose(only_special.seat(0))) == "play 2"


def test_the_first_agent_plays_whole_games_better_than_random() -> None:
    castle = game("castle")
    agents = [make_agent(castle, f"python:{FILE}:Saver"), make_agent(castle, "random")]
    rows = Arena(castle, agents, seed=1).play(0, 100)
    assert rows.errors == {}
    assert sum(score[0] for score in rows.scores) > 60
