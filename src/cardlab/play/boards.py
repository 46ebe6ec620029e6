"""Boards: places in rows and columns with units on them."""

from __future__ import annotations

from cardlab.core.table import Face, Thing, Zone, place_id
from cardlab.play.blocks import Block, Easel
from cardlab.play.canvas import shortened
from cardlab.play.palette import ATTACK, DEFENSE, GOLD, ink
from cardlab.play.tiles import values_of

_NARROWEST_PLACE = 5
"""Below this width a unit's values cannot be read."""
_NARROWEST_FRAME = 7
"""Below this width the letters of a name say more than what is left of it in a frame."""
_FRAMED = 3
"""From this height on a place has a frame."""


class Grid(Block):
    """A board of places in rows and columns."""

    least = 30

    def __init__(self, easel: Easel, zone: Zone) -> None:
        super().__init__(easel, zone)
        self.narrowest = _NARROWEST_PLACE * zone.columns

    def heights(self, width: int) -> tuple[int, ...]:
        rows = -(-self.zone.room // self.zone.columns)
        framed = (3, 4, 5) if width // self.zone.columns >= _NARROWEST_FRAME else ()
        return tuple(rows * high for high in (2, *framed))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        columns = self.zone.columns
        rows = -(-self.zone.room // columns)
        wide, high = max(3, min(14, width // columns)), max(1, height // rows)
        left = x + max(0, (width - wide * columns) // 2)
        for place in range(self.zone.room):
            self._place(place, left + place % columns * wide, y + place // columns * high, wide, high)
        for thing in self.things:
            at = (left + thing.place % columns * wide, y + thing.place // columns * high, wide, high)
            self._unit(thing, *at)

    def _place(self, place: int, x: int, y: int, wide: int, high: int) -> None:
        name = place_id(self.zone.id, place)
        look = self.scene.look(name)
        key = self.scene.key(name)
        if high >= _FRAMED:
            self.tiles.empty(x, y, wide, high, key, look != "plain", look)
            label = self.zone.places[place] if place < len(self.zone.places) else ""
            self.canvas.put(x + 1, y, shortened(label, wide - 2), self.tiles.vacant)
        else:
            style = self.tiles.waiting(look) if look != "plain" else self.tiles.vacant
            label = self.zone.places[place] if place < len(self.zone.places) else ""
            self.canvas.put(x, y, f"{key or (label if len(label) < wide else '') or '·':^{wide - 1}}", style)
        self.easel.spot(name, x, y, wide, high)

    def _unit(self, thing: Thing, x: int, y: int, wide: int, high: int) -> None:
        face, look, key = thing.face, self.scene.look(thing.id, thing), self.scene.key(thing.id)
        if face is not None and face.sign and not values_of(face):
            self._object(face, look, key, x, y, wide, high)
        elif high >= _FRAMED:
            self.card(thing, x, y, wide, high)
            if high == _FRAMED and face is not None:  # values have no line of their own: they stand in the frame
                self.canvas.put(x + 1, y + 2, face.left, ATTACK)
                self.canvas.put(x + wide - 1 - len(face.right), y + 2, face.right, DEFENSE)
        else:
            self._small(face, look, key, x, y, wide, high)
        self.easel.spot(thing.id, x, y, wide, high)

    def _object(self, face: Face, look: str, key: str, x: int, y: int, wide: int, high: int) -> None:
        """Something that lies on a place and is no unit: its sign and its name."""
        colour = f"bold {ink(self.scene.looks.inks.get(face.kind, ''))}"
        words = f"{face.sign}{face.name}" if high >= _FRAMED else key or face.sign
        if look != "plain":
            colour = self.tiles.waiting(look)
        self.canvas.centred(x + 1, y + min(1, high - 1), wide - 2, words, colour)
        if key and high >= _FRAMED:
            self.canvas.centred(x + 1, y + max(2, high // 2), wide - 2, key, GOLD)

    def _small(self, face: Face | None, look: str, key: str, x: int, y: int, wide: int, high: int) -> None:
        """A unit without a frame: whose it is or its key, a few letters of its name, and its values below."""
        frame, paper = self.tiles.papers[look]
        badge = self.scene.looks.badges.get(face.kind, " ") if face else " "
        colour = ink(self.scene.looks.inks.get(face.kind, "")) if face else ink("")
        name = "░░░" if face is None else initials(face.name, wide - 1)
        for down in range(high):
            self.canvas.put(x, y + down, " " * wide, f"on {paper}")
        self.canvas.put(x, y, key[-1:] or badge, GOLD if key else frame)
        self.canvas.put(x + 1, y, name, f"bold {colour}")
        if face is not None:
            self.canvas.centred(x, y + high - 1, wide, values_of(face), f"bold {colour}")


def initials(name: str, width: int) -> str:
    """A name in so few letters: all of it, or the beginning of each of its words."""
    if len(name) <= width:
        return name
    words = name.split()[:width]
    each = max(1, width // len(words))
    return "".join(word[:each].capitalize() for word in words)[:width]
