"""Tables within the table of a position: structs within the struct, lists of them, and what may be nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardlab.core.forms import InnerTable, PositionParts, TablePart, TablesPart
from cardlab.core.positionparts import Entangled, FlagPart, NumberPart, OptionalPart, Telling
from cardlab.errors import PositionError

SHIP = InnerTable(
    "a ship has 'sails' and 'sunk'", NumberPart("sails", 1, 5, "masts"), FlagPart("sunk"), after=" of a ship"
)  # fmt: skip
FLEET = TablesPart("fleet", SHIP, "ship", "n_ships")


def telling(told: Any = None) -> Telling:
    return Telling(SimpleNamespace(players=2, options={}), told=told or {})


def test_structs_are_rows_of_a_list_as_many_as_a_field_says() -> None:
    structs = [{"masts": 3, "sunk": 0}, {"masts": 2, "sunk": 1}, {"masts": 0, "sunk": 0}]
    table = FLEET.take(telling(), structs, 2)
    assert table == [{"sails": 3, "sunk": 0}, {"sails": 2, "sunk": 1}]
    assert FLEET.put(telling(), table) == (structs[:2], 2)
    assert FLEET.show(telling(), table) == [{"sails": 3, "sunk": False}, {"sails": 2, "sunk": True}]
    assert FLEET.read(telling(), FLEET.show(telling(), table)) == table


WRONG: list[tuple[Any, str]] = [
    ({"sails": 1, "sunk": False}, "'fleet' must be a list of tables, not {'sails': 1, 'sunk': False}"),
    ([{"sails": 1}], "a ship has 'sails' and 'sunk'"),
    ([{"sails": 1, "sunk": False, "oars": 9}], "a ship has 'sails' and 'sunk'"),
    ([{"sails": 6, "sunk": False}], "'sails' of a ship must be a whole number from 1 to 5, not 6"),
    ([{"sails": 1, "sunk": 0}], "'sunk' of a ship must be true or false, not 0"),
]


@pytest.mark.parametrize(("told", "error"), WRONG, ids=[error for _, error in WRONG])
def test_errors_name_the_table_after_its_part(told: Any, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        FLEET.read(telling(), told)
    assert str(caught.value) == error


def test_what_may_be_nothing_is_told_only_if_there_is_something() -> None:
    parts = PositionParts(OptionalPart(TablePart("flagship", SHIP)))
    assert parts.read(telling()) == {"flagship": None} == parts.read(telling({"flagship": None}))
    nothing, something = telling(), telling()
    nothing.table, something.table = {"flagship": None}, {"flagship": {"sails": 1, "sunk": 1}}
    assert parts.show(nothing) == {}
    assert parts.show(something) == {"flagship": {"sails": 1, "sunk": True}}


def test_parts_that_share_a_field_can_be_told_apart_from_each_other() -> None:
    def take(telling: Telling, held: int) -> tuple[int, int]:
        return held // 10, held % 10

    def put(telling: Telling, tens: int, ones: int) -> tuple[int]:
        return (10 * tens + ones,)

    shared = Entangled((NumberPart("tens", 0, 9), NumberPart("ones", 0, 9)), ("number",), take, put)
    parts = PositionParts(shared, NumberPart("between", 0, 9), order=("ones", "between", "tens"))
    at_hand = telling()
    parts.take(at_hand, {"number": 42, "between": 7})
    assert list(parts.show(at_hand).items()) == [("ones", 2), ("between", 7), ("tens", 4)]
    assert parts.names == ("ones", "between", "tens") and parts.put(at_hand) == {"number": 42, "between": 7}
