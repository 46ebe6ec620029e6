"""The form of positions: what its parts take from fields, put there, show and read, exactly."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from cardlab import game
from cardlab.core.forms import PlayerTables, PositionForm, PositionParts
from cardlab.core.positionparts import (
    EachPlayer,
    Entangled,
    Entry,
    FlagPart,
    FreePart,
    KeptPart,
    Lists,
    NumberPart,
    PositionPart,
    Telling,
    ToldPart,
    WordPart,
)
from cardlab.core.rng import Rng
from cardlab.errors import PositionError

TWO = game("locm")
"""A game for two; the parts of these tests ask it for nothing else."""
COINS = NumberPart("coins", 0, 9, usual=3)
DEALER = FlagPart("dealer")
PHASE = WordPart("phase", ("bid", "play", "over"), "stage", usual=1, always=True)


def table_of(parts: PositionParts, fields: Mapping[str, Any], seat: int | None = None) -> Lists:
    """The table that fields hold; they are what the table is put into again."""
    telling = Telling(TWO, seat)
    table = parts.take(telling, dict(fields))
    assert parts.put(telling) == fields
    return table


def shown(parts: PositionParts, table: Lists, seat: int | None = None) -> dict[str, Any]:
    return parts.show(Telling(TWO, seat, table))


def read(parts: PositionParts, told: Mapping[str, Any], seat: int | None = None) -> Lists:
    return parts.read(Telling(TWO, seat, told=told))


def refused(parts: PositionParts, told: Mapping[str, Any], words: str, seat: int | None = None) -> None:
    """It is refused in exactly these words."""
    with pytest.raises(PositionError) as found:
        read(parts, told, seat)
    assert str(found.value) == words


# ---- single parts ------------------------------------------------------------------------------------------------


def test_a_part_is_held_by_the_field_of_its_name_unless_fields_are_named() -> None:
    parts = PositionParts(COINS, DEALER, PHASE)
    assert parts.names == ("coins", "dealer", "phase") and parts.fields == ("coins", "dealer", "stage")
    assert table_of(parts, {"coins": 4, "dealer": 1, "stage": 0}) == {"coins": 4, "dealer": 1, "phase": 0}


def test_a_position_is_told_in_words_in_the_order_of_its_parts() -> None:
    position = shown(PositionParts(PHASE, COINS, DEALER), {"coins": 4, "dealer": 1, "phase": 0})
    assert list(position.items()) == [("phase", "bid"), ("coins", 4), ("dealer", True)] and position["dealer"] is True


def test_what_is_as_usual_is_left_out_and_comes_back() -> None:
    parts = PositionParts(COINS, DEALER, PHASE)
    usual = {"coins": 3, "dealer": 0, "phase": 1}
    assert shown(parts, usual) == {"phase": "play"}
    assert read(parts, {"phase": "play"}) == read(parts, {}) == usual


def test_what_is_usual_is_not_shared_between_positions() -> None:
    parts = PositionParts(PositionPart("pile", usual=[]))
    read(parts, {})["pile"].append(3)
    assert read(parts, {}) == {"pile": []}


def test_a_part_without_anything_usual_must_be_told() -> None:
    parts = PositionParts(NumberPart("coins", 0, 9, usual=3), PositionPart("pile"))
    assert not parts.parts[1].optional and parts.parts[0].optional
    assert read(parts, {"pile": [1]}) == {"coins": 3, "pile": [1]}
    missing = PositionParts(EachPlayer(PositionPart("hands"), "texts, one for each seat"))
    refused(missing, {}, "'hands' must be a list of 2 texts, one for each seat; not None")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"coins": 10}, "'coins' must be a whole number from 0 to 9, not 10"),
        ({"coins": True}, "'coins' must be a whole number from 0 to 9, not True"),
        ({"dealer": 1}, "'dealer' must be true or false, not 1"),
        ({"phase": "end"}, "'phase' must be one of bid, play, over, not 'end'"),
        ({"phase": None}, "'phase' must be one of bid, play, over, not None"),
    ],
)
def test_errors_name_the_part(told: dict[str, Any], words: str) -> None:
    refused(PositionParts(COINS, DEALER, PHASE), told, words)


def test_a_number_that_does_not_matter_is_not_told() -> None:
    bid = NumberPart("bid", 0, 9, matters=lambda telling: telling.table["phase"] == 0)
    parts = PositionParts(PHASE, bid)
    assert shown(parts, {"phase": 0, "bid": 5}) == {"phase": "bid", "bid": 5}
    assert shown(parts, {"phase": 0, "bid": 0}) == {"phase": "bid"}
    assert shown(parts, {"phase": 1, "bid": 5}) == {"phase": "play"}


# ---- parts that depend on others ---------------------------------------------------------------------------------


def test_late_parts_are_read_after_those_that_they_depend_on() -> None:
    """Each goes by the table of those before it, wherever it stands in the position."""
    most = NumberPart("most", 0, 99, late=1, follows=lambda telling: 10 + telling.table["bonus"])
    mana = NumberPart("mana", 0, 99, late=2, follows=lambda telling: telling.table["most"])
    parts = PositionParts(mana, most, NumberPart("bonus", 0, 1))
    assert read(parts, {}) == {"bonus": 0, "most": 10, "mana": 10}
    assert read(parts, {"bonus": 1}) == {"bonus": 1, "most": 11, "mana": 11}
    assert read(parts, {"bonus": 1, "most": 7}) == {"bonus": 1, "most": 7, "mana": 7}
    assert read(parts, {"mana": 2, "bonus": 1}) == {"bonus": 1, "most": 11, "mana": 2}
    assert parts.names == ("mana", "most", "bonus") and mana.optional
    refused(parts, {"mana": -1, "bonus": 2}, "'bonus' must be a whole number from 0 to 1, not 2")


def test_a_part_that_is_only_kept_follows_from_what_is_told() -> None:
    parts = PositionParts(KeptPart("size", late=1, follows=lambda telling: len(telling.table["pile"])), PositionPart("pile"))
    assert parts.names == ("pile",) and parts.fields == ("size", "pile")
    assert read(parts, {"pile": [4, 5]}) == {"pile": [4, 5], "size": 2}
    assert table_of(parts, {"pile": [4, 5], "size": 2}) == {"pile": [4, 5], "size": 2}
    assert shown(parts, {"pile": [4, 5], "size": 2}) == {"pile": [4, 5]}


class Highest(ToldPart):
    """The highest card of the pile: no field holds it."""

    def show(self, telling: Telling, value: Any) -> Any:
        return max(telling.table["pile"])


def test_a_part_that_is_only_told_claims_no_field() -> None:
    pile = KeptPart("pile", late=1, follows=lambda telling: list(range(telling.table["highest"] + 1)))
    parts = PositionParts(Highest("highest"), pile)
    assert parts.names == ("highest",) and parts.fields == ("pile",)
    table = table_of(parts, {"pile": [0, 1, 2]})
    assert table["pile"] == [0, 1, 2] and shown(parts, table) == {"highest": 2}
    assert read(parts, {"highest": 2}) == {"highest": 2, "pile": [0, 1, 2]}


def debts() -> Entangled:
    """A field above zero is coins, and below zero debts."""
    return Entangled(
        (NumberPart("coins", 0, 9), NumberPart("debts", 0, 9)), ("purse",),
        lambda telling, purse: (max(purse, 0), max(-purse, 0)), lambda telling, coins, debts: (coins - debts,),
    )  # fmt: skip


def test_entangled_parts_share_their_fields() -> None:
    parts = PositionParts(debts(), DEALER)
    assert parts.names == ("coins", "debts", "dealer") and parts.fields == ("purse", "dealer")
    assert table_of(parts, {"purse": -4, "dealer": 0}) == {"coins": 0, "debts": 4, "dealer": 0}
    assert shown(parts, {"coins": 0, "debts": 4, "dealer": 0}) == {"debts": 4}
    assert read(parts, {"debts": 4}) == {"coins": 0, "debts": 4, "dealer": 0}
    refused(parts, {"debts": 10}, "'debts' must be a whole number from 0 to 9, not 10")


def test_some_parts_need_only_their_fields() -> None:
    parts = PositionParts(debts(), DEALER, PHASE)
    assert parts.needs() == ["purse", "dealer", "stage"]
    assert parts.needs(["debts", "phase"]) == ["purse", "stage"]
    assert parts.take(Telling(TWO), {"purse": 2, "stage": 1}, ["debts", "phase"]) == {"coins": 2, "debts": 0, "phase": 1}


# ---- parts of every player ---------------------------------------------------------------------------------------


class Cards(PositionPart):
    """Cards that only their owner sees; a second field counts them."""

    def take(self, telling: Telling, *held: Any) -> list[int | None]:
        return [None] * held[1] if telling.foreign else held[0][: held[1]]

    def put(self, telling: Telling, value: Sequence[int | None]) -> tuple[Any, ...]:
        return [card or 0 for card in value], len(value)

    def show(self, telling: Telling, value: Sequence[int | None]) -> str:
        return " ".join("?" if card is None else f"{card}" for card in value)

    def read(self, telling: Telling, told: Any) -> list[int | None]:
        if not isinstance(told, str):
            raise PositionError(f"{self.where(telling)} must be a text of cards, not {told!r}")
        return [None if card == "?" else int(card) for card in told.split()]


HANDS = {"cards": [[7, 8], [9, 4, 5]], "n": [2, 3]}
BY_SEAT = PositionParts(
    EachPlayer(Cards("hands", "cards", "n"), "texts, one for each seat"), EachPlayer(NumberPart("tricks", 0, 9), "numbers")
)


def test_every_player_has_such_a_part() -> None:
    fields = {**HANDS, "tricks": [0, 2]}
    table = table_of(BY_SEAT, fields)
    assert table == {"hands": [[7, 8], [9, 4, 5]], "tricks": [0, 2]}
    position = {"hands": ["7 8", "9 4 5"], "tricks": [0, 2]}
    assert shown(BY_SEAT, table) == position and read(BY_SEAT, position) == table


def test_what_every_player_has_is_told_if_it_is_unusual_for_one() -> None:
    tricks = PositionParts(BY_SEAT.parts[1])
    assert shown(tricks, {"tricks": [0, 1]}) == {"tricks": [0, 1]} and shown(tricks, {"tricks": [0, 0]}) == {}
    assert read(tricks, {}) == {"tricks": [0, 0]}


def test_in_a_view_parts_of_others_are_foreign() -> None:
    assert BY_SEAT.take(Telling(TWO, 0), {**HANDS, "tricks": [0, 0]})["hands"] == [[7, 8], [None] * 3]
    assert BY_SEAT.take(Telling(TWO, 1), {**HANDS, "tricks": [0, 0]})["hands"] == [[None] * 2, [9, 4, 5]]
    assert not Telling(TWO).of(1).foreign and not Telling(TWO, 1).of(1).foreign and Telling(TWO, 0).of(1).foreign


@pytest.mark.parametrize("rows", [None, "7 8", [], ["7"], ["7", "8", "9"]])
def test_a_list_has_a_part_of_every_player(rows: Any) -> None:
    refused(BY_SEAT, {"hands": rows}, f"'hands' must be a list of 2 texts, one for each seat; not {rows!r}")


# ---- tables of players -------------------------------------------------------------------------------------------


def of_players(*more: Entry, **named: Any) -> PositionParts:
    return PositionParts(PlayerTables("players", Cards("hand", "cards", "n", usual=[]), COINS, *more, **named), PHASE)


FIELDS = {**HANDS, "coins": [3, 5], "stage": 1}
TABLES = {"players": [{"hand": [7, 8], "coins": 3}, {"hand": [9, 4, 5], "coins": 5}], "phase": 1}
POSITION = {"players": [{"hand": "7 8"}, {"hand": "9 4 5", "coins": 5}], "phase": "play"}


def test_players_have_tables_whose_parts_are_held_by_arrays() -> None:
    parts = of_players()
    assert parts.names == ("players", "phase") and parts.fields == ("cards", "n", "coins", "stage")
    assert table_of(parts, FIELDS) == TABLES
    assert shown(parts, TABLES) == POSITION and read(parts, POSITION) == TABLES
    assert read(parts, {"players": [{}, {}]}) == {"players": [{"hand": [], "coins": 3}] * 2, "phase": 1}


def test_entangled_and_kept_parts_may_be_players_too() -> None:
    parts = PositionParts(PlayerTables("players", debts(), KeptPart("worth", follows=lambda telling: telling.table["coins"])))
    assert table_of(parts, {"purse": [4, -2], "worth": [4, 0]}) == {
        "players": [{"coins": 4, "debts": 0, "worth": 4}, {"coins": 0, "debts": 2, "worth": 0}]
    }
    assert read(parts, {"players": [{"coins": 4}, {}]})["players"][0] == {"coins": 4, "debts": 0, "worth": 4}
    words = "player 1: there is no part 'worth'; the parts are coins, debts"
    refused(parts, {"players": [{}, {"worth": 1}]}, words)


def test_a_part_of_a_player_sees_the_table_around() -> None:
    seen: list[tuple[int, Any, Any]] = []

    def note(telling: Telling) -> int:
        seen.append((telling.player, telling.around["phase"], telling.table["coins"]))
        return 0

    parts = of_players(KeptPart("noted", follows=note), late=1)
    read(parts, {"players": [{}, {"coins": 8}], "phase": "over"})
    assert seen == [(0, 2, 3), (1, 2, 8)]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (None, "'players' must be a list of 2 tables, one for each player; not None"),
        ([{}], "'players' must be a list of 2 tables, one for each player; not [{}]"),
        ([{}, "x"], "player 1: a player is a table of names and values, not 'x'"),
        ([{}, {"cards": []}], "player 1: there is no part 'cards'; the parts are hand, coins"),
        ([{"coins": -1}, {}], "player 0: 'coins' must be a whole number from 0 to 9, not -1"),
        ([{}, {"hand": 3}], "player 1: 'hand' must be a text of cards, not 3"),
    ],
)
def test_errors_name_the_player(players: Any, words: str) -> None:
    refused(of_players(), {"players": players}, words)


def test_players_can_be_called_from_one() -> None:
    refused(
        of_players(title="player {1}"), {"players": [{}, {"x": 1}]}, "player 2: there is no part 'x'; the parts are hand, coins"
    )


def test_errors_call_players_as_the_game_does() -> None:
    words = "seat 1: of a seat there is no part 'x'; the parts are hand, coins"
    refused(of_players(title="seat {}", of="of a seat there is"), {"players": [{}, {"x": 1}]}, words)


# ---- parts whose steps are functions -----------------------------------------------------------------------------


def test_a_free_part_takes_the_steps_that_are_told_and_the_usual_ones_for_the_rest() -> None:
    pile = FreePart(
        "pile", "cards", "n", usual=[], take=lambda telling, cards, n: cards[:n], put=lambda telling, pile: (pile, len(pile)),
        show=lambda telling, pile: [card + 1 for card in pile],
    )  # fmt: skip
    held = FreePart("held", held=False, show=lambda telling, value: len(telling.table["pile"]))
    parts = PositionParts(pile, held)
    assert parts.fields == ("cards", "n") and parts.names == ("pile", "held")
    assert parts.take(Telling(TWO), {"cards": [4, 5, 0], "n": 2}) == {"pile": [4, 5], "held": None}
    assert parts.put(Telling(TWO, None, {"pile": [4, 5], "held": None})) == {"cards": [4, 5], "n": 2}
    assert shown(parts, {"pile": [4, 5], "held": None}) == {"pile": [5, 6], "held": 2}
    assert shown(parts, {"pile": [], "held": None}) == {"held": 0}
    assert read(parts, {"held": 7}) == {"pile": [], "held": 7}


def test_a_free_part_may_follow_from_others_and_tell_itself_when_it_wants() -> None:
    debt = FreePart(
        "debt", late=1, follows=lambda telling: 9 - telling.table["coins"], tells=lambda telling, value: value > 5,
        read=lambda telling, told: told * 2,
    )  # fmt: skip
    parts = PositionParts(debt, COINS)
    assert read(parts, {"coins": 4}) == {"coins": 4, "debt": 5} and read(parts, {"debt": 4}) == {"coins": 3, "debt": 8}
    assert shown(parts, {"debt": 5, "coins": 3}) == {} and shown(parts, {"debt": 6, "coins": 3}) == {"debt": 6}


# ---- forms of games ----------------------------------------------------------------------------------------------


def form_of(name: str) -> PositionForm:
    found = importlib.import_module(f"cardlab.games.{name}.words.position").FORM
    assert isinstance(found, PositionForm)
    return found


@pytest.mark.parametrize("name", ["castle", "locm", "duelyst"])
def test_a_state_is_what_its_form_puts_into_a_blank_one(name: str) -> None:
    """The whole of it, and what either seat was left with."""
    form, state = form_of(name), game(name).new(5)
    state.rollout(Rng(5), 12)
    left = [state, state.game.blank(), state.game.blank()]
    for seat, blank in enumerate(left[1:]):
        view = state.view(seat)
        state.game.load(blank, {part: view[part] for part in view if part != "seat"}, seat)
    for seat, source in zip((None, 0, 1), left, strict=True):
        telling, twin = form.tell(source), state.game.blank()
        assert telling.seat == seat and telling.table == form.table(source)
        form.fill(twin, telling)
        assert form.table(twin) == form.table(source) and form.position(twin) == form.position(source)


def test_a_form_tells_some_parts() -> None:
    form, state = form_of("castle"), game("castle").new(5)
    assert form.table(state, ["up", "phase"]) == {name: form.table(state)[name] for name in ("up", "phase")}


def test_an_opened_position_has_parts_of_the_form_only() -> None:
    form, castle = form_of("castle"), game("castle")
    position = castle.new(5).to_dict()
    assert form.opened(castle, position, None).table["hands"] == form.table(castle.new(5))["hands"]
    with pytest.raises(PositionError, match=r"^a Castle position has no part 'hand'; the parts are player, phase, hands, "):
        form.opened(castle, {**position, "hand": []}, None)
