"""A table: what lies where, what is asked, and which moves touch what. Plain data, the same for every screen.

A game lays its table once per position (`Game.table`). Whoever shows it, with characters in a terminal or as a page in a
browser, needs nothing else of the game: picking is prefix matching over what the moves touch (`cardlab.core.picking`), and
what teaches the game is on the table too. Colours and places on a screen are no part of it; a game's wishes about them are in
`cardlab.core.looks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Any

from cardlab.core.action import Action
from cardlab.errors import PluginError

SHAPES = ("row", "fan", "pile", "stack", "grid", "list", "spread", "counters", "bars", "buttons")
"""How the things of a zone lie: side by side, a hand, the newest on top of others, face down, places in rows and columns, one
below the other, large to be read, numbers, columns of a chart, answers to a prompt."""


@dataclass(frozen=True)
class Zone:
    """A part of the table. Zones of one `kind` play the same part for each player; `owner` None belongs to all.

    A zone can be touched itself (by its `id`), and so can its places (by `place_id`). `room` is how many places there are, if
    empty ones matter, and `places` names them. `size` counts what lies there, if that is more than the things listed. `under`
    names a zone whose things lie on these. What lies in a `priced` zone can be bought, so its cost stands beside its name.
    """

    id: str
    kind: str
    shape: str
    owner: int | None = None
    title: str = ""
    room: int = 0
    columns: int = 0
    size: int | None = None
    under: str = ""
    places: tuple[str, ...] = ()
    priced: bool = False

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise PluginError(f"zone {self.id!r}: there is no shape {self.shape!r}; shapes are {', '.join(SHAPES)}")
        if self.shape == "grid" and not (self.columns > 0 and self.room > 0):
            raise PluginError(f"zone {self.id!r}: a grid has columns and room")


@dataclass(frozen=True)
class Face:
    """What stands on a thing. A name of one or two letters is a playing card's rank; `sign` is the picture in its middle.

    `cost`, `left` and `right` stand in corners, `text` says in short what it does. In a zone of counters, `number` is counted
    (up to `most`, with marks at `ticks`, and where marks were at `lost`).
    """

    name: str
    kind: str = ""
    sign: str = ""
    cost: str = ""
    left: str = ""
    right: str = ""
    text: str = ""
    number: int | None = None
    most: int | None = None
    ticks: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()


@dataclass(frozen=True)
class Thing:
    """Something that lies in a zone at a place; without a face it is hidden.

    What teaches it: `does` in lines, and `why_not` if its owner is asked and cannot play it.
    """

    id: str
    zone: str
    place: int
    face: Face | None = None
    marks: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True)
class Move:
    """An action with its words, and what is touched to make it: step after step, each with the ids that will do.

    With `any_order` the steps may come in any order. `along` goes with it untouched. A move that must be confirmed waits for it
    even when nothing else could be meant.
    """

    action: Action
    words: str
    touches: tuple[tuple[str, ...], ...] = ()
    any_order: bool = False
    along: tuple[str, ...] = ()
    confirm: bool = False


@dataclass(frozen=True)
class Lessons:
    """What teaches a game: its rules as headings with text, and what each keyword and mark means."""

    rules: tuple[tuple[str, str], ...] = ()
    glossary: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A position as one seat sees it (`seat` None: all of it). Zones and things are in reading order.

    `asks` has the prompts for what is picked first, `enter` the action that is meant when nothing is picked and confirmed.
    """

    seat: int | None
    zones: tuple[Zone, ...]
    things: tuple[Thing, ...]
    moves: tuple[Move, ...] = ()
    prompt: str = "Choose an action"
    asks: Mapping[str, str] = field(default_factory=dict)
    enter: Action | None = None
    lessons: Lessons = field(default_factory=Lessons)

    @cached_property
    def lying(self) -> dict[str, tuple[Thing, ...]]:
        """The things of each zone, by the zone's id."""
        found: dict[str, list[Thing]] = {zone.id: [] for zone in self.zones}
        for thing in self.things:
            if thing.zone not in found:
                raise PluginError(f"{thing.id!r} lies in {thing.zone!r}, which is no zone; zones are {', '.join(found)}")
            found[thing.zone].append(thing)
        return {name: tuple(sorted(things, key=lambda thing: thing.place)) for name, things in found.items()}

    @cached_property
    def by_id(self) -> dict[str, Thing]:
        """All things by their ids."""
        return {thing.id: thing for thing in self.things}

    @cached_property
    def reading(self) -> dict[str, int]:
        """Numbers in reading order of all that can be touched: things, then the places of their zone, then the zone."""
        return {name: number for number, name in enumerate(self._in_order())}

    def _in_order(self) -> Iterator[str]:
        for zone in self.zones:
            yield from (thing.id for thing in self.lying[zone.id])
            yield from (place_id(zone.id, place) for place in range(zone.room))
            yield zone.id

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON. What is as usual is left out; actions are texts, for they have more than 53 bits."""
        told: dict[str, Any] = _plain(self)
        return told


def place_id(zone: str, place: int) -> str:
    """The id by which a place of a zone is touched, whatever lies there."""
    return f"{zone}@{place}"


def _usual(part: Field[Any], value: Any) -> bool:
    """Whether a part has its default value."""
    if part.default_factory is not MISSING:
        return bool(value == part.default_factory())
    return part.default is not MISSING and bool(value == part.default)


def _plain_part(name: str, value: Any) -> Any:
    return str(value) if name in ("action", "enter") else _plain(value)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        rows = ((part, getattr(value, part.name)) for part in fields(value))
        return {part.name: _plain_part(part.name, row) for part, row in rows if not _usual(part, row)}
    if isinstance(value, Mapping):
        return {name: _plain(row) for name, row in value.items()}
    return [_plain(row) for row in value] if isinstance(value, tuple) else value
