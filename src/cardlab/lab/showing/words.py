"""Numbers of results as words of a table."""

from __future__ import annotations

from cardlab.core.intervals import Interval

NONE = "–"
SHOWN_ERRORS = 3
"""So many failures are told in full; the others are counted."""


def percent(rate: float) -> str:
    """A rate."""
    return f"{100 * rate:.1f}%"


def wide(interval: Interval | None) -> str:
    """An interval; a dash for none."""
    return NONE if interval is None else str(interval)


def milliseconds(value: float) -> str:
    """A time with as many digits as mean something."""
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}" if value < 100 else f"{value:,.0f}"


def chance(p: float | None) -> str:
    """A p-value."""
    return NONE if p is None else "<0.0001" if p < 0.0001 else f"{p:.4f}"


def elo(value: float | None) -> str:
    """A rating."""
    return NONE if value is None else f"{round(value):+d}"


def failures_of(kinds: dict[str, int]) -> str:
    """How often somebody failed in which way; empty if never."""
    return ", ".join(f"{count:,} by {kind}" for kind, count in kinds.items() if count)
