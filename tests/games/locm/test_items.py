"""Items: green ones on own creatures, red ones on the opponent's, blue ones on those or on the opponent himself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.locm.tables import board, changes, creature, holding, lay, legal, play

PROTEIN, HAT, BREAD, HORNS, WINGS, WARD = 117, 121, 122, 138, 140, 137
KNIFE, SUPPRESSION, PIERCE, SCIMITAR, CRUSHER, RITUAL, AXE, DECIMATE, MIGHTY_AXE = 141, 142, 143, 146, 148, 149, 150, 151, 152
HEALING, POISON, FIREBOLT, LIFE_STEAL, SAP, THUNDER = 153, 154, 155, 156, 157, 158


def hit(item: int, target: Any) -> dict[str, Any]:
    """Use a red or blue item on the opponent's only creature; what changed, but for the card and its cost."""
    state = lay(holding(item), {"board": [target]})
    changed = changes(state, "USE 1 2")
    assert changed.pop("0.hand") == []
    assert changed.pop("0.gone") == [f"{item}#1"]
    changed.pop("0.mana", None)
    return changed


# ---- green -------------------------------------------------------------------------------------------------------


def test_a_green_item_adds_attack_defense_and_keywords() -> None:
    state = lay(holding(PROTEIN, board=[creature(2, 2, "G")]), {"board": [creature(1, 1)]})
    assert changes(state, "USE 3 1") == {
        "0.mana": 11,
        "0.hand": [],
        "0.board": ["3#1 lane 0, 3/3 B--G-- able touched"],
        "0.gone": ["117#3"],
    }


def test_a_green_item_may_give_its_owner_cards_and_health() -> None:
    assert changes(lay(holding(HAT, board=[creature(2, 2)])), "USE 3 1") == {
        "0.mana": 10,
        "0.hand": [],
        "0.board": ["3#1 lane 0, 2/5 ------ able touched"],
        "0.gone": ["121#3"],
        "0.draws": 2,
    }
    assert changes(lay(holding(130, board=[creature(2, 2)])), "USE 3 1") == {
        "0.mana": 8,
        "0.hand": [],
        "0.board": ["3#1 lane 0, 2/8 ------ able touched"],
        "0.gone": ["130#3"],
        "0.health": 34,
    }


def test_green_items_go_on_own_creatures_of_both_lanes() -> None:
    state = lay(holding(PROTEIN, board=[creature(2, 2, lane=1), creature(2, 2)]), {"board": [creature(1, 1)]})
    assert [text for text in legal(state) if text.startswith("USE")] == ["USE 5 3", "USE 5 1"]


def test_a_keyword_that_is_there_already_is_not_added_twice() -> None:
    state = lay(holding(PROTEIN, board=[creature(2, 2, "B")]))
    changes(state, "USE 3 1")
    assert board(state, 0) == ["3#1 lane 0, 3/3 B----- able touched"]


def test_a_ward_given_by_an_item_works() -> None:
    state = lay(holding(WARD, board=[creature(2, 2)]), {"board": [creature(5, 5)]})
    play(state, "USE 3 1", "ATTACK 1 2")
    assert board(state, 0) == ["3#1 lane 0, 2/2 ------ attacked touched"]


def test_a_guard_given_by_an_item_guards() -> None:
    state = lay(holding(HORNS, board=[creature(2, 2), creature(2, 2)]), {"board": [creature(5, 5)], "deck": [3]})
    play(state, "USE 5 3", "PASS")
    assert legal(state) == ["PASS", "SUMMON 4 0", "SUMMON 4 1", "ATTACK 2 3"]


@pytest.mark.parametrize(("marks", "after"), [({"able": False}, "able touched"), ({"attacked": True}, "attacked touched")])
def test_charge_from_an_item_lets_a_creature_attack_unless_it_has_attacked(marks: dict[str, Any], after: str) -> None:
    state = lay(holding(WINGS, board=[creature(2, 2, **marks)]))
    changes(state, "USE 3 1")
    assert board(state, 0) == [f"3#1 lane 0, 2/2 -C---- {after}"]


def test_charge_from_an_item_lets_a_creature_attack_that_was_summoned_this_turn() -> None:
    state = lay(holding(3, WINGS))
    play(state, "SUMMON 1 0")
    assert "ATTACK 1 -1" not in legal(state)
    play(state, "USE 3 1")
    assert "ATTACK 1 -1" in legal(state)
    play(state, "ATTACK 1 -1")
    assert "ATTACK 1 -1" not in legal(state)


