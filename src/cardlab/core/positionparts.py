"""The parts of which forms of positions are made: numbers, words, flags, tables of every player, and what a game adds.

A part stands between what the rules keep and what people write: `take` and `put` between the fields of the struct and a table
of plain values, `show` and `read` between that table and a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from cardlab.core.reading import flag, listed, whole, word

Lists = dict[str, Any]
Fields = dict[str, Any]
NO_USUAL: Any = object()
"""Where nothing is usual, so that a position must tell it."""


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
        usual: Any = NO_USUAL,
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
        return self.usual is not NO_USUAL or self.follows is not None

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

    def __init__(self, name: str, usual: Any = NO_USUAL, always: bool = False, late: int = 0) -> None:
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
        usual: Any = NO_USUAL,
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
