"""The form of a game's positions: which fields of the struct are which part, told once for writing and for reading.

The same thing has three shapes. *Fields* are what the rules keep: counts, bits, indices. A *table* has plain numbers and lists
by the names of parts, such as the cards of a hand; whatever is not rules works with it. A *position* is what people write:
texts, short where all is as usual, with ``?`` for what a player does not see.

A part of a form stands between them: `take` and `put` between fields and table, `show` and `read` between table and position.
A field is named where its part is declared, and nowhere else outside the rules but in the header and in the game's observer.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlab.core.limits import EVERYBODY
from cardlab.core.reading import flag, listed, only, whole, word
from cardlab.errors import PositionError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.core.state import State

Lists = dict[str, Any]
Fields = dict[str, Any]
_NOTHING: Any = object()


@dataclass
class Telling:
    """What a part may look at: the game, who sees the position (None: it is all told), and the parts that are known already."""

    game: Any
    seat: int | None = None
    table: Lists = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)
    """The position that is read."""
    player: int = -1
    """Whose part it is, where every player has one."""
    around: Lists = field(default_factory=dict)
    """Of a table within a table, such as each player's: the one around it."""
    where: str = ""
    """How errors begin that are about this player."""
    after: str = ""
    """How errors go on that are about a part of a table, such as `` of a frame``."""
    _each: dict[int, Telling] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the game."""
        options: Mapping[str, Any] = self.game.options
        return options

    @property
    def foreign(self) -> bool:
        """Whether it is a view, and the part is another player's."""
        return self.seat is not None and self.seat != self.player

    def of(self, player: int, table: Lists | None = None, told: Mapping[str, Any] | None = None, where: str = "") -> Telling:
        """The same for one player. Without a table of the player's own, the one at hand is looked at."""
        if table is None:
            if player not in self._each:
                self._each[player] = Telling(self.game, self.seat, self.table, self.told, player, self.table, where)
            return self._each[player]
        return Telling(self.game, self.seat, table, told or {}, player, self.table, where)


class PositionPart:
    """One part of a position. It is held by the field of its name, unless fields are named.

    What is as usual need not be told, and is told only by parts that `always` are. What is not told `follows` from other parts,
    if anything says how. A `late` part is read after all others, because it depends on them; a later one after these.
    """

    told = True
    """Whether positions may tell it."""

    def __init__(
        self,
        name: str,
        *fields: str,
        usual: Any = _NOTHING,
        always: bool = False,
        late: int = 0,
        follows: Callable[[Telling], Any] | None = None,
    ) -> None:
        self.name = name
        self.fields: tuple[str, ...] = fields or (name,)
        self.usual, self.always, self.late, self.follows = usual, always, late, follows

    @property
    def parts(self) -> tuple[PositionPart, ...]:
        """Itself; entangled parts are several."""
        return (self,)

    @property
    def plain(self) -> bool:
        """Whether the table has what the field holds, as it is."""
        steps = (getattr(step, "__func__", None) for step in (self.take, self.put))
        return tuple(steps) == (PositionPart.take, PositionPart.put)

    @property
    def optional(self) -> bool:
        """Whether a position need not tell it."""
        return self.usual is not _NOTHING or self.follows is not None

    def take(self, telling: Telling, *held: Any) -> Any:
        """The value of the table that the fields hold."""
        return held[0]

    def put(self, telling: Telling, value: Any) -> tuple[Any, ...]:
        """The fields that hold a value."""
        return (value,)

    def show(self, telling: Telling, value: Any) -> Any:
        """The value as a position tells it."""
        return value

    def read(self, telling: Telling, told: Any) -> Any:
        """The value that a position tells, checked by itself."""
        return told

    def tells(self, telling: Telling, value: Any) -> bool:
        """Whether a position tells it."""
        return self.always or value != self.usual

    def absent(self, telling: Telling) -> Any:
        """The value where a position does not tell it; the error about nothing if it must."""
        if self.follows is not None:
            return self.follows(telling)
        return copy(self.usual) if self.optional else self.read(telling, None)

    def where(self, telling: Telling) -> str:
        """How errors name it."""
        return f"{telling.where}{self.name!r}{telling.after}"


class KeptPart(PositionPart):
    """A part that only the table has: no position tells it, because it `follows` from what is told."""

    told = False

    def __init__(self, name: str, *fields: str, follows: Callable[[Telling], Any], late: int = 0) -> None:
        super().__init__(name, *fields, late=late, follows=follows)


class ToldPart(PositionPart):
    """A part that no field holds: it tells in its own way what others hold. A table taken from fields has nothing there."""

    def __init__(self, name: str, usual: Any = _NOTHING, always: bool = False, late: int = 0) -> None:
        super().__init__(name, usual=usual, always=always, late=late)
        self.fields = ()

    def take(self, telling: Telling, *held: Any) -> Any:
        return None

    def put(self, telling: Telling, value: Any) -> tuple[Any, ...]:
        return ()


