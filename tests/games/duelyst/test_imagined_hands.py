"""Hands that a player imagines, also while a card that was played can still be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from typing import Any

import pytest

from cardlab import State
from cardlab.core.rng import Rng
from cardlab.games.duelyst.words.cards import card_table
from tests.chances import assert_drawn_by_weight
from tests.effort import PURE
from tests.games.duelyst.tables import act, held, lay, unit

FOES = {"foe_hand": [9, 11], "foe_deck": [8, 9, 20066, 11]}
TABLE = card_table(False)
UNSEEN = [9, 11, 8, 9, 20066, 11]


def pending() -> dict[str, Any]:
    """Player 1 has played Daemonic Lure, is asked where the minion goes, and may take the card back."""
    position = act(lay(unit(10205, 2, 7, 1), hand=[20049], cancel=True, **FOES), "play 0 7,1").to_dict()
    assert position["followup"] and position["undo"]
    return position


def read(position: dict[str, Any]) -> State:
    return lay(cancel=True).game.from_dict(position)


def both_hands(world: State) -> Hashable:
    """The other's hand now, and after the card was taken back; hand and deck are what they were together."""
    now, back = world.peek(("hand",)), world.taken_back().peek(("hand", "deck", "n_deck"))  # type: ignore[attr-defined]
    hand = back["hand"][1]
    assert sorted(filter(None, [*hand, *back["deck"][1]])) == sorted(map(number, UNSEEN))
    return tuple(filter(None, now["hand"][1])), tuple(filter(None, hand))


def number(card: int) -> int:
    return TABLE.find(card).number


def enumerated(unseen: list[int], now: int, before: int) -> dict[Hashable, float]:
    return dict(Counter((hand, hand[:before]) for hand in permutations(map(number, unseen), now)))


def test_taking_a_card_back_does_not_change_the_others_hand() -> None:
    seat, rng = read(pending()).seat(0), Rng(1)
    assert_drawn_by_weight(lambda _: both_hands(seat.resample(rng)), enumerated(UNSEEN, 2, 2), 2000)


def test_what_was_drawn_since_is_drawn_from_what_was_left() -> None:
    """By then another card had been drawn into the third slot."""
    position = pending()
    position["players"][1] |= {"hand": [9, 11, 20066, None, None, None], "deck": [8, 9, 11]}
    seat, rng = read(position).seat(0), Rng(2)
    assert_drawn_by_weight(lambda _: both_hands(seat.resample(rng)), enumerated(UNSEEN, 3, 2), 4000)


def test_what_was_burned_since_was_in_no_slot_and_what_came_back_neither() -> None:
    """A 20066 was burned, and an artifact, 30010, fell off and went into the deck."""
    position = pending()
    position["players"][1] |= {"deck": [8, 9, 11, 30010]}
    seat, rng = read(position).seat(0), Rng(3)
    assert_drawn_by_weight(lambda _: both_hands(seat.resample(rng)), enumerated([9, 11, 8, 9, 11], 2, 2), 2000)


@pytest.mark.parametrize("hands", [(6, 0), (0, 6), (3, 5)])
def test_positions_that_no_play_leads_to_are_imagined_too(hands: tuple[int, int]) -> None:
    position = pending()
    for row, n, card in ((position["players"][1], hands[0], 9), (position["undo"]["players"][1], hands[1], 11)):
        row |= {"hand": [card] * n + [None] * (6 - n), "deck": [card]}
    state = read(position)
    for n in range(4 if PURE else 20):
        world = state.seat(0).resample(n)
        assert (held(world, 2), held(act(world, "cancel"), 2)) == ([9] * hands[0], [11] * hands[1])


def test_luck_cannot_be_read_from_what_a_card_is_taken_back_to() -> None:
    state = read(pending())
    world = state.seat(1).resample(7)
    before, imagined = state.taken_back(), world.taken_back()  # type: ignore[attr-defined]
    assert before.luck == state.luck and imagined.luck == world.luck and world.luck[:2] != state.luck[:2]
