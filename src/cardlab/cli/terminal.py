"""The border to the terminal: whatever is written passes here, so that no text of others can steer it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from cardlab.core.printable import printable


def say(text: str, err: bool = False, fg: str | None = None) -> None:
    """A line, or several, on stdout or stderr."""
    typer.secho(printable(text, lines=True), fg=fg, err=err)


def note(line: str) -> None:
    """Something that people may want to know while they wait."""
    say(f"Note: {line}", err=True, fg="yellow")


class PlainConsole(Console):
    """A console that takes texts as they are: no markup and no emoji in them is obeyed, no control character gets through."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(emoji=False, markup=False, highlight=False, **rest)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is shown, piece by piece."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text, lines=True), style, control)
