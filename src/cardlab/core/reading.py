"""Reading what people and programs write: values that are checked, and errors that say what would be right."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardlab.errors import PositionError

UNKNOWN = "?"
"""Stands in a view for a card that the player cannot see."""


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{name} must be a whole number from {low} to {high}, not {reprlib.repr(value)}")
    return value


def flag(name: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise PositionError(f"{name} must be true or false, not {reprlib.repr(value)}")
    return value


def word(name: str, value: Any, words: Sequence[str]) -> int:
    """One of several words, as its place among them."""
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{name!r} must be one of {', '.join(filter(None, words))}, not {reprlib.repr(value)}")
    return words.index(value)


def listed(name: str, value: Any, length: int, what: str) -> list[Any]:
    """A list of so many things."""
    if not isinstance(value, list) or len(value) != length:
        raise PositionError(f"{name!r} must be a list of {length} {what}; not {reprlib.repr(value)}")
    return value


def agrees(told: Any, seen: Any) -> bool:
    """Whether what is seen agrees with what was told of it, where ``?`` was told of all that is unknown."""
    if isinstance(told, str) and isinstance(seen, str) and told != seen:
        words, others = told.split(), seen.split()
        return len(words) == len(others) and all(word in (UNKNOWN, other) for word, other in zip(words, others, strict=True))
    if isinstance(told, Mapping) and isinstance(seen, Mapping):
        return told.keys() == seen.keys() and all(agrees(told[name], seen[name]) for name in told)
    if isinstance(told, list) and isinstance(seen, list):
        return len(told) == len(seen) and all(map(agrees, told, seen))
    return bool(told == seen) or told == UNKNOWN


def only(where: str, given: Mapping[str, Any], parts: Iterable[str]) -> None:
    """Refuse parts that are none."""
    known = list(parts)
    for name in given:
        if name not in known:
            raise PositionError(f"{where} no part {reprlib.repr(name)}; the parts are {', '.join(known)}")
