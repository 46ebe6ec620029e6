"""The log on the screen: turns with headings, and what belongs together behind lines, such as the links of a chain."""

from __future__ import annotations

import textwrap

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog

from cardlab.core.printable import printable
from cardlab.play.palette import LOG_CLOSES, LOG_HEAD, LOG_OPENS, LOG_PLAIN, PLAYERS, QUIET
from cardlab.play.passages import Moment, Passage
from cardlab.play.record import Record
from cardlab.play.telling import SAYS, event_line, said_of, turn_title

_LOG_STEPS = 400
_DEEPEST = 6
"""So many parts inside each other are drawn."""


class Log(RichLog):
    """What happened, newest below, as one seat saw it."""

    DEFAULT_CSS = "Log { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__(wrap=True, min_width=10, max_lines=5000)
        self.can_focus = False
        self.lines_told: list[str] = []
        self._told: tuple[object, ...] = ()
        self._named: int | None = None
        self._open = 0
        self._turn = -1

    def on_resize(self, event: Resize) -> None:
        """What is newest stays in sight when there is less room."""
        super().on_resize(event)
        self.call_after_refresh(self.scroll_end, animate=False)

    def tell(self, record: Record, until: int, eyes: int | None) -> None:
        """Show the events of the steps up to `until`, unless they are shown already."""
        now = (record.steps[until - 1] if until else None, until, eyes, self.size.width)
        if now == self._told:
            return
        self._told = now
        self.clear()
        self.lines_told = []
        first = max(0, until - _LOG_STEPS)
        self._open, self._turn, self._named = record.moment(first).depth, -1, None
        for at in range(first, until):
            self._title(record, record.steps[at].before, fresh=at == until - 1)
            for seat, line in record.steps[at].lines:
                self._said(record, seat, line)
            for passage in record.steps[at].passages:
                self._passage(record, passage, eyes, fresh=at == until - 1)
        self._title(record, record.moment(until), fresh=True)
        self.scroll_end(animate=False)

    def _title(self, record: Record, moment: Moment, fresh: bool, words: str = "") -> None:
        """A heading, if the turn is a new one."""
        if moment.turn != self._turn:
            self._turn, self._named = moment.turn, moment.player
            style = f"bold {LOG_HEAD[0]}" if fresh else LOG_HEAD[1]
            for line in textwrap.wrap(turn_title(record, moment, words), self._room):
                self.write(Text(line, style))

    def _said(self, record: Record, player: int, line: str) -> None:
        """What an agent had to say at its decision."""
        text = f"{record.names[player]} {SAYS} {printable(line)}"
        self.lines_told.append(text)
        for number, row in enumerate(textwrap.wrap(text, max(12, self._room - 4))):
            self.write(Text(("  " if number == 0 else "    ") + row, f"italic {QUIET}"))

    def _passage(self, record: Record, passage: Passage, eyes: int | None, fresh: bool) -> None:
        seat, words = event_line(passage.event, eyes, record.names)
        self.lines_told.append(said_of(seat, words, record.names))
        if passage.event.declared.turn:
            self._title(record, passage.moment, fresh, self.lines_told[-1])
            return
        first, rest = self._guides(passage)
        head = "" if seat is None or seat == self._named else f"{record.names[seat]} "
        self._named, colour = seat, PLAYERS[(seat or 0) % len(PLAYERS)]
        for number, line in enumerate(textwrap.wrap(head + words, max(12, self._room - len(first)))):
            text = Text.assemble((rest if number else first, QUIET), (line, _style(passage, fresh)))
            if number == 0:
                text.stylize(colour, len(first), len(first) + len(head))
            self.write(text)

    @property
    def _room(self) -> int:
        """How long a line can be."""
        return max(16, int(self.scrollable_content_region.width))

    def _guides(self, passage: Passage) -> tuple[str, str]:
        """What stands before the first line of an event, and before the others: the parts in which it lies."""
        kind, depth = passage.event.declared, min(passage.moment.depth, _DEEPEST)
        beside, self._open = self._open > passage.moment.depth, passage.moment.depth + bool(kind.opens)
        corner = ("├" if beside else "┌") if kind.opens else "└" if kind.closes and beside else ""
        rest = "│" * (depth + bool(kind.opens))
        first = "│" * depth + corner
        return f"  {first} " if first else "  ", f"  {rest} " if rest else "    "


def _style(passage: Passage, fresh: bool) -> str:
    """What opens and closes parts stands out; what is new is bright."""
    kind = passage.event.declared
    colours = LOG_OPENS if kind.opens else LOG_CLOSES if kind.closes else LOG_PLAIN
    return colours[0 if fresh else 1]
