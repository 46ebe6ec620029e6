"""Fights: what each keyword does alone, and what two of them do to each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.locm.tables import board, changes, creature, facing, lay, legal


def fight(attacker: Any, defender: Any, **options: Any) -> tuple[list[str], list[str], list[int]]:
    """Creature 1 attacks creature 2: both boards without the numbers of the cards, and both players' health."""
    state = facing(attacker, defender, **options)
    changed = changes(state, "ATTACK 1 2")
    assert {name[2:] for name in changed} <= {"board", "gone", "health", "runes", "draws"}
    rows = [[line.partition(", ")[2] for line in board(state, p)] for p in range(2)]
    return rows[0], rows[1], [side["health"] for side in state.to_dict()["players"]]


# ---- no keyword --------------------------------------------------------------------------------------------------


def test_both_lose_the_others_attack() -> None:
    assert fight(creature(3, 9), creature(2, 8)) == (["3/7 ------ attacked touched"], ["2/5 ------ touched"], [30, 30])


def test_a_creature_dies_by_damage_of_its_defense() -> None:
    assert fight(creature(8, 9), creature(2, 8)) == (["8/7 ------ attacked touched"], [], [30, 30])


def test_more_damage_than_defense_is_lost_without_breakthrough() -> None:
    assert fight(creature(20, 9), creature(2, 8)) == (["20/7 ------ attacked touched"], [], [30, 30])


def test_a_dying_creature_still_deals_its_damage() -> None:
    assert fight(creature(8, 2), creature(2, 8)) == ([], [], [30, 30])


def test_an_attacker_may_die_alone() -> None:
    assert fight(creature(1, 2), creature(2, 8)) == ([], ["2/7 ------ touched"], [30, 30])


def test_an_attack_of_zero_is_an_attack() -> None:
    assert fight(creature(0, 5), creature(2, 8)) == (["0/3 ------ attacked touched"], ["2/8 ------ touched"], [30, 30])


def test_an_attack_on_the_player_costs_health_and_no_defense() -> None:
    state = lay({"board": [creature(4, 5)]})
    assert changes(state, "ATTACK 1 -1") == {"1.health": 26, "0.board": ["3#1 lane 0, 4/5 ------ attacked touched"]}


def test_attacking_costs_no_mana_and_happens_once_a_turn() -> None:
    state = lay({"board": [creature(4, 5)], "mana": 0})
    assert "mana" not in str(changes(state, "ATTACK 1 -1"))
    assert legal(state) == ["PASS"]


# ---- Breakthrough ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("defense", "health"), [(3, 28), (4, 29), (5, 30)])
def test_breakthrough_passes_the_rest_of_the_damage_on(defense: int, health: int) -> None:
    assert fight(creature(5, 9, "B"), creature(1, defense)) == (["5/8 B----- attacked touched"], [], [30, health])


def test_breakthrough_does_nothing_if_the_defender_lives() -> None:
    assert fight(creature(5, 9, "B"), creature(1, 6)) == (["5/8 B----- attacked touched"], ["1/1 ------ touched"], [30, 30])


def test_breakthrough_damage_breaks_runes() -> None:
    state = facing(creature(8, 9, "B"), creature(1, 2))
    assert changes(state, "ATTACK 1 2") == {
        "0.board": ["3#1 lane 0, 8/8 B----- attacked touched"],
        "1.board": [],
        "1.gone": ["3#2"],
        "1.health": 24,
        "1.runes": 4,
        "1.draws": 2,
    }


def test_breakthrough_of_the_defender_does_nothing() -> None:
    assert fight(creature(1, 1), creature(9, 9, "B")) == ([], ["9/8 B----- touched"], [30, 30])


def test_breakthrough_does_nothing_on_the_player() -> None:
    assert changes(lay({"board": [creature(4, 5, "B")]}), "ATTACK 1 -1")["1.health"] == 26


def test_breakthrough_is_stopped_by_ward() -> None:
    assert fight(creature(9, 9, "B"), creature(1, 2, "W")) == (
        ["9/8 B----- attacked touched"],
        ["1/2 ------ touched"],
        [30, 30],
    )


