"""Effects that ask, and effects that do not, each in a small situation with all of what it changes."""

from __future__ import annotations

import pytest

from tests.games.tribute.tables import foe, last, log_of, me, run, some

P1, P2 = "PLAYER1", "PLAYER2"


@pytest.mark.parametrize(
    ("card", "after"),
    [
        ("LUXURY_EXPORTS", {"coins": 3}),
        ("MIDNIGHT_RAID", {"power": 3}),
        ("SUMMERSET_SACKING", {"prestige": 1}),
        ("PILFER", {"hand": ["PECK"], "draw": ["SWIPE"]}),
    ],
)
def test_gains_and_draws_happen_at_once(card: str, after: dict[str, object]) -> None:
    state = last([f"PLAY_CARD {card}"], P1={"hand": [card], "draw": ["PECK", "SWIPE"]})
    assert {name: me(state)[name] for name in after} == after
    assert me(state)["played"] == [card]


def test_prestige_of_the_opponent_does_not_fall_below_zero_but_the_log_has_the_printed_loss() -> None:
    steps = ["PLAY_CARD STUBBORN_SHADOW", "PLAY_CARD SWIPE"]
    state = last(steps, P1={"hand": ["STUBBORN_SHADOW", "SWIPE"]}, P2={"prestige": 1})
    assert foe(state)["prestige"] == 0
    assert ("OPP_LOSE_PRESTIGE", P1, "STUBBORN_SHADOW", None, 2) in log_of(state)


def test_replacing_takes_up_to_n_in_the_order_named() -> None:
    tavern = {"row": ["GOLD", "PECK", "SWIPE", "TITHE", "RALLY"], "deck": ["AMBUSH", "BONFIRE", "BARTERER"]}
    hand = {"hand": ["CURRENCY_EXCHANGE", "PROPHESY"]}
    asked = last(["PLAY_CARD PROPHESY"], P1=hand, tavern=tavern)
    assert some(asked["pending_choice"], "min", "max", "follow_up") == [0, 2, "REPLACE_CARDS_IN_TAVERN"]
    assert len(asked["legal_moves"]) == 1 + 5 + 10
    done = last(["PLAY_CARD PROPHESY", "CHOOSE TITHE GOLD"], P1=hand, tavern=tavern)
    assert done["tavern_row"] == ["BONFIRE", "PECK", "SWIPE", "AMBUSH", "RALLY"]
    assert done["tavern_deck"] == ["BARTERER", "TITHE", "GOLD"]
    none = last(["PLAY_CARD PROPHESY", "CHOOSE"], P1=hand, tavern=tavern)
    assert (none["tavern_row"], none["board_state"]) == (tavern["row"], "NORMAL")


def test_a_replaced_card_comes_back_when_the_deck_is_short() -> None:
    tavern = {"row": ["GOLD", "PECK"], "deck": []}
    state = last(["PLAY_CARD PROPHESY", "CHOOSE PECK GOLD"], P1={"hand": ["PROPHESY"]}, tavern=tavern)
    assert (state["tavern_row"], state["tavern_deck"]) == (["PECK"], ["GOLD"])


def test_acquiring_takes_what_is_cheap_enough_for_nothing() -> None:
    tavern = {"row": ["RALLY", "TITHE", "MIDNIGHT_RAID"], "deck": ["AMBUSH"]}
    asked = last(["PLAY_CARD CUSTOMS_SEIZURE"], P1={"hand": ["CUSTOMS_SEIZURE"]}, tavern=tavern)
    assert asked["pending_choice"]["options"] == ["TITHE", "MIDNIGHT_RAID"]
    done = last(["PLAY_CARD CUSTOMS_SEIZURE", "CHOOSE MIDNIGHT_RAID"], P1={"hand": ["CUSTOMS_SEIZURE"]}, tavern=tavern)
    assert (me(done)["cooldown"], done["tavern_row"], done["tavern_deck"]) == (
        ["MIDNIGHT_RAID"],
        ["RALLY", "TITHE", "AMBUSH"],
        [],
    )
    assert log_of(done) == [("ACQUIRE_CARD", P1, "CUSTOMS_SEIZURE", "MIDNIGHT_RAID", 1)]


def test_customs_seizure_took_less_in_2024() -> None:
    tavern = {"row": ["THE_ARMORY", "SCRATCH"]}
    hand = {"hand": ["CUSTOMS_SEIZURE"]}
    now = last(["PLAY_CARD CUSTOMS_SEIZURE"], P1=hand, tavern=tavern)
    then = last(["PLAY_CARD CUSTOMS_SEIZURE"], {"cards": "2024"}, P1=hand, tavern=tavern)
    assert now["pending_choice"]["options"] == ["THE_ARMORY", "SCRATCH"]
    assert then["pending_choice"]["options"] == ["SCRATCH"]


