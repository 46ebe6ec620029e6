"""Blocks of a table in characters: each knows the heights at which it looks well, and paints itself in a rectangle."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.core.table import Face, Thing, Zone
from cardlab.play.canvas import Canvas, shortened
from cardlab.play.palette import GOLD, GROUNDS, QUIET, STRONG, ink
from cardlab.play.scene import Scene
from cardlab.play.tiles import Tiles

CONFIRM = "confirm"
"""The id of the button that confirms what is picked."""


@dataclass(frozen=True)
class Easel:
    """What every block paints with."""

    canvas: Canvas
    scene: Scene
    tiles: Tiles
    ground: str
    label: str
    field: str
    """The styles of the whole table, of labels, and of zones with places."""

    @classmethod
    def of(cls, canvas: Canvas, scene: Scene) -> Easel:
        """For one scene."""
        ground, label, vacant, places = GROUNDS.get(scene.looks.ground, GROUNDS["night"])
        return cls(canvas, scene, Tiles(canvas, scene.looks, scene.table.lessons, vacant), ground, label, places)

    def spot(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Say what lies there, and make it touchable if a touch means something."""
        self.canvas.name(name, x, y, width, height)
        if name in self.scene.touchable:
            self.canvas.spot(name, x, y, width, height)

    def number(self, name: str, x: int, y: int, width: int) -> None:
        """The key of something, below it."""
        self.canvas.centred(x, y, width, self.scene.key(name), GOLD)

    def waits(self, name: str) -> bool:
        """Whether something stands out, so that it is drawn as a target."""
        return self.scene.look(name) != "plain"


