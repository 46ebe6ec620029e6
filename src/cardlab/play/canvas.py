"""A canvas of coloured cells, with spots to touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Spot:
    """A named rectangle that can be touched."""

    name: str
    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def shortened(text: str, width: int) -> str:
    """A text that fits, with a mark where it was cut."""
    return text if len(text) <= width else f"{text[: max(0, width - 1)].rstrip()}…" if width > 0 else ""


class Canvas:
    """Cells of one character each, with styles written as in rich (``bold #ffffff on #003322``)."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = max(width, 1), max(height, 1)
        self._cells = [[(" ", style)] * self.width for _ in range(self.height)]
        self._spots: list[Spot] = []
        self._things: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what lies outside is cut off. A style without a background keeps the one that is there."""
        if not 0 <= y < self.height or x >= self.width:
            return
        row, start = self._cells[y], max(x, 0)
        shown = text[start - x : self.width - x]
        if " on " in f" {style}":
            row[start : start + len(shown)] = [(char, style) for char in shown]
        else:
            for at, char in enumerate(shown, start):
                row[at] = (char, _over(style, row[at][1]))

    def centred(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write a text in the middle of a width, with a mark where it is cut."""
        self.put(x + max(0, (width - len(text)) // 2), y, shortened(text, width), style)

    def stress(self, spot: Spot, how: str) -> None:
        """Give the cells of a rectangle an attribute such as ``reverse``, where nothing else lies on it."""
        later = self._things[self._things.index(spot) + 1 :] if spot in self._things else []
        others = [thing for thing in later if thing.name != spot.name]
        for y in range(max(0, spot.y), min(self.height, spot.y + spot.height)):
            row = self._cells[y]
            for x in range(max(0, spot.x), min(self.width, spot.x + spot.width)):
                if not any(other.holds(x, y) for other in others):
                    row[x] = (row[x][0], f"{how} {row[x][1]}".strip())

    def spot(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Make a rectangle touchable; later ones lie above earlier ones."""
        self._spots.append(Spot(name, x, y, width, height))

    def name(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Say what lies in a rectangle, whether it may be touched or not."""
        self._things.append(Spot(name, x, y, width, height))

    def at(self, x: int, y: int) -> str | None:
        """The name of the topmost spot at a cell."""
        return next((spot.name for spot in reversed(self._spots) if spot.holds(x, y)), None)

    def under(self, x: int, y: int) -> str | None:
        """The name of what lies at a cell."""
        return next((thing.name for thing in reversed(self._things) if thing.holds(x, y)), None)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All spots, bottom first."""
        return tuple(self._spots)

    @property
    def things(self) -> tuple[Spot, ...]:
        """What lies where, bottom first."""
        return tuple(self._things)

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """One row as pieces of equal style."""
        text, style = "", ""
        for char, its in self._cells[y]:
            if its != style and text:
                yield text, style
                text = ""
            text, style = text + char, its
        yield text, style

    def plain(self) -> str:
        """The characters alone."""
        return "\n".join("".join(char for char, _ in row).rstrip() for row in self._cells)


@cache
def _over(style: str, below: str) -> str:
    """A style without a background on the one that is there."""
    ground = f" {below}".partition(" on ")[2]
    return f"{style} on {ground}".strip() if ground else style
