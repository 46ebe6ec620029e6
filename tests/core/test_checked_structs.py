"""The uncompiled build's stand-ins for C structs: values, also where they lie in arrays."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.core.headers import FieldType
from cardlab.core.pure import CheckedArray, CheckedStruct


def rows(length: int) -> tuple[type, Any]:
    """A struct of two numbers, and an array of it."""
    structs: dict[str, type] = {}
    fields = {"what": FieldType("uint8_t"), "marks": FieldType("uint8_t", (2,))}
    structs["Row"] = type("Row", (CheckedStruct,), {"_fields": fields, "_structs": structs})
    return structs["Row"], CheckedArray("Row", (length,), structs)


def test_an_element_that_is_assigned_is_a_copy_as_in_c() -> None:
    _, array = rows(3)
    array[0].put({"what": 7, "marks": [1, 2]})
    array[1] = array[0]
    array[0].what = 9
    array[0].marks[1] = 5
    assert [row.plain() for row in array] == [
        {"what": 9, "marks": [1, 5]},
        {"what": 7, "marks": [1, 2]},
        {"what": 0, "marks": [0, 0]},
    ]


def test_a_struct_within_a_struct_is_copied_with_it() -> None:
    inner, _ = rows(1)
    fields = {"row": FieldType("Row"), "open": FieldType("uint8_t")}
    outer = type("Outer", (CheckedStruct,), {"_fields": fields, "_structs": {"Row": inner}})
    first, second = outer(), outer()
    first.row.what = 4
    second.assign(first)
    first.row.what = 5
    assert (first.row.what, second.row.what) == (5, 4)
    second.row = first.row
    first.row.what = 6
    assert second.row.what == 5


def test_truth_is_a_number_as_in_c() -> None:
    kind, _ = rows(1)
    row, twin = kind(), kind()
    row.what, twin.what = True, 1
    assert bytes(row) == bytes(twin)


def test_an_element_beyond_the_end_is_refused() -> None:
    kind, array = rows(2)
    with pytest.raises(IndexError, match="index 2 outside an array of 2"):
        array[2] = kind()
