"""Results as data frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cardlab.errors import MissingExtra, UnknownName


def frame_of(name: str, tables: Mapping[str, Callable[[], Iterable[Mapping[str, Any]]]]) -> Any:
    """One of these tables as a Polars data frame. An interval becomes two columns, `low` and `high`."""
    if name not in tables:
        raise UnknownName("table", name, tables)
    try:
        import polars
    except ImportError:
        raise MissingExtra("a data frame", "data") from None
    return polars.DataFrame([flat(row) for row in tables[name]()], infer_schema_length=None)


def flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without lists in it."""
    plain = dict(row)
    if "interval" in plain:
        bounds = plain.pop("interval") or (None, None)
        plain["low"], plain["high"] = bounds
    return plain
