"""Events: what happened, as data. Words come last.

A game declares each kind of event once, with the names of its fields and with words for it. Its rules tell numbers
(`tell` of `core.state`); an `Event` gives them their names. Who may not know all of an event is handed one that lacks what is
hidden from him (`Event.for_seat`), so neither its fields nor its words can tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from string import Formatter
from typing import Any

from cardlab.core.limits import EVENT_NUMBERS, EVERYBODY
from cardlab.errors import PluginError

Phrase = Callable[[Mapping[str, int]], str]
"""Turns the fields of an event into a piece of its words, such as the name of a card."""


@dataclass(frozen=True)
class EventKind:
    """One kind of event: its fields, up to four whole numbers, and how it is put into words.

    `what` is its name; or, in a game with compiled rules, the member of the header's enum that has the name and the number.
    Words are templates over the fields and over `phrases`, and begin with the verb: who it is about is put in front. `others`
    are those for everybody, `you` those for whom it is about, `secret` those for who may not know the `hidden` fields (all,
    unless some are named). Fields that name a seat are listed in `seats`. A `quiet` event goes without saying where there is
    little room.

    How events belong together: one that begins a `turn` is about the player whose turn it is. One that `opens` a part of the
    story, such as a link of a chain, stands above all that follows until an event `closes` that part, or another of its name
    begins beside it; a `nested` part begins inside one of its name instead, such as an answer to an answer. A turn ends all.
    """

    what: str | IntEnum
    fields: tuple[str, ...] = ()
    others: str = ""
    you: str = ""
    secret: str = ""
    hidden: tuple[str, ...] | None = None
    phrases: Mapping[str, Phrase] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    quiet: bool = False
    turn: bool = False
    opens: str = ""
    closes: str = ""
    nested: bool = False

    def __post_init__(self) -> None:
        if len(self.fields) > EVENT_NUMBERS or len({*self.fields, "seats"}) != len(self.fields) + 1:
            raise PluginError(
                f"event {self.name!r}: at most {EVENT_NUMBERS} fields, with different names, none of them 'seats'"
            )
        if unknown := {*(self.hidden or ()), *self.seats} - {*self.fields}:
            raise PluginError(
                f"event {self.name!r} has no field {sorted(unknown)[0]!r}; fields: {', '.join(self.fields) or 'none'}"
            )
        if self.nested and not self.opens:
            raise PluginError(f"event {self.name!r} is nested but opens nothing: say the name of the part that it opens")
        known = {*self.fields, *self.phrases}
        self._check_words(self.others, known)
        self._check_words(self.you, known)
        self._check_words(self.secret, known - {*self.secrets})

    def _check_words(self, words: str, known: set[str]) -> None:
        used = {name for _, name, _, _ in Formatter().parse(words) if name is not None}
        if unknown := used - known:
            raise PluginError(f"the words {words!r} of event {self.name!r} cannot say {{{sorted(unknown)[0]}}}")

    @property
    def name(self) -> str:
        """What events of this kind are called in data."""
        if isinstance(self.what, str):
            return self.what
        return self.what.name.lower().removeprefix(f"{type(self.what).__name__.lower()}_")  # TOLD_DREW of an enum Told is drew

    @property
    def secrets(self) -> tuple[str, ...]:
        """The fields that are not for all eyes, if an event is not."""
        return self.fields if self.hidden is None else self.hidden


@dataclass(frozen=True)
class Event:
    """Something that happened.

    `player`: who it is about (None: nobody). `fields`: what there is to know. `audience`: the seats that may know all of it
    (None: everybody).
    """

    declared: EventKind = field(repr=False)
    player: int | None
    fields: Mapping[str, int]
    audience: tuple[int, ...] | None = None

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.declared.name

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return len(self.fields) == len(self.declared.fields)

    def for_seat(self, seat: int | None) -> Event:
        """The event as `seat` may know it (None: somebody who sees everything): without what is hidden from it."""
        if seat is None or self.audience is None or seat in self.audience:
            return self
        return replace(self, fields={k: v for k, v in self.fields.items() if k not in self.declared.secrets})

    def words(self, names: Sequence[str] | None = None, own: bool = False) -> str:
        """What happened, as far as it is known here, without who it is about; `own`: said to him. `names`: of the seats."""
        declared = self.declared
        template = declared.others if self.whole else declared.secret
        if own and self.whole and declared.you:
            template = declared.you
        if not template:
            return " ".join([declared.name.replace("_", " "), *(f"{name} {value}" for name, value in self.fields.items())])
        return template.format_map(_Said(self, names))

    @property
    def text(self) -> str:
        """The event as a sentence that calls players by their seats."""
        return self.words() if self.player is None else f"seat {self.player} {self.words()}"

    def to_dict(self) -> dict[str, Any]:
        """The event as plain values; `audience` is None for everybody."""
        seats = None if self.audience is None else list(self.audience)
        return {"kind": self.kind, "player": self.player, "fields": dict(self.fields), "audience": seats}


class _Said(dict[str, str]):
    """The pieces of an event's words, made as they are asked for."""

    def __init__(self, event: Event, names: Sequence[str] | None) -> None:
        self.event, self.names = event, names

    def __missing__(self, name: str) -> str:
        declared, fields = self.event.declared, self.event.fields
        if name in declared.phrases:
            return declared.phrases[name](fields)
        if name in declared.seats:
            return f"seat {fields[name]}" if self.names is None else self.names[fields[name]]
        return str(fields[name])


