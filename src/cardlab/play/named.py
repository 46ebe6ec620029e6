"""Zones of cards with names and values: rows, hands, piles, boards, and cards laid out to be read."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from cardlab.core.table import Thing
from cardlab.play.blocks import Block
from cardlab.play.canvas import shortened
from cardlab.play.palette import GOLD, QUIET, STRONG, ink
from cardlab.play.tiles import values_of

_NARROWEST = 6
_NARROWEST_FREE = 12
"""Below this width a card cannot be read: one of a fixed number of places, and one that lies beside any number of others."""
_NARROWEST_LARGE, _LOWEST_LARGE = 14, 8
"""Below this a card cannot be laid out to be read."""
_FEWEST_LETTERS = 4
"""So much of a name stays beside a key."""
_MOST_LINES = 4
"""The cards of somebody else's hand take no more lines."""


class CardRow(Block):
    """Cards side by side in places; where there is no room, their names side by side or one below the other."""

    least = 21
    narrowest = 12

    def _inner(self, width: int) -> tuple[int, int, int]:
        """What is left of a width beside the title, how many places there are, and how wide each is."""
        inner = width - len(self.zone.title) - 1 if self.zone.title and not self.zone.room else width
        places = max(self.zone.room, len(self.things), 1)
        names = (len(thing.face.name) for thing in self.things if thing.face)
        return inner, places, min(18, inner // places, 18 if self.zone.room else max(9, *names, 0) + 2)

    def heights(self, width: int) -> tuple[int, ...]:
        inner, _, wide = self._inner(width)
        if not self.things and not self.zone.room:
            return (1,)
        if wide >= self._narrowest:
            return (*self._flows(inner, 3), 4, 5, 6, 7)
        return self._flows(inner, len(self.things))

    @property
    def _narrowest(self) -> int:
        return _NARROWEST if self.zone.room else _NARROWEST_FREE

    def _flows(self, inner: int, most: int) -> tuple[int, ...]:
        """Numbers of lines for names alone, up to where all of them can be read in full."""
        n, found = len(self.things), [1]
        longest = max((len(self._words(thing)) for thing in self.things), default=0)
        for lines in range(2, most + 1 if not self.zone.room else 1):
            if inner // -(-n // found[-1]) > longest:
                break
            if -(-n // lines) < -(-n // found[-1]):
                found.append(lines)
        return tuple(found)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        inner, places, wide = self._inner(width)
        if inner < width:
            self.canvas.put(x, y + height // 2, self.zone.title, self.easel.label)
            x += width - inner
        self.easel.spot(self.zone.id, x, y, inner, height)
        if height < 4 or wide < self._narrowest:
            self._lines(x, y, inner, height)
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

    def _lines(self, x: int, y: int, width: int, height: int) -> None:
        """Names alone, side by side in one line or several."""
        across = max(1, -(-len(self.things) // height))
        each = max(3, width // across)
        for down in range(max(1, -(-len(self.things) // across))):
            self.canvas.put(x, y + down, " " * width, self.easel.field)
        for at, thing in enumerate(self.things):
            self._name(thing, x + at % across * each, y + at // across, each)
        if not self.things:
            self.canvas.put(x, y, self.zone.title if self.zone.room else "–", QUIET)

    def _words(self, thing: Thing) -> str:
        """A name, with its price where one buys."""
        priced = self.zone.priced and thing.face is not None and thing.face.cost
        return f"{thing.face.cost} {thing.face.name}" if priced and thing.face else _short(thing)

    def _name(self, thing: Thing, x: int, y: int, width: int) -> None:
        kind = self.scene.looks.inks.get(thing.face.kind, "") if thing.face else ""
        style = f"bold {ink('gold')}" if self.easel.waits(thing.id) else f"bold {ink(kind)}" if kind else STRONG
        key = f"{self.scene.key(thing.id)} ".lstrip()
        key = key if width - len(key) > _FEWEST_LETTERS else ""
        self.canvas.put(x, y, key, GOLD)
        self.canvas.put(x + len(key), y, shortened(self._words(thing), width - 1 - len(key)), style)
        self.easel.spot(thing.id, x, y, width - 1, 1)


def _short(thing: Thing) -> str:
    face = thing.face
    if face is None:
        return "░░░"
    return f"{face.name} {values}" if (values := values_of(face)) else face.name


class CardFan(Block):
    """A hand of cards with names: cards in columns, or a line for each."""

    least = 40
    narrowest = 20

    def tight(self, width: int) -> tuple[int, ...]:
        """A line for each card, in two or three columns."""
        most = max(len(self.things), 1)
        return tuple(-(-most // columns) for columns in (3, 2) if width >= 20 * columns) if self.own else ()

    def _columns(self, width: int) -> int:
        most = max(self.zone.room, len(self.things), 1)
        fit = max(1, (width + 1) // 15)
        return most if fit >= most else -(-most // -(-most // fit))

    def heights(self, width: int) -> tuple[int, ...]:
        if not self.own:
            return tuple(range(min(_MOST_LINES, len(self._listed(width))) + 1))  # none if there is no room
        most = max(self.zone.room, len(self.things), 1)
        rows = -(-most // self._columns(width))
        tiles = (rows * 5, rows * 6) if self._columns(width) > 1 else ()
        return _rising((max(len(self.things), 1), *tiles))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        if not self.own:
            lines = self._listed(width)
            shown = (*lines[: height - 1], " ".join(lines[height - 1 :])) if height else ()
            for down, line in enumerate(shown):
                self.canvas.put(x, y + down, shortened(line, width), QUIET)
            return
        if height < len(self.things) and height not in self.heights(width):
            across = -(-len(self.things) // height)
            for at, thing in enumerate(self.things):
                self._row(thing, x + at % across * (width // across), y + at // across, width // across - 1)
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

    def _listed(self, width: int) -> list[str]:
        """The cards of somebody else's hand in words, as far as they are seen."""
        hidden = sum(thing.face is None for thing in self.things)
        shown = [_short(thing) for thing in self.things if thing.face]
        words = ", ".join([*shown, *([f"{hidden} hidden"] if hidden else [])])
        return textwrap.wrap(f"{self.zone.title}: {words}" if self.zone.title else words, width) or [""]

    def _row(self, thing: Thing, x: int, y: int, width: int) -> None:
        self.tiles.line(x, y, width, thing, self.scene.look(thing.id, thing), self.scene.key(thing.id))
        self.easel.spot(thing.id, x, y, width, 1)


class Spread(Block):
    """Cards large enough to be read, in one row or several; a line for each where there is no room for that."""

    least = narrowest = 24

    def _shape(self, width: int) -> tuple[int, int]:
        """How many rows, and how many cards are side by side."""
        n = max(1, len(self.things))
        rows = -(-n // max(1, min(n, width // _NARROWEST_LARGE)))
        return rows, -(-n // rows)

    def heights(self, width: int) -> tuple[int, ...]:
        rows, _ = self._shape(width)
        large = tuple(rows * high for high in (8, 11, 14))
        return _rising((len(self.things), *large)) if rows > 1 else large

    def tight(self, width: int) -> tuple[int, ...]:
        return (max(1, len(self.things)),)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        rows, across = self._shape(width)
        high = height // rows
        if high < _LOWEST_LARGE:
            for down, thing in enumerate(self.things[:height]):
                self.tiles.line(x, y + down, width, thing, self.scene.look(thing.id, thing), self.scene.key(thing.id))
                self.easel.spot(thing.id, x, y + down, width, 1)
            return
        wide = min(26, width // across)
        left = x + (width - wide * across) // 2
        for at, thing in enumerate(self.things):
            to, down = left + at % across * wide, y + at // across * high
            self.tiles.large(to, down, wide - 1, high, thing, self.scene.look(thing.id, thing), self.scene.key(thing.id))
            self.easel.spot(thing.id, to, down, wide - 1, high)


class Heap(Block):
    """A pile of cards with names: the newest one and how many there are."""

    least = narrowest = 12

    def heights(self, width: int) -> tuple[int, ...]:
        return (1, 5)

    def tight(self, width: int) -> tuple[int, ...]:
        return (0,)

    def width(self, height: int) -> int:
        return 16

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        if height == 0:
            return
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


def _rising(heights: Sequence[int]) -> tuple[int, ...]:
    """Heights from the worst form to the best, without those that a better one undercuts."""
    return tuple(high for at, high in enumerate(heights) if all(high < later for later in heights[at + 1 :]))
