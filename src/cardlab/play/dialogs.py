"""Papers laid over the table: help, summary and the end of a game."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar

from rich.console import Console
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from cardlab.core.looks import Looks
from cardlab.core.table import Lessons
from cardlab.play.palette import ink
from cardlab.play.scene import Scene

Choice = tuple[str, str, str]
"""Key, answer, and label of a button."""
_CONSOLE, _ROW = Console(), 68
"""What measures words, and how long a line of a help is."""
_AROUND = 9
"""So many lines stand around the text of a paper."""
CLOSE: Choice = ("escape", "close", "Close (Esc)")


class Paper(ModalScreen[str]):
    """A title, some lines and buttons. Its answer is that of the button or key."""

    DEFAULT_CSS = """
    Paper { align: center middle; background: #000000 55%; }
    Paper > Vertical { width: 78; max-width: 94%; height: auto; max-height: 94%; padding: 0 2; }
    Paper > Vertical { background: #1a2230; border: round #ffd75e; }
    Paper #title { text-style: bold; color: #ffd75e; text-align: center; width: 100%; padding: 1 0 0 0; }
    Paper VerticalScroll { height: auto; max-height: 24; margin: 1 0 0 0; scrollbar-size-vertical: 1; }
    Paper #body { height: auto; }
    Paper #more { color: #9aa6b8; text-align: center; width: 100%; display: none; }
    Paper Horizontal { height: 3; align: center middle; }
    Paper Button { margin: 0 1; min-width: 10; }
    Paper.tight > Vertical { width: 100%; max-width: 100%; padding: 0 1; }
    Paper.tight Button { margin: 0; min-width: 6; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "tight"), (80, "usual")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str, body: Text, choices: Sequence[Choice] = (CLOSE,)) -> None:
        super().__init__()
        self._title, self._body, self._choices = title, body, choices
        self.words = body.plain
        for key, answer, _ in choices:
            self._bindings.bind(key, f"answer('{answer}')", show=False)

    def compose(self) -> ComposeResult:
        """Title above, text in the middle, buttons below."""
        with Vertical():
            yield Static(self._title, id="title", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(self._body, id="body")
            yield Static("↑ ↓  PgUp PgDn: more", id="more")
            with Horizontal():
                for _, answer, label in self._choices:
                    yield Button(label, id=answer)

    def on_resize(self) -> None:
        """Leave room for the title and the buttons."""
        room = max(3, self.size.height * 94 // 100 - _AROUND)
        self.query_one(VerticalScroll).styles.max_height = room
        self.call_after_refresh(self._tell_more)

    def _tell_more(self) -> None:
        """Say how to go on in a text that is longer than the paper."""
        self.query_one("#more", Static).display = self.query_one(VerticalScroll).max_scroll_y > 0

    def action_scroll(self, lines: int) -> None:
        """Move in a text that is longer than the paper."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button is an answer."""
        self.dismiss(event.button.id or "close")

    def action_answer(self, answer: str) -> None:
        """A key is an answer too."""
        self.dismiss(answer)


class CalmPaper(Paper):
    """A paper on which no button waits for Enter: the key that brought it cannot also answer it."""

    AUTO_FOCUS = ""


KEEP: Choice = ("y", "keep", "Yes, keep them (y)")
CONSENT: tuple[Choice, ...] = (KEEP, ("x", "never", "No (x)"), ("escape", "later", "Later (Esc)"))


def consent_text(path: Path) -> Text:
    """What is kept of games, and what for."""
    text = Text("cardlab can keep the results of your games, so that you get a rating beside the agents.\n\n", "#e8ecf4")
    text.append("Kept are the game, its seed, who played, the scores, and how often you took back or asked for hints, in\n")
    text.append(f"{path}\n", "#8fc9ff")
    text.append("on this computer. `cardlab ratings` shows your rating; with --off nothing more is kept, --delete forgets all.")
    return text


_KEY_COLUMN = 15


def help_text(rows: Sequence[tuple[str, str]], more: Text | None = None, first: Text | None = None) -> Text:
    """What is pointed at if there is something, what else there is to know, and keys and what they do."""
    text = Text()
    if first is not None and first.plain.strip():
        text.append_text(first)
        text.append("\n")
    if more is not None:
        text.append_text(more)
    text.append("\nKeys\n", "bold #e8ecf4")
    for keys, meaning in rows:
        lines = textwrap.wrap(meaning, _ROW - _KEY_COLUMN - 2)
        for at, (key, line) in enumerate(zip_longest(textwrap.wrap(keys, _KEY_COLUMN), lines, fillvalue="")):
            text.append(f"{key:>{_KEY_COLUMN}}  " if key or at else "", "bold #ffd75e")
            text.append(f"{line}\n", "#e8ecf4")
    text.rstrip()
    return text


def cut_text(text: Text, width: int, most: int, more: str) -> Text:
    """A text in so many lines at most, with words at its end if some were left out."""
    lines = [line for part in text.split("\n") for line in (part.wrap(_CONSOLE, max(1, width)) or [Text()])]
    if len(lines) <= most:
        return text
    last = lines[most - 1]
    last.truncate(max(1, width - len(more) - 1))
    last.rstrip()
    last.append(f"…{more}", "#8a94a6")
    return Text("\n").join(lines[:most])


def rules_text(lessons: Lessons, looks: Looks) -> Text:
    """The rules of a game, and what its keywords, marks and signs mean."""
    text = Text()
    for heading, words in lessons.rules:
        text.append(f"\n{heading}\n" if heading else "\n", "bold #e8ecf4")
        text.append(f"{words}\n", "#9aa6b8")
    text.append("\n")
    for name, meaning in lessons.glossary.items():
        look = looks.marks.get(name)
        symbol = look.symbol if look is not None else looks.badges.get(name, "")
        text.append(f"{symbol} " if symbol else "", f"bold {ink(look.colour if look is not None else 'gold')}")
        text.append(f"{name}  ", "bold #ffd75e")
        text.append(f"{meaning}\n", "#9aa6b8")
    counters = [f"{look.symbol} {name}" for name, look in looks.counters.items() if look.symbol]
    if counters:
        text.append(f"\nBeside names: {', '.join(counters)}\n", "#9aa6b8")
    return text


def lesson_text(scene: Scene) -> Text:
    """What the thing that is picked or pointed at does, what its marks mean, and why it cannot be played."""
    text, thing = Text(), scene.told
    if thing is None:
        return text
    text.append(thing.face.name if thing.face else "a hidden card", "bold #e8ecf4")
    text.append(f"  {', '.join(' '.join(line.split()) for line in thing.does)}" if thing.does else "", "#b9c3d2")
    glossary = scene.table.lessons.glossary
    for mark in thing.marks:
        if mark in glossary:
            text.append(f"\n{mark}: {glossary[mark]}", "#9aa6b8")
    if thing.why_not:
        text.append(f"\n{thing.why_not}", "#ff9f5e")
    return text


def summary_text(lines: Sequence[str]) -> Text:
    """The lines of a summary, the first one and headings bright."""
    text = Text()
    for number, line in enumerate(lines):
        strong = number == 0 or (line and not line.startswith(" "))
        for part in _folded(line):
            text.append(part + "\n", "bold #e8ecf4" if strong else "#b9c3d2")
    text.rstrip()
    return text


def _folded(line: str) -> list[str]:
    """A line with columns in as many lines as it takes: it is broken between columns, and what goes on stands further in."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    parts = []
    while len(line) > _ROW and (end := line.rfind("  ", len(indent), _ROW + 1)) > 0 and line[:end].strip():
        parts.append(line[:end].rstrip())
        line = indent + line[end:].lstrip()
    return [*parts, line]