def test_destroying_looks_at_hand_agents_and_played_cards() -> None:
    side = {"coins": 5, "hand": ["GOLD"], "agents": ["SHIELD_BEARER"], "played": ["PECK"], "cooldown": ["SWIPE"]}
    tavern = {"row": ["BRIARHEART_RITUAL"], "deck": ["TITHE"]}
    asked = last(["BUY_CARD BRIARHEART_RITUAL"], P1=side, tavern=tavern)
    assert asked["pending_choice"]["options"] == ["GOLD", "SHIELD_BEARER", "PECK"]
    assert some(me(asked), "coins", "power") == [0, 1]
    done = last(["BUY_CARD BRIARHEART_RITUAL", "CHOOSE SHIELD_BEARER PECK"], P1=side, tavern=tavern)
    assert some(me(done), "hand", "agents", "played") == [["GOLD"], [], []]
    assert done["tavern_deck"] == ["BRIARHEART_RITUAL"]


def test_returning_puts_the_last_named_on_top_and_they_are_known() -> None:
    side = {"hand": ["HEL_SHIRA_HERALD"], "cooldown": ["GOLD", "PECK", "RALLY"], "draw": ["SWIPE"]}
    state = last(["PLAY_CARD HEL_SHIRA_HERALD", "CHOOSE RALLY GOLD"], P1=side)
    assert some(me(state), "draw", "cooldown", "known_upcoming") == [["GOLD", "RALLY", "SWIPE"], ["PECK"], 2]


def test_returning_agents_leaves_contracts_and_actions_where_they_are() -> None:
    side = {"hand": ["PELINAL_WHITESTRAKE"], "cooldown": ["GOLD", "OATHMAN", "SHIELD_BEARER", "BANNERET"]}
    asked = last(["PLAY_CARD PELINAL_WHITESTRAKE", "EFFECT 1"], P1=side)
    assert some(asked["pending_choice"], "options", "max", "follow_up") == [["OATHMAN", "BANNERET"], 2, "REFRESH_CARDS"]
    done = last(["PLAY_CARD PELINAL_WHITESTRAKE", "EFFECT 1", "CHOOSE OATHMAN BANNERET"], P1=side)
    assert some(me(done), "draw", "cooldown") == [["BANNERET", "OATHMAN"], ["GOLD", "SHIELD_BEARER"]]


def test_tossing_keeps_the_order_of_the_rest_and_counts_what_is_known() -> None:
    side = {"hand": ["TIME_MASTERY"], "draw": ["GOLD#1", "PECK", "GOLD#2", "SWIPE", "RALLY", "TITHE"], "cooldown": ["AMBUSH"]}
    asked = last(["PLAY_CARD TIME_MASTERY"], P1=side)
    assert asked["pending_choice"]["options"] == ["GOLD#1", "PECK", "GOLD#2", "SWIPE", "RALLY"]
    assert (asked["pending_choice"]["max"], me(asked)["known_upcoming"]) == (5, 5)
    done = last(["PLAY_CARD TIME_MASTERY", "CHOOSE GOLD#2 PECK"], P1=side)
    assert some(me(done), "draw", "cooldown", "known_upcoming") == [
        ["GOLD#1", "SWIPE", "RALLY", "TITHE"], ["AMBUSH", "PECK", "GOLD#2"], 3,
    ]  # fmt: skip


def test_tossing_reshuffles_a_draw_pile_that_is_too_short() -> None:
    side = {"hand": ["TIME_MASTERY"], "draw": ["GOLD"], "cooldown": ["PECK", "SWIPE"]}
    step = {"do": {"type": "PLAY_CARD", "card": "TIME_MASTERY"}, "shuffles": [["SWIPE", "PECK"]]}
    state = last([step], P1=side)
    assert state["pending_choice"]["options"] == ["GOLD", "SWIPE", "PECK"]
    assert some(me(state), "cooldown", "known_upcoming") == [[], 3]


def test_relicmaster_pays_after_the_toss_and_prophesy_before_the_replacement() -> None:
    side = {"hand": ["PSIJIC_RELICMASTER", "PROPHESY"], "draw": ["GOLD"]}
    states = run(["PLAY_CARD PSIJIC_RELICMASTER", "CHOOSE", "PLAY_CARD PROPHESY"], P1=side)
    assert [me(state)["coins"] for state in states] == [0, 0, 1, 4]
    assert states[1]["queue"] == ["GAIN_COIN 1"]