class Block:
    """A zone, or something else that takes a part of the table."""

    least = 8
    """The width below which it rather lies above or below its neighbours than beside them."""
    narrowest = 8
    """The smallest width at which it can be read."""
    own = False
    """Whether it belongs to the seat that is nearest."""

    def __init__(self, easel: Easel, zone: Zone) -> None:
        self.easel, self.zone = easel, zone
        self.canvas, self.scene, self.tiles = easel.canvas, easel.scene, easel.tiles
        self.things = easel.scene.table.lying[zone.id]
        self.own = zone.owner == easel.scene.bottom

    def heights(self, width: int) -> tuple[int, ...]:
        """Heights from the smallest to the best."""
        return (1,)

    def tight(self, width: int) -> tuple[int, ...]:
        """Smaller heights, for tables on which there is no room for the usual ones; 0: it is left out."""
        return ()

    def width(self, height: int) -> int:
        """How wide it wants to be; 0: as wide as it can."""
        return 0

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint it."""
        raise NotImplementedError

    def card(self, thing: Thing, x: int, y: int, width: int, height: int) -> None:
        """A card in a frame, which may be touched."""
        self.tiles.card(x, y, width, height, thing, self.scene.look(thing.id, thing), self.scene.key(thing.id))
        self.easel.spot(thing.id, x, y, width, height)


class Listing(Block):
    """Names one below the other, with a title. What does not fit is left out at the end."""

    least = narrowest = 18

    def heights(self, width: int) -> tuple[int, ...]:
        if self.zone.owner is not None:
            return tuple(range(2, 13))
        most = 1 + sum(len(self._wrapped(thing, width)) for thing in self.things)
        return tuple(range(min(4, len(self.things) + 1), max(2, most) + 1))

    def tight(self, width: int) -> tuple[int, ...]:
        return (2,) if self.zone.owner is None and len(self.things) > 1 else ()

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        self.canvas.put(x, y, shortened(self.zone.title, width), QUIET)
        left, down = height - 1, 1
        for at, thing in enumerate(self.things):
            if left <= 0:
                break
            after = len(self.things) - at - 1
            lines = self._wrapped(thing, width)[: max(1, left - after)] if self.zone.owner is None else [self._words(thing)]
            if left == 1 and after and self.zone.owner is None:
                lines = [f"{shortened(self._words(thing), width - 9)} +{after} more"]
            style = GOLD if self.easel.waits(thing.id) else STRONG if down == 1 else QUIET
            for line in lines:
                self.canvas.put(x, y + down, shortened(line, width), style)
                self.easel.spot(thing.id, x, y + down, width, 1)
                left, down = left - 1, down + 1

    def _words(self, thing: Thing) -> str:
        face = thing.face
        return "░░░" if face is None else f"{face.cost:>2} {face.name}" if face.cost else face.name

    def _wrapped(self, thing: Thing, width: int) -> list[str]:
        return textwrap.wrap(self._words(thing), max(width, 8), subsequent_indent="    ") or [""]


class Bars(Block):
    """A chart: a column for each thing with a number; a thing without one is a word below."""

    least = narrowest = 32

    def tight(self, width: int) -> tuple[int, ...]:
        return (2,)

    def width(self, height: int) -> int:
        return 36

    def heights(self, width: int) -> tuple[int, ...]:
        return tuple(range(5, 13))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        faces = [thing.face for thing in self.things if thing.face]
        counted = [(face.name, face.number) for face in faces if face.number is not None]
        if height < 5:
            self.canvas.put(x, y, shortened(" ".join(f"{name}:{number}" for name, number in counted), width), STRONG)
            self._words(x, y + 1, width)
            return
        tallest = height - 3
        most = max([tallest, *(number for _, number in counted)])
        for at, (name, number) in enumerate(counted):
            tall = -(-number * tallest // most)
            for up in range(tall):
                self.canvas.put(x + 4 * at, y + tallest - up, "███", ink("cost"))
            self.canvas.centred(x + 4 * at, y + tallest - tall, 3, str(number or ""), STRONG)
            self.canvas.centred(x + 4 * at, y + height - 2, 3, name, QUIET)
        self._words(x, y + height - 1, width)

    def _words(self, x: int, y: int, width: int) -> None:
        """The things without a number."""
        at = x
        for face in (thing.face for thing in self.things if thing.face and thing.face.number is None):
            words = shortened(face.name, x + width - at)
            self.canvas.put(at, y, words, ink(self.scene.looks.inks.get(face.kind, "")))
            at += len(words) + 2


class Numbers(Block):
    """Counters that belong to nobody, in a line."""

    def tight(self, width: int) -> tuple[int, ...]:
        return (0,)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        words = [counted(thing.face) for thing in self.things]
        text = "  ·  ".join(words)
        if height:
            self.canvas.centred(
                x, y, width, shortened(text if len(text) <= width else " · ".join(words), width), self.easel.label
            )


def counted(face: Face | None) -> str:
    """A counter in words."""
    if face is None:
        return ""
    return face.name if face.number is None else f"{face.number} {face.name}"


class Buttons(Block):
    """The answers to a prompt, and what confirms the picked cards; the name of the hand below stands at the left."""

    def __init__(self, easel: Easel, zones: Sequence[Zone], title: str) -> None:
        self.easel, self.canvas, self.scene, self.title = easel, easel.canvas, easel.scene, title
        self.things = tuple(thing for zone in zones for thing in easel.scene.table.lying[zone.id])
        self.own = True

    def _words(self) -> list[tuple[str, str]]:
        """Ids and words, the last one at the right."""
        table, made = self.scene.table, self.scene.picking.made(self.scene.picked)
        entered = self.scene.picking.using(table.enter)
        shown = []
        for thing in self.things:
            star = "★ " if thing.id in self.scene.starred else ""
            key = f"{star}Enter" if thing.id in entered else self.scene.key(thing.id)
            shown.append((thing.id, f" {thing.face.name if thing.face else '?'}{f' ({key})' if key else ''} "))
        return [*([(CONFIRM, f" ✔ {made.words} (Enter) ")] if made else []), *shown]

    def _lines(self, width: int) -> list[list[tuple[str, str]]]:
        lines: list[list[tuple[str, str]]] = [[]]
        for name, words in self._words():
            used = sum(len(other) + 1 for _, other in lines[-1])
            if lines[-1] and used + len(words) > width - len(self.title) - 1:
                lines.append([])
            lines[-1].append((name, shortened(words, width)))
        return lines

    def heights(self, width: int) -> tuple[int, ...]:
        return (len(self._lines(width)),)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        self.canvas.put(x, y, self.title, self.easel.label)
        for down, line in enumerate(self._lines(width)):
            at = x + width
            for name, words in reversed(line):
                at -= len(words)
                look = self.scene.look(name)
                ground = {"cursor": "#ff6fae", "marked": "#ffffff"}.get(look, "#ffd75e")
                self.canvas.put(at, y + down, words, f"bold #10161f on {ground}")
                self.canvas.spot(name, at, y + down, len(words), 1)
                at -= 1
