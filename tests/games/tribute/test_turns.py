"""Turns, buying, combos, attacks and the end: what the rules say in detail."""

from __future__ import annotations

import os

import pytest

import cardlab
from cardlab import Rng
from tests.games.tribute.tables import foe, last, log_of, me, run, some

PURE = os.environ.get("CARDLAB_PURE") == "1"
P1, P2, NOBODY = "PLAYER1", "PLAYER2", "NO_PLAYER_SELECTED"


# ---- ending a turn ---------------------------------------------------------------------------------------------------


def test_at_the_end_hand_then_played_cards_cool_down_and_five_are_drawn() -> None:
    side = {
        "hand": ["PECK", "GOLD"],
        "played": ["SWIPE"],
        "draw": ["RALLY"] * 5,
        "coins": 4,
        "power": 3,
        "prestige": 2,
    }
    state = last(["END_TURN"], P1=side)
    assert some(me(state), "hand", "cooldown", "played", "coins", "power", "prestige") == [
        ["RALLY"] * 5, ["PECK", "GOLD", "SWIPE"], [], 0, 0, 5,
    ]  # fmt: skip
    assert (state["current"], state["turn"]) == (P2, 2)


def test_a_draw_pile_that_is_short_by_one_is_filled_up_first_and_its_cards_stay_on_top() -> None:
    side = {"hand": ["PECK#h"], "draw": ["GOLD#1", "GOLD#2", "GOLD#3", "GOLD#4"], "cooldown": ["SWIPE#c", "RALLY#c"]}
    step = {"do": {"type": "END_TURN"}, "shuffles": [["RALLY#c", "PECK#h", "SWIPE#c"]]}
    state = last([step], P1=side)
    assert some(me(state), "hand", "draw", "cooldown") == [
        ["GOLD#1", "GOLD#2", "GOLD#3", "GOLD#4", "RALLY#c"], ["PECK#h", "SWIPE#c"], [],
    ]  # fmt: skip


def test_played_cards_are_not_reshuffled_in_the_middle_of_a_turn() -> None:
    state = last(["PLAY_CARD PILFER"], P1={"hand": ["PILFER"], "played": ["GOLD"]})
    assert some(me(state), "hand", "played") == [[], ["GOLD", "PILFER"]]


def test_power_that_is_left_is_spent_on_taunts_in_board_order_and_not_logged() -> None:
    foes = {"agents": ["OATHMAN", {"card": "BANNERET", "hp": 2}, "STUBBORN_SHADOW"]}
    state = last(["END_TURN"], P1={"power": 4}, P2=foes)
    assert [(one["card"], one["hp"]) for one in foe(state)["agents"]] == [("OATHMAN", 2), ("STUBBORN_SHADOW", 1)]
    assert (foe(state)["cooldown"], me(state)["prestige"]) == (["BANNERET"], 0)
    assert [entry[0] for entry in log_of(state)] == ["END_TURN"]


def test_own_agents_become_usable_and_keep_their_damage() -> None:
    agents = [{"card": "BANNERET", "hp": 2, "activated": True}]
    state = last(["END_TURN"], P1={"agents": agents})
    assert me(state)["agents"] == [{"card": "BANNERET", "hp": 2, "activated": False}]


def test_combos_are_forgotten_at_the_end_of_a_turn() -> None:
    state = last(["PLAY_CARD MIDNIGHT_RAID", "END_TURN"], P1={"hand": ["MIDNIGHT_RAID"]})
    assert state["combos"] == {}


def test_coins_of_the_waiting_player_stay() -> None:
    state = last(["END_TURN"], P2={"coins": 1})
    assert foe(state)["coins"] == 1


# ---- buying ----------------------------------------------------------------------------------------------------------


def test_a_bought_card_goes_to_cooldown_and_its_slot_is_refilled_in_place() -> None:
    tavern = {"row": ["TITHE", "OATHMAN", "RALLY"], "deck": ["AMBUSH", "BONFIRE"]}
    state = last(["BUY_CARD OATHMAN"], P1={"coins": 7}, tavern=tavern)
    assert (me(state)["cooldown"], me(state)["coins"], me(state)["agents"]) == (["OATHMAN"], 1, [])
    assert (state["tavern_row"], state["tavern_deck"]) == (["TITHE", "AMBUSH", "RALLY"], ["BONFIRE"])


def test_without_coins_even_a_free_card_cannot_be_bought() -> None:
    assert last([], tavern={"row": ["GOLD"]})["legal_moves"] == ["END_TURN"]
    assert last(["BUY_CARD GOLD"], P1={"coins": 1}, tavern={"row": ["GOLD"]})["players"][P1]["coins"] == 1


