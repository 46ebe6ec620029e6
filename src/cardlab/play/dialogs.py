"""Papers laid over the table: help, summary and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from cardlab.core.table import Lessons
from cardlab.play.scene import Scene

Choice = tuple[str, str, str]
"""Key, answer, and label of a button."""
CLOSE: Choice = ("escape", "close", "Close (Esc)")


class Paper(ModalScreen[str]):
    """A title, some lines and buttons. Its answer is that of the button or key."""

    DEFAULT_CSS = """
    Paper { align: center middle; background: #000000 55%; }
    Paper > Vertical { width: 78; max-width: 94%; height: auto; max-height: 94%; padding: 0 2; }
    Paper > Vertical { background: #1a2230; border: round #ffd75e; }
    Paper #title { text-style: bold; color: #ffd75e; text-align: center; width: 100%; padding: 1 0 0 0; }
    Paper VerticalScroll { height: auto; max-height: 24; margin: 1 0; scrollbar-size-vertical: 1; }
    Paper #body { height: auto; }
    Paper Horizontal { height: 3; align: center middle; }
    Paper Button { margin: 0 1; min-width: 10; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
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
            with Horizontal():
                for _, answer, label in self._choices:
                    yield Button(label, id=answer)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button is an answer."""
        self.dismiss(event.button.id or "close")

    def action_answer(self, answer: str) -> None:
        """A key is an answer too."""
        self.dismiss(answer)


def help_text(rows: Sequence[tuple[str, str]], more: Text | None = None) -> Text:
    """Keys and what they do, and what else there is to know."""
    text = Text()
    for keys, meaning in rows:
        text.append(f"  {keys:>16}  ", "bold #ffd75e")
        text.append(f"{meaning}\n", "#e8ecf4")
    if more is not None:
        text.append_text(more)
    text.rstrip()
    return text


def rules_text(lessons: Lessons) -> Text:
    """The rules of a game, and what its keywords and marks mean."""
    text = Text()
    for heading, words in lessons.rules:
        text.append(f"\n{heading}\n" if heading else "\n", "bold #e8ecf4")
        text.append(f"{words}\n", "#9aa6b8")
    text.append("\n")
    for name, meaning in lessons.glossary.items():
        text.append(f"{name}  ", "bold #ffd75e")
        text.append(f"{meaning}\n", "#9aa6b8")
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
        text.append(line + "\n", "bold #e8ecf4" if strong else "#b9c3d2")
    text.rstrip()
    return text
