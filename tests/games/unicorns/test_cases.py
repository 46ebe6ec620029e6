"""Each card and each rule, in exact situations: what the engine and the oracle make of the cases beside this file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardlab import game
from tests.games.unicorns.case_files import all_cases, written_cases
from tests.games.unicorns.expectations import problems
from tests.games.unicorns.oracle_cards import SWITCHES, TYPES
from tests.games.unicorns.oracle_runner import run

CASES = all_cases()
SET_UP_SWITCHES = {"nanny_cam", "two_player_variant", "shuffle"}
"""What these decide is seen in a new game, not in a case."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_engine_and_oracle_give_what_a_case_expects(case: dict[str, Any]) -> None:
    engine = game("unicorns").scenario()
    assert engine is not None
    (result,), (found,) = run(case), engine.run(case)
    assert problems(case, result) == []
    assert problems(case, found) == []
    assert found["failed"] == []
    for step, mine, theirs in zip(case["steps"], result["steps"], found["steps"], strict=True):
        if step.get("card") != "Shake Up":  # what is drawn from a shuffled deck is left to chance
            assert _comparable(theirs) == _comparable(mine)


def _comparable(step: dict[str, Any]) -> dict[str, Any]:
    """A step of a result without what chance decides: the order of a deck that was shuffled."""
    state = step.get("state", {})
    return {
        "value": step.get("value"),
        "state": {**state, "deck": len(state.get("deck", []))},
        "prompts": [{**prompt, "options": sorted(map(str, prompt["options"]))} for prompt in step.get("prompts", [])],
    }


def test_no_two_cases_are_called_alike() -> None:
    names = [case["id"] for case in written_cases()]
    assert len(names) == len(set(names))


def test_every_card_is_played_or_works_in_some_case_of_each_rule_set() -> None:
    for base in ("simulator", "official"):
        text = json.dumps([case for case in CASES if case["rules"] == [base]])
        assert [name for name in TYPES if name not in text] == []


def test_every_switch_decides_some_case_in_each_rule_set() -> None:
    decided = {(case["decided_by"], case["rules"][0]) for case in CASES if "decided_by" in case}
    seen = {switch for switch in SWITCHES if {(switch, "simulator"), (switch, "official")} <= decided}
    seen |= {switch for case in CASES for switch in case.get("flags", {}) if "decided_by" not in case}
    assert set(SWITCHES) - seen == SET_UP_SWITCHES | {"destination_chosen"}


def test_a_case_that_expects_something_else_has_problems() -> None:
    case = {
        "id": "wrong",
        "rules": ["simulator"],
        "players": [{"hand": ["Narwhal"]}, {}],
        "steps": [{"do": "play", "seat": 0, "card": "Narwhal", "expect": {"game_over": True}}],
        "expect": {
            "players": [{"stable": []}, {}],
            "discard": ["Narwhal"],
            "knows": [{"observer": 1, "owner": 0, "cards": ["Narwhal"]}],
            "deck_size": 1,
            "hand_sizes": [1, 0],
            "turn_flags": {"max_plays": 2},
            "deck_top": ["Narwhal"],
            "deck_contains": ["Narwhal"],
            "discard_order": ["Narwhal"],
        },
    }
    (result,) = run(case)
    assert len(problems(case, result)) == 10


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ([], "no answer in the case"),
        ([{"seat": 0, "ask": "destroy", "pick": ["Yay#1"]}], "is no option"),
        ([{"seat": 1, "ask": "destroy", "pick": ["Americorn"]}], "no answer in the case"),
        ([{"seat": 0, "ask": "destroy", "pick": ["Americorn"], "options": ["Americorn"]}], "the case expects"),
        ([{"seat": 0, "ask": "destroy", "pick": ["Americorn", "Narwhal"]}], "1 must be picked"),
        ([{"seat": 0, "ask": "destroy", "pick": ["Narwhal"]}, {"seat": 0, "ask": "save", "pick": []}], "never asked"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error(answers: list[dict[str, Any]], error: str) -> None:
    case = {
        "id": "misfit",
        "rules": ["simulator"],
        "players": [{"hand": ["Unicorn Poison"]}, {"stable": ["Americorn", "Narwhal"], "upgrades": ["Yay#1"]}],
        "steps": [{"do": "play", "seat": 0, "card": "Unicorn Poison", "answers": answers}],
    }
    (result,) = run(case)
    assert error in result["error"]
