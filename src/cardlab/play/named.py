"""Zones of cards with names and values: rows, hands, piles, boards, and cards laid out to be read."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.core.table import Thing, place_id
from cardlab.play.blocks import Block
from cardlab.play.palette import GOLD, QUIET, STRONG, ink
from cardlab.play.tiles import shortened

_NARROWEST = 6
"""Below this width a card cannot be read."""


class CardRow(Block):
    """Cards side by side in places; where there is no room, their names side by side or one below the other."""

    least = 21

    def _inner(self, width: int) -> tuple[int, int, int]:
        """What is left of a width beside the title, how many places there are, and how wide each is."""
        inner = width - len(self.zone.title) - 1 if self.zone.title and not self.zone.room else width
        places = max(self.zone.room, len(self.things), 1)
        names = (len(thing.face.name) for thing in self.things if thing.face)
        return inner, places, min(18, inner // places, 18 if self.zone.room else max(9, *names, 0) + 2)

    def heights(self, width: int) -> tuple[int, ...]:
        _, _, wide = self._inner(width)
        if not self.things and not self.zone.room:
            return (1,)
        return (1, 4, 5, 6, 7) if wide >= _NARROWEST else tuple(sorted({1, min(4, len(self.things)) or 1}))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        inner, places, wide = self._inner(width)
        if inner < width:
            self.canvas.put(x, y + height // 2, self.zone.title, self.easel.label)
            x += width - inner
        self.easel.spot(self.zone.id, x, y, inner, height)
        if wide < _NARROWEST and height > 1:
            for down, thing in enumerate(self.things[:height]):
                self._name(thing, x, y + down, inner)
        elif height < 4 or wide < _NARROWEST:
            self._line(x, y, inner)
        else:
            self._cards(x + (inner - wide * places) // 2 if self.zone.room else x, y, wide, height)

    def _cards(self, x: int, y: int, wide: int, height: int) -> None:
        for down in range(height):
            self.canvas.put(x, y + down, " " * (wide * self.zone.room), self.easel.field)
        for at, thing in enumerate(self.things):
            self.card(thing, x + at * wide, y, wide, height)
        lit = self.easel.waits(self.zone.id)
        for place in range(len(self.things), self.zone.room):
            key = self.scene.key(self.zone.id) if lit and place == len(self.things) else ""
            self.tiles.empty(x + place * wide, y, wide, height, key, lit)

    def _line(self, x: int, y: int, width: int) -> None:
        self.canvas.put(x, y, " " * width, self.easel.field)
        each = max(3, width // max(1, len(self.things)))
        for at, thing in enumerate(self.things):
            self._name(thing, x + at * each, y, each)
        if not self.things:
            self.canvas.put(x, y, self.zone.title if self.zone.room else "–", QUIET)

    def _name(self, thing: Thing, x: int, y: int, width: int) -> None:
        style = f"bold {ink('gold')}" if self.easel.waits(thing.id) else STRONG
        self.canvas.put(x, y, shortened(_short(thing), width - 1), style)
        self.easel.spot(thing.id, x, y, width - 1, 1)


def _short(thing: Thing) -> str:
    face = thing.face
    if face is None:
        return "░░░"
    return f"{face.name} {face.left}/{face.right}" if face.left else face.name


class CardFan(Block):
    """A hand of cards with names: cards in columns, or a line for each."""

    least = 40

    def _columns(self, width: int) -> int:
        most = max(self.zone.room, len(self.things), 1)
        fit = max(1, (width + 1) // 15)
        return most if fit >= most else -(-most // -(-most // fit))

    def heights(self, width: int) -> tuple[int, ...]:
        if not self.own:
            return (1,)
        most = max(self.zone.room, len(self.things), 1)
        rows = -(-most // self._columns(width))
        tiles = (rows * 5, rows * 6) if self._columns(width) > 1 else ()
        return _rising((most, *tiles))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        if not self.own:
            hidden = sum(thing.face is None for thing in self.things)
            shown = [_short(thing) for thing in self.things if thing.face]
            words = ", ".join([*shown, *([f"{hidden} hidden"] if hidden else [])])
            self.canvas.put(x, y, shortened(words, width), QUIET)
            return
        columns = self._columns(width)
        rows = -(-max(self.zone.room, len(self.things), 1) // columns)
        high, wide = height // rows, min(24, (width + 1) // columns)
        left = x + max(0, (width - columns * wide) // 2)
        for at, thing in enumerate(self.things):
            if high < 5 or columns == 1:
                self._row(thing, x, y + at, width)
            else:
                self.card(thing, left + at % columns * wide, y + at // columns * min(high, 6), wide - 1, min(high, 6))

    def _row(self, thing: Thing, x: int, y: int, width: int) -> None:
        self.tiles.line(x, y, width, thing, self.scene.look(thing.id, thing), self.scene.key(thing.id))
        self.easel.spot(thing.id, x, y, width, 1)


class Spread(Block):
    """Cards large enough to be read."""

    least = 24

    def heights(self, width: int) -> tuple[int, ...]:
        return (5, 8, 11, 14)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        wide = min(26, width // max(1, len(self.things)))
        left = x + (width - wide * len(self.things)) // 2
        for at, thing in enumerate(self.things):
            look = self.scene.look(thing.id, thing)
            self.tiles.large(left + at * wide, y, wide - 1, height, thing, look, self.scene.key(thing.id))
            self.easel.spot(thing.id, left + at * wide, y, wide - 1, height)


class Heap(Block):
    """A pile of cards with names: the newest one and how many there are."""

    least = 12

    def heights(self, width: int) -> tuple[int, ...]:
        return (1, 5)

    def width(self, height: int) -> int:
        return 16

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        size = self.zone.size if self.zone.size is not None else len(self.things)
        words = f"{self.zone.title} {size}".strip()
        self.easel.spot(self.zone.id, x, y, width, height)
        if height < 5:
            newest = f": {_short(self.things[-1])}" if self.things and self.zone.shape == "pile" else ""
            self.canvas.put(x, y, shortened(words + newest, width), self.easel.label)
            return
        wide, look = min(width, 16), self.scene.look(self.zone.id)
        if self.zone.shape == "pile" and self.things:
            self.card(self.things[-1], x, y, wide, height - 1)
        elif size:
            self.tiles.back(x, y, wide, height - 1, look, str(size))
        else:
            self.tiles.empty(x, y, wide, height - 1, "", look != "plain")
        self.canvas.centred(x, y + height - 1, wide, words, self.easel.label)


class Grid(Block):
    """A board of places in rows and columns."""

    least = 30

    def heights(self, width: int) -> tuple[int, ...]:
        rows = -(-self.zone.room // self.zone.columns)
        return tuple(rows * high for high in (1, 2, 3, 4, 5))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        columns = self.zone.columns
        rows = -(-self.zone.room // columns)
        wide, high = max(3, width // columns), max(1, height // rows)
        left = x + max(0, (width - wide * columns) // 2)
        for place in range(self.zone.room):
            self._place(place, left + place % columns * wide, y + place // columns * high, wide, high)
        for thing in self.things:
            at = (left + thing.place % columns * wide, y + thing.place // columns * high, wide, high)
            self._unit(thing, *at)

    def _place(self, place: int, x: int, y: int, wide: int, high: int) -> None:
        name = place_id(self.zone.id, place)
        lit = self.easel.waits(name)
        if high > 2:
            self.tiles.empty(x, y, wide, high, self.scene.key(name), lit)
        else:
            self.canvas.put(x, y, f"{self.scene.key(name) or '·':^{wide - 1}}", "#ff9f5e" if lit else self.tiles.vacant)
        self.easel.spot(name, x, y, wide, high)

    def _unit(self, thing: Thing, x: int, y: int, wide: int, high: int) -> None:
        if high > 2:
            self.card(thing, x, y, wide, high)
            return
        style = GOLD if self.easel.waits(thing.id) else STRONG
        face = thing.face
        rows = [_short(thing)] if high == 1 or face is None else [face.name, f"{face.left} {face.right}"]
        for down, words in enumerate(rows):
            self.canvas.put(x, y + down, shortened(words, wide - 1), style)
        self.easel.spot(thing.id, x, y, wide, high)


def _rising(heights: Sequence[int]) -> tuple[int, ...]:
    """Heights from the worst form to the best, without those that a better one undercuts."""
    return tuple(high for at, high in enumerate(heights) if all(high < later for later in heights[at + 1 :]))
