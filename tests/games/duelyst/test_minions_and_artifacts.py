"""Every minion, token and artifact of the starter decks, and every keyword, with exact boards."""

from __future__ import annotations

import pytest

from cardlab.games.duelyst.words.cards import card_table
from tests.games.duelyst.tables import act, board, creep, general, held, lay, legal, objects, side, spring, unit

GOLEM = 10205
PRINTED = {
    9: "2/3 Zeal", 11: "1/5 Provoke Zeal", 8: "4/4 Celerity", 110: "2/3 Backstab", 115: "1/2", 109: "2/3 Ranged",
    213: "2/1 Blast",
    214: "0/6", 208: "4/3 Flying DyingWish", 308: "2/1", 317: "2/2", 311: "2/2 Deathwatch", 406: "6/1", 402: "3/3 Grow",
    410: "2/2",
    505: "2/3 Infiltrate", 503: "3/2 DyingWish", 526: "10/4 Airdrop", 10018: "1/3", 10205: "4/3", 19033: "2/4 Flying",
    10012: "3/2 Rush", 10978: "4/6", 19027: "3/6 Provoke", 19031: "6/4", 19034: "5/4 Flying", 10204: "4/9",
    11031: "5/4 DyingWish",
    10207: "8/8", 11032: "4/6", 10206: "10/10",
}  # fmt: skip


@pytest.mark.parametrize(("card", "printed"), PRINTED.items())
def test_each_minion_arrives_as_printed_and_is_paid_for(card: int, printed: str) -> None:
    facts = card_table(False).by_id[card]
    state = lay(unit(GOLEM, 1, 4, 2), hand=[card])
    chance = [(8, 0)] if card == 317 else []
    after = act(state, "play 0 4,3", chance=[(7, 0)] if card == 317 else chance)
    shown = next(row for row in board(after) if row.startswith(f"{card}@4,3"))
    stats, *words = printed.split(" ")
    tired = "" if card == 10012 else " tired"
    assert shown == f"{card}@4,3 {stats}{tired}" + "".join(f" {word}" for word in words)
    assert side(after, 1)["mana"] == 9 - facts.cost


def test_all_minions_and_tokens_of_the_table_are_covered() -> None:
    minions = {card.id for card in card_table(False).cards if card.kind == "minion" and card.set == "core"}
    assert minions == set(PRINTED)


def test_minions_are_summoned_beside_friends_airdrop_anywhere() -> None:
    state = lay(unit(GOLEM, 1, 4, 2, exhausted=True), hand=[9, 526])
    beside = {(x, y) for x in (3, 4, 5) for y in (1, 2, 3)} | {(x, y) for x in (0, 1) for y in (1, 2, 3)}
    assert set(legal(state, "play 0")) == {f"{x},{y} Windblade Adept" for x, y in beside - {(4, 2), (0, 2)}}
    assert len(legal(state, "play 1")) == 42


# ---- keywords ----------------------------------------------------------------------------------------------------


def test_zeal_holds_beside_the_own_general_only() -> None:
    state = lay(unit(9, 1, 1, 1), unit(11, 1, 1, 3))
    assert board(state) == ["9@1,1 3/3 Zeal", "11@1,3 3/5 Provoke Zeal"]
    assert board(act(state, "move 1,1 3,1"))[0] == "9@3,1 2/3 Zeal"
    assert board(act(state, "move 0,2 0,0")) == ["9@1,1 3/3 Zeal", "11@1,3 1/5 Provoke Zeal"]


@pytest.mark.parametrize(("x", "attack"), [(3, 2), (4, 2), (5, 4), (8, 4)])
def test_infiltrate_holds_on_the_enemys_side(x: int, attack: int) -> None:
    assert board(lay(unit(505, 1, x, 0), unit(505, 2, 8 - x, 4))) == [
        f"505@{x},0 {attack}/3 Infiltrate", f"505'@{8 - x},4 {attack}/3 Infiltrate",
    ]  # fmt: skip


def test_provoke_holds_and_draws_attacks() -> None:
    state = lay(unit(19034, 1, 4, 2), unit(109, 1, 5, 3), unit(19027, 2, 5, 2), unit(GOLEM, 2, 4, 1))
    assert legal(state, "move") == [text for text in legal(state, "move") if text.startswith("0,2")]
    assert legal(state, "attack") == ["4,2 5,2", "5,3 5,2"]


