"""What is to be shown: a table with the names around it, and what the person at the screen is about to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.looks import Looks
from cardlab.core.picking import KEYS, Picking
from cardlab.core.table import Table, Thing
from cardlab.play.telling import with_names


def lay(game: Game, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action], names: Sequence[str]) -> Picking:
    """The table of a view, to be picked from. Its words call players by their seats; here they get their names."""
    table = game.table(view, seat, legal)

    def named(words: str) -> str:
        return with_names(words, names)

    things = tuple(_renamed(thing, named) for thing in table.things)
    zones = tuple(replace(zone, title=named(zone.title)) for zone in table.zones)
    moves = tuple(replace(move, words=named(move.words)) for move in table.moves)
    asks = {name: named(words) for name, words in table.asks.items()}
    return Picking(replace(table, zones=zones, things=things, moves=moves, prompt=named(table.prompt), asks=asks))


def _renamed(thing: Thing, named: Callable[[str], str]) -> Thing:
    face = None if thing.face is None else replace(thing.face, name=named(thing.face.name))
    return replace(thing, face=face, does=tuple(map(named, thing.does)), why_not=named(thing.why_not))


@dataclass(frozen=True)
class Scene:
    """A table through the eyes of its seat. `marked` is the action chosen in the list, `advice` that of an advisor.

    `pointed` is something to be explained.
    """

    picking: Picking
    looks: Looks
    names: tuple[str, ...]
    player: int | None
    picked: tuple[str, ...] = ()
    cursor: str | None = None
    marked: Action | None = None
    advice: Action | None = None
    status: str = ""
    thinking: bool = False
    pointed: str | None = None

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.picking.table

    @property
    def bottom(self) -> int:
        """The seat that is drawn nearest."""
        return self.table.seat or 0

    @cached_property
    def live(self) -> frozenset[str]:
        """What may be touched next."""
        return frozenset(self.picking.live(self.picked))

    @cached_property
    def touchable(self) -> frozenset[str]:
        """All for which a touch means something."""
        return self.picking.touchable(self.picked)

    @cached_property
    def advised(self) -> frozenset[str]:
        """What the marked action, or else the advice, would touch."""
        return self.picking.using(self.marked if self.marked is not None else self.advice)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Numbers of keys by what they touch."""
        return self.picking.numbers(self.picked)

    @cached_property
    def _aiming(self) -> bool:
        """Whether what is live is a target of what is picked, and not one more to pick."""
        return bool(self.picked) and not any(move.any_order for move in self.picking.agreeing(self.picked))

    def look(self, name: str, thing: Thing | None = None) -> str:
        """How something is to stand out."""
        if name in self.picked:
            return "picked"
        if name == self.pointed or (name == self.cursor and name in self.touchable):
            return "cursor"
        if name in self.advised:
            return "marked"
        if name in self.live:
            return "target" if self._aiming else "lit"
        if thing is None:
            return "plain"
        if thing.why_not and self.table.moves:
            return "dim"
        return "known" if any(self._on_paper(mark) for mark in thing.marks) else "plain"

    def _on_paper(self, mark: str) -> bool:
        look = self.looks.marks.get(mark)
        return look is not None and look.at == "paper"

    def key(self, name: str) -> str:
        """The key of something, with a star if an advisor would touch it, or nothing."""
        number = self.numbers.get(name, 0)
        return ("★" if name in self.starred else "") + (KEYS[number - 1] if number else "")

    @cached_property
    def starred(self) -> frozenset[str]:
        """What the advice would touch: one thing for each step."""
        return frozenset() if self.advice is None else self.picking.using(self.advice)

    @property
    def told(self) -> Thing | None:
        """The thing to explain: pointed at, under the cursor, or else picked last."""
        names = (self.pointed, self.cursor, *reversed(self.picked))
        return next((self.table.by_id[name] for name in names if name in self.table.by_id), None)