def test_a_choice_opened_by_a_purchase_does_not_list_the_refilled_slot() -> None:
    tavern = {"row": ["GOLD", "BARTERER", "PECK"], "deck": ["SWIPE", "RALLY"]}
    states = run(["BUY_CARD BARTERER", "CHOOSE PECK"], P1={"coins": 1}, tavern=tavern)
    assert states[1]["tavern_row"] == ["GOLD", "SWIPE", "PECK"] and me(states[1])["coins"] == 0
    assert states[1]["pending_choice"]["options"] == ["GOLD", "PECK"]
    assert (states[2]["tavern_row"], states[2]["tavern_deck"]) == (["GOLD", "SWIPE", "RALLY"], ["BARTERER", "PECK"])


def test_an_acquired_contract_sees_the_refilled_row() -> None:
    tavern = {"row": ["GOLD", "BARTERER"], "deck": ["SWIPE"]}
    state = last(["PLAY_CARD CUSTOMS_SEIZURE", "CHOOSE BARTERER"], P1={"hand": ["CUSTOMS_SEIZURE"]}, tavern=tavern)
    assert (state["tavern_row"], state["tavern_deck"]) == (["GOLD", "SWIPE"], ["BARTERER"])
    assert state["pending_choice"]["options"] == ["GOLD", "SWIPE"]


def test_a_contract_action_bought_with_an_empty_deck_comes_straight_back() -> None:
    state = last(["BUY_CARD BLACKMAIL", "BUY_CARD BLACKMAIL"], P1={"coins": 6}, tavern={"row": ["BLACKMAIL"]})
    assert (state["tavern_row"], state["tavern_deck"], me(state)["power"]) == (["BLACKMAIL"], [], 4)


def test_the_row_shrinks_when_the_deck_is_empty() -> None:
    state = last(["BUY_CARD RALLY"], P1={"coins": 8}, tavern={"row": ["TITHE", "RALLY", "GOLD"]})
    assert state["tavern_row"] == ["TITHE", "GOLD"]


def test_a_contract_agent_goes_to_the_board_used_and_acts_at_once() -> None:
    state = last(["BUY_CARD SHIELD_BEARER"], P1={"coins": 6}, tavern={"row": ["SHIELD_BEARER"]})
    assert me(state)["agents"] == [{"card": "SHIELD_BEARER", "hp": 5, "activated": True}]
    assert (me(state)["power"], state["tavern_deck"]) == (1, [])


# ---- agents ----------------------------------------------------------------------------------------------------------


def test_an_attack_takes_health_and_power_and_kills_at_zero() -> None:
    foes = {"agents": [{"card": "OATHMAN", "hp": 1}, "CLANWITCH"]}
    states = run(["ATTACK CLANWITCH", "ATTACK OATHMAN"], P1={"power": 2}, P2=foes)
    assert [(one["card"], one["hp"]) for one in foe(states[1])["agents"]] == [("OATHMAN", 1), ("CLANWITCH", 1)]
    assert me(states[1])["power"] == 0 and states[2]["game_over"]["reason"] == "INCORRECT_MOVE"
    state = last(["ATTACK OATHMAN"], P1={"power": 3}, P2=foes)
    assert (me(state)["power"], foe(state)["cooldown"]) == (2, ["OATHMAN"])
    assert [entry[0] for entry in log_of(state)] == ["ATTACK_AGENT", "AGENT_DEATH"]


def test_taunt_must_be_attacked_first() -> None:
    state = last([], P1={"power": 1}, P2={"agents": ["OATHMAN", "BANNERET", "STUBBORN_SHADOW"]})
    assert [move for move in state["legal_moves"] if move.startswith("ATTACK")] == ["ATTACK BANNERET", "ATTACK STUBBORN_SHADOW"]


def test_a_played_agent_is_used_and_comes_with_full_health() -> None:
    state = last(["PLAY_CARD OATHMAN"], P1={"hand": ["OATHMAN"]})
    assert me(state)["agents"] == [{"card": "OATHMAN", "hp": 2, "activated": True}]
    assert "ACTIVATE_AGENT OATHMAN" not in state["legal_moves"]


# ---- combos ----------------------------------------------------------------------------------------------------------


def test_combos_fire_level_by_level_and_earlier_cards_first() -> None:
    hand = ["TOLL_OF_SILVER", "SQUAWKING_ORATORY", "POOL_OF_SHADOW", "PECK"]
    states = run([f"PLAY_CARD {card}" for card in hand], P1={"hand": hand, "draw": ["GOLD"] * 9})
    assert states[1]["combos"]["DUKE_OF_CROWS"] == {"counter": 1, "waiting": [[], ["DRAW 1"], ["GAIN_COIN 1"], []]}
    assert states[2]["combos"]["DUKE_OF_CROWS"] == {
        "counter": 2,
        "waiting": [[], [], ["GAIN_COIN 1", "DRAW 1"], ["GAIN_POWER 4"]],
    }
    assert [entry[0] for entry in log_of(states[3])] == ["PLAY_CARD", "GAIN_POWER", "DRAW", "GAIN_COIN", "DRAW"]
    assert states[3]["combos"]["DUKE_OF_CROWS"]["waiting"][3] == ["GAIN_POWER 4", "GAIN_COIN 3"]
    assert some(me(states[4]), "coins", "power") == [2 + 1 + 3 + 1, 2 + 4]
    assert states[4]["combos"]["DUKE_OF_CROWS"] == {"counter": 4, "waiting": [[], [], [], []]}


