"""Every spell of the starter decks and every signature spell, each with the exact board after it."""

from __future__ import annotations

import pytest

from tests.games.duelyst.tables import act, board, creep, general, held, lay, legal, objects, side, spring, unit

GOLEM, KNIGHT, KAIDO, FENRIR, WISP = 10205, 11, 110, 503, 505


def test_true_strike_deals_two_to_any_minion() -> None:
    state = lay(unit(GOLEM, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[20066])
    assert legal(state, "play 0") == ["1,1 True Strike", "7,1 True Strike"]
    after = act(state, "play 0 7,1")
    assert board(after) == ["10205@1,1 4/3", "10205'@7,1 4/1/3"]
    assert side(after, 1)["mana"] == 8 and held(after, 1) == []


def test_tempest_hits_everybody_before_anybody_dies() -> None:
    state = lay(unit(KAIDO, 1, 4, 2), unit(FENRIR, 2, 5, 2), unit(GOLEM, 2, 6, 2), hand=[20044])
    after = act(state, "play 0 -")
    assert board(after) == ["110@4,2 2/1/3 Backstab", "10205'@6,2 4/1/3", "504'@5,2 3/2 tired"]
    assert (general(after, 1), general(after, 2)) == ((2, 23), (2, 23))


def test_war_surge_is_for_own_minions_only() -> None:
    after = act(lay(unit(GOLEM, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[20047]), "play 0 -")
    assert board(after) == ["10205@1,1 5/4", "10205'@7,1 4/3"]
    assert general(after, 1) == (2, 25)


def test_divine_bond_adds_the_health_of_the_moment() -> None:
    after = act(lay(unit(10978, 1, 1, 1, hp=4, maxHp=6), hand=[20068]), "play 0 1,1")
    assert board(after) == ["10978@1,1 8/4/6"]


def test_martyrdom_heals_the_general_of_the_minions_side() -> None:
    state = lay(unit(101, 2, 8, 2, hp=10, maxHp=25), unit(10978, 2, 6, 2, hp=4, maxHp=6), hand=[20090])
    after = act(state, "play 0 6,2")
    assert board(after) == [] and general(after, 2) == (2, 14)


def test_inner_focus_readies_a_weak_minion_even_if_it_is_ready() -> None:
    tired = unit(110, 1, 1, 1, exhausted=True, moves=1, attacks=1)
    state = lay(tired, unit(GOLEM, 1, 1, 3), unit(109, 1, 2, 3), hand=[20086])
    assert legal(state, "play 0") == ["1,1 Inner Focus", "2,3 Inner Focus"]
    row = act(state, "play 0 1,1").to_dict()["units"][2]
    assert (row["exhausted"], row["moves"], row["attacks"]) == (False, 0, 0)


def test_ghost_lightning_spares_the_general() -> None:
    after = act(lay(unit(GOLEM, 2, 7, 1), unit(315, 2, 6, 1), unit(315, 1, 1, 1), hand=[20088]), "play 0 -")
    assert board(after) == ["10205'@7,1 4/2/3", "315@1,1 1/1"] and general(after, 2) == (2, 25)


def test_mist_dragon_seal_strengthens_and_then_asks_where_to() -> None:
    state = act(lay(unit(KAIDO, 1, 1, 1, exhausted=True), hand=[20168]), "play 0 1,1")
    assert board(state) == ["110@1,1 3/4 tired Backstab"]
    assert state.to_dict()["followup"] == {"card": 20168, "stage": 0, "tiles": [[1, 1]]}
    assert len(state.legal()) == 45 - 3
    assert board(act(state, "follow 8,4")) == ["110@8,4 3/4 tired Backstab"]


def test_saberspine_seal_lasts_until_the_end_of_the_turn() -> None:
    state = act(lay(unit(KAIDO, 1, 1, 1), hand=[20080, 20080], foe_deck=[9], deck=[9]), "play 0 1,1", "play 1 8,2")
    assert board(state) == ["110@1,1 5/3 Backstab"] and general(state, 2) == (5, 25)
    after = act(state, "end", chance=[(1, 0)])
    assert board(after) == ["110@1,1 2/3 Backstab"] and general(after, 2) == (2, 25)


def test_phoenix_fire_burns_any_unit() -> None:
    assert general(act(lay(hand=[20081]), "play 0 8,2"), 2) == (2, 22)
    assert general(act(lay(hand=[20081]), "play 0 0,2"), 1) == (2, 22)


@pytest.mark.parametrize(("card", "drawn"), [(KAIDO, [(3, 0), (2, 0)]), (GOLEM, [(3, 0)])])
def test_killing_edge_draws_one_more_for_a_backstabber(card: int, drawn: list[tuple[int, int]]) -> None:
    state = act(lay(unit(card, 1, 1, 1), hand=[20102], deck=[9, 8, 11], foe_deck=[9]), "play 0 1,1")
    assert board(state)[0].startswith(f"{card}@1,1 {'6/5' if card == KAIDO else '8/5'}")
    after = act(state, "end", chance=drawn)
    assert held(after, 1) == [9, 8][: len(drawn)]


def test_blindscorch_sets_attack_to_zero_until_the_casters_next_turn() -> None:
    state = act(lay(unit(GOLEM, 2, 7, 1), hand=[20075, 20174], deck=[9] * 3, foe_deck=[9] * 3), "play 0 7,1")
    assert board(state) == ["10205'@7,1 0/3"]
    there = act(state, "end", chance=[(3, 0)])
    assert board(there) == ["10205'@7,1 0/3"]
    assert board(act(there, "end", chance=[(3, 0)])) == ["10205'@7,1 4/3"]


def test_later_bonuses_and_zeal_add_to_what_was_set_and_earlier_ones_do_not() -> None:
    first = act(lay(unit(9, 1, 1, 2), hand=[20116, 20075, 20116]), "play 0 1,2")
    assert board(first) == ["9@1,2 5/5 Zeal"]
    second = act(first, "play 1 1,2")
    assert board(second) == ["9@1,2 1/5 Zeal"]
    assert board(act(second, "play 2 1,2")) == ["9@1,2 3/7 Zeal"]


def test_scions_first_wish_strengthens_and_draws() -> None:
    after = act(lay(unit(GOLEM, 1, 1, 1), hand=[20095], deck=[9, 11]), "play 0 1,1", chance=[(2, 1)])
    assert board(after) == ["10205@1,1 5/4"] and held(after, 1) == [11] and side(after, 1)["deck"] == [9]


def test_scions_second_wish_protects_from_generals_but_not_from_minions() -> None:
    state = lay(unit(GOLEM, 1, 7, 2), unit(GOLEM, 2, 7, 1), hand=[20096], foe_deck=[9], deck=[9])
    state = act(act(state, "play 0 7,2"), "end", chance=[(1, 0)])
    assert board(act(state, "attack 8,2 7,2"))[0] == "10205@7,2 6/5" and general(act(state, "attack 8,2 7,2"), 2) == (2, 19)
    assert board(act(state, "attack 7,1 7,2"))[0] == "10205@7,2 6/1/5"


def test_cosmic_flesh_gives_provoke() -> None:
    after = act(lay(unit(GOLEM, 1, 1, 1), hand=[20074]), "play 0 1,1")
    assert board(after) == ["10205@1,1 5/6 Provoke"]


def test_entropic_decay_destroys_beside_the_own_general() -> None:
    state = lay(unit(FENRIR, 2, 1, 1), unit(GOLEM, 2, 3, 1), hand=[20077])
    assert legal(state, "play 0") == ["1,1 Entropic Decay"]
    assert board(act(state, "play 0 1,1")) == ["10205'@3,1 4/3", "504'@1,1 3/2 tired"]


def test_daemonic_lure_hurts_and_moves_who_survives() -> None:
    state = act(lay(unit(GOLEM, 2, 7, 1), hand=[20049]), "play 0 7,1")
    assert board(state) == ["10205'@7,1 4/2/3"] and state.to_dict()["followup"]["card"] == 20049
    assert board(act(state, "follow 1,1")) == ["10205'@1,1 4/2/3"]


def test_daemonic_lure_asks_nothing_if_its_target_dies() -> None:
    after = act(lay(unit(315, 2, 7, 1), hand=[20049]), "play 0 7,1")
    assert board(after) == [] and after.to_dict()["followup"] is None


def test_soulshatter_pact_is_for_this_turn() -> None:
    state = act(lay(unit(315, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[20071], deck=[9], foe_deck=[9]), "play 0 -")
    assert board(state) == ["315@1,1 3/1", "10205'@7,1 4/3"]
    assert board(act(state, "end", chance=[(1, 0)])) == ["315@1,1 1/1", "10205'@7,1 4/3"]


def test_wraithling_swarm_goes_from_one_to_the_next() -> None:
    state = act(lay(hand=[20072]), "play 0 1,2")
    assert set(legal(state, "follow")) == {f"{x},{y} Wraithling Swarm" for x in (0, 1, 2) for y in (1, 2, 3)} - {
        "1,2 Wraithling Swarm", "0,2 Wraithling Swarm",
    }  # fmt: skip
    state = act(state, "follow 2,3")
    assert "3,4 Wraithling Swarm again" in legal(state, "follow") and "1,1 Wraithling Swarm again" not in legal(state, "follow")
    after = act(state, "follow 3,4")
    assert board(after) == ["315@1,2 1/1 tired", "315@2,3 1/1 tired", "315@3,4 1/1 tired"]
    assert after.to_dict()["followup"] is None


def test_shadow_nova_covers_four_tiles_and_replaces_what_lies_there() -> None:
    state = lay(hand=[20051], tiles=[spring(4, 0), creep(2, 5, 1)])
    assert len(legal(state, "play 0")) == 32
    after = act(state, "play 0 4,0")
    assert objects(after) == ["creep1 4,0", "creep1 4,1", "creep1 5,0", "creep1 5,1"]


def test_dark_transformation_takes_the_tile_before_the_dying_wish() -> None:
    after = act(lay(unit(FENRIR, 2, 7, 1), hand=[20061]), "play 0 7,1")
    assert board(after) == ["315@7,1 1/1 tired"]


def test_dampening_wave_takes_the_counterattack_away() -> None:
    state = act(lay(unit(KAIDO, 1, 6, 1), unit(GOLEM, 2, 7, 1), hand=[20111]), "play 0 7,1", "attack 6,1 7,1")
    assert board(state) == ["110@6,1 2/3 Backstab", "10205'@7,1 4/1/3 CannotCounter"]


def test_dance_of_dreams_draws_for_own_minions_that_die_this_turn() -> None:
    state = lay(unit(315, 1, 1, 1), unit(315, 1, 1, 3), unit(315, 2, 7, 1), hand=[20115, 20044], deck=[9, 8, 11, 9])
    after = act(state, "play 0 -", "play 1 -", chance=[(4, 0), (3, 0)])
    assert board(after) == [] and held(after, 1) == [9, 8]
    later = act(after, "end", chance=[(2, 0)])
    assert side(later, 1).get("dances", 0) == 0


def test_greater_fortitude() -> None:
    assert board(act(lay(unit(GOLEM, 1, 1, 1), hand=[20116]), "play 0 1,1")) == ["10205@1,1 6/5"]


def test_natural_selection_needs_the_lowest_attack_of_all() -> None:
    state = lay(unit(KAIDO, 1, 1, 1), unit(109, 2, 7, 1), unit(GOLEM, 2, 7, 3), hand=[20125])
    assert legal(state, "play 0") == ["1,1 Natural Selection", "7,1 Natural Selection"]
    assert board(act(state, "play 0 7,1")) == ["110@1,1 2/3 Backstab", "10205'@7,3 4/3"]


def test_plasma_storm_destroys_the_weak_of_both_sides() -> None:
    state = lay(unit(KAIDO, 1, 1, 1), unit(406, 1, 1, 3), unit(109, 2, 7, 1), unit(GOLEM, 2, 7, 3), hand=[20122])
    assert board(act(state, "play 0 -")) == ["406@1,3 6/1", "10205'@7,3 4/3"]


def test_flash_freeze_stuns_and_hurts() -> None:
    state = act(lay(unit(GOLEM, 2, 7, 1), hand=[20139], deck=[9] * 3, foe_deck=[9] * 3), "play 0 7,1")
    assert board(state) == ["10205'@7,1 4/2/3 Stunned"]
    there = act(state, "end", chance=[(3, 0)])
    assert not [text for text in legal(there, "move") if text.startswith("7,1")]
    assert board(act(there, "end", chance=[(3, 0)])) == ["10205'@7,1 4/2/3"]


def test_chromatic_cold_dispels_a_space_and_hurts_an_enemy_there() -> None:
    state = lay(unit(KNIGHT, 2, 7, 2), hand=[20134, 20134, 20134], tiles=[spring(4, 0), creep(1, 7, 2)])
    assert board(state) == ["11'@7,2 3/5 Provoke Zeal"]
    assert set(legal(state, "play 0")) == {f"{at} Chromatic Cold" for at in ("0,2", "8,2", "7,2", "4,0")}
    after = act(state, "play 0 7,2", "play 1 4,0", "play 2 8,2")
    assert board(after) == ["11'@7,2 1/4/5 Dispelled"] and objects(after) == [] and general(after, 2) == (2, 24)


def test_chromatic_cold_does_not_hurt_friends() -> None:
    assert board(act(lay(unit(KNIGHT, 1, 3, 2), hand=[20134]), "play 0 3,2")) == ["11@3,2 1/5 Dispelled"]


@pytest.mark.parametrize(("card", "shown"), [(WISP, "505@1,1 5/6 Infiltrate"), (GOLEM, "10205@1,1 7/3")])
def test_frostfire_gives_health_to_vespyr_only(card: int, shown: str) -> None:
    assert board(act(lay(unit(card, 1, 1, 1), hand=[20135]), "play 0 1,1")) == [shown]


def test_aspect_of_the_ravager_keeps_side_and_readiness() -> None:
    row = unit(FENRIR, 2, 7, 1, hp=1, maxHp=2, exhausted=True, moves=1, attacks=1)
    after = act(lay(row, unit(GOLEM, 2, 7, 3), hand=[20144]), "play 0 7,1")
    assert board(after) == ["10205'@7,3 4/3", "520'@7,1 3/3 tired"]
    fox = after.to_dict()["units"][3]
    assert (fox["moves"], fox["attacks"]) == (1, 1)


def test_avalanche_strikes_the_own_side_of_the_board_and_not_the_middle() -> None:
    state = lay(unit(10978, 2, 3, 2), unit(10978, 2, 4, 2), unit(10978, 1, 2, 2), hand=[20136])
    after = act(state, "play 0 -")
    assert board(after) == ["10978'@3,2 4/2/6 Stunned", "10978'@4,2 4/6", "10978@2,2 4/2/6 Stunned"]
    assert general(after, 1) == (2, 21) and general(after, 2) == (2, 25)


# ---- signature spells --------------------------------------------------------------------------------------------

READY = {"sigReady": True}


def test_roar_strengthens_a_minion_beside_the_general() -> None:
    state = lay(unit(GOLEM, 1, 1, 1), unit(GOLEM, 1, 3, 1), mine=READY)
    assert legal(state, "play s") == ["1,1 Roar"]
    after = act(state, "play s 1,1")
    assert board(after) == ["10205@1,1 6/3", "10205@3,1 4/3"]
    assert (side(after, 1)["mana"], side(after, 1)["sigReady"]) == (8, False)


def test_blink_goes_two_steps_over_everything() -> None:
    state = lay(unit(101, 1, 0, 2), unit(GOLEM, 1, 1, 2), unit(GOLEM, 2, 2, 2), mine=READY, generals=(101, 1))
    state = act(state, "play s 1,2")
    tiles = {"1,0", "1,1", "1,3", "1,4", "0,1", "0,3", "2,1", "2,3", "3,2"}
    assert set(legal(state, "follow")) == {f"{tile} Blink" for tile in tiles}
    assert board(act(state, "follow 3,2")) == ["10205@3,2 4/3", "10205'@2,2 4/3"]


def test_iron_shroud_calls_a_dervish_beside_the_general() -> None:
    after = act(lay(mine=READY, generals=(201, 1)), "play s -", chance=[(5, 0)])
    assert board(after) == ["225@1,2 2/2 tired"]


def test_shadowspawn_calls_two() -> None:
    after = act(lay(mine=READY, generals=(301, 1)), "play s -", chance=[(5, 1), (4, 1)])
    assert board(after) == ["315@0,1 1/1 tired", "315@0,3 1/1 tired"]


def test_overload_is_for_good() -> None:
    state = act(lay(mine=READY, generals=(401, 1), deck=[9], foe_deck=[9]), "play s -")
    assert general(act(state, "end", chance=[(1, 0)]), 1) == (3, 25)


def test_warbird_strikes_the_column_of_the_enemy_general() -> None:
    state = lay(unit(GOLEM, 2, 8, 0), unit(GOLEM, 1, 8, 4), unit(GOLEM, 2, 7, 2), mine=READY, generals=(501, 1))
    after = act(state, "play s -")
    assert board(after) == ["10205'@8,0 4/1/3", "10205@8,4 4/3", "10205'@7,2 4/3"] and general(after, 2) == (2, 23)


@pytest.mark.parametrize("turn", range(20))
def test_signature_spells_are_ready_on_the_turns_of_the_schedule(turn: int) -> None:
    state = lay(deck=[9] * 30, foe_deck=[9] * 30, turn=turn - 1 if turn else 0, current=2 if turn % 2 == 0 and turn else 1)
    if turn:
        state.apply(state.parse("end"))
        player = 1 if turn % 2 == 0 else 2
        ready = turn in (4, 8, 12, 14, 16, 18) if player == 1 else turn in (5, 9, 13, 15, 17, 19)
        assert side(state, player)["sigReady"] is ready