def test_knocking_out_is_a_must_as_far_as_there_are_agents() -> None:
    foes = {"agents": ["BANNERET#1", "CLANWITCH", "BANNERET#2"]}
    asked = last(["PLAY_CARD JARRING_LULLABY"], P1={"hand": ["JARRING_LULLABY"]}, P2=foes)
    assert some(asked["pending_choice"], "min", "max") == [2, 2]
    assert asked["legal_moves"] == [
        "MAKE_CHOICE BANNERET,CLANWITCH", "MAKE_CHOICE BANNERET,BANNERET", "MAKE_CHOICE CLANWITCH,BANNERET"
    ]  # fmt: skip
    done = last(["PLAY_CARD JARRING_LULLABY", "CHOOSE BANNERET#2 CLANWITCH"], P1={"hand": ["JARRING_LULLABY"]}, P2=foes)
    assert [one["card"] for one in foe(done)["agents"]] == ["BANNERET#1"]
    assert (foe(done)["cooldown"], done["tavern_deck"], me(done)["coins"]) == (["BANNERET#2"], ["CLANWITCH"], 2)
    few = last(["PLAY_CARD JARRING_LULLABY", "CHOOSE BANNERET#2"], P1={"hand": ["JARRING_LULLABY"]}, P2=foes)
    assert few["game_over"] == {"winner": P2, "reason": "INCORRECT_MOVE"}


@pytest.mark.parametrize("card", ["BLACK_SACRAMENT", "HEL_SHIRA_HERALD", "CUSTOMS_SEIZURE"])
def test_a_choice_without_options_is_still_asked_and_answered_with_nothing(card: str) -> None:
    asked = last([f"PLAY_CARD {card}"], P1={"hand": [card]})
    assert (asked["pending_choice"]["options"], asked["legal_moves"]) == ([], ["MAKE_CHOICE "])
    assert last([f"PLAY_CARD {card}", "CHOOSE"], P1={"hand": [card]})["board_state"] == "NORMAL"


def test_all_agents_fall_yours_first_with_the_one_that_caused_it() -> None:
    tavern = {"row": ["AYLEID_DEFECTOR"], "deck": ["TITHE"]}
    state = last(
        ["BUY_CARD AYLEID_DEFECTOR", "EFFECT 1"], P1={"coins": 5, "agents": ["OATHMAN", "CLANWITCH"]},
        P2={"agents": ["SHIELD_BEARER", "BANNERET"]}, tavern=tavern,
    )  # fmt: skip
    assert (me(state)["agents"], foe(state)["agents"]) == ([], [])
    assert (me(state)["cooldown"], foe(state)["cooldown"]) == (["OATHMAN"], ["BANNERET"])
    assert state["tavern_deck"] == ["CLANWITCH", "AYLEID_DEFECTOR", "SHIELD_BEARER"]
    assert log_of(state) == [("KNOCKOUT_ALL", P1, None, "AYLEID_DEFECTOR", 1)]


def test_donating_moves_cards_and_draws_as_many() -> None:
    side = {"hand": ["PRIESTESS_OF_THE_EIGHT", "GOLD", "PECK"], "draw": ["SWIPE", "RALLY", "TITHE"]}
    steps = ["PLAY_CARD PRIESTESS_OF_THE_EIGHT", "EFFECT 1", "CHOOSE PECK GOLD"]
    state = last(steps, P1=side)
    assert some(me(state), "hand", "cooldown", "draw") == [["SWIPE", "RALLY"], ["GOLD", "PECK"], ["TITHE"]]
    assert [entry[0] for entry in log_of(state)] == ["DISCARD", "DISCARD", "DRAW"]
    none = last([*steps[:2], "CHOOSE"], P1=side)
    assert log_of(none) == [("DRAW", P1, "PRIESTESS_OF_THE_EIGHT", None, 0)]


def test_discards_wait_for_the_start_of_the_other_players_turn() -> None:
    side = {"hand": ["TWILIGHT_REVELRY"]}
    states = run(["PLAY_CARD TWILIGHT_REVELRY", "END_TURN", "CHOOSE GOLD"], P1=side, P2={"hand": ["PECK", "GOLD"]})
    assert states[1]["next_turn_effects"] == ["OPP_DISCARD 1"]
    assert (states[2]["board_state"], states[2]["current"]) == ("START_OF_TURN_CHOICE_PENDING", P2)
    assert some(states[2]["pending_choice"], "min", "max", "options") == [1, 1, ["PECK", "GOLD"]]
    assert some(foe(states[3]), "hand", "cooldown") == [["PECK"], ["GOLD"]]
    assert log_of(states[3]) == [("DISCARD", P2, "TWILIGHT_REVELRY", "GOLD", 1)]
    assert states[3]["board_state"] == "NORMAL"


