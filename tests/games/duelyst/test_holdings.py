"""The cards in hands and decks of Duelyst are counted: what is played, burned, and taken back to hand."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import Event
from cardlab.games.duelyst import Duelyst
from cardlab.games.duelyst.words.cards import card_table
from tests.games.duelyst.tables import lay, unit

TABLE = card_table(False)


def counted(position: dict[str, Any], *texts: str) -> dict[tuple[int, int], int]:
    """What both hold after some actions, by player and id of the card; the same as what is told."""
    state = lay(*position.pop("units", ()), **position)
    game, told = state.game, list[Event]()
    assert isinstance(game, Duelyst)
    ledger, held = game.ledger(), game.inventory(state)
    state.listener = told.append
    for text in texts:
        state.apply(state.parse(text))
    for event in told:
        held = ledger(held, event)
    assert game.inventory(state) == held
    return {(player, TABLE.at(card).id): n for (player, card), n in held.items()}


@pytest.mark.parametrize(
    ("position", "texts", "held"),
    [
        ({"hand": [9, 9], "deck": [11]}, ["play 0 1,2"], {(0, 9): 1, (0, 11): 1}),
        ({"hand": [9] * 6, "deck": [11]}, ["end"], {(0, 9): 6}),
        ({"hand": [9] * 6, "deck": [11], "burns": 0}, ["end"], {(0, 9): 6, (0, 11): 1}),
        ({"hand": [9, 8], "deck": [11]}, ["replace 0"], {(0, 9): 1, (0, 8): 1, (0, 11): 1}),
        ({"hand": [20160], "units": [unit(9, 2, 4, 2)]}, ["play 0 4,2"], {(1, 9): 1}),
        ({"hand": [20160], "units": [unit(9, 2, 4, 2)], "foe_hand": [8] * 6}, ["play 0 4,2"], {(1, 8): 6}),
        ({"hand": [20049, 9], "units": [unit(10205, 2, 7, 1)], "cancel": True}, ["play 0 7,1"], {(0, 9): 1}),
        ({"hand": [20049], "units": [unit(10205, 2, 7, 1)], "cancel": True}, ["play 0 7,1", "cancel"], {(0, 20049): 1}),
    ],
)
def test_what_is_held_is_what_is_told(position: dict[str, Any], texts: list[str], held: dict[tuple[int, int], int]) -> None:
    assert counted(dict(position), *texts) == held
