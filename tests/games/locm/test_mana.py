"""Mana, and the bonus of the second player."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game
from cardlab.games.locm.rules.state import LocmState
from tests.games.locm.tables import changes, creature, holding, lay, legal, play

DECK = [3] * 20


def mana(state: LocmState, p: int) -> tuple[int, int, bool]:
    """Mana left, maximum, and whether the bonus is there."""
    side = state.to_dict()["players"][p]
    return side["mana"], side["max_mana"], side["bonus"]


def after_draft(**options: Any) -> LocmState:
    state = game("locm", **options).new(1)
    assert isinstance(state, LocmState)
    return play(state, *["PICK 0"] * 60)


def test_the_first_player_has_one_mana_and_the_second_the_bonus() -> None:
    state = after_draft()
    assert mana(state, 0) == (1, 1, False)
    assert mana(state, 1) == (1, 1, True)


@pytest.mark.parametrize("rules", ["official", "paper", "rust", "gym"])
def test_mana_grows_by_one_each_turn_up_to_twelve_or_thirteen_with_the_bonus(rules: str) -> None:
    state = after_draft(rules=rules)
    seen: list[list[int]] = [[], []]
    while len(seen[1]) < 15:
        assert state.player is not None
        seen[state.player].append(mana(state, state.player)[0])
        play(state, "PASS")
    assert seen[0] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12]
    assert seen[1] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13, 13]


def second(left: int, most: int, bonus: bool = True, **parts: Any) -> LocmState:
    """Player 1 to move."""
    side = {"mana": left, "max_mana": most, "bonus": bonus, "deck": DECK, **parts}
    return lay({"deck": DECK}, side, player=1)


def next_turn(state: LocmState) -> tuple[int, int, bool]:
    play(state, "PASS", "PASS")
    return mana(state, 1)


def test_who_spends_everything_loses_the_bonus_one_turn_later() -> None:
    state = play(second(2, 2, hand=[3, 3]), "SUMMON 2 0", "SUMMON 4 0")
    assert mana(state, 1) == (0, 2, True)
    assert next_turn(state) == (2, 2, False)
    assert next_turn(state) == (3, 3, False)


def test_mana_left_over_keeps_the_bonus() -> None:
    state = play(second(2, 2, hand=[3, 3]), "SUMMON 2 0")
    assert next_turn(state) == (3, 3, True)
    assert next_turn(state) == (4, 4, True)


def test_spending_thirteen_leaves_twelve() -> None:
    state = play(second(13, 13, hand=[116, 3]), "SUMMON 2 0", "SUMMON 4 0")
    assert mana(state, 1) == (0, 13, True)
    assert next_turn(state) == (12, 12, False)
    assert next_turn(state) == (12, 12, False)


def test_the_cap_of_a_player_who_lost_the_bonus_is_twelve() -> None:
    assert next_turn(second(0, 11, bonus=False)) == (12, 12, False)
    assert next_turn(second(5, 12, bonus=False)) == (12, 12, False)


def test_the_bonus_is_lost_below_the_cap_too() -> None:
    assert next_turn(second(0, 12)) == (12, 12, False)
    assert next_turn(second(1, 12)) == (13, 13, True)


def test_the_bonus_cannot_be_lost_in_the_first_turn() -> None:
    state = play(after_draft(), "PASS")
    assert mana(state, 1) == (2, 2, True)


def test_the_first_player_may_spend_everything() -> None:
    state = lay(holding(3, mana=1, max_mana=1, deck=DECK), {"deck": DECK})
    play(state, "SUMMON 1 0", "PASS", "PASS")
    assert mana(state, 0) == (2, 2, False)


def test_cards_cost_their_mana_and_must_be_paid_for() -> None:
    state = lay(holding(21, 141, 3, 158, mana=4), {"board": [creature(1, 1)]})
    assert legal(state) == ["PASS", "SUMMON 5 0", "SUMMON 5 1", "USE 3 2", "USE 7 -1", "USE 7 2"]
    assert changes(state, "USE 7 -1")["0.mana"] == 1
    assert legal(state) == ["PASS", "SUMMON 5 0", "SUMMON 5 1", "USE 3 2"]
    assert "0.mana" not in changes(state, "USE 3 2")
    assert changes(state, "SUMMON 5 0")["0.mana"] == 0
    assert legal(state) == ["PASS"]