class EventKinds:
    """The kinds of events of a game, by their numbers and by their names."""

    def __init__(self, game: str, kinds: Sequence[EventKind]) -> None:
        self.game = game
        self.numbers = {k.name: n if isinstance(k.what, str) else int(k.what) for n, k in enumerate(kinds, 1)}
        self.kinds = {self.numbers[kind.name]: kind for kind in kinds}
        if len(self.kinds) != len(kinds):
            raise PluginError(f"{game} declares two events with one name or one number")

    def event(self, kind: int, player: int, numbers: Sequence[int], seats: int, players: int) -> Event:
        """The event that a row of the rules' log means."""
        declared = self.kinds.get(kind)
        if declared is None:
            raise PluginError(f"{self.game} tells an event of kind {kind}, which it does not declare (see Game.events)")
        if any(numbers[len(declared.fields) :]):
            raise PluginError(f"{self.game} tells more about {declared.name!r} than the fields {', '.join(declared.fields)}")
        everybody = tuple(range(players))
        audience = tuple(seat for seat in everybody if seats >> seat & 1)
        fields = dict(zip(declared.fields, numbers, strict=False))
        return Event(declared, None if player < 0 else player, fields, None if audience == everybody else audience)

    def row(self, name: str, player: int | None, seats: Sequence[int] | None, fields: Mapping[str, Any]) -> tuple[int, ...]:
        """The other way round, for rules in Python: kind, player, four numbers, and a bit for each seat."""
        number = self.numbers.get(name)
        if number is None:
            known = ", ".join(self.numbers) or "none"
            raise PluginError(f"{self.game} tells {name!r}, which is no event that it declares; declared: {known}")
        declared = self.kinds[number]
        if {*fields} != {*declared.fields}:
            raise PluginError(f"{self.game}: the event {name!r} has the fields {', '.join(declared.fields) or 'none'}")
        values = [fields[field] for field in declared.fields]
        if not all(isinstance(value, int) and -(1 << 31) <= value < 1 << 31 for value in values):
            raise PluginError(f"{self.game}: the fields of the event {name!r} are whole numbers of 32 bits, not {values}")
        mask = EVERYBODY if seats is None else sum(1 << seat for seat in {*seats})
        return number, -1 if player is None else player, *values, *[0] * (EVENT_NUMBERS - len(values)), mask
