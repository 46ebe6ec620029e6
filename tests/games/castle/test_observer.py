"""What a row of data says about a position of Castle."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import Rng, State, game
from cardlab.errors import OptionError
from tests.effort import PURE
from tests.games.castle.encodings import values_of
from tests.games.castle.tables import lay, play

MIXTURES = [
    "castle",
    "castle,players=3,castle=simultaneous",
    "castle,players=4,reverse=Q,skip=8,ranking=yes",
    "castle,castle=swap,four_anytime=yes,players=3",
    "castle,packs=2,jokers=4,players=6,group=any",
    "castle,transparent=3+8,lower=7,gamble=yes,jokers=2",
    "castle,failed_down=table,voluntary_pickup=yes,pickup_up=yes,limit=200",
]


def seen(state: State, player: int) -> dict[str, Any]:
    """The row of a seat as it would be stored."""
    return state.game.observer().values(state.seat(player))


def test_a_row_of_a_game_for_two() -> None:
    state = lay(["3 5 5 6 J J", "9 Q"], ["4 10 K", "J J"], ["2 7 9", "A"], pile="4 6 A A", stock="8 8", known=["5", "Q"])
    burned = "2,2,2,3,3,3,4,4,5,5,6,6,7,7,7,8,8,9,9,10,10,10,12,12,12,13,13,13,14"
    assert seen(state, 0) == {
        "hand": "3,5,5,6,11,11",
        "castle_fu": "4,10,13",
        "castle_fd_size": 3,
        "op_hand_size": 2,
        "op_castle_fu": "11,11",
        "op_castle_fd_size": 1,
        "top": "14",
        "deck_empty": False,
        "pile": "4,6,14,14",
        "burned": burned,
        "stock_size": 2,
        "run_length": 2,
        "op_known": "12",
        "phase": 2,
        "wait": 0,
    }
    other = seen(state, 1)
    assert (other["hand"], other["op_hand_size"], other["op_known"], other["wait"]) == ("9,12", 6, "5", 1)
    assert (other["castle_fu"], other["op_castle_fu"], other["castle_fd_size"]) == ("11,11", "4,10,13", 1)


def test_the_numbers_of_a_row_are_counts_of_four_bits_for_each_rank() -> None:
    state = lay(["2 2 A", "X"], up=["3", "X"], down=["4", "5"], spec="castle,jokers=3", pile="X")
    row = state.game.observer().observe(state.seat(0))
    assert row[:8] == [2 + (1 << 48), 1 << 4, 1, 1, 1 << 52, 1, 13, 1]
    assert row[8] == 1 << 52


def test_an_empty_pile_has_no_top_and_an_empty_stock_is_told() -> None:
    row = seen(lay(["3", "4"], down=["5", "6"]), 0)
    assert (row["top"], row["pile"], row["run_length"], row["deck_empty"], row["stock_size"]) == ("", "", 0, True, 0)


def test_at_the_castle_choice_the_own_row_is_empty() -> None:
    parts = {"hands": ["3 3 4 9 K A", "5 5 5 6 6 6"], "down": ["7 7 7", "8 8 8"], "stock": "rest", "phase": "castle"}
    state = lay(**parts)  # type: ignore[arg-type]
    row = seen(state, 0)
    assert (row["hand"], row["castle_fu"], row["op_hand_size"], row["op_castle_fu"]) == ("3,3,4,9,13,14", "", 6, "")
    assert (row["phase"], row["wait"], row["stock_size"], row["burned"]) == (0, 0, 34, "")
    later = seen(play(state, "castle 9 K A"), 1)
    assert (later["op_hand_size"], later["op_castle_fu"], later["phase"], later["wait"]) == (3, "9,13,14", 0, 0)


@pytest.mark.parametrize("view", ["seat", "state"])
def test_a_hidden_castle_choice_is_told_by_nothing(view: str) -> None:
    state = game("castle,castle=simultaneous,players=3").new(4)
    state.apply(state.legal()[3])
    observer = state.game.observer()
    row = observer.observe(state.seat(1)) if view == "seat" else observer.observe_state(state, 1)
    shown = {column.name: column.show(number) for column, number in zip(observer.columns, row, strict=True)}
    assert (shown["op2_hand_size"], shown["op2_castle_fu"]) == (6, "")
    own = observer.observe_state(state, 0)
    assert observer.columns[1].show(own[1]) == seen(state, 0)["castle_fu"] != ""


def test_swapping_and_completing_a_four_are_phases() -> None:
    swapping = game("castle,castle=swap").new(1)
    assert seen(swapping, 0)["phase"] == 1
    asking = play(lay(["9 3", "9 9 9 4"], down=["5", "6"], spec="castle,four_anytime=yes"), "play 9")
    assert asking.player == 1 and seen(asking, 1)["phase"] == 3
    over = play(lay(["10", "3"], down=["", "5"], pile="9"), "play 10")
    assert seen(over, 1)["phase"] == 4 and seen(over, 1)["wait"] == 0


def table_for(n: int, direction: int, player: int) -> State:
    """Seat p holds p + 1 cards of one rank, one of them known to all, and has a row of its own."""
    hands = ["4", "5 5", "6 6 6", "7 7 7 7"][:n]
    known = ["4", "5", "6", "7"][:n]
    up, down = ["J", "Q Q", "K K K", ""][:n], ["9", "9 9", "8", "8 8"][:n]
    return lay(hands, up, down, known=known, direction=direction, player=player, stock="rest")


@pytest.mark.parametrize(
    ("n", "direction", "viewer", "player", "order", "wait"),
    [
        (3, 1, 0, 0, (1, 2), 0),
        (3, 1, 1, 0, (2, 0), 1),
        (3, -1, 1, 0, (0, 2), 2),
        (3, -1, 0, 1, (2, 1), 1),
        (4, 1, 2, 3, (3, 0, 1), 3),
        (4, -1, 2, 3, (1, 0, 3), 1),
        (4, -1, 0, 1, (3, 2, 1), 1),
    ],
)
def test_opponents_follow_in_the_order_of_play(
    n: int, direction: int, viewer: int, player: int, order: tuple[int, ...], wait: int
) -> None:
    row = seen(table_for(n, direction, player), viewer)
    assert row["wait"] == wait
    for place, seat in enumerate(order, 1):
        name = "op" if place == 1 else f"op{place}"
        found = [row[f"{name}_{part}"] for part in ("hand_size", "castle_fu", "castle_fd_size", "known")]
        assert found == [seat + 1, ("11", "12,12", "13,13,13", "")[seat], (1, 2, 1, 2)[seat], str(4 + seat)]
    assert len(row) == 15 + 4 * (n - 2)


def test_a_card_that_turns_the_direction_changes_who_is_next() -> None:
    state = lay(["Q 4", "5 5", "6 6 6"], down=["9", "9", "9"], spec="castle,reverse=Q")
    assert [seen(state, 0)[f"{name}_hand_size"] for name in ("op", "op2")] == [2, 3]
    play(state, "play Q")
    assert [seen(state, 0)[f"{name}_hand_size"] for name in ("op", "op2")] == [3, 2]
    assert [seen(state, p)["wait"] for p in range(3)] == [2, 1, 0]


def test_the_top_is_the_rank_to_beat_below_transparent_cards() -> None:
    row = seen(lay(["4", "5"], down=["9", "9"], pile="K 3 3", spec="castle,transparent=3"), 0)
    assert (row["top"], row["run_length"], row["pile"]) == ("13", 2, "3,3,13")
    row = seen(lay(["4", "5"], down=["9", "9"], pile="3", spec="castle,transparent=3"), 0)
    assert (row["top"], row["run_length"]) == ("", 1)


def test_two_packs_and_jokers_are_counted() -> None:
    hand = "7 7 7 7 7 7 7 7 X X"
    row = seen(lay([hand, "X"], up=["X", ""], down=["9", "9"], pile="A", spec="castle,packs=2,jokers=4"), 0)
    assert (row["hand"], row["castle_fu"]) == ("7,7,7,7,7,7,7,7,15,15", "15")
    assert row["burned"].count("7") == 0 and row["burned"].count("9") == 6


def test_a_forgotten_card_is_not_seen() -> None:
    state = lay(["3", "4 5"], down=["5", "6"], pile="9", known=["", "5"])
    observer = state.game.observer()
    full = observer.values(state.seat(0))
    short = observer.values(state.seat(0).forget(2))
    assert full["burned"].count(",") == 45 and full["op_known"] == "5"
    assert (short["burned"], short["op_known"], short["hand"]) == ("14,14", "", "3")
    assert observer.values(state.seat(0).forget(-2))["burned"] == full["burned"]


@pytest.mark.parametrize("spec", MIXTURES)
def test_rows_are_what_the_view_says(spec: str) -> None:
    rules = game(spec)
    observer = rules.observer()
    for seed in range(1 if PURE else 4):
        state, rng = rules.new(seed), Rng(seed)
        while True:
            for player in range(rules.players):
                seat = state.seat(player)
                assert observer.values(seat) == values_of(seat, player)
            if state.over:
                break
            state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize("spec", MIXTURES)
def test_state_seat_and_resampled_worlds_give_one_row(spec: str) -> None:
    rules = game(spec)
    observer = rules.observer()
    for seed in range(1 if PURE else 4):
        state, rng = rules.new(seed), Rng(seed)
        while not state.over:
            for player in range(rules.players):
                seat = state.seat(player)
                rows = [observer.observe_state(world, player) for world in (state, seat.resample(1), seat.resample(2))]
                assert rows == [observer.observe(seat)] * 3
            state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize("spec", MIXTURES)
def test_columns_read_back_what_they_show(spec: str) -> None:
    rules = game(spec)
    observer = rules.observer()
    state, rng = rules.new(5), Rng(5)
    while not state.over:
        for column, number in zip(observer.columns, observer.observe(state.seat(0)), strict=True):
            shown = column.show(number)
            csv = shown if column.csv is None else column.csv(number)
            assert [column.read(form) for form in (shown, csv, str(csv))] == [number] * 3
        state.apply(rng.choice(state.legal()))


def test_a_seat_that_is_not_there_is_refused() -> None:
    state = game("castle,players=3").new(1)
    for seat in (-1, 3):
        with pytest.raises(OptionError, match="seats are 0 to 2"):
            state.game.observer().observe_state(state, seat)


def test_columns_of_each_number_of_players() -> None:
    names = {n: [c.name for c in game(f"castle,players={n},packs=2").observer().columns] for n in range(2, 9)}
    assert names[2] == [
        "hand", "castle_fu", "castle_fd_size", "op_hand_size", "op_castle_fu", "op_castle_fd_size", "top", "deck_empty", "pile",
        "burned", "stock_size", "run_length", "op_known", "phase", "wait",
    ]  # fmt: skip
    assert names[3] == names[2] + ["op2_hand_size", "op2_castle_fu", "op2_castle_fd_size", "op2_known"]
    assert all(names[n][: len(names[n - 1])] == names[n - 1] and len(names[n]) == 15 + 4 * (n - 2) for n in range(3, 9))
