"""Values are read as they should be, and errors say what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.core.reading import agrees, flag, listed, only, whole, word
from cardlab.errors import PositionError


@pytest.mark.parametrize("value", [3, 7, 5])
def test_a_whole_number_in_its_range_is_taken(value: int) -> None:
    assert whole("'turn'", value, 3, 7) == value


@pytest.mark.parametrize("value", [2, 8, True, 5.0, "5", None, [5], 10**30])
def test_other_things_are_no_such_number(value: Any) -> None:
    with pytest.raises(PositionError, match=r"^'turn' must be a whole number from 3 to 7, not "):
        whole("'turn'", value, 3, 7)


def test_only_true_and_false_are_flags() -> None:
    assert flag("'able'", True) is True and flag("'able'", False) is False
    for value in (0, 1, "yes", None):
        with pytest.raises(PositionError, match=f"^'able' must be true or false, not {value!r}$"):
            flag("'able'", value)


def test_a_word_is_its_place_among_others() -> None:
    words = ("", "win", "limit")
    assert [word("reason", text, words) for text in words] == [0, 1, 2]
    for value in ("lost", 1, None, ["win"]):
        with pytest.raises(PositionError, match=r"^'reason' must be one of win, limit, not "):
            word("reason", value, words)


def test_a_list_has_its_length() -> None:
    assert listed("hands", ["3", "4"], 2, "texts") == ["3", "4"]
    for value in (["3"], ["3", "4", "5"], ("3", "4"), "34", None, {}):
        with pytest.raises(PositionError, match=r"^'hands' must be a list of 2 texts; not "):
            listed("hands", value, 2, "texts")


def test_parts_that_are_none_are_refused() -> None:
    only("a position has", {"hands": 1}, iter(["hands", "deck"]))
    with pytest.raises(PositionError, match=r"^a position has no part 'hand'; the parts are hands, deck$"):
        only("a position has", {"hands": 1, "hand": 2}, iter(["hands", "deck"]))


def test_long_values_are_cut_in_errors() -> None:
    with pytest.raises(PositionError) as caught:
        whole("'turn'", "9" * 1000, 0, 9)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        (3, 3),
        ("?", 3),
        ("?", [1, 2]),
        ("? 9 ?", "3 9 K"),
        ("", ""),
        (["? 3", "?"], ["4 3", "5"]),
        ({"hands": ["?", 3], "turn": 1}, {"hands": [2, 3], "turn": 1}),
    ],
)
def test_what_is_seen_agrees_with_what_was_told(told: Any, seen: Any) -> None:
    assert agrees(told, seen) and agrees(told, told) and agrees(seen, seen)


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        (3, 4),
        (3, "?"),
        (None, 3),
        ("? 9", "3 9 K"),
        ("? 9", "3 8"),
        ("3", "?"),
        (["?", 3], ["?"]),
        (["?"], "?"),
        ({"turn": 1}, {"turn": 1, "hands": []}),
        ({"turn": 1}, {"turn": 2}),
        ({"turn": "?"}, {"hands": "?"}),
    ],
)
def test_what_is_seen_is_something_else(told: Any, seen: Any) -> None:
    assert not agrees(told, seen)