def test_ranged_units_strike_from_afar_and_back() -> None:
    state = lay(unit(109, 1, 1, 1), unit(109, 2, 7, 3), unit(GOLEM, 2, 7, 1))
    assert board(act(state, "attack 1,1 7,3")) == ["109@1,1 2/1/3 Ranged", "109'@7,3 2/1/3 Ranged", "10205'@7,1 4/3"]
    assert board(act(state, "attack 1,1 7,1"))[0] == "109@1,1 2/3 Ranged"
    assert set(legal(state, "attack 1,1")) == {"8,2", "7,3", "7,1"}


def test_blast_hits_the_whole_half_line_and_those_near_strike_back() -> None:
    state = lay(
        unit(213, 1, 3, 1, hp=9, maxHp=9), unit(GOLEM, 2, 4, 1), unit(10978, 2, 7, 1), unit(GOLEM, 2, 1, 1), unit(109, 2, 8, 1),
        unit(GOLEM, 1, 5, 1),
    )  # fmt: skip
    after = act(state, "attack 3,1 7,1")
    assert board(after) == [
        "213@3,1 2/3/9 Blast", "10205'@4,1 4/1/3", "10978'@7,1 4/4/6", "10205'@1,1 4/3", "109'@8,1 2/1/3 Ranged",
        "10205@5,1 4/3",
    ]  # fmt: skip


def test_blast_on_a_diagonal_neighbour_is_a_plain_attack() -> None:
    state = lay(unit(213, 1, 3, 1), unit(GOLEM, 2, 4, 2), unit(GOLEM, 2, 5, 3))
    assert legal(state, "attack 3,1") == ["4,2"]
    assert board(act(state, "attack 3,1 4,2")) == ["10205'@4,2 4/1/3", "10205'@5,3 4/3"]


def test_celerity_allows_two_moves_and_two_attacks_and_two_moves_eat_an_attack() -> None:
    state = lay(unit(8, 1, 3, 2, hp=20, maxHp=20), unit(10206, 2, 7, 4), unit(10206, 2, 4, 0))
    twice = act(state, "move 3,2 3,1", "attack 3,1 4,0", "move 3,1 5,1", "attack 5,1 4,0")
    assert board(twice) == ["10206'@7,4 10/10", "10206'@4,0 10/2/10"]
    moved = act(state, "move 3,2 3,1", "move 3,1 3,2")
    assert legal(moved, "move 3,2") == [] and legal(moved, "attack 3,2") == []
    near = act(state, "move 3,2 3,1", "move 3,1 3,0")
    assert legal(near, "attack 3,0") == ["4,0"]
    assert legal(act(near, "attack 3,0 4,0"), "attack 3,0") == []


def test_flying_goes_everywhere() -> None:
    state = lay(unit(19034, 1, 4, 2), unit(GOLEM, 2, 4, 1), unit(GOLEM, 2, 5, 2), unit(GOLEM, 2, 3, 2), unit(GOLEM, 2, 4, 3))
    assert len(legal(state, "move 4,2")) == 45 - 7


def test_frenzy_hits_all_around_and_only_the_target_strikes_back() -> None:
    state = lay(unit(10978, 1, 4, 2, kw=["Frenzy"]), unit(GOLEM, 2, 5, 2), unit(GOLEM, 2, 4, 3), unit(315, 2, 6, 2))
    assert board(act(state, "attack 4,2 5,2")) == ["10978@4,2 4/2/6 Frenzy", "315'@6,2 1/1"]


@pytest.mark.parametrize(
    ("tile", "left", "own"), [((6, 2), "10978'@5,2 4/3/6", "110@6,2 2/3"), ((6, 1), "10978'@5,2 4/4/6", None)]
)
def test_backstab_counts_on_the_tile_directly_behind(tile: tuple[int, int], left: str, own: str | None) -> None:
    state = lay(unit(110, 1, *tile), unit(10978, 2, 5, 2))
    after = board(act(state, f"attack {tile[0]},{tile[1]} 5,2"))
    assert after == ([f"{own} Backstab", left] if own else [left])


