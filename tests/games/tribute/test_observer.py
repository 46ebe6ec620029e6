"""A row of data says what a seat sees, column by column."""

from __future__ import annotations

from cardlab.games.tribute import Tribute
from tests.games.tribute.tables import PATRONS

GAME = Tribute()


def test_a_row_tells_both_sides_favours_the_row_and_own_cards() -> None:
    state = GAME.from_dict(
        {
            "patrons": PATRONS, "turn": 7, "favor": {"ANSEI": "PLAYER1", "PELIN": "PLAYER2"},
            "P1": {
                "hand": ["GOLD", "GOLD"], "draw": ["PECK"], "cooldown": ["RALLY", "GOLD"], "coins": 3, "prestige": 12,
                "agents": [{"card": "BANNERET", "hp": 3}],
            },
            "P2": {"hand": ["PECK"], "draw": ["GOLD", "SWIPE"], "power": 2, "prestige": 20},
            "tavern": {"row": ["CURRENCY_EXCHANGE", "TITHE"]},
        }
    )  # fmt: skip
    values = GAME.observer().values(state.seat(0))
    told = {name: value for name, value in values.items() if value}
    assert told == {
        "turn": 7, "to_move": 1, "own_prestige": 12, "own_coins": 3, "own_calls": 1, "own_hand": 2, "own_draw": 1,
        "own_cooldown": 2,
        "own_agents": 1, "own_health": 3, "own_favors": 1, "other_prestige": 20, "other_power": 2, "other_calls": 1,
        "other_hand": 1,
        "other_draw": 2, "other_favors": 1, "favor_ansei": 1, "favor_pelin": -1, "other_duke_of_crows": 1, "other_rajhin": 1,
        "other_treasury": 1, "row_0": 1, "row_1": 112, "own_gold": 3, "own_peck": 1, "own_rally": 1, "own_banneret": 1,
    }  # fmt: skip
    assert GAME.encoder().encode_states([state.seat(0)], [0]).shape == (1, len(values))


def test_the_draft_tells_only_who_is_to_move() -> None:
    values = GAME.observer().values(GAME.new(1).seat(0))
    assert {name: value for name, value in values.items() if value} == {"to_move": 1}