def test_breakthrough_with_lethal_passes_on_only_what_damage_alone_would_have() -> None:
    assert fight(creature(5, 9, "BL"), creature(1, 8)) == (["5/8 B---L- attacked touched"], [], [30, 30])
    assert fight(creature(5, 9, "BL"), creature(1, 3)) == (["5/8 B---L- attacked touched"], [], [30, 28])


def test_breakthrough_with_drain_heals_the_full_attack_and_passes_the_rest_on() -> None:
    assert fight(creature(6, 9, "BD"), creature(1, 2)) == (["6/8 B-D--- attacked touched"], [], [36, 26])


def test_breakthrough_with_all_other_keywords_at_once() -> None:
    assert fight(creature(6, 9, "BCDGLW"), creature(1, 2, "BCDGL")) == (["6/9 BCDGL- attacked touched"], [], [36, 26])


def test_breakthrough_works_for_an_attacker_that_dies() -> None:
    assert fight(creature(6, 1, "B"), creature(1, 2)) == ([], [], [30, 26])


# ---- Charge ------------------------------------------------------------------------------------------------------


def test_only_a_creature_with_charge_attacks_in_the_turn_it_is_summoned() -> None:
    plain, charge = 3, 83
    state = lay({"hand": [plain, charge]})
    changes(state, "SUMMON 1 0", "SUMMON 3 1")
    assert [text for text in legal(state) if text.startswith("ATTACK")] == ["ATTACK 3 -1"]


def test_charge_does_not_give_a_second_attack() -> None:
    state = lay({"board": [creature(2, 2, "C")]})
    changes(state, "ATTACK 1 -1")
    assert legal(state) == ["PASS"]


def test_all_creatures_can_attack_from_the_next_own_turn_on() -> None:
    state = lay({"hand": [3], "deck": [3]}, {"deck": [3]})
    changes(state, "SUMMON 1 0")
    assert board(state, 0) == ["3#1 lane 0, 2/2 ------"]
    changes(state, "PASS", "PASS")
    assert board(state, 0) == ["3#1 lane 0, 2/2 ------ able"]


# ---- Drain -------------------------------------------------------------------------------------------------------


def test_drain_heals_the_full_attack_however_little_defense_there_was() -> None:
    assert fight(creature(7, 9, "D"), creature(1, 1)) == (["7/8 --D--- attacked touched"], [], [37, 30])


def test_drain_heals_also_if_the_defender_lives() -> None:
    assert fight(creature(7, 9, "D"), creature(1, 8)) == (["7/8 --D--- attacked touched"], ["1/1 ------ touched"], [37, 30])


def test_drain_heals_nothing_against_ward() -> None:
    assert fight(creature(7, 9, "D"), creature(1, 1, "W")) == (
        ["7/8 --D--- attacked touched"],
        ["1/1 ------ touched"],
        [30, 30],
    )


def test_drain_heals_on_the_player() -> None:
    changed = changes(lay({"board": [creature(4, 5, "D")]}), "ATTACK 1 -1")
    assert (changed["0.health"], changed["1.health"]) == (34, 26)


def test_drain_of_the_defender_does_nothing() -> None:
    assert fight(creature(1, 5), creature(4, 4, "D")) == (["1/1 ------ attacked touched"], ["4/3 --D--- touched"], [30, 30])


def test_drain_with_lethal_heals_the_attack_once() -> None:
    assert fight(creature(2, 9, "DL"), creature(1, 8)) == (["2/8 --D-L- attacked touched"], [], [32, 30])


def test_drain_heals_for_an_attacker_that_dies() -> None:
    assert fight(creature(3, 1, "D"), creature(1, 8)) == ([], ["1/5 ------ touched"], [33, 30])


def test_drain_with_no_attack_heals_nothing() -> None:
    assert fight(creature(0, 9, "D"), creature(1, 8)) == (["0/8 --D--- attacked touched"], ["1/8 ------ touched"], [30, 30])


def test_drain_restores_no_rune() -> None:
    state = lay({"board": [creature(9, 5, "D")], "health": 20})
    changed = changes(state, "ATTACK 1 -1")
    assert changed["0.health"] == 29 and "0.runes" not in changed
    assert state.to_dict()["players"][0]["runes"] == 3


# ---- Guard -------------------------------------------------------------------------------------------------------