def test_from_the_fourth_card_on_all_levels_fire_at_once() -> None:
    hand = ["PECK", "PECK", "PECK", "PECK", "POOL_OF_SHADOW"]
    state = last([f"PLAY_CARD {card}" for card in hand], P1={"hand": hand, "draw": ["GOLD"]})
    assert some(me(state), "coins", "power", "hand") == [4 + 3, 2, ["GOLD"]]


def test_effects_of_destroyed_cards_still_wait() -> None:
    side = {"hand": ["SCRATCH", "PECK"], "coins": 3}
    steps = ["PLAY_CARD SCRATCH", "BUY_CARD BONFIRE", "CHOOSE SCRATCH", "PLAY_CARD PECK"]
    state = last(steps, P1=side, tavern={"row": ["BONFIRE"]})
    assert some(me(state), "coins", "power", "played") == [1 + 1 + 2, 2, ["PECK"]]


def test_curses_do_nothing_but_count() -> None:
    state = last(["PLAY_CARD BEWILDERMENT", "PLAY_CARD SLIGHT_OF_HAND"], P1={"hand": ["BEWILDERMENT", "SLIGHT_OF_HAND"]})
    assert state["pending_choice"]["follow_up"] == "REPLACE_CARDS_IN_TAVERN"
    assert me(state)["coins"] == 2


# ---- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "over"),
    [
        (80, 0, (P1, "PRESTIGE_OVER_80")),
        (79, 90, (P2, "PRESTIGE_OVER_40_NOT_MATCHED")),
        (80, 90, (P1, "PRESTIGE_OVER_80")),
        (40, 0, None),
        (39, 40, (P2, "PRESTIGE_OVER_40_NOT_MATCHED")),
        (40, 40, None),
        (41, 40, None),
        (0, 39, None),
        (60, 45, None),
    ],
)
def test_prestige_is_looked_at_after_a_whole_turn(mine: int, theirs: int, over: tuple[str, str] | None) -> None:
    state = last(["END_TURN"], P1={"prestige": mine}, P2={"prestige": theirs})
    assert state["game_over"] == (over and {"winner": over[0], "reason": over[1]})


def test_power_counts_before_the_check() -> None:
    assert last(["END_TURN"], P1={"prestige": 38, "power": 2}, P2={"prestige": 40})["game_over"] is None


def test_all_four_favours_win_and_the_treasury_does_not_count() -> None:
    favor = {"PELIN": P1, "RED_EAGLE": P1, "ANSEI": P1}
    assert last(["END_TURN"], favor=favor)["game_over"] is None
    assert last(["END_TURN"], favor={**favor, "HLAALU": P1})["game_over"] == {"winner": P1, "reason": "PATRON_FAVOR"}
    assert last(["END_TURN"], favor=dict.fromkeys(["PELIN", "RED_EAGLE", "ANSEI", "HLAALU"], P2))["game_over"] is None


def test_the_favours_come_before_the_forty() -> None:
    favor = dict.fromkeys(["PELIN", "RED_EAGLE", "ANSEI", "HLAALU"], P1)
    assert last(["END_TURN"], favor=favor, P2={"prestige": 50})["game_over"]["winner"] == P1


def test_turn_501_is_not_finished() -> None:
    side = {"hand": ["GOLD"], "power": 3}
    states = run(["END_TURN"], turn=501, P1=side)
    assert states[1]["game_over"] == {"winner": NOBODY, "reason": "TURN_LIMIT_EXCEEDED"}
    assert {**states[1], "game_over": None, "legal_moves": states[0]["legal_moves"]} == states[0]
    assert last(["END_TURN"], turn=500, P1=side)["game_over"] is None


def test_nothing_wins_in_the_middle_of_a_turn() -> None:
    state = last(["PLAY_CARD SUMMERSET_SACKING"], P1={"hand": ["SUMMERSET_SACKING"], "prestige": 90})
    assert state["game_over"] is None


@pytest.mark.parametrize("text", ["tribute", "tribute,cards=2024,luck=original"])
def test_random_play_makes_moves_as_if_they_were_listed(text: str) -> None:
    rules = cardlab.game(text)
    for seed in range(2 if PURE else 4):
        state, rng, twin = rules.new(seed), Rng(seed), Rng(seed)
        for _ in range(60 if PURE else 400):
            if state.over:
                break
            legal = state.legal()
            listed = state.copy()
            listed.apply(legal[twin.below(len(legal))])
            state.rollout(rng, 1)
            assert state == listed
