"""What the screens with a table have in common: they say if the terminal is too small for it, and explain things on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from cardlab.core.table import Thing
from cardlab.play.app import SIDE, WIDE, WIDE_SIDE
from cardlab.play.dialogs import Paper, cut_text, help_text, lesson_text, rules_text
from cardlab.play.keys import Keys
from cardlab.play.painter import fits, least_sizes
from cardlab.play.scene import Scene

_BARS = 2
"""The lines above and below the table."""
_FEWEST_LINES = 14
"""Less than this is too little for what stands beside the board."""
_LESSON_SHARE = 3
"""An explanation takes no more than a part of the height."""


class TableScreen(Screen[None]):
    """A screen with a board, and something beside it."""

    FEWEST_COLUMNS: ClassVar[int] = 80
    """The keys that the footer names need so much."""

    def compose_small(self) -> ComposeResult:
        """What is shown instead of the table in a small terminal."""
        yield Static(id="small")

    def scene(self) -> Scene:
        """What is to be seen now."""
        raise NotImplementedError

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Look anew whether there is room."""
        if self.is_mounted and self.query("#small"):
            self.call_after_refresh(self.show)

    def check_room(self, scene: Scene) -> bool:
        """Whether the terminal has room for the table; if not, say how much is needed."""
        wide, high = self.size.width, self.size.height
        small = wide < self.FEWEST_COLUMNS or high < _FEWEST_LINES or not fits(scene, _board_width(wide), high - _BARS)
        if small:
            self.query_one("#small", Static).update(self._too_small(scene, wide, high))
        self.set_class(small, "small")
        return not small

    def _too_small(self, scene: Scene, wide: int, high: int) -> str:
        least = (_board_width(max(wide, self.FEWEST_COLUMNS)), max(high, _FEWEST_LINES) - _BARS)
        sizes = [(_terminal_width(board), lines + _BARS) for board, lines in least_sizes(scene, *least)]
        best = [one for one in dict.fromkeys(sizes) if not any(_smaller(other, one) for other in sizes)]
        needed = " or ".join(f"{columns} × {lines}" for columns, lines in best)
        return f"The terminal is too small.\nThis table needs {needed};\nhere are {wide} × {high}.\n\nq: quit"

    def show_lesson(self, scene: Scene) -> None:
        """Explain what is pointed at; what is too long for that place is told by the help."""
        lesson = self.query_one("#lesson", Static)
        lesson.display = scene.told is not None
        if scene.told is not None:
            width = _side_width(self.size.width) - 3
            lesson.update(cut_text(lesson_text(scene), width, max(4, self.size.height // _LESSON_SHARE), " (?: all of it)"))

    def show_help(self, title: str, keys: Keys, scene: Scene) -> None:
        """What is pointed at, the keys, the rules, and what marks mean."""
        body = help_text(keys, rules_text(scene.table.lessons, scene.looks), lesson_text(scene))
        self.app.push_screen(Paper(f"{title}: rules and keys", body))


def _smaller(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a size is smaller than another in some direction, and larger in none."""
    return one != other and one[0] <= other[0] and one[1] <= other[1]


def _side_width(terminal: int) -> int:
    return WIDE_SIDE if terminal >= WIDE else SIDE


def _board_width(terminal: int) -> int:
    return terminal - _side_width(terminal)


def _terminal_width(board: int) -> int:
    """The terminal in which a board gets that width."""
    return next(wide for wide in range(board, board + WIDE_SIDE + 1) if _board_width(wide) >= board)


def next_told(things: Iterable[Thing], at: str | None) -> str | None:
    """The next thing that there is something to say about, from the first again after the last."""
    told = [thing.id for thing in things if thing.why_not or thing.does]
    return told[(told.index(at) + 1 if at in told else 0) % len(told)] if told else None