def attacks(state: Any) -> list[str]:
    return [text for text in legal(state) if text.startswith("ATTACK")]


def test_a_guard_must_be_attacked_first() -> None:
    theirs = {"board": [creature(1, 1), creature(1, 1, "G"), creature(1, 1)]}
    assert attacks(lay({"board": [creature(2, 2)]}, theirs)) == ["ATTACK 1 4"]


def test_each_of_two_guards_may_be_attacked() -> None:
    theirs = {"board": [creature(1, 1, "G"), creature(1, 1), creature(1, 1, "G")]}
    assert attacks(lay({"board": [creature(2, 2)]}, theirs)) == ["ATTACK 1 2", "ATTACK 1 6"]


def test_a_guard_protects_its_own_lane_only() -> None:
    mine = {"board": [creature(2, 2, lane=0), creature(2, 2, lane=1)]}
    theirs = {"board": [creature(1, 1, "G", lane=0), creature(1, 1, lane=0), creature(1, 1, lane=1)]}
    assert attacks(lay(mine, theirs)) == ["ATTACK 1 2", "ATTACK 3 -1", "ATTACK 3 6"]


def test_a_guard_protects_no_more_once_it_is_dead() -> None:
    state = lay({"board": [creature(2, 2), creature(2, 2)]}, {"board": [creature(1, 1, "G"), creature(1, 1)]})
    changes(state, "ATTACK 1 2")
    assert attacks(state) == ["ATTACK 3 -1", "ATTACK 3 4"]


def test_a_guard_with_ward_still_guards_after_the_ward_is_gone() -> None:
    state = lay({"board": [creature(2, 2), creature(2, 2)]}, {"board": [creature(1, 1, "GW"), creature(1, 1)]})
    changes(state, "ATTACK 1 2")
    assert board(state, 1)[0] == "3#2 lane 0, 1/1 ---G-- touched"
    assert attacks(state) == ["ATTACK 3 2"]


def test_a_guard_that_has_attacked_guards_all_the_same() -> None:
    state = facing(creature(2, 2), creature(1, 9, "G"))
    changes(state, "PASS", "ATTACK 2 1", "PASS")
    assert attacks(state) == ["ATTACK 1 2"]


@pytest.mark.parametrize("keywords", ["B", "C", "D", "G", "L", "W", "BCDGLW"])
def test_no_keyword_gets_round_a_guard(keywords: str) -> None:
    assert attacks(facing(creature(2, 2, keywords), creature(1, 1, "G"))) == ["ATTACK 1 2"]


def test_an_own_guard_hinders_nobody() -> None:
    state = lay({"board": [creature(1, 1, "G"), creature(2, 2)]}, {"board": [creature(1, 1)]})
    assert attacks(state) == ["ATTACK 1 -1", "ATTACK 1 2", "ATTACK 3 -1", "ATTACK 3 2"]


# ---- Lethal ------------------------------------------------------------------------------------------------------


def test_lethal_kills_by_any_damage() -> None:
    assert fight(creature(1, 5, "L"), creature(2, 12)) == (["1/3 ----L- attacked touched"], [], [30, 30])


def test_lethal_of_the_defender_kills_too() -> None:
    assert fight(creature(3, 12), creature(1, 8, "L")) == ([], ["1/5 ----L- touched"], [30, 30])


def test_lethal_against_lethal_kills_both() -> None:
    assert fight(creature(1, 12, "L"), creature(1, 12, "L")) == ([], [], [30, 30])


def test_lethal_is_stopped_by_ward() -> None:
    assert fight(creature(3, 5, "L"), creature(2, 2, "W")) == (
        ["3/3 ----L- attacked touched"],
        ["2/2 ------ touched"],
        [30, 30],
    )


def test_a_warded_attacker_survives_a_lethal_defender() -> None:
    assert fight(creature(1, 1, "W"), creature(9, 9, "L")) == (
        ["1/1 ------ attacked touched"],
        ["9/8 ----L- touched"],
        [30, 30],
    )


def test_lethal_does_nothing_on_the_player() -> None:
    assert changes(lay({"board": [creature(1, 5, "L")]}), "ATTACK 1 -1")["1.health"] == 29


