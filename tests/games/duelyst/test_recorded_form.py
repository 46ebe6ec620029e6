"""Scenarios in the form of recorded games."""

from __future__ import annotations

from typing import Any

from cardlab.lab.scenarios import run_cases
from tests.games.duelyst.tables import hand_of, shown, unit

UNITS = [unit(1, 1, 0, 2), unit(101, 2, 8, 2), unit(9, 1, 1, 2), unit(503, 2, 2, 2)]


def case(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = [
        {"mana": 9, "maxMana": 9, "hand": hand_of([20066, 20072, 20044]), "deck": [8, 9], "sigReady": True},
        {"deck": []},
    ]
    before = {"current": 1, "turn": 4, "players": players, "units": UNITS, "tiles": []}
    return {"id": "x", "game": "duelyst", "before": before, "steps": list(steps), **more}


def result(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return run_cases([case(*steps, **more)])[0]


def test_a_step_tells_whether_it_was_valid_and_the_state_after_it() -> None:
    attack = {"type": "AttackAction", "player": 1, "from": [1, 2], "to": [2, 2]}
    steps = result({"action": attack, "rand": []}, {"action": attack})["steps"]
    assert [step["valid"] for step in steps] == [True, False] and steps[0]["after"] == steps[1]["after"]
    assert [shown(row) for row in steps[0]["after"]["units"] if not row["general"]] == ["504'@2,2 3/2 tired"]


def test_tiles_off_the_board_are_no_error_and_tables_are_tiles_too() -> None:
    off = {"type": "PlayCardFromHandAction", "hand": 0, "to": {"x": 9, "y": 0}}
    on = {"type": "PlayCardFromHandAction", "hand": 0, "to": {"x": 2, "y": 2}}
    assert [step["valid"] for step in result({"action": off}, {"action": on})["steps"]] == [False, True]


def test_anywhere_cards_take_any_tile() -> None:
    step = {"action": {"type": "PlayCardFromHandAction", "hand": 2, "to": [7, 4]}}
    assert result(step)["steps"][0]["valid"]


def test_chance_is_checked_one_by_one() -> None:
    end = {"type": "EndTurnAction"}
    good = result({"action": end, "rand": [[2, 1]]}, {"action": end, "rand": [[0, 0]]})
    assert good["steps"][0]["after"]["players"][0]["hand"][3] == 9
    assert good["steps"][1]["after"]["units"][1]["hp"] == 23
    for rand, words in (
        ([[3, 1]], "3 possibilities"),
        ([], "script ends"),
        ([[2, 1], [2, 0]], "not used"),
        ([[2, 5]], "possibilities"),
    ):
        told = result({"action": end, "rand": rand})
        assert words in told["error"] and told["steps"] == []


def test_follow_ups_can_be_chosen_left_out_and_taken_back() -> None:
    swarm = {"action": {"type": "PlayCardFromHandAction", "hand": 1, "to": [0, 1]}, "legal": True}
    more = {"action": {"type": "FollowUp", "to": [1, 1]}}
    told = result(swarm, more, {"action": {"type": "EndFollowupAction"}}, {"action": {"type": "RollbackToSnapshotAction"}})[
        "steps"
    ]
    assert told[0]["after"]["followup"] == {"card": 20072, "stage": 0, "tiles": [[0, 1]]}
    assert told[0]["legal"]["followup"] == [[0, 0], [1, 0], [1, 1]] and told[0]["legal"]["moves"] == []
    assert [step["valid"] for step in told] == [True, True, True, False]
    assert sum(row["id"] == 315 for row in told[2]["after"]["units"]) == 2
    back = result(swarm, {"action": {"type": "RollbackToSnapshotAction"}})["steps"][1]
    assert back["valid"] and back["after"]["players"][0]["hand"][1] == 20072


def test_legal_actions_as_sets() -> None:
    told = result(legal=True)["legal"]
    assert [1, 2, 2, 2] in told["attacks"] and told["signature"] == [[1, 2]] and told["replace"] == [0, 1, 2]
    assert len(told["plays"]["2"]) == 45 and told["plays"]["0"] == [[1, 2], [2, 2]] and told["followup"] is None


def test_both_choose_in_the_mulligan_in_any_order() -> None:
    hand = hand_of([8, 9, 10012, 11, 20066])
    before = {"status": "mulligan", "players": [{"hand": hand, "deck": [20044, 20047]}] * 2, "units": UNITS[:2]}
    second = {"action": {"type": "DrawStartingHandAction", "player": 2, "indices": [3, 1]}, "rand": [[2, 0], [1, 0]]}
    first = {"action": {"type": "DrawStartingHandAction", "player": 1, "indices": []}, "rand": []}
    told = run_cases([{"id": 1, "game": "duelyst", "before": before, "steps": [second, first]}])[0]["steps"]
    assert told[0]["after"]["mulliganed"] == [2] and told[0]["after"]["current"] == 1
    assert told[0]["after"]["players"][1]["hand"] == hand_of([8, 20047, 10012, 20044, 20066])
    assert told[0]["after"]["players"][1]["deck"] == [9, 11] and told[1]["after"]["status"] == "active"


def test_an_agent_is_asked_and_nothing_is_done() -> None:
    told = result({"do": "agent", "agent": "starter-ai", "player": 1}, {"action": {"type": "EndTurnAction"}})["steps"]
    assert set(told[0]) == {"action"} and told[0]["action"]["player"] == 1 and told[1]["valid"]


def test_cases_that_fail_do_not_stop_the_others() -> None:
    bad = case()
    bad["before"] = {"units": [unit(1, 1, 0, 2)]}
    first, second = run_cases([bad, case()])
    assert "one general" in first["error"] and second["steps"] == [] and "error" not in second


def test_profiles_and_the_overlay_are_chosen_by_the_case() -> None:
    later = result(profile="duelyst2", overlay=True, legal=True)
    assert later["legal"]["signature"] == []
