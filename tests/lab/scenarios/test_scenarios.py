"""Scenario files: cases in the form that every game has, and games with a form of their own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardlab import game, register_game
from cardlab.core.scenario import ScenarioRunner
from cardlab.errors import RunError, ScenarioError
from cardlab.lab.scenarios import read_cases, run_cases, run_scenarios
from cardlab.lab.scenarios.commoncases import CommonCases
from cardlab.registry import _local_games
from tests.core.dice import DIE, Pig

CASTLE = {"id": "row", "game": "castle", "seed": 7}
ROLLED = {"points": [0, 0], "brought": 4, "turn": 0, "rolled": 0, "left": [1, 0], "moves": 2}


def only_result(case: Mapping[str, Any]) -> dict[str, Any]:
    results = run_cases([case])
    assert len(results) == 1
    return results[0]


def pig(*steps: Any, **parts: Any) -> dict[str, Any]:
    return CommonCases(Pig()).run({"id": "pig", "position": ROLLED, "steps": list(steps), **parts})[0]


def test_a_result_tells_the_position_the_legal_actions_and_the_events_of_each_step() -> None:
    result = only_result({**CASTLE, "steps": ["castle K K A", {"do": "act", "action": "castle 4 8 8"}]})
    assert result["error"] is None and result["failed"] == []
    assert result["initial"]["position"]["hands"] == ["6 8 J K K A", "2 4 8 8 Q K"]
    assert [step["state"]["player"] for step in result["steps"]] == [1, 0]
    assert result["steps"][0]["events"] == [
        {"kind": "chose", "player": 0, "fields": {"first": 11, "second": 11, "third": 12}, "audience": None}
    ]
    assert result["state"] == result["steps"][1]["state"]
    state = game("castle").new(7)
    for text in ("castle K K A", "castle 4 8 8"):
        state.apply(state.parse(text))
    assert result["state"]["position"] == state.to_dict()
    assert result["state"]["legal"] == [state.text(action) for action in state.legal()]


def test_a_position_and_options_begin_a_case() -> None:
    start = game("castle", players=3).new(3)
    result = only_result({"id": 1, "game": "castle", "options": {"players": 3}, "position": start.to_dict(), "steps": []})
    assert result["game"] == "castle,players=3" and result["state"]["position"] == start.to_dict()


def test_agents_are_asked_and_nothing_is_done() -> None:
    result = only_result(
        {**CASTLE, "steps": [{"do": "agent", "agent": "lowest"}, {"do": "agent", "agent": "ismcts:50", "seed": 3}]}
    )
    assert result["steps"][0]["value"] in result["initial"]["legal"]
    assert (
        result["steps"][1] == only_result({**CASTLE, "steps": [{"do": "agent", "agent": "ismcts:50", "seed": 3}]})["steps"][0]
    )
    assert result["state"] == result["initial"]


def test_views_and_imagined_worlds_are_those_of_the_seat() -> None:
    steps = [{"do": "view", "seat": 1}, {"do": "imagine", "seat": 1, "seed": 3}]
    seen, imagined = (step["value"] for step in only_result({**CASTLE, "steps": steps})["steps"])
    seat = game("castle").new(7).seat(1)
    assert seen == seat.view() and imagined == seat.resample(3).to_dict()


def test_chance_comes_as_it_is_written_and_is_told() -> None:
    result = pig({"do": "act", "action": "roll", "chance": [[DIE, 2]]}, {"do": "act", "action": "roll", "chance": [0]})
    assert result["error"] is None
    assert [step["chance"] for step in result["steps"]] == [[[DIE, 6, 2]], [[DIE, 6, 0]]]
    assert result["steps"][0]["state"]["position"]["brought"] == 7
    assert result["state"]["position"]["turn"] == 1
    free = pig("roll")
    (kind, possibilities, came), *none = free["steps"][0]["chance"]
    assert (kind, possibilities, none) == (DIE, 6, []) and 0 <= came < 6


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        (
            {"do": "act", "action": "roll", "chance": [6]},
            "step 1: outcome 1 of the script is 6, but there are the possibilities 0 to 5",
        ),
        ({"do": "act", "action": "roll", "chance": [1, 1]}, "step 1: 1 outcomes of 'chance' were not used: 1 were drawn"),
        ({"do": "act", "action": "roll", "chance": []}, "step 1: the script ends after 0 outcomes"),
        ({"do": "act", "action": "again"}, "step 1: action 3 (again) is not legal"),
        ({"do": "act", "action": "jump"}, "step 1: 'jump' is not an action of Pig"),
        ({"do": "act"}, "step 1: 'action' is a text, not None"),
        ({"do": "agent", "agent": "nobody"}, "step 1: there is no agent for pig 'nobody'"),
        ({"do": "view", "seat": 2}, "step 1: 'seat' must be a whole number from 0 to 1, not 2"),
    ],
)
def test_a_step_that_cannot_be_made_changes_nothing_and_says_why(step: dict[str, Any], complaint: str) -> None:
    result = pig(step, "hold")
    assert result["error"].startswith(complaint)
    assert result["steps"] == [] and result["state"] == result["initial"]


def test_what_was_expected_and_did_not_come_is_told() -> None:
    case = {
        **CASTLE,
        "steps": [{"do": "can", "action": "play 9", "expect": True}, {"do": "can", "action": "castle K K A", "expect": True}],
        "expect": {"player": 0, "position": {"phase": "play", "turn": 1}, "legal": []},
    }
    first, phase, missing, legal = only_result(case)["failed"]
    assert first == "step 1: the answer is False, not True"
    assert phase == "the end: position.phase is 'castle', not 'play'"
    assert missing.startswith("the end: position.turn is missing: there are player, phase")
    assert legal.startswith("the end: legal is ['castle 6 8 J'")


def test_what_was_expected_and_came_is_no_complaint() -> None:
    case = {
        **CASTLE,
        "steps": [{"do": "can", "action": "castle K K A", "expect": True}],
        "expect": {"position": {"phase": "castle"}},
    }
    assert only_result(case)["failed"] == []


@pytest.mark.parametrize(
    ("case", "complaint"),
    [
        ({"id": "x", "steps": []}, "case 'x': it names no game"),
        ({"id": "x", "game": "castel"}, "case 'x': there is no game 'castel'. Did you mean 'castle'?"),
        ({"id": "x", "game": 3}, "case 'x': 'game' is the name of a game, not 3"),
        ({"game": "castle", "steps": 3}, "case None: 'steps' is a list of steps, not 3"),
        (
            {"id": "x", "game": "castle", "steps": [{"do": "fly"}]},
            "case 'x': a step is an action in words, or a table with 'do': act",
        ),
        (
            {"id": "x", "game": "castle", "steps": [{"do": "view", "action": "?"}]},
            "case 'x': a step that does 'view' has no part 'action'",
        ),
        ({"id": "x", "game": "castle", "stepz": []}, "case 'x': a case has no part 'stepz'"),
        ({"id": "x", "game": "castle", "options": {"players": 99}}, "case 'x': "),
        ({"id": "x", "game": "castle", "options": []}, "case 'x': 'options' is a table"),
        ({"id": "x", "game": "castle", "position": {}}, "case 'x': "),
        ({"id": "x", "game": "castle", "seed": "a"}, "case 'x': 'seed' must be a whole number"),
        ({"id": "x", "game": "castle", "seed": 1, "position": {}}, "case 'x': 'seed' and 'position' do not go together"),
    ],
)
def test_a_case_in_no_right_form_is_named_and_the_others_are_run(case: dict[str, Any], complaint: str) -> None:
    broken, sound = run_cases([case, CASTLE])
    assert broken["error"].startswith(complaint)
    assert sound["error"] is None


def test_errors_of_cases_can_be_sent_between_processes() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(ScenarioError("x", "it is not good")))
    assert (str(error), error.case, error.reason) == ("case 'x': it is not good", "x", "it is not good")


def test_a_file_is_a_list_of_cases_or_one(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(CASTLE))
    assert run_scenarios(path) == run_cases([CASTLE])
    for text in ("3", "[3]", "{"):
        with pytest.raises(RunError, match=r"^cases\.json: "):
            read_cases("cases.json", text)
    assert run_cases([{"id": 1, "seed": 7}], "castle")[0]["state"] == run_cases([CASTLE])[0]["state"]


class _Short:
    """A form of a game's own: what was rolled, as numbers."""

    def claims(self, case: Mapping[str, Any]) -> bool:
        return "rolls" in case

    def run(self, case: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [{"id": case["id"], "rules": rules, "error": None, "sum": sum(case["rolls"])} for rules in ("short", "long")]


class ShortPig(Pig):
    name = "short_pig"

    def scenario(self) -> ScenarioRunner:
        return _Short()


def test_a_game_may_have_a_form_of_its_own_beside_the_common_one() -> None:
    register_game(ShortPig)
    try:
        own, common = {"id": "own", "rolls": [2, 3]}, {"id": "common", "game": "short_pig", "steps": ["roll"]}
        results = run_cases([own, {**own, "game": "short_pig"}, common])
    finally:
        del _local_games["short_pig"]
    assert [(result["id"], result.get("rules"), result.get("sum")) for result in results] == [
        ("own", "short", 5), ("own", "long", 5), ("own", "short", 5), ("own", "long", 5), ("common", None, None),
    ]  # fmt: skip
