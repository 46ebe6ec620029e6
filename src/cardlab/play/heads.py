"""Lines of the table that are no zones of cards: a player's name and counters, what happened last, and lines with names."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.core.looks import CounterLook
from cardlab.core.table import Face, Zone
from cardlab.play.blocks import Block, Easel, counted
from cardlab.play.palette import GOLD, PLAYERS, QUIET, ink
from cardlab.play.tiles import shortened

_USUAL = CounterLook()
_TICK = "#ffd75e"


class Nameplate(Block):
    """A player's name with counters: in one line, or in two if there is a bar to show."""

    def __init__(self, easel: Easel, owner: int, zone: Zone | None) -> None:
        self.easel, self.canvas, self.scene, self.zone_id = easel, easel.canvas, easel.scene, zone.id if zone else ""
        self.owner, self.own = owner, owner == easel.scene.bottom
        self.things = easel.scene.table.lying[zone.id] if zone else ()
        self.faces = [(thing.face, self._look_of(thing.face)) for thing in self.things if thing.face]
        self.bars = [row for row in self.faces if row[1].shape == "bar"]

    def _look_of(self, face: Face) -> CounterLook:
        return self.scene.looks.counters.get(face.name, _USUAL)

    def heights(self, width: int) -> tuple[int, ...]:
        return (1, 2) if self.bars and width >= 55 else (1,)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        look = self.scene.look(self.zone_id) if self.zone_id else "plain"
        if look != "plain":
            colour = {"cursor": "#3d2436", "marked": "#37331f", "lit": "#22372f"}.get(look, "#43301f")
            for down in range(height):
                self.canvas.put(x, y + down, " " * width, f"on {colour}")
        if self.zone_id:
            self.easel.spot(self.zone_id, x, y, width, height)
            self.canvas.put(x + width - 1, y, self.scene.key(self.zone_id), GOLD)
        if height == 2:
            self._two_lines(x, y, width)
        else:
            self._one_line(x, y, width)

    def _name(self, x: int, y: int, width: int) -> int:
        """The name, and who thinks; returns how much room it took."""
        turn = self.owner == self.scene.player
        note = " thinking…" if turn and self.scene.thinking else ""
        if len(note) + 8 > width:
            note = ""
        name = ("▶ " if turn else "") + self.scene.names[self.owner]
        name = name[: max(4, width - len(note))]
        self.canvas.put(x, y, name, f"bold {PLAYERS[self.owner % len(PLAYERS)]}")
        self.canvas.put(x + len(name), y, note, GOLD)
        return len(name) + len(note)

    def _one_line(self, x: int, y: int, width: int) -> None:
        words = [word for row in self.faces for word in self._compact(*row)]
        if self.bars:  # facts stand at the right
            while words and sum(len(word) + 1 for word, _ in words) > width - 8:
                ticks = next((row for row in words if row[1] == _TICK), words[-1])
                words.remove(ticks)
            at = x + width - sum(len(word) + 1 for word, _ in words) - 1
            self._name(x, y, at - x - 1)
        else:
            at = x + self._name(x, y, width) + 2
        for word, style in words:
            shown = word if at + len(word) <= x + width else word.partition(" ")[0]
            if at + len(shown) <= x + width:
                self.canvas.put(at, y, shown, style)
            at += len(shown) + 1 + (not self.bars)

    def _compact(self, face: Face, look: CounterLook) -> list[tuple[str, str]]:
        if look.shape == "number" or face.number is None:
            words = face.name if face.number is None else f"{face.number} {face.name}"
            return [(words, f"bold {ink(look.colour)}" if look.colour != "quiet" else self.easel.label)]
        most = f"/{face.most}" if look.shape == "gems" and face.most is not None else ""
        ticks = [("◆" * len(face.ticks), _TICK)] if face.ticks else []
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
        canvas.put(max(left, at - 5), y + 1, shortened(" · ".join(rest), x + width - max(left, at - 5)), QUIET)

    def _bar(self, x: int, y: int, width: int, face: Face) -> None:
        """A number out of `most`, with a mark at each tick, hollow once it is lost."""
        assert face.number is not None
        most = face.most or 1
        full = max(0, min(width, -(-face.number * width // most)))
        self.canvas.put(x, y, " " * full, "on #b8324a")
        self.canvas.put(x + full, y, " " * (width - full), "on #38222c")
        for tick, symbol, style in (*((at, "◆", _TICK) for at in face.ticks), *((at, "◇", "#b08590") for at in face.lost)):
            self.canvas.put(x + tick * width // most - 1, y, symbol, style)


class Status(Block):
    """What happened last."""

    def __init__(self, easel: Easel) -> None:
        self.easel, self.canvas, self.scene = easel, easel.canvas, easel.scene

    def paint(self, x: int, y: int, width: int, height: int) -> None:
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
