"""Columns of collected data: how the whole numbers that an observer sees are written in tables, and read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

TYPES = ("text", "int", "bool")


@dataclass(frozen=True)
class Column:
    """One number of an observation. `show` gives the value for databases and Parquet, `csv` another text for CSV files.

    `read` takes any of these forms, in any order of the cards, and raises ValueError for everything else.
    """

    name: str
    type: str
    about: str
    show: Callable[[int], Any]
    read: Callable[[Any], int]
    csv: Callable[[int], Any] | None = None


def count_column(name: str, about: str, low: int = -(1 << 62), high: int = 1 << 62) -> Column:
    """A number that is written as it is."""

    def read(value: Any) -> int:
        number = _read_count(value)
        if not low <= number <= high:
            raise ValueError(f"{value!r} is not a number from {low} to {high}")
        return number

    return Column(name, "int", about, int, read)


def flag_column(name: str, about: str) -> Column:
    """Yes or no; 1 or 0 in CSV files."""
    return Column(name, "bool", about, bool, _read_flag, int)


def _read_count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(f"{value!r} is not a whole number")
    return int(value)


_FLAGS = {"0": 0, "1": 1, "false": 0, "true": 1}


def _read_flag(value: Any) -> int:
    text = str(int(value)) if isinstance(value, bool | int) else str(value).lower()
    if text not in _FLAGS:
        raise ValueError(f"{value!r} is neither 1 nor 0")
    return _FLAGS[text]
