"""What must be true of every position of Castle, however it was reached."""

from __future__ import annotations

from itertools import groupby

from cardlab import State
from cardlab.games.castle.rules.state import CastleState
from cardlab.games.castle.words.cards import full_pack
from cardlab.games.castle.words.position import lists_of


def assert_sound(state: State) -> None:
    """Cards, sizes and the turn are possible."""
    assert isinstance(state, CastleState)
    table, options = lists_of(state), state.game.options
    assert state.game.inventory(state) == full_pack(options["packs"], options["jokers"])
    assert state.peek()["n_hand"][: state.players] == [len(hand) for hand in table["hands"]]
    assert None not in {rank for hand in table["hands"] for rank in hand}
    assert all(len(row) <= 3 for row in (*table["up"], *table["down"]))
    assert all(
        hand.count(rank) >= known.count(rank)
        for hand, known in zip(table["hands"], table["known"], strict=True)
        for rank in known
    )
    assert 8 not in table["pile"]
    if options["four"] == "proper":
        assert all(len(list(equal)) < 4 for _, equal in groupby(table["pile"]))
    assert table["direction"] in (1, -1)
    legal = state.legal()
    assert (state.to_dict()["phase"] == "over") == state.over == (legal == [])
    if not state.over:
        assert 0 <= table["player"] < state.players and table["places"][table["player"]] == 0
        assert table["decisions"] < options["limit"]


def assert_reachable(before: dict[str, list[int]], state: CastleState) -> None:
    """What holds between two positions of one game that began with a deal."""
    after = lists_of(state)
    assert len(after["stock"]) <= len(before["stock"])
    assert len(after["burned"]) >= len(before["burned"])
    if any(len(down) < 3 for down in after["down"]):
        assert after["stock"] == []