def test_charge_is_kept_by_a_creature_that_has_attacked_but_does_not_help_it() -> None:
    state = lay(holding(WINGS, board=[creature(2, 2)]))
    play(state, "ATTACK 1 -1", "USE 3 1")
    assert board(state, 0) == ["3#1 lane 0, 2/2 -C---- attacked touched"]
    assert legal(state) == ["PASS"]


def test_guard_from_an_item_is_no_charge() -> None:
    state = lay(holding(BREAD, board=[creature(2, 2, able=False)]))
    changes(state, "USE 3 1")
    assert board(state, 0) == ["3#1 lane 0, 3/5 ---G-- touched"]


# ---- red ---------------------------------------------------------------------------------------------------------


def test_a_red_item_lowers_defense() -> None:
    assert hit(AXE, creature(4, 4)) == {"1.board": ["3#2 lane 0, 4/1 ------ touched"]}


def test_a_red_item_kills_when_defense_is_gone() -> None:
    assert hit(AXE, creature(4, 3)) == {"1.board": [], "1.gone": ["3#2"]}
    assert hit(AXE, creature(4, 1)) == {"1.board": [], "1.gone": ["3#2"]}


def test_attack_does_not_fall_below_zero() -> None:
    assert hit(145, creature(1, 4)) == {"1.board": ["3#2 lane 0, 0/2 ------ touched"]}


def test_ward_takes_an_items_damage_but_not_its_other_effects() -> None:
    assert hit(AXE, creature(4, 3, "W")) == {"1.board": ["3#2 lane 0, 4/3 ------ touched"]}
    assert hit(KNIFE, creature(4, 1, "W")) == {"1.board": ["3#2 lane 0, 3/1 ------ touched"]}


def test_an_item_that_removes_ward_does_its_damage() -> None:
    assert hit(DECIMATE, creature(4, 3, "GW")) == {"1.board": [], "1.gone": ["3#2"]}
    assert hit(CRUSHER, creature(4, 3, "GW")) == {"1.board": ["3#2 lane 0, 4/1 ------ touched"]}


def test_an_item_without_damage_leaves_ward_alone() -> None:
    assert hit(PIERCE, creature(4, 3, "GW")) == {"1.board": ["3#2 lane 0, 4/3 -----W touched"]}


def test_an_item_may_take_all_keywords() -> None:
    assert hit(SUPPRESSION, creature(4, 3, "BCDGLW")) == {"1.board": ["3#2 lane 0, 4/3 ------ touched"]}
    assert hit(RITUAL, creature(4, 3, "BCDGLW")) == {"1.board": ["3#2 lane 0, 4/3 ------ touched"], "0.draws": 2}


def test_a_guard_whose_guard_is_taken_guards_no_more() -> None:
    state = lay(holding(PIERCE, board=[creature(2, 2)]), {"board": [creature(1, 1, "G")]})
    assert "ATTACK 1 -1" not in legal(state)
    play(state, "USE 3 2")
    assert legal(state) == ["PASS", "ATTACK 1 -1", "ATTACK 1 2"]


def test_a_red_item_may_hurt_the_opponent_too() -> None:
    assert hit(SCIMITAR, creature(4, 3)) == {"1.board": ["3#2 lane 0, 2/1 ------ touched"], "1.health": 28}


def test_red_items_have_no_target_but_the_opponents_creatures_of_both_lanes() -> None:
    theirs = {"board": [creature(1, 1, lane=1), creature(1, 1, "G")]}
    state = lay(holding(AXE, board=[creature(2, 2, able=False)]), theirs)
    assert legal(state) == ["PASS", "USE 3 4", "USE 3 2"]
    assert legal(lay(holding(AXE, board=[creature(2, 2, able=False)]))) == ["PASS"]


def test_item_damage_is_no_attack() -> None:
    """An item has no use of Drain, Breakthrough or Lethal, neither of own creatures nor of the target."""
    state = lay(holding(MIGHTY_AXE, board=[creature(2, 2, "BDL")]), {"board": [creature(3, 3, "BDL")]})
    assert changes(state, "USE 3 2") == {
        "0.mana": 5,
        "0.hand": [],
        "0.gone": ["152#3"],
        "0.draws": 2,
        "1.board": [],
        "1.gone": ["3#2"],
    }


