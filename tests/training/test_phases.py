"""Phases of Castle, as a seat lives through them."""

from __future__ import annotations

import numpy as np

from cardlab import game
from cardlab.games.castle.data.columns import PHASES, castle_phases


def row(**columns: object) -> list[int]:
    values = {"top": "", "deck_empty": False, "hand": "", "castle_fu": "", "op_castle_fu": "", "pile": "", "burned": "",
              "op_known": "", **columns}  # fmt: skip
    return [column.read(values.get(column.name, 0)) for column in game("castle").observer().columns]


def test_a_phase_is_what_cards_are_played_from() -> None:
    rows = [
        row(hand="3,4", castle_fu="5", stock_size=7),
        row(hand="3,4", castle_fu="5", deck_empty=True),
        row(hand="14", deck_empty=True),
        row(castle_fu="5,6", castle_fd_size=3, deck_empty=True),
        row(castle_fd_size=2, deck_empty=True),
    ]
    names, codes = castle_phases(np.array(rows))
    assert names == PHASES
    assert [names[code] for code in codes] == ["stock", "stock empty", "stock empty", "face-up cards", "face-down cards"]


def test_the_first_decision_of_a_game_has_a_stock() -> None:
    castle = game("castle", players=4)
    _, codes = castle_phases(np.array([castle.observer().observe_state(castle.new(3), 2)]))
    assert codes.tolist() == [0]