def test_rush_acts_at_once_and_a_dispelled_one_rests() -> None:
    state = act(lay(unit(GOLEM, 2, 2, 2), hand=[10012, 20134]), "play 0 1,1")
    assert legal(state, "attack 1,1") == ["2,2"]
    assert board(act(state, "play 1 1,1")) == ["10205'@2,2 4/3", "10012@1,1 3/2 tired Dispelled"]


def test_forcefield_takes_one_blow_and_is_up_again_next_turn() -> None:
    shield = unit(GOLEM, 2, 5, 2, kw=["Forcefield", "ForcefieldUp"])
    state = act(lay(unit(GOLEM, 1, 4, 2), unit(GOLEM, 1, 4, 1), shield, deck=[9], foe_deck=[9]), "attack 4,2 5,2")
    assert board(state) == ["10205@4,1 4/3", "10205'@5,2 4/3 Forcefield"]
    assert board(act(state, "end", chance=[(1, 0)]))[1] == "10205'@5,2 4/3 Forcefield ForcefieldUp"
    assert board(act(state, "attack 4,1 5,2")) == []


def test_grow_comes_at_the_start_of_the_own_turn() -> None:
    state = act(lay(unit(402, 1, 1, 1), unit(402, 2, 7, 1), deck=[9] * 2, foe_deck=[9] * 2), "end", chance=[(2, 0)])
    assert board(state) == ["402@1,1 3/3 Grow", "402'@7,1 4/4 Grow"]
    assert board(act(state, "end", chance=[(2, 0)])) == ["402@1,1 4/4 Grow", "402'@7,1 4/4 Grow"]


def test_deathwatch_counts_each_death_and_the_dying_gain_nothing() -> None:
    state = lay(
        unit(311, 1, 1, 1), unit(311, 2, 7, 1, hp=1, maxHp=2), unit(315, 1, 2, 1), unit(315, 2, 6, 1), hand=[20088, 20044]
    )
    assert board(act(state, "play 0 -")) == ["311@1,1 4/4 Deathwatch", "315@2,1 1/1"]
    assert board(act(state, "play 1 -")) == []


def test_an_egg_hatches_at_the_end_of_the_opponents_turn_unless_it_is_killed() -> None:
    phoenix = unit(GOLEM, 2, 5, 2, kw=["Rebirth"], hp=1, maxHp=3)
    state = act(lay(unit(110, 1, 4, 2), unit(110, 1, 4, 1), phoenix, deck=[9] * 3, foe_deck=[9] * 3), "attack 4,2 5,2")
    assert board(state)[-1] == "411'@5,2 0/1 tired Egg"
    hatched = act(state, "end", chance=[(3, 0)])
    assert board(hatched)[-1] == "10205'@5,2 4/3" and legal(hatched, "attack 5,2") == ["4,1"]
    assert board(act(state, "attack 4,1 5,2"))[-1].startswith("110@4,1")


def test_an_own_egg_waits_for_the_end_of_the_opponents_next_turn() -> None:
    phoenix = unit(GOLEM, 1, 4, 2, kw=["Rebirth"], hp=1, maxHp=3)
    state = act(lay(phoenix, unit(10978, 2, 5, 2), deck=[9] * 3, foe_deck=[9] * 3), "attack 4,2 5,2")
    assert board(state) == ["10978'@5,2 4/2/6", "411@4,2 0/1 tired Egg"]
    there = act(state, "end", chance=[(3, 0)])
    assert board(there)[1] == "411@4,2 0/1 Egg"
    assert board(act(there, "end", chance=[(3, 0)]))[1] == "10205@4,2 4/3"


def test_dying_wishes() -> None:
    state = lay(
        unit(503, 2, 5, 2),
        unit(208, 2, 5, 1, hp=2, maxHp=3),
        unit(11031, 2, 5, 3, hp=2, maxHp=4),
        hand=[20044],
        foe_deck=[9, 8],
    )
    after = act(state, "play 0 -", chance=[(2, 1), (1, 0)])
    assert board(after) == ["504'@5,2 3/2 tired"] and held(after, 2) == [8, 9]


def test_when_both_fighters_die_the_defenders_wish_comes_first() -> None:
    state = lay(unit(503, 1, 4, 2), unit(503, 2, 5, 2))
    assert board(act(state, "attack 4,2 5,2")) == ["504'@5,2 3/2 tired", "504@4,2 3/2 tired"]