def test_nobody_with_an_empty_hand_is_asked_to_discard() -> None:
    state = last(["PLAY_CARD TWILIGHT_REVELRY", "END_TURN"], P1={"hand": ["TWILIGHT_REVELRY"]})
    assert (state["board_state"], state["next_turn_effects"]) == ("NORMAL", [])


def test_an_agent_is_healed_to_its_printed_health_while_it_is_there() -> None:
    agents = [{"card": "KNIGHT_COMMANDER#1", "hp": 4}, {"card": "KNIGHT_COMMANDER#2", "hp": 1}]
    states = run(["ACTIVATE_AGENT KNIGHT_COMMANDER#1", "ACTIVATE_AGENT KNIGHT_COMMANDER#2"], P1={"agents": agents})
    assert [one["hp"] for one in me(states[2])["agents"]] == [5, 3]
    gone = last(
        ["ACTIVATE_AGENT KNIGHT_COMMANDER", "BUY_CARD BONFIRE", "CHOOSE KNIGHT_COMMANDER", "PLAY_CARD FORTIFY"],
        P1={"coins": 3, "hand": ["FORTIFY"], "agents": ["KNIGHT_COMMANDER"]}, tavern={"row": ["BONFIRE"]},
    )  # fmt: skip
    assert me(gone)["agents"] == [] and not any(entry[0] == "HEAL_AGENT" for entry in log_of(gone))


def test_patron_calls_and_sackings_are_added() -> None:
    state = last(["BUY_CARD TITHE"], P1={"coins": 3}, tavern={"row": ["TITHE"]})
    assert me(state)["patron_calls"] == 2
    side = {"hand": ["SNAKESKIN_FREEBOOTER", "SEA_ELF_RAID"]}
    state = last(["PLAY_CARD SNAKESKIN_FREEBOOTER", "PLAY_CARD SEA_ELF_RAID"], P1=side)
    assert me(state)["cooldown"] == ["SUMMERSET_SACKING"]


@pytest.mark.parametrize(("side", "after"), [(0, [0, 1]), (1, [1, 0])])
def test_one_of_two_effects_is_chosen(side: int, after: list[int]) -> None:
    states = run(["PLAY_CARD WAY_OF_THE_SWORD", f"EFFECT {side}"], P1={"hand": ["WAY_OF_THE_SWORD"]})
    assert states[1]["pending_choice"] == {
        "kind": "EFFECT", "follow_up": "ENACT_CHOSEN_EFFECT", "min": 1, "max": 1, "options": ["GAIN_POWER 1", "GAIN_COIN 1"],
        "context": {"type": "EFFECT_CHOICE", "card": "WAY_OF_THE_SWORD", "level": 1},
    }  # fmt: skip
    assert states[1]["legal_moves"] == ["MAKE_CHOICE GAIN_POWER 1", "MAKE_CHOICE GAIN_COIN 1"]
    assert some(me(states[2]), "coins", "power") == after


def test_morihaus_pays_on_both_sides_also_for_nothing() -> None:
    side = {"hand": ["MORIHAUS_THE_ARCHER"]}
    state = last(["PLAY_CARD MORIHAUS_THE_ARCHER", "CHOOSE"], P1=side)
    assert me(state)["coins"] == 1
    foes = {"agents": ["MORIHAUS_SACRED_BULL#1", "MORIHAUS_SACRED_BULL#2"]}
    state = last(["PLAY_CARD MORIHAUS_THE_ARCHER", "CHOOSE MORIHAUS_SACRED_BULL#2"], P1=side, P2=foes)
    assert (me(state)["coins"], foe(state)["coins"]) == (1, 1)
    assert [entry[:4] for entry in log_of(state)] == [
        ("GAIN_COIN", P1, "MORIHAUS_THE_ARCHER", None),
        ("GAIN_COIN", P2, "MORIHAUS_SACRED_BULL", None),
        ("KNOCKOUT", P1, "MORIHAUS_THE_ARCHER", "MORIHAUS_SACRED_BULL#2"),
    ]


def test_morihaus_does_not_pay_for_attacks_or_psijic() -> None:
    foes = {"agents": ["MORIHAUS_SACRED_BULL", "OATHMAN"]}
    state = last(["ATTACK OATHMAN"], P1={"power": 2}, P2=foes)
    assert foe(state)["coins"] == 0
    patrons = ["PSIJIC", "RED_EAGLE", "TREASURY", "ANSEI", "HLAALU"]
    state = last(["CALL_PATRON PSIJIC", "CHOOSE OATHMAN"], patrons=patrons, P1={"coins": 4}, P2=foes)
    assert (me(state)["coins"], foe(state)["coins"]) == (0, 0)