class NumberPart(PositionPart):
    """A whole number. One that does not matter where others stand as they do is not told."""

    def __init__(
        self,
        name: str,
        low: int,
        high: int,
        *fields: str,
        usual: Any = 0,
        always: bool = False,
        late: int = 0,
        follows: Callable[[Telling], int] | None = None,
        matters: Callable[[Telling], bool] = lambda telling: True,
    ) -> None:
        super().__init__(name, *fields, usual=usual, always=always, late=late, follows=follows)
        self.low, self.high, self.matters = low, high, matters

    def read(self, telling: Telling, told: Any) -> int:
        return whole(self.where(telling), told, self.low, self.high)

    def tells(self, telling: Telling, value: Any) -> bool:
        return (self.always or bool(value != self.usual)) and self.matters(telling)


class FlagPart(PositionPart):
    """True or false; not told, it is false."""

    def __init__(self, name: str, *fields: str, always: bool = False) -> None:
        super().__init__(name, *fields, usual=0, always=always)

    def show(self, telling: Telling, value: Any) -> bool:
        return bool(value)

    def read(self, telling: Telling, told: Any) -> int:
        return int(flag(self.where(telling), told))


class WordPart(PositionPart):
    """One of several words; the field holds its place among them."""

    def __init__(
        self, name: str, words: Sequence[str], *fields: str, usual: Any = 0, always: bool = False, late: int = 0
    ) -> None:
        super().__init__(name, *fields, usual=int(usual), always=always, late=late)
        self.words = words

    def show(self, telling: Telling, value: int) -> str:
        return self.words[value]

    def read(self, telling: Telling, told: Any) -> int:
        return word(self.name, told, self.words)


class OptionalPart(PositionPart):
    """What another part is, or nothing, which is usual. Its fields hold it as it is, unless it is entangled."""

    def __init__(self, part: PositionPart) -> None:
        super().__init__(part.name, *part.fields, usual=None, late=part.late)
        self.part = part

    def show(self, telling: Telling, value: Any) -> Any:
        return None if value is None else self.part.show(telling, value)

    def read(self, telling: Telling, told: Any) -> Any:
        return None if told is None else self.part.read(telling, told)


class FreePart(PositionPart):
    """A part of which some steps are functions: `take`, `put`, `show`, `read` and `tells`, called as the methods are.

    One that is not `held` has no field, as a `ToldPart`.
    """

    def __init__(
        self,
        name: str,
        *fields: str,
        held: bool = True,
        usual: Any = _NOTHING,
        always: bool = False,
        late: int = 0,
        follows: Callable[[Telling], Any] | None = None,
        **steps: Callable[..., Any],
    ) -> None:
        super().__init__(name, *fields, usual=usual, always=always, late=late, follows=follows)
        if not held:
            self.fields, steps = (), {"take": lambda telling: None, "put": lambda telling, value: (), **steps}
        vars(self).update(steps)


class EachPlayer(PositionPart):
    """A list with a part of every player. `what` says in errors what is listed."""

    def __init__(self, part: PositionPart, what: str) -> None:
        super().__init__(part.name, *part.fields, usual=part.usual, late=part.late)
        self.part, self.what, self.told = part, what, part.told

    @property
    def optional(self) -> bool:
        return self.part.optional

    def take(self, telling: Telling, *held: Any) -> list[Any]:
        return [self.part.take(telling.of(p), *(rows[p] for rows in held)) for p in range(telling.game.players)]

    def put(self, telling: Telling, value: Sequence[Any]) -> tuple[Any, ...]:
        rows = [self.part.put(telling.of(p), one) for p, one in enumerate(value)]
        return tuple(map(list, zip(*rows, strict=True)))

    def show(self, telling: Telling, value: Sequence[Any]) -> list[Any]:
        return [self.part.show(telling.of(p), one) for p, one in enumerate(value)]

    def read(self, telling: Telling, told: Any) -> list[Any]:
        rows = listed(self.name, told, telling.game.players, self.what)
        return [self.part.read(telling.of(p), row) for p, row in enumerate(rows)]

    def tells(self, telling: Telling, value: Sequence[Any]) -> bool:
        return any(self.part.tells(telling.of(p), one) for p, one in enumerate(value))

    def absent(self, telling: Telling) -> list[Any]:
        if not self.optional:
            return self.read(telling, None)
        return [self.part.absent(telling.of(p)) for p in range(telling.game.players)]


class Entangled:
    """Parts that share fields: `take` gives their values in order, `put` the fields that hold these."""

    def __init__(
        self,
        parts: Sequence[PositionPart],
        fields: Sequence[str],
        take: Callable[..., tuple[Any, ...]],
        put: Callable[..., tuple[Any, ...]],
    ) -> None:
        self.parts, self.fields, self.take, self.put, self.plain = tuple(parts), tuple(fields), take, put, False
        self.names = tuple(part.name for part in parts)


Entry = PositionPart | Entangled


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

    def __init__(self, name: str, inner: InnerTable, *fields: str, usual: Any = _NOTHING, late: int = 0) -> None:
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
