"""Drawing games with characters: a canvas of coloured cells with spots to touch, and how a game puts itself on it.

Nothing here knows a terminal library. A `Drawing` reads a `Scene`, paints a `Canvas`, and says what touching a spot means.
The base class draws any game as a readable table; a game with its own looks returns a subclass from ``Game.screen()``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action

if TYPE_CHECKING:
    from cardlab.core.events import Event
    from cardlab.core.game import Game

QUIET = "#8a94a6"
STRONG = "bold #e8ecf4"
PLAYERS = ("#7cc4ff", "#ffb86b", "#b4e07a", "#e59bff", "#ff8f8f", "#7fe3d0", "#f4e27a", "#b0b7ff")
"""A colour for each seat."""


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


class Canvas:
    """Cells of one character each, with styles written as in rich (``bold #ffffff on #003322``)."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = max(width, 1), max(height, 1)
        self._cells = [[(" ", style)] * self.width for _ in range(self.height)]
        self._spots: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what lies outside is cut off. A style without a background keeps the one that is there."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for at, char in enumerate(text, x):
            if 0 <= at < self.width:
                row[at] = (char, _over(style, row[at][1]))

    def centred(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write a text in the middle of a width."""
        self.put(x + max(0, (width - len(text)) // 2), y, text[:width], style)

    def spot(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Make a rectangle touchable; later ones lie above earlier ones."""
        self._spots.append(Spot(name, x, y, width, height))

    def at(self, x: int, y: int) -> str | None:
        """The name of the topmost spot at a cell."""
        return next((spot.name for spot in reversed(self._spots) if spot.holds(x, y)), None)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All spots, bottom first."""
        return tuple(self._spots)

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


@dataclass(frozen=True)
class Scene:
    """What is to be drawn, for whom, and what the person at the screen is about to do.

    Through the eyes of a seat, `view` is what that seat sees; with `seat` None it is the whole position.
    """

    game: Game
    view: Mapping[str, Any]
    seat: int | None
    names: tuple[str, ...]
    player: int | None
    legal: tuple[Action, ...] = ()
    picked: tuple[str, ...] = ()
    cursor: str | None = None
    marked: Action | None = None
    advice: Action | None = None
    status: str = ""
    thinking: bool = False

    @property
    def bottom(self) -> int:
        """The seat that is drawn nearest."""
        return self.seat or 0


@dataclass(frozen=True)
class Touch:
    """What touching a spot led to: other spots picked, or an action that is complete."""

    picked: tuple[str, ...] = ()
    action: Action | None = None


@dataclass(frozen=True)
class Step:
    """One decision of a finished game: who made it, and what happened."""

    player: int
    action: Action
    events: tuple[Event, ...] = field(default=())


class Drawing:
    """How a game looks and is touched. This one draws the view of any game as a table and offers no spots."""

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the scene."""
        per_seat = {k: v for k, v in scene.view.items() if isinstance(v, list) and len(v) == len(scene.names)}
        single = {k: v for k, v in scene.view.items() if k not in per_seat}
        keys = max((len(key) for key in scene.view), default=0) + 3
        y = self._seats(canvas, scene, per_seat, keys) + 1
        for key, value in single.items():
            canvas.put(2, y, key.replace("_", " "), QUIET)
            for line in _wrapped(value, canvas.width - keys - 2):
                canvas.put(keys, y, line, STRONG)
                y += 1
        canvas.put(2, min(y + 1, canvas.height - 1), scene.status[: canvas.width - 4], "italic " + QUIET)

    def _seats(self, canvas: Canvas, scene: Scene, rows: Mapping[str, list[Any]], keys: int) -> int:
        """Values that there are for each seat, as columns."""
        wide = max(6, (canvas.width - keys - 2) // max(1, len(scene.names)))
        for seat, name in enumerate(scene.names):
            mark = "▶ " if seat == scene.player else "  "
            canvas.put(keys + seat * wide - 2, 1, (mark + name)[: wide - 1], f"bold {PLAYERS[seat % len(PLAYERS)]}")
        for y, (key, values) in enumerate(rows.items(), 3):
            canvas.put(2, y, key.replace("_", " "), QUIET)
            for seat, value in enumerate(values):
                canvas.put(keys + seat * wide, y, _plain(value)[: wide - 2], STRONG)
        return 3 + len(rows)

    def spots(self, scene: Scene) -> tuple[str, ...]:
        """The spots that may be touched now, in reading order."""
        return ()

    def touch(self, scene: Scene, spot: str) -> Touch:
        """What touching a spot leads to."""
        return Touch(scene.picked)

    def confirm(self, scene: Scene) -> Action | None:
        """The action that the picked spots make up, if they do."""
        return None

    def agrees(self, scene: Scene, action: Action) -> bool:
        """Whether an action is still possible with what is picked."""
        return True

    def digits(self, scene: Scene) -> tuple[str, ...]:
        """The spots that number keys stand for. None: they stand for actions."""
        return ()

    def prompt(self, scene: Scene) -> str:
        """What the person at the screen is asked."""
        return "Choose an action"

    def label(self, scene: Scene, action: Action) -> str:
        """An action in words, for the list."""
        return scene.game.action_text(action)

    def turning_points(self, steps: Sequence[Step]) -> list[tuple[int, Event]]:
        """What decided a game: numbers of steps, with what happened at them."""
        return []


def _over(style: str, below: str) -> str:
    if " on " in f" {style}" or " on " not in f" {below}":
        return style
    ground = f" {below}".partition(" on ")[2]
    return f"{style} on {ground}".strip()


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_plain(item) for item in value) or "–"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    return str(value) if value != "" else "–"


def _wrapped(value: Any, width: int) -> list[str]:
    lines = [""]
    for word in _plain(value).split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
