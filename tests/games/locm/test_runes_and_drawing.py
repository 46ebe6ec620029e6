"""Health, the runes it breaks, and what is drawn at the start of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.locm.tables import board, broken, changes, creature, holding, lay, play

HIT = "ATTACK 1 -1"
FULL = [3] * 8


def hit_for(damage: int, **second: Any) -> dict[str, Any]:
    """Player 1 is attacked; what that changed for him."""
    changed = changes(lay({"board": [creature(damage, 9)]}, second), HIT)
    return {name[2:]: value for name, value in changed.items() if name.startswith("1.")}


# ---- runes -------------------------------------------------------------------------------------------------------


def test_a_rune_breaks_when_health_reaches_its_value() -> None:
    assert hit_for(1, health=26) == {"health": 25, "runes": 4, "draws": 2}
    assert hit_for(1, health=27) == {"health": 26}


def test_a_rune_that_broke_is_a_card_more_next_turn() -> None:
    state = lay({"board": [creature(1, 9)]}, {"health": 26, "deck": [5, 6, 7]})
    play(state, HIT)
    assert changes(state, "PASS") == {
        "player": 1, "turn": 1, "0.board": ["3#1 lane 0, 1/9 ------ touched"],
        "1.hand": ["5#2", "6#4"], "1.deck": ["7#6"], "1.draws": 1, "1.due": 2,
    }  # fmt: skip


def test_one_hit_may_break_several_runes() -> None:
    assert hit_for(16) == {"health": 14, "runes": 2, "draws": 4}
    assert hit_for(29) == {"health": 1, "runes": 0, "draws": 6}
    state = lay({"board": [creature(16, 9)]}, {"deck": [5, 6, 7, 8, 9]})
    assert changes(state, HIT, "PASS")["1.hand"] == ["5#2", "6#4", "7#6", "8#8"]


@pytest.mark.parametrize("damage", range(1, 30))
def test_each_damage_breaks_the_runes_it_reaches(damage: int) -> None:
    health, runes, draws = broken(30, -damage)
    found = {"health": 30, "runes": 5, "draws": 1} | hit_for(damage)
    assert found == {"health": health, "runes": runes, "draws": draws}


def test_healing_restores_no_rune_and_the_same_value_breaks_none_twice() -> None:
    state = lay({"health": 24, "board": [creature(9, 9, "D")], "deck": FULL}, {"board": [creature(8, 9)], "deck": FULL})
    assert changes(state, HIT)["0.health"] == 33
    assert changes(state, "PASS", "ATTACK 2 -1") == {
        "player": 1, "turn": 1,
        "0.health": 25, "0.board": ["3#1 lane 0, 9/9 --D--- touched"],
        "1.board": ["3#2 lane 0, 8/9 ------ attacked touched"], "1.hand": ["3#4", "3#6"],
        "1.deck": [f"3#{i}" for i in range(8, 20, 2)], "1.draws": 1, "1.due": 2,
    }  # fmt: skip
    assert state.to_dict()["players"][0]["runes"] == 4


def test_runes_broken_by_the_own_card_count_as_well() -> None:
    state = lay(holding(45, health=28, deck=[5, 6, 7]), {"deck": [3, 3]})
    changed = changes(state, "SUMMON 1 0")
    assert (changed["0.health"], changed["0.runes"], changed["0.draws"]) == (25, 4, 2)
    play(state, "PASS", "PASS")
    assert state.to_dict()["players"][0]["hand"] == ["5#3", "6#5"]


def test_an_attack_of_zero_breaks_nothing() -> None:
    assert hit_for(0, health=26) == {}


def test_cards_of_a_turn_add_up() -> None:
    state = lay(holding(36, 28, health=30), {"board": [creature(6, 6)]})
    play(state, "SUMMON 1 0", "SUMMON 3 0", "PASS", "ATTACK 2 -1")
    side = state.to_dict()["players"][0]
    assert (side["health"], side["draws"]) == (24, 1 + 2 + 1 + 1)


# ---- drawing -----------------------------------------------------------------------------------------------------


def turn_of_second(turn: int = 0, options: dict[str, Any] | None = None, **second: Any) -> dict[str, Any]:
    """Player 0 passes; what the start of the turn changed for player 1."""
    state = lay({}, second, turn=turn, **(options or {}))
    return {name[2:]: value for name, value in changes(state, "PASS").items() if name.startswith("1.")}


def test_one_card_is_drawn_and_goes_to_the_end_of_the_hand() -> None:
    assert turn_of_second(hand=[7, 8], deck=[5, 6]) == {"hand": ["7#2", "8#4", "5#6"], "deck": ["6#8"]}


def test_a_full_hand_stops_drawing_and_the_deck_keeps_the_cards() -> None:
    found = turn_of_second(hand=[3] * 7, deck=[4, 5, 6], draws=3)
    assert found == {"hand": [*(f"3#{i}" for i in range(2, 16, 2)), "4#16"], "deck": ["5#18", "6#20"], "draws": 1, "due": 3}
    assert turn_of_second(hand=FULL, deck=[4]) == {}


def test_a_full_hand_does_not_protect_from_the_empty_deck() -> None:
    found = turn_of_second(hand=FULL, draws=2, runes=3, health=18)
    assert found == {"health": 10, "runes": 1, "draws": 1, "due": 2}


def test_the_deck_may_run_out_in_the_middle_of_drawing() -> None:
    found = turn_of_second(hand=[3] * 3, deck=[4], draws=2)
    assert found == {"hand": ["3#2", "3#4", "3#6", "4#8"], "deck": [], "health": 25, "runes": 4, "draws": 1, "due": 2}


def test_a_rune_lost_by_drawing_gives_no_card() -> None:
    assert turn_of_second(draws=3) == {"health": 15, "runes": 2, "draws": 1, "due": 3}


def test_drawing_from_an_empty_deck_takes_health_down_to_the_rune_from_any_height() -> None:
    assert turn_of_second(health=60) == {"health": 25, "runes": 4}
    assert turn_of_second(health=60, runes=1) == {"health": 5, "runes": 0}


def test_drawing_without_a_rune_is_death() -> None:
    state = lay({}, {"health": 4})
    assert changes(state, "PASS") == {
        "phase": "over", "player": None, "turn": 1, "winner": 0, "reason": "deck", "1.health": 0,
    }  # fmt: skip


# ---- late turns --------------------------------------------------------------------------------------------------

LATE: dict[str, Any] = {"hand": [3], "deck": [4, 5], "draws": 2}


def test_the_last_turn_before_the_fifty_first_draws_as_ever() -> None:
    assert turn_of_second(**LATE, turn=98) == {"hand": ["3#2", "4#4", "5#6"], "deck": [], "draws": 1, "due": 2}


def test_from_the_fifty_first_turn_on_each_draw_costs_a_rune_and_gives_no_card() -> None:
    assert turn_of_second(**LATE, turn=100) == {"health": 20, "runes": 3, "draws": 1, "due": 2}


def test_the_fifty_first_turn_of_the_first_player_comes_before_that_of_the_second() -> None:
    state = lay({"deck": [4], "hand": [3]}, {"deck": [4], "hand": [3]}, turn=99)
    changed = changes(state, "PASS")
    assert changed == {"player": 0, "turn": 100, "0.health": 25, "0.runes": 4}


@pytest.mark.parametrize("options", [{"rules": "paper"}, {"rules": "rust"}, {"late_draw": "rune_and_card"}])
def test_late_draws_give_a_card_too_under_some_rules(options: dict[str, Any]) -> None:
    found = turn_of_second(**LATE, turn=100, options=options)
    assert found == {"hand": ["3#2", "4#4", "5#6"], "deck": [], "health": 20, "runes": 3, "draws": 1, "due": 2}


def test_a_full_hand_stops_late_draws_with_a_card_after_the_first_rune() -> None:
    found = turn_of_second(hand=FULL, deck=[4], draws=3, turn=100, options={"late_draw": "rune_and_card"})
    assert found == {"health": 25, "runes": 4, "draws": 1, "due": 3}
    found = turn_of_second(hand=FULL, deck=[4], draws=3, turn=100, options={"late_draw": "rune"})
    assert found == {"health": 15, "runes": 2, "draws": 1, "due": 3}


def test_nobody_survives_the_start_of_the_fifty_sixth_turn() -> None:
    state = lay({"deck": FULL}, {"deck": FULL}, turn=99)
    healths = []
    while not state.over:
        play(state, "PASS")
        healths.append(tuple(side["health"] for side in state.to_dict()["players"]))
    assert healths == [
        (25, 30), (25, 25), (20, 25), (20, 20), (15, 20), (15, 15), (10, 15), (10, 10), (5, 10), (5, 5), (0, 5),
    ]  # fmt: skip
    assert (state.to_dict()["turn"], state.reason, state.to_dict()["winner"]) == (110, "deck", 1)


# ---- the turn ----------------------------------------------------------------------------------------------------


def test_at_the_end_of_a_turn_marks_are_cleared_and_the_other_side_is_able() -> None:
    mine = {"board": [creature(2, 2, attacked=True), creature(2, 2, lane=1)], "deck": FULL}
    theirs = {"board": [creature(2, 2, lane=1)], "deck": FULL}
    state = play(lay(mine, theirs), "PASS")
    assert board(state, 0) == ["3#1 lane 0, 2/2 ------ touched", "3#3 lane 1, 2/2 ------"]
    assert board(state, 1) == ["3#2 lane 1, 2/2 ------ able"]


def test_who_passes_keeps_the_mana_on_display() -> None:
    state = lay({"mana": 3, "max_mana": 5, "deck": FULL}, {"deck": FULL})
    play(state, "PASS")
    side = state.to_dict()["players"][0]
    assert (side["mana"], side["max_mana"]) == (3, 5)
