"""Tables that look the same in every command and stay whole in pipes and narrow windows."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardlab.cli.terminal import PlainConsole
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


def stdout_console() -> Console:
    """Where results go. A pipe has no width, so lines are not broken there."""
    return PlainConsole(width=None if sys.stdout.isatty() else PIPE_WIDTH)