def test_facestriker_deals_double_to_generals_also_when_it_strikes_back() -> None:
    state = lay(unit(11032, 1, 7, 2), current=1)
    after = act(state, "attack 7,2 8,2")
    assert general(after, 2) == (2, 17) and board(after) == ["11032@7,2 4/4/6"]
    back = lay(unit(11032, 1, 7, 2), current=2)
    assert general(act(back, "attack 8,2 7,2"), 2) == (2, 17)


def test_chakri_avatar_grows_before_the_spell_takes_effect() -> None:
    after = act(lay(unit(115, 1, 1, 1), hand=[20044]), "play 0 -")
    assert board(after) == ["115@1,1 2/1/3"]


def test_chakri_avatar_grows_after_the_last_follow_up() -> None:
    state = act(lay(unit(115, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[20049]), "play 0 7,1")
    assert board(state)[0] == "115@1,1 1/2"
    assert board(act(state, "follow 7,4"))[0] == "115@1,1 2/3"


def test_gloomchaser_brings_a_wraithling_when_played() -> None:
    after = act(lay(hand=[317]), "play 0 1,2", chance=[(7, 0)])
    assert board(after) == ["317@1,2 2/2 tired", "315@2,2 1/1 tired"]


def test_primordial_gazer_strengthens_another_minion_beside_it() -> None:
    state = act(lay(unit(GOLEM, 1, 1, 1), unit(GOLEM, 1, 4, 4), hand=[410]), "play 0 1,2")
    assert legal(state, "follow") == ["1,1 Primordial Gazer"]
    assert board(act(state, "follow 1,1"))[0] == "10205@1,1 6/5"
    alone = act(lay(hand=[410]), "play 0 1,2")
    assert alone.to_dict()["followup"] is None and board(alone) == ["410@1,2 2/2 tired"]


def test_obelysks_call_dervishes_that_vanish_at_the_end_of_the_turn() -> None:
    state = lay(unit(214, 2, 7, 0), deck=[9] * 3, foe_deck=[9] * 3)
    there = act(state, "end", chance=[(3, 0), (5, 0)])
    assert board(there) == ["214'@7,0 0/6", "217'@6,0 2/2 Rush Ephemeral"]
    assert not legal(there, "move 7,0") and legal(there, "move 6,0")
    assert board(act(there, "end", chance=[(3, 0)])) == ["214'@7,0 0/6"]


def test_obelysks_in_a_corner_leave_room_to_each_other() -> None:
    """The first has only tiles that the second could take as well, so the second keeps away from them."""
    state = lay(unit(214, 2, 8, 0), unit(214, 2, 7, 1), unit(1, 1, 0, 2), deck=[9], foe_deck=[9])
    there = act(state, "end", chance=[(1, 0), (2, 0), (4, 0)])
    assert board(there)[2:] == ["217'@7,0 2/2 Rush Ephemeral", "217'@6,1 2/2 Rush Ephemeral"]


def test_a_structure_keeps_its_attack_of_zero() -> None:
    state = act(lay(unit(214, 1, 1, 1), hand=[20116, 20134]), "play 0 1,1")
    assert board(state) == ["214@1,1 0/8"]
    assert board(act(state, "play 1 1,1")) == ["214@1,1 0/6 Dispelled"]


def test_abyssal_crawler_spreads_creep_that_bites_from_the_next_turn_on() -> None:
    state = lay(unit(308, 1, 4, 4), unit(GOLEM, 2, 3, 4), deck=[9] * 3, foe_deck=[9] * 3)
    there = act(state, "end", chance=[(5, 0), (3, 0)])
    assert objects(there) == ["creep1 3,4"] and board(there)[1] == "10205'@3,4 4/3"
    back = act(there, "end", chance=[(3, 0)])
    after = act(back, "end", chance=[(4, 0), (2, 0)])
    assert board(after)[1] == "10205'@3,4 4/2/3" and objects(after) == ["creep1 3,4", "creep1 5,4"]


def test_creep_bites_generals_and_spares_friends() -> None:
    state = lay(unit(GOLEM, 1, 4, 4), tiles=[creep(1, 4, 4), creep(1, 8, 2), creep(2, 0, 2)], deck=[9], foe_deck=[9])
    after = act(state, "end", chance=[(1, 0)])
    assert board(after) == ["10205@4,4 4/3"] and general(after, 2) == (2, 24) and general(after, 1) == (2, 25)


# ---- artifacts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "attack", "cost"), [(30004, 3, 0), (30006, 4, 2), (30015, 5, 3), (30012, 6, 4)])
def test_stat_artifacts(card: int, attack: int, cost: int) -> None:
    after = act(lay(hand=[card]), "play 0 -")
    assert general(after, 1) == (attack, 25)
    assert side(after, 1)["artifacts"] == [{"id": card, "durability": 3}] and side(after, 1)["mana"] == 9 - cost


def test_artifacts_lose_one_for_each_hit_and_count_in_the_fight_in_which_they_break() -> None:
    worn = {"artifacts": [{"id": 30004, "durability": 1}, {"id": 30006, "durability": 3}]}
    after = act(lay(unit(10978, 2, 1, 2), mine=worn), "attack 0,2 1,2")
    assert board(after) == ["10978'@1,2 4/1/6"] and general(after, 1) == (4, 21)
    assert side(after, 1)["artifacts"] == [{"id": 30006, "durability": 2}]


def test_a_fourth_artifact_takes_the_place_of_the_oldest() -> None:
    worn = {"artifacts": [{"id": 30004, "durability": 3}, {"id": 30006, "durability": 2}, {"id": 30004, "durability": 1}]}
    after = act(lay(hand=[30015], mine=worn), "play 0 -")
    assert [row["id"] for row in side(after, 1)["artifacts"]] == [30006, 30004, 30015] and general(after, 1) == (8, 25)


def test_bloodrage_mask_strikes_before_the_spell_and_twice_if_worn_twice() -> None:
    worn = {"artifacts": [{"id": 30010, "durability": 3}] * 2}
    state = lay(hand=[20081], mine=worn)
    assert general(act(state, "play 0 8,2"), 2) == (2, 20)


def test_horn_of_the_forsaken_calls_a_wraithling_for_each_blow() -> None:
    worn = {"artifacts": [{"id": 30005, "durability": 3}]}
    after = act(lay(unit(GOLEM, 2, 1, 2), mine=worn), "attack 0,2 1,2", chance=[(4, 0)])
    assert board(after) == ["10205'@1,2 4/1/3", "315@0,1 1/1 tired"]


def test_mask_and_horn_together_and_two_horns_choose_different_tiles() -> None:
    worn = {"artifacts": [{"id": 30010, "durability": 3}, {"id": 30005, "durability": 3}, {"id": 30005, "durability": 3}]}
    after = act(lay(hand=[20088], mine=worn), "play 0 -", chance=[(5, 0), (4, 0)])
    assert board(after) == ["315@1,2 1/1 tired", "315@0,1 1/1 tired"] and general(after, 2) == (2, 24)


def test_horn_also_answers_a_counterattack() -> None:
    worn = {"artifacts": [{"id": 30005, "durability": 1}]}
    state = lay(unit(GOLEM, 1, 7, 2), theirs=worn)
    after = act(state, "attack 7,2 8,2", chance=[(4, 0)])
    assert board(after) == ["10205@7,2 4/1/3", "315'@8,1 1/1 tired"] and side(after, 2)["artifacts"] == []


def test_springs_give_mana_for_this_turn_to_who_stands_there_at_the_end_of_an_action() -> None:
    state = lay(unit(GOLEM, 1, 3, 0), tiles=[spring(4, 0)], mana=4, deck=[9], foe_deck=[9])
    after = act(state, "move 3,0 4,0")
    assert (side(after, 1)["mana"], side(after, 1)["maxMana"], side(after, 1)["bonusMana"]) == (5, 5, 1)
    assert objects(after) == ["used 4,0"]
    assert side(act(after, "end", chance=[(1, 0)]), 1)["mana"] == 4
    assert objects(act(state, "move 3,0 5,0")) == ["spring 4,0"]


@pytest.mark.parametrize(("mana", "then"), [(9, 9), (7, 8)])
def test_bonus_mana_stops_at_nine(mana: int, then: int) -> None:
    state = lay(unit(GOLEM, 1, 3, 0), tiles=[spring(4, 0)], mine={"mana": mana, "maxMana": 9})
    after = act(state, "move 3,0 4,0")
    assert (side(after, 1)["mana"], side(after, 1)["maxMana"]) == (then, 9) and objects(after) == ["used 4,0"]