@pytest.mark.parametrize("rules", ["official", "paper", "gym"])
def test_lethal_without_attack_kills_nothing(rules: str) -> None:
    unhurt = (["0/4 ----L- attacked touched"], ["1/1 ------ touched"], [30, 30])
    assert fight(creature(0, 5, "L"), creature(1, 1), rules=rules) == unhurt
    assert fight(creature(1, 5), creature(0, 9, "L"), rules=rules)[0] == ["1/5 ------ attacked touched"]


def test_lethal_without_attack_leaves_ward_alone() -> None:
    assert fight(creature(0, 5, "L"), creature(1, 1, "W"))[1] == ["1/1 -----W touched"]


@pytest.mark.parametrize("options", [{"rules": "rust"}, {"lethal_zero": "yes"}, {"rules": "paper", "lethal_zero": "yes"}])
def test_lethal_without_attack_kills_where_that_is_the_rule(options: dict[str, Any]) -> None:
    assert fight(creature(0, 5, "L"), creature(1, 9), **options) == (["0/4 ----L- attacked touched"], [], [30, 30])
    assert fight(creature(1, 9), creature(0, 5, "L"), **options) == ([], ["0/4 ----L- touched"], [30, 30])


def test_lethal_without_attack_does_not_get_through_ward_under_any_rule() -> None:
    _, theirs, _ = fight(creature(0, 5, "L"), creature(1, 9, "W"), lethal_zero="yes")
    assert theirs == ["1/9 -----W touched"]
    mine, _, _ = fight(creature(1, 9, "W"), creature(0, 5, "L"), lethal_zero="yes")
    assert mine == ["1/9 -----W attacked touched"]


def test_lethal_without_attack_drains_and_breaks_through_nothing() -> None:
    assert fight(creature(0, 5, "BDL"), creature(1, 9), lethal_zero="yes") == (["0/4 B-D-L- attacked touched"], [], [30, 30])


# ---- Ward --------------------------------------------------------------------------------------------------------


def test_ward_of_the_defender_takes_one_hit() -> None:
    assert fight(creature(5, 9), creature(2, 2, "W")) == (["5/7 ------ attacked touched"], ["2/2 ------ touched"], [30, 30])


def test_ward_of_the_attacker_takes_one_hit() -> None:
    assert fight(creature(1, 2, "W"), creature(2, 5)) == (["1/2 ------ attacked touched"], ["2/4 ------ touched"], [30, 30])


def test_ward_against_ward_costs_both_nothing_else() -> None:
    assert fight(creature(5, 1, "W"), creature(5, 1, "W")) == (
        ["5/1 ------ attacked touched"],
        ["5/1 ------ touched"],
        [30, 30],
    )


def test_ward_stays_if_the_hit_has_no_force() -> None:
    assert fight(creature(0, 3, "W"), creature(0, 3, "W")) == (
        ["0/3 -----W attacked touched"],
        ["0/3 -----W touched"],
        [30, 30],
    )
    assert fight(creature(0, 3), creature(1, 3, "W"))[1] == ["1/3 -----W touched"]
    assert fight(creature(1, 3, "W"), creature(0, 3))[0] == ["1/3 -----W attacked touched"]


def test_ward_stays_in_an_attack_on_the_player() -> None:
    changed = changes(lay({"board": [creature(4, 5, "W")]}), "ATTACK 1 -1")
    assert changed == {"1.health": 26, "0.board": ["3#1 lane 0, 4/5 -----W attacked touched"]}


def test_the_wardens_own_lethal_and_breakthrough_work() -> None:
    assert fight(creature(1, 1, "LW"), creature(9, 9)) == (["1/1 ----L- attacked touched"], [], [30, 30])
    assert fight(creature(5, 1, "BW"), creature(9, 3)) == (["5/1 B----- attacked touched"], [], [30, 28])


def test_ward_is_gone_for_the_second_hit() -> None:
    state = lay({"board": [creature(2, 9), creature(2, 9)]}, {"board": [creature(1, 2, "W")]})
    changes(state, "ATTACK 1 2")
    assert changes(state, "ATTACK 3 2") == {
        "0.board": ["3#1 lane 0, 2/8 ------ attacked touched", "3#3 lane 0, 2/8 ------ attacked touched"],
        "1.board": [],
        "1.gone": ["3#2"],
    }
