"""The ten patrons: when they can be called, what a call costs, gives and does to their favour."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tribute.tables import foe, last, log_of, me, run, some

P1, P2, NOBODY = "PLAYER1", "PLAYER2", "NO_PLAYER_SELECTED"
FAVORS = {"neutral": {}, "mine": P1, "theirs": P2}


def call(patron: str, favor: str, answer: Any = None, **side: Any) -> dict[str, Any]:
    patrons = list(dict.fromkeys([patron, "TREASURY", "PELIN", "RED_EAGLE", "ANSEI", "HLAALU"]))[:5]
    other = side.pop("other", {})
    steps = [f"CALL_PATRON {patron}", *([answer] if answer else [])]
    told = {} if favor == "neutral" else {patron: FAVORS[favor]}
    return last(steps, patrons=patrons, favor=told, P1=side, P2=other)


@pytest.mark.parametrize(
    ("patron", "favor", "side", "after", "favored"),
    [
        ("ANSEI", "neutral", {"power": 3}, {"power": 1, "coins": 1}, P1),
        ("ANSEI", "theirs", {"power": 2}, {"power": 0, "coins": 1}, P1),
        ("DUKE_OF_CROWS", "neutral", {"coins": 5}, {"coins": 0, "power": 4}, P1),
        ("DUKE_OF_CROWS", "theirs", {"coins": 1, "power": 2}, {"coins": 0, "power": 2}, NOBODY),
        ("ORGNUM", "neutral", {"coins": 4, "draw": ["GOLD"] * 13}, {"coins": 1, "power": 2}, P1),
        ("ORGNUM", "theirs", {"coins": 3, "draw": ["GOLD"] * 40}, {"coins": 0, "power": 2}, NOBODY),
        ("ORGNUM", "mine", {"coins": 3, "hand": ["GOLD"] * 7}, {"power": 1, "cooldown": ["SUMMERSET_SACKING"]}, P1),
        ("RED_EAGLE", "neutral", {"power": 2, "draw": ["PECK", "GOLD"]}, {"power": 0, "hand": ["PECK"]}, P1),
        ("RED_EAGLE", "theirs", {"power": 5, "draw": ["PECK"]}, {"power": 3, "hand": ["PECK"]}, NOBODY),
        ("RED_EAGLE", "mine", {"power": 2, "draw": []}, {"power": 0, "hand": []}, P1),
        ("SAINT_ALESSIA", "neutral", {"coins": 4}, {"coins": 0, "cooldown": ["SOLDIER_OF_THE_EMPIRE"]}, P1),
        ("SAINT_ALESSIA", "theirs", {"coins": 5}, {"coins": 1, "power": 2, "cooldown": []}, NOBODY),
        ("SAINT_ALESSIA", "mine", {"coins": 4}, {"coins": 0, "cooldown": ["CHAINBREAKER_SERGEANT"]}, P1),
    ],
)
def test_a_call_pays_and_gives_and_moves_the_favour(
    patron: str, favor: str, side: dict[str, Any], after: dict[str, Any], favored: str
) -> None:
    state = call(patron, favor, **side)
    assert {name: me(state)[name] for name in after} == after
    assert (me(state)["patron_calls"], state["favor"][patron], state["board_state"]) == (0, favored, "NORMAL")


@pytest.mark.parametrize(("favor", "favored"), [("neutral", P1), ("theirs", NOBODY), ("mine", P1)])
def test_rajhin_gives_the_other_a_bewilderment(favor: str, favored: str) -> None:
    state = call("RAJHIN", favor, coins=3)
    assert (me(state)["coins"], foe(state)["cooldown"], state["favor"]["RAJHIN"]) == (0, ["BEWILDERMENT"], favored)


@pytest.mark.parametrize(("favor", "favored"), [("neutral", P1), ("theirs", NOBODY), ("mine", P1)])
def test_hlaalu_destroys_a_card_for_its_cost_less_one(favor: str, favored: str) -> None:
    side = {"hand": ["GOLD", "RALLY"], "played": ["TITHE", "PECK"], "agents": ["SHIELD_BEARER"]}
    asked = call("HLAALU", favor, **side)
    assert asked["pending_choice"] == {
        "kind": "CARD", "follow_up": "COMPLETE_HLAALU", "min": 1, "max": 1, "options": ["RALLY", "TITHE", "SHIELD_BEARER"],
        "context": {"type": "PATRON_ACTIVATION", "patron": "HLAALU"},
    }  # fmt: skip
    assert (asked["board_state"], asked["favor"]["HLAALU"]) == ("PATRON_CHOICE_PENDING", favored)
    done = call("HLAALU", favor, "CHOOSE SHIELD_BEARER", **side)
    assert some(me(done), "agents", "hand", "played", "prestige") == [[], ["GOLD", "RALLY"], ["TITHE", "PECK"], 5]
    assert (done["tavern_deck"], done["pending_choice"]) == ([], None)


@pytest.mark.parametrize(("favor", "favored"), [("neutral", P1), ("theirs", NOBODY), ("mine", P1)])
def test_pelin_returns_an_agent_which_does_not_count_as_known(favor: str, favored: str) -> None:
    side = {"power": 2, "cooldown": ["GOLD", "BANNERET", "SHIELD_BEARER", "OATHMAN"], "draw": ["PECK"]}
    asked = call("PELIN", favor, **side)
    assert asked["pending_choice"]["options"] == ["BANNERET", "OATHMAN"]
    assert asked["pending_choice"]["follow_up"] == "COMPLETE_PELLIN"
    done = call("PELIN", favor, "CHOOSE OATHMAN", **side)
    assert some(me(done), "draw", "cooldown", "known_upcoming", "power") == [
        ["OATHMAN", "PECK"], ["GOLD", "BANNERET", "SHIELD_BEARER"], 0, 0,
    ]  # fmt: skip
    assert asked["favor"]["PELIN"] == done["favor"]["PELIN"] == favored


@pytest.mark.parametrize(("favor", "favored"), [("neutral", P1), ("theirs", NOBODY), ("mine", P1)])
def test_psijic_knocks_out_any_agent_and_a_contract_goes_under_the_tavern(favor: str, favored: str) -> None:
    other = {"agents": ["BANNERET", "CLANWITCH", "OATHMAN"]}
    state = call("PSIJIC", favor, "CHOOSE CLANWITCH", coins=4, other=other)
    assert [one["card"] for one in foe(state)["agents"]] == ["BANNERET", "OATHMAN"]
    assert (state["tavern_deck"], foe(state)["cooldown"], me(state)["coins"]) == (["CLANWITCH"], [], 0)
    state = call("PSIJIC", favor, "CHOOSE OATHMAN", coins=4, other=other)
    assert (state["tavern_deck"], foe(state)["cooldown"]) == ([], ["OATHMAN"])
    assert call("PSIJIC", favor, coins=4, other=other)["favor"]["PSIJIC"] == state["favor"]["PSIJIC"] == favored


def test_the_treasury_changes_a_card_into_a_writ_and_favours_nobody() -> None:
    side = {"coins": 3, "hand": ["GOLD"], "played": ["PECK"], "agents": [{"card": "OATHMAN", "hp": 1}], "cooldown": ["SWIPE"]}
    asked = call("TREASURY", "neutral", **side)
    assert asked["pending_choice"]["options"] == ["PECK", "GOLD", "OATHMAN"]
    assert me(asked)["cooldown"] == ["SWIPE", "WRIT_OF_COIN"]
    done = call("TREASURY", "neutral", "CHOOSE GOLD", **side)
    assert some(me(done), "hand", "played", "coins") == [[], ["PECK"], 1]
    assert done["favor"]["TREASURY"] == NOBODY
    assert log_of(asked) == [
        ("ACTIVATE_PATRON", P1, "TREASURY", None, 1),
        ("GAIN_COIN", P1, "TREASURY", None, -2),
        ("ADD_WRIT_OF_COIN", P1, "TREASURY", "WRIT_OF_COIN", 1),
    ]
    assert log_of(done) == [("DESTROY_CARD", P1, "TREASURY", "GOLD", 1)]


@pytest.mark.parametrize(
    ("patron", "side", "enough"),
    [
        ("ANSEI", {"power": 1}, {"power": 2}),
        ("DUKE_OF_CROWS", {}, {"coins": 1}),
        ("ORGNUM", {"coins": 2}, {"coins": 3}),
        ("RAJHIN", {"coins": 2}, {"coins": 3}),
        ("RED_EAGLE", {"power": 1}, {"power": 2}),
        ("SAINT_ALESSIA", {"coins": 3}, {"coins": 4}),
        ("TREASURY", {"coins": 1, "hand": ["GOLD"]}, {"coins": 2, "hand": ["GOLD"]}),
        ("TREASURY", {"coins": 2, "cooldown": ["GOLD"]}, {"coins": 2, "agents": ["OATHMAN"]}),
        ("HLAALU", {"hand": ["GOLD"], "cooldown": ["RALLY"]}, {"played": ["RALLY"]}),
        ("PELIN", {"power": 2, "cooldown": ["SHIELD_BEARER"]}, {"power": 2, "cooldown": ["BANNERET"]}),
        ("PELIN", {"power": 1, "cooldown": ["BANNERET"]}, {"power": 2, "cooldown": ["BANNERET"]}),
    ],
)
def test_a_patron_can_be_called_exactly_when_its_condition_holds(
    patron: str, side: dict[str, Any], enough: dict[str, Any]
) -> None:
    state = call(patron, "neutral", **side)
    assert state["game_over"] == {"winner": P2, "reason": "INCORRECT_MOVE"}
    assert call(patron, "neutral", **enough)["game_over"] is None
    assert call(patron, "neutral", **enough, patron_calls=0)["game_over"] is not None


@pytest.mark.parametrize(("patron", "side"), [("ANSEI", {"power": 9}), ("DUKE_OF_CROWS", {"coins": 9})])
def test_who_is_favoured_cannot_call_ansei_or_the_crows(patron: str, side: dict[str, int]) -> None:
    assert call(patron, "mine", **side)["game_over"] == {"winner": P2, "reason": "INCORRECT_MOVE"}


def test_psijic_needs_an_enemy_agent() -> None:
    assert call("PSIJIC", "neutral", coins=9)["game_over"] is not None


def test_ansei_pays_at_the_start_of_each_own_turn_and_it_is_not_logged() -> None:
    states = run(["END_TURN", "END_TURN"], favor={"ANSEI": P1})
    assert [me(state)["coins"] for state in states] == [0, 0, 1]
    assert log_of(states[2]) == [("END_TURN", None, None, None, 1)]


def test_extra_calls_allow_the_same_patron_again_and_are_lost_at_the_end() -> None:
    steps = ["CALL_PATRON RED_EAGLE", "CALL_PATRON RED_EAGLE", "END_TURN"]
    states = run(steps, P1={"power": 6, "patron_calls": 3, "draw": ["GOLD", "PECK"]})
    assert [me(state)["patron_calls"] for state in states] == [3, 2, 1, 1]
    assert (me(states[3])["prestige"], states[3]["favor"]["RED_EAGLE"]) == (2, P1)


def test_the_crows_log_their_gain_before_their_price() -> None:
    assert log_of(call("DUKE_OF_CROWS", "neutral", coins=4)) == [
        ("ACTIVATE_PATRON", P1, "DUKE_OF_CROWS", None, 1),
        ("GAIN_POWER", P1, "DUKE_OF_CROWS", None, 3),
        ("GAIN_COIN", P1, "DUKE_OF_CROWS", None, -4),
    ]
