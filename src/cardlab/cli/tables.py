"""Tables that look the same in every command and stay whole in pipes and narrow windows."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardlab.cli.terminal import PlainConsole, say
from cardlab.core.printable import printable
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from cardlab.lab.showing.sheet import Sheet

PIPE_WIDTH = 200


def new_table(title: str, left: Sequence[str], right: Sequence[str]) -> Table:
    """An empty table: words on the left, numbers on the right. Long words are folded, numbers never."""
    table = Table(title=Text(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def print_sheets(sheets: Sequence[Sheet], failures: Sequence[str] = ()) -> None:
    """Results on stdout, each table as wide as there is room; what went wrong in red below."""
    console = stdout_console()
    for at, sheet in enumerate(sheets):
        if at:
            console.print()
        for number, line in enumerate(sheet.lines(console.width)):
            console.print(
                Text(line, style="bold" if not number and sheet.title else ""), no_wrap=True, crop=False, overflow="ignore"
            )
    for failure in failures:
        console.print(Text(failure, style="red"))


class Form(NamedTuple):
    """In which form a result is printed; none of them: for people."""

    json: bool = False
    markdown: bool = False
    latex: bool = False

    @classmethod
    def of(cls, json: bool, markdown: bool, latex: bool) -> Form:
        """The one that was asked for."""
        if json + markdown + latex > 1:
            raise OptionError("--json, --markdown and --latex: the result is printed once; choose one of them")
        return cls(json, markdown, latex)


def print_in_form(sheets: Callable[[int | None], Sequence[Sheet]], form: Form) -> None:
    """Tables on stdout: as wide as there is room, or whole as Markdown or LaTeX. `sheets` makes them for a width."""
    if form.markdown or form.latex:
        say("\n\n".join(sheet.markdown() if form.markdown else sheet.latex() for sheet in sheets(None)))
    else:
        print_sheets(sheets(stdout_console().width))


def say_folded(text: str, indent: int = 0, dim: bool = False, bold: int = 0) -> None:
    """A line on stdout; what does not fit goes on below, so many columns from the left. Its first letters may be `bold`."""
    room = stdout_console().width - 1
    lines = textwrap.wrap(text, room, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    shown = printable("\n".join(lines), lines=True)
    typer.secho(typer.style(shown[:bold], bold=True) + shown[bold:] if bold else shown, dim=dim)


def stdout_console() -> Console:
    """Where results go. A pipe has no width, so lines are not broken there."""
    return PlainConsole(width=None if sys.stdout.isatty() else PIPE_WIDTH)