def test_a_creature_that_lost_charge_to_an_item_attacks_in_its_turn() -> None:
    state = lay({"board": [creature(2, 2, "C")]}, holding(SUPPRESSION), player=1)
    play(state, "USE 2 1", "PASS")
    assert board(state, 0) == ["3#1 lane 0, 2/2 ------ able touched"]


# ---- blue --------------------------------------------------------------------------------------------------------


def bolt(item: int, target: Any = None) -> dict[str, Any]:
    """A blue item on the opponent, or on his creature."""
    state = lay(holding(item), {"board": [target]} if target else {})
    return {k: v for k, v in changes(state, f"USE 1 {2 if target else -1}").items() if k not in ("0.hand", "0.gone", "0.mana")}


def test_a_blue_item_on_the_opponent_does_all_its_damage_at_once() -> None:
    assert bolt(FIREBOLT) == {"1.health": 26}
    assert bolt(THUNDER) == {"1.health": 26}


def test_a_blue_item_on_a_creature_still_does_its_own_effect_on_the_opponent() -> None:
    assert bolt(FIREBOLT, creature(2, 9)) == {"1.board": ["3#2 lane 0, 2/6 ------ touched"], "1.health": 29}


def test_one_change_of_health_is_one_even_if_it_has_two_causes() -> None:
    """Damage of 3 and of 1 brings 29 to 25 in one step; with effects that heal, 3 less 1 bring 28 to 26 and break no rune."""
    state = lay(holding(FIREBOLT), {"health": 29})
    played = {"0.mana": 9, "0.hand": [], "0.gone": ["155#1"]}
    assert changes(state, "USE 1 -1") == {**played, "1.health": 25, "1.runes": 4, "1.draws": 2}
    state = lay(holding(FIREBOLT), {"health": 28}, opponent_hp="heals")
    assert changes(state, "USE 1 -1") == {**played, "1.health": 26}


def test_a_blue_item_may_be_wasted_on_a_creature() -> None:
    assert bolt(HEALING, creature(2, 2)) == {"1.board": ["3#2 lane 0, 2/2 ------ touched"], "0.health": 35}
    assert bolt(HEALING, creature(2, 2, "W")) == {"0.health": 35}
    assert bolt(POISON, creature(2, 2)) == {"1.board": ["3#2 lane 0, 2/2 ------ touched"], "1.health": 28, "0.draws": 2}


def test_blue_items_heal_and_give_cards() -> None:
    assert bolt(HEALING) == {"0.health": 35}
    assert bolt(LIFE_STEAL) == {"0.health": 33, "1.health": 27}
    assert bolt(SAP) == {"0.health": 31, "1.health": 29, "0.draws": 2}


def test_a_blue_items_damage_is_taken_by_ward() -> None:
    assert bolt(THUNDER, creature(2, 2, "W")) == {"1.board": ["3#2 lane 0, 2/2 ------ touched"]}


def test_guards_do_not_hinder_items() -> None:
    state = lay(holding(THUNDER), {"board": [creature(1, 1, "G"), creature(1, 1, lane=1)]})
    assert legal(state) == ["PASS", "USE 1 -1", "USE 1 2", "USE 1 4"]


# ---- effects on the opponent, where they heal --------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["paper", "rust"])
def test_effects_on_the_opponent_heal_under_some_rules(rules: str) -> None:
    state = lay(holding(POISON, FIREBOLT, 78, SCIMITAR, mana=12), {"board": [creature(9, 9)]}, rules=rules)
    assert changes(state.copy(), "USE 1 -1")["1.health"] == 32
    assert changes(state.copy(), "USE 3 -1")["1.health"] == 28
    assert changes(state.copy(), "USE 3 2")["1.health"] == 31
    assert changes(state.copy(), "SUMMON 5 0")["1.health"] == 35
    assert changes(state.copy(), "USE 7 2")["1.health"] == 32


@pytest.mark.parametrize(("options", "health"), [({}, 25), ({"rules": "gym"}, 25), ({"opponent_hp": "heals"}, 35)])
def test_the_sign_of_effects_on_the_opponent_is_an_option(options: dict[str, Any], health: int) -> None:
    assert changes(lay(holding(78), **options), "SUMMON 1 0")["1.health"] == health
    assert changes(lay(holding(91), **options), "SUMMON 1 0")["1.health"] == 31
