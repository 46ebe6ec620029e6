"""The form of a game's positions: which fields of the struct are which part, told once for writing and for reading.

The same thing has three shapes. *Fields* are what the rules keep: counts, bits, indices. A *table* has plain numbers and lists
by the names of parts, such as the cards of a hand; whatever is not rules works with it. A *position* is what people write:
texts, short where all is as usual, with ``?`` for what a player does not see.

A part of a form stands between them: `take` and `put` between fields and table, `show` and `read` between table and position.
A field is named where its part is declared, and nowhere else outside the rules but in the header and in the game's observer.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.limits import EVERYBODY
from cardlab.core.positionparts import NO_USUAL, Entry, Fields, Lists, PositionPart, Telling
from cardlab.core.reading import listed, only
from cardlab.errors import PositionError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.core.state import State


def _wanted(entry: Entry, names: Sequence[str] | None) -> bool:
    return names is None or any(part.name in names for part in entry.parts)


class PositionParts:
    """Parts in the order in which a position tells them: that of the entries, unless another `order` of names is given."""

    def __init__(self, *entries: Entry, order: Sequence[str] = ()) -> None:
        self.entries = entries
        self.parts = [part for entry in entries for part in entry.parts]
        if order:
            self.parts.sort(key=lambda part: order.index(part.name))
        self.names = tuple(part.name for part in self.parts if part.told)
        self.in_turn = sorted(self.parts, key=lambda part: part.late)
        self.fields = tuple(name for entry in entries for name in entry.fields)
        self._plain = [(entry.parts[0].name, entry.fields[0]) for entry in entries if entry.plain]
        self._others = [entry for entry in entries if not entry.plain]
        doubled = sorted({name for name in self.fields if self.fields.count(name) > 1})
        if doubled:
            raise ValueError(f"fields that more than one part claims: {', '.join(doubled)}; entangle these parts")

    def needs(self, names: Sequence[str] | None = None) -> list[str]:
        """The fields that hold some parts, or all."""
        return [name for entry in self.entries if _wanted(entry, names) for name in entry.fields]

    def take(self, telling: Telling, z: Fields, names: Sequence[str] | None = None) -> Lists:
        """Fill the table of a telling from the fields."""
        table = telling.table
        for name, held in self._plain:
            if names is None or name in names:
                table[name] = z[held]
        for entry in self._others if names is None else [entry for entry in self._others if _wanted(entry, names)]:
            value = entry.take(telling, *map(z.__getitem__, entry.fields))
            if isinstance(entry, PositionPart):
                table[entry.name] = value
            else:
                table.update(zip(entry.names, value, strict=True))
        return table

    def put(self, telling: Telling) -> Fields:
        """The fields that hold the table of a telling."""
        table = telling.table
        z: Fields = {held: table[name] for name, held in self._plain}
        for entry in self._others:
            if entry.fields:
                held = entry.put(telling, *[table[part.name] for part in entry.parts])
                z.update(zip(entry.fields, held, strict=True))
        return z

    def show(self, telling: Telling) -> dict[str, Any]:
        """The table of a telling as a position tells it."""
        shown, table = {}, telling.table
        for part in self.parts:
            if part.told and (name := part.name) in table and part.tells(telling, value := table[name]):
                shown[name] = part.show(telling, value)
        return shown

    def read(self, telling: Telling) -> Lists:
        """Fill the table of a telling from what is told."""
        table, told = telling.table, telling.told
        for part in self.in_turn:
            table[part.name] = part.read(telling, told[part.name]) if part.name in told else part.absent(telling)
        return table


class PlayerTables(PositionPart):
    """A list of tables, one for each player, whose parts are held by arrays with an entry for each.

    `title` is how errors call a player: ``{0}`` is a number from 0, ``{1}`` from 1.
    """

    def __init__(self, name: str, *entries: Entry, title: str = "player {}", of: str = "there is", late: int = 0) -> None:
        self.inner = PositionParts(*entries)
        super().__init__(name, *self.inner.fields, late=late)
        self.title, self.of = title, of

    def take(self, telling: Telling, *held: Any) -> list[Lists]:
        rows = dict(zip(self.fields, held, strict=True))
        return [
            self.inner.take(telling.of(p, {}), {name: row[p] for name, row in rows.items()})
            for p in range(telling.game.players)
        ]

    def put(self, telling: Telling, value: Sequence[Lists]) -> tuple[Any, ...]:
        rows = [self.inner.put(telling.of(p, table)) for p, table in enumerate(value)]
        return tuple([row[name] for row in rows] for name in self.fields)

    def show(self, telling: Telling, value: Sequence[Lists]) -> list[dict[str, Any]]:
        return [self.inner.show(telling.of(p, table)) for p, table in enumerate(value)]

    def read(self, telling: Telling, told: Any) -> list[Lists]:
        rows = listed(self.name, told, telling.game.players, "tables, one for each player")
        return [self.of_player(telling, p, row) for p, row in enumerate(rows)]

    def of_player(self, telling: Telling, p: int, row: Any) -> Lists:
        """What is told of one player."""
        title = self.title.format(p, p + 1)
        if not isinstance(row, Mapping):
            raise PositionError(f"{title}: a player is a table of names and values, not {reprlib.repr(row)}")
        only(f"{title}: {self.of}", row, self.inner.names)
        return self.inner.read(telling.of(p, {}, row, f"{title}: "))


class InnerTable(PositionParts):
    """A table within the table that tells all its parts; a struct within the struct may hold it.

    `what` is the error about one with other parts, and `after` how errors about its parts go on.
    """

    def __init__(self, what: str, *entries: Entry, after: str = "") -> None:
        super().__init__(*entries)
        self.what, self.after = what, after

    def taken(self, telling: Telling, z: Fields) -> Lists:
        """The table that the fields hold."""
        return self.take(telling.of(telling.player, {}), z)

    def held(self, telling: Telling, table: Lists) -> Fields:
        """The fields that hold a table."""
        return self.put(telling.of(telling.player, table))

    def shown(self, telling: Telling, table: Lists) -> dict[str, Any]:
        """A table as a position tells it."""
        inner = telling.of(telling.player, table)
        return {part.name: part.show(inner, table[part.name]) for part in self.parts}

    def checked(self, telling: Telling, told: Any) -> Lists:
        """The table that a position tells."""
        if not isinstance(told, Mapping) or set(told) != set(self.names):
            raise PositionError(self.what)
        inner = telling.of(telling.player, {}, told)
        inner.after = self.after
        return self.read(inner)


class TablePart(PositionPart):
    """A table within the table."""

    def __init__(self, name: str, inner: InnerTable, *fields: str, usual: Any = NO_USUAL, late: int = 0) -> None:
        super().__init__(name, *fields, usual=usual, late=late)
        self.inner = inner

    def show(self, telling: Telling, value: Lists) -> Any:
        return self.inner.shown(telling, value)

    def read(self, telling: Telling, told: Any) -> Any:
        return self.inner.checked(telling, told)


class TablesPart(TablePart):
    """A list of tables; one field holds them as structs, a second how many there are."""

    def take(self, telling: Telling, *held: Any) -> list[Lists]:
        return [self.inner.taken(telling, z) for z in held[0][: held[1]]]

    def put(self, telling: Telling, value: Sequence[Lists]) -> tuple[Any, ...]:
        return [self.inner.held(telling, row) for row in value], len(value)

    def show(self, telling: Telling, value: Any) -> Any:
        return [self.inner.shown(telling, row) for row in value]

    def read(self, telling: Telling, told: Any) -> Any:
        if not isinstance(told, list):
            raise PositionError(f"{self.name!r} must be a list of tables, not {reprlib.repr(told)}")
        return [self.inner.checked(telling, row) for row in told]


class PositionForm(PositionParts):
    """All parts of a game's positions. `what` begins errors about their names, where ``{}`` is a position or a view.

    `viewer` is the field that holds whose view it is.
    """

    def __init__(self, what: str, *entries: Entry, viewer: str = "viewer", order: Sequence[str] = ()) -> None:
        super().__init__(*entries, order=order)
        self.what, self.viewer = what, viewer

    def tell(self, state: State, names: Sequence[str] | None = None) -> Telling:
        """What lies on the table, all of it or some parts, for whoever the state was left to."""
        z = state.peek(None if names is None else [self.viewer, *self.needs(names)])
        telling = Telling(state.game, None if z[self.viewer] == EVERYBODY else z[self.viewer])
        self.take(telling, z, names)
        return telling

    def table(self, state: State, names: Sequence[str] | None = None) -> Lists:
        """All parts, or some, with plain numbers and lists."""
        return self.tell(state, names).table

    def position(self, state: State) -> dict[str, Any]:
        """The position as plain values."""
        return self.show(self.tell(state))

    def opened(self, game: Game, position: Mapping[str, Any], seat: int | None) -> Telling:
        """A position that was read, to be checked: its parts as far as each can be told by itself."""
        only(self.what.format("position" if seat is None else "view"), position, self.names)
        telling = Telling(game, seat, told=position)
        self.read(telling)
        return telling

    def fill(self, state: State, telling: Telling) -> None:
        """Put what was read into a blank state."""
        state.poke({**self.put(telling), self.viewer: EVERYBODY if telling.seat is None else telling.seat})
