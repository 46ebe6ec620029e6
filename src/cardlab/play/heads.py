"""Lines of the table that are no zones of cards: a player's name and counters, what happened last, and lines with names."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.core.looks import CounterLook
from cardlab.core.table import Face, Zone
from cardlab.play.blocks import Block, Easel, counted
from cardlab.play.canvas import shortened
from cardlab.play.palette import GOLD, PLAYERS, QUIET, ink

_USUAL = CounterLook()
_TICK = "#ffd75e"
TICK, LOST_TICK = "■", "□"
"""What stands at a tick of a bar, and once the bar is shorter. Gems have other signs, as there may be no colours."""
_TWO_LINES = 55
"""From this width on a bar has room beside the name, and everything else a line below."""
_NAME = 8
"""So much room is left for a name beside what its bar and counters say."""


class Nameplate(Block):
    """A player's name with counters: in one line, or in two if there is a bar to show or more than a line to say."""

    def __init__(self, easel: Easel, owner: int, zone: Zone | None) -> None:
        self.easel, self.canvas, self.scene, self.zone_id = easel, easel.canvas, easel.scene, zone.id if zone else ""
        self.owner, self.own = owner, owner == easel.scene.bottom
        self.things = easel.scene.table.lying[zone.id] if zone else ()
        self.faces = [(thing.face, self._look_of(thing.face)) for thing in self.things if thing.face]
        self.bars = [row for row in self.faces if row[1].shape == "bar"]

    def _look_of(self, face: Face) -> CounterLook:
        return self.scene.looks.counters.get(face.name, _USUAL)

    def heights(self, width: int) -> tuple[int, ...]:
        if self.bars:
            return (1, 2) if width >= _TWO_LINES or _long(self._words(False)) > width - _NAME else (1,)
        name = len(self.scene.names[self.owner]) + (2 if self.owner == self.scene.player else 0)
        return (1, 2) if name + 1 + _long(self._words(False)) > width else (1,)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        look = self.scene.look(self.zone_id) if self.zone_id else "plain"
        if look != "plain":
            colour = {"cursor": "#3d2436", "marked": "#37331f", "lit": "#22372f"}.get(look, "#43301f")
            for down in range(height):
                self.canvas.put(x, y + down, " " * width, f"on {colour}")
        if self.zone_id:
            self.easel.spot(self.zone_id, x, y, width, height)
            self.canvas.put(x + width - 1, y, self.scene.key(self.zone_id), GOLD)
        if height == 2 and self.bars and width >= _TWO_LINES:
            self._two_lines(x, y, width)
        else:
            self._one_line(x, y, width, height)

    def _name(self, x: int, y: int, width: int) -> int:
        """The name, and who thinks; returns how much room it took."""
        turn = self.owner == self.scene.player
        note = " thinking…" if turn and self.scene.thinking else ""
        if len(note) + 8 > width:
            note = ""
        name = _numbered(("▶ " if turn else "") + self.scene.names[self.owner], max(4, width - len(note)))
        self.canvas.put(x, y, name, f"bold {PLAYERS[self.owner % len(PLAYERS)]}")
        self.canvas.put(x + len(name), y, note, GOLD)
        return len(name) + len(note)

    def _words(self, short: bool) -> list[tuple[str, str]]:
        """What the counters say; in short, those with a symbol do without their words."""
        return [word for row in self.faces for word in self._compact(*row, short)]

    def _one_line(self, x: int, y: int, width: int, height: int) -> None:
        words = self._words(False)
        if self.bars:  # facts stand at the right
            more: list[tuple[str, str]] = []
            while words and _long(words) > width - _NAME:
                ticks = next((row for row in words if row[1] == _TICK), words[-1])
                words.remove(ticks)
                more.insert(0, ticks)
            at = x + width - _long(words) - 1
            self._name(x, y, at - x - 1)
            self._put(at, y, x + width, words, 1)
            if height > 1:
                self._put(max(x + 2, x + width - _long(more) - 1), y + 1, x + width, more, 1)
            return
        first = len(words[0][0]) + 2 if words and self.faces[0][1].shape == "gems" else 0  # a long name leaves room for these
        at = x + self._name(x, y, width - first if width - first >= 6 else width) + 2
        if height < 2 and at + _long(words) > x + width:
            words = self._words(True)
        rest = self._put(at, y, x + width, words, 2)
        if height > 1:
            self._put(x + 2, y + 1, x + width, rest, 2)

    def _put(self, x: int, y: int, end: int, words: list[tuple[str, str]], air: int) -> list[tuple[str, str]]:
        """Write words as long as there is room for the next one; returns the others."""
        for number, (word, style) in enumerate(words):
            if x + len(word) > end:
                return words[number:]
            self.canvas.put(x, y, word, style)
            x += len(word) + air
        return []

    def _compact(self, face: Face, look: CounterLook, short: bool) -> list[tuple[str, str]]:
        if look.shape == "number" or face.number is None:
            words = counted(face) if face.number is None or not (short and look.symbol) else f"{look.symbol}{face.number}"
            return [(words, f"bold {ink(look.colour)}" if look.colour != "quiet" else self.easel.label)]
        most = f"/{face.most}" if look.shape == "gems" and face.most is not None else ""
        ticks = [(TICK * len(face.ticks), _TICK)] if face.ticks else []
        return [(f"{look.symbol}{face.number}{most}", f"bold {ink(look.colour)}"), *ticks]

    def _two_lines(self, x: int, y: int, width: int) -> None:
        (face, look), canvas = self.bars[0], self.canvas
        wide = min(60, (width - 30) // 30 * 30) or 20
        at = x + width - wide - 2
        self._name(x, y, width - wide - 10)
        canvas.put(at - 5, y, f"{look.symbol}{face.number:>3}", f"bold {ink(look.colour)}")
        self._bar(at, y, wide, face)
        left, rest = x + 2, []
        for other, its in self.faces:
            if its.shape == "gems" and other.number is not None:
                most = other.most or other.number
                canvas.put(left, y + 1, its.symbol * other.number, f"bold {ink(its.colour)}")
                canvas.put(left + other.number, y + 1, "◇" * (most - other.number), "#3f5b80")
                canvas.put(left + most + 1, y + 1, f"{other.number}/{most}", ink(its.colour))
                left += most + 7
            elif its.shape == "number":
                rest.append(counted(other))
        words = " · ".join(rest)
        start = max(left, min(at - 5, x + width - len(words)))
        canvas.put(start, y + 1, shortened(words, x + width - start), QUIET)

    def _bar(self, x: int, y: int, width: int, face: Face) -> None:
        """A number out of `most`, with a mark at each tick, hollow once it is lost."""
        assert face.number is not None
        most = face.most or 1
        full = max(0, min(width, -(-face.number * width // most)))
        self.canvas.put(x, y, " " * full, "on #b8324a")
        self.canvas.put(x + full, y, " " * (width - full), "on #38222c")
        kept, lost = ((at, TICK, _TICK) for at in face.ticks), ((at, LOST_TICK, "#b08590") for at in face.lost)
        for tick, symbol, style in (*kept, *lost):
            self.canvas.put(x + tick * width // most - 1, y, symbol, style)


def _long(words: Sequence[tuple[str, str]]) -> int:
    """How long words are in a line."""
    return sum(len(word) + 1 for word, _ in words)


def _numbered(name: str, width: int) -> str:
    """A name cut to a width, but not its number: others may be called alike."""
    head, mark, number = name.rpartition(" #")
    if len(name) <= width or not number.isdigit() or len(number) > width - 5:
        return name[:width]
    return f"{shortened(head, width - len(mark) - len(number))}{mark}{number}"


class Status(Block):
    """What happened last."""

    def __init__(self, easel: Easel) -> None:
        self.easel, self.canvas, self.scene = easel, easel.canvas, easel.scene

    def tight(self, width: int) -> tuple[int, ...]:
        return (0,)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        if height:
            self.canvas.centred(x, y, width, shortened(self.scene.status, width), "italic #f3eee0")


class Rule(Block):
    """A line with the names of the zones below it, and the counters of all in its middle."""

    def __init__(self, easel: Easel, below: Sequence[Zone], shared: Sequence[Zone]) -> None:
        self.easel, self.canvas, self.below = easel, easel.canvas, below
        self.words = "  ·  ".join(counted(thing.face) for zone in shared for thing in easel.scene.table.lying[zone.id])

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        titles = [zone.title for zone in self.below] or [""]
        each = (width - len(titles) + 1) // len(titles)
        for at, title in enumerate(titles):
            self.canvas.put(x + at * (each + 1), y, f"{f' {title} ' if title else '':─^{each}}", "#4c5d77")
        if self.words:
            self.canvas.centred(x, y, width, f" {self.words} ", QUIET)
