"""How a game would like to look: colours by name, symbols, which zones lie side by side. Data; screens do what they can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Rows = tuple[tuple[str, ...], ...]
"""Kinds of zones from top to bottom, those in one row side by side. Four stand for what no zone is: `head` for a player's name
and counters, `status` for what happened last, `buttons` for answers, `rule` for a line with the names of the zones below it."""


@dataclass(frozen=True)
class MarkLook:
    """How a mark is shown, and where.

    That is a letter in the `corner` or at the `foot` of a card, a double `frame`, round `sides`, the colour of the `right`
    value, or the `paper` it is printed on.
    """

    symbol: str = ""
    colour: str = ""
    at: str = "corner"


@dataclass(frozen=True)
class CounterLook:
    """How a counter is shown: as a `number`, a `bar` or `gems`."""

    shape: str = "number"
    symbol: str = ""
    colour: str = "quiet"


@dataclass(frozen=True)
class Looks:
    """The wishes of a game. Inks and badges are by the kind of a face; a badge is a sign that stands on it beside its colour.

    Zones that no row names are not shown, except for others' hands of which something is seen; without rows all are, one below
    the other.
    """

    ground: str = "night"
    paper: str = "slate"
    inks: Mapping[str, str] = field(default_factory=dict)
    badges: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, MarkLook] = field(default_factory=dict)
    counters: Mapping[str, CounterLook] = field(default_factory=dict)
    others: Rows = ()
    middle: Rows = ()
    own: Rows = ()
