"""The example of a function as evaluator."""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.agents.evaluators import find_evaluator
from cardlab.lab.matches.arena import Arena

FILE = Path(__file__).parents[2] / "examples" / "evaluator.py"
TEXT = f"python:{FILE}:by_cards"


def chance(**changes: str) -> float:
    """What the function says of a position of seat 0 in which both sides are alike, but for what is changed."""
    parts: dict[str, Any] = {"hands": ["3 4 5", "3 4 5"], "up": ["6 7", "6 7"], "down": ["8 9", "8 9"]}
    for zone, cards in changes.items():
        parts[zone][0] = cards
    castle = game("castle")
    model = find_evaluator(castle, TEXT, "svm")
    features = model.encoder.encode_states([castle.from_dict(parts)], [0])
    return float(model.judge(features)[0])


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


@pytest.mark.parametrize(
    ("changes", "lead"),
    [
        ({}, 0.0),
        ({"hands": "3 4"}, 0.05),
        ({"hands": "3 4 5 5 6"}, -0.1),
        ({"hands": "2 3 10"}, 0.6),
        ({"up": "6"}, 0.45),
        ({"down": "8 9 J"}, -0.45),
    ],
)
def test_the_chance_grows_with_cards_that_are_gone_and_with_special_ones(changes: dict[str, str], lead: float) -> None:
    assert chance(**changes) == pytest.approx(sigmoid(lead), abs=1e-6)


def test_a_search_with_the_function_plays_whole_games_better_than_random() -> None:
    castle = game("castle")
    agents = [make_agent(castle, f"e-ismcts:40,depth=4,evaluator={TEXT},encoder=svm"), make_agent(castle, "random")]
    rows = Arena(castle, agents, seed=1).play(0, 40)
    assert rows.errors == {}
    assert sum(score[0] for score in rows.scores) > 28
