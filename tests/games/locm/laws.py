"""What must be true of every position of Legends of Code and Magic, however it was reached."""

from __future__ import annotations

from typing import Any

from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.cards import CARDS, CREATURE
from cardlab.games.locm.words.options import resolved
from cardlab.games.locm.words.position import lists_of


def assert_sound(state: LocmState) -> None:
    """Cards, values and the turn are possible."""
    position, options = state.to_dict(), resolved(state.game.options)
    assert (position["phase"] == "over") == state.over == (state.legal() == [])
    if position["phase"] == "draft":
        made = [len(row) for row in position["picks"]]
        assert made[0] - made[1] == state.player and made[1] < 30
        return
    table = lists_of(state)
    for p in range(2):
        _assert_cards(table, p)
        _assert_values(table, p, options["lanes"])
    alive = [health > 0 for health in table["health"]]
    if state.over:
        assert state.result is not None and state.reason in ("health", "deck", "rounds")
        assert state.reason == "rounds" or not alive[1 - position["winner"]]
    else:
        assert state.player == position["turn"] % 2
        assert alive[1 - position["player"]] and (alive[position["player"]] or options["draw_death"] == "after_action")


def _assert_cards(table: dict[str, Any], p: int) -> None:
    """Every card is in one place, and those not drawn are the last of the deck."""
    hand, board = table["hands"][p], [row["id"] for row in table["boards"][p]]
    drawn = [2 * depth + p + 1 for depth in range(table["drawn"][p])]
    assert hand == sorted(hand) and len(hand) <= 8
    assert len({*hand, *board}) == len(hand) + len(board) and {*hand, *board} <= set(drawn)
    assert table["drawn"][p] <= table["sizes"][p] <= 30
    cards = table["decks"][p]
    assert all(cards[: table["sizes"][p]]) and not any(cards[table["sizes"][p] :])
    assert all(CARDS[cards[(i - 1) // 2] - 1].type == CREATURE for i in board)


def _assert_values(table: dict[str, Any], p: int, lanes: int) -> None:
    rows = table["boards"][p]
    assert [row["lane"] for row in rows] == sorted(row["lane"] for row in rows)
    for lane in range(lanes):
        orders = [row["order"] for row in rows if row["lane"] == lane]
        assert len(orders) <= (3 if lanes == 2 else 6) and orders == sorted(set(orders))
    assert len({row["order"] for row in rows}) == len(rows)
    assert all(row["attack"] >= 0 and row["defense"] > 0 and not (row["able"] and row["attacked"]) for row in rows)
    assert all(row["touched"] for row in rows if row["attacked"])
    assert table["runes"][p] == 0 or table["health"][p] > 5 * table["runes"][p]
    assert 0 <= table["mana"][p] <= table["max_mana"][p] <= 12 + table["bonus"][p]
    assert table["bonus"][p] == 0 or p == 1
    assert table["draws"][p] >= 1
