"""The parts of the screen: the board, the list of actions and the report."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import RenderResult
from textual.events import Click, Leave, MouseMove
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cardlab.agents.report import Line, Report
from cardlab.core.action import Action
from cardlab.core.picking import KEYS
from cardlab.core.printable import printable
from cardlab.play.canvas import Canvas
from cardlab.play.dialogs import lesson_text
from cardlab.play.painter import paint
from cardlab.play.scene import Scene

_BETWEEN = "  ·  "


def plain_text(words: str) -> Text:
    """Words as they are: no markup in them is obeyed, and nothing in them can steer the terminal."""
    return Text(printable(words, lines=True))


def title_text(title: str, told: Sequence[str], width: int) -> Text:
    """The line above the board of a terminal of that width: the title, and as much of what there is to tell as fits."""
    title, more = printable(title), [printable(part) for part in told]
    while len(more) > 1 and len(title) + 4 + len(_BETWEEN.join(more)) > width:
        more.pop()
    return Text.assemble((title, "bold #e8ecf4"), f"  {_BETWEEN.join(more)}", no_wrap=True, overflow="ellipsis")


GROUND = "on #10161f"
_FULL = "█"


class Board(Widget):
    """Shows a scene, and tells which spots are touched."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    class Touched(Message):
        """A spot was clicked."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self.canvas = Canvas(1, 1, GROUND)

    def show(self, scene: Scene) -> None:
        """Draw a scene."""
        self.scene = scene
        self.canvas = Canvas(self.size.width, self.size.height, GROUND)
        paint(self.canvas, scene, self.app.no_color)
        self.refresh()

    def on_resize(self) -> None:
        """Draw for the new size."""
        if self.scene is not None:
            self.show(self.scene)

    def render(self) -> RenderResult:
        """The board as text; `render_line` is what the screen uses."""
        return self.canvas.plain()

    def render_line(self, y: int) -> Strip:
        """One row of the canvas."""
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, Style.parse(GROUND))  # a strip without a style cannot lose its colours
        return Strip([Segment(text, Style.parse(style)) for text, style in self.canvas.runs(y)], self.canvas.width)

    def on_click(self, event: Click) -> None:
        """Pass the touched spot on; what cannot be touched says why."""
        spot, under = self.canvas.at(event.x, event.y), self.canvas.under(event.x, event.y)
        if spot is not None:
            self.post_message(self.Touched(spot))
        elif self.scene is not None and (thing := self.scene.table.by_id.get(under or "")) and thing.why_not:
            self.notify(thing.why_not, markup=False)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Show where a click would go, and explain what lies there."""
        under = self.canvas.under(event.x, event.y)
        self.styles.pointer = "pointer" if self.canvas.at(event.x, event.y) else "default"
        words = lesson_text(replace(self.scene, pointed=under)) if self.scene and under in self.scene.table.by_id else None
        self.tooltip = words if words and words.plain.strip() else None

    def on_leave(self, event: Leave) -> None:
        """Back to the usual pointer."""
        self.styles.pointer = "default"


class ActionList(OptionList):
    """Every legal action, numbered; with advice, how often each was tried and what it brought."""

    DEFAULT_CSS = "ActionList { height: 1fr; padding: 0; }"

    def __init__(self) -> None:
        super().__init__()
        self.actions: tuple[Action, ...] = ()
        self._advice: Action | None = None
        self._rows: list[Text] = []
        self._offered: tuple[Scene, Report | None] | None = None

    def on_resize(self) -> None:
        """Lay the words anew for another width."""
        if self._offered is not None:
            self.offer(*self._offered)

    def offer(self, scene: Scene, report: Report | None) -> None:
        """Fill the list; moves that no longer agree with what is picked are left out. What stands there already stays."""
        self._offered = (scene, report)
        moves = scene.picking.agreeing(scene.picked)
        offered = tuple(move.action for move in moves)
        keep = self.highlighted if offered == self.actions and scene.advice == self._advice else None
        self._advice = scene.advice
        lines = {line.action: line for line in report.lines} if report else {}
        numbered = not scene.picking.by_things
        self.actions = offered
        rows = [
            _row(key if numbered else " ", self._wrapped(move.words), lines.get(move.action), lines, scene.advice)
            for key, move in zip(chain(KEYS, repeat(" ")), moves, strict=False)
        ]
        if rows != self._rows:
            self._rows = rows
            self.clear_options()
            self.add_options(Option(row) for row in rows)
        if offered:
            self.highlighted = min(keep or 0, len(offered) - 1)
            if scene.advice in offered and keep is None:
                self.highlighted = offered.index(scene.advice)

    def _wrapped(self, words: str) -> str:
        """Words in lines that hang below the first one."""
        room = self.size.width - 4
        return "\n   ".join(textwrap.wrap(words, room)) if room > 8 else words

    def follow(self, action: Action | None) -> None:
        """Highlight what Enter would play, and nothing if it would play none of these."""
        self.highlighted = self.actions.index(action) if action in self.actions else None

    @property
    def current(self) -> Action | None:
        """The highlighted action."""
        at = self.highlighted
        return self.actions[at] if at is not None and at < len(self.actions) else None


def _row(key: str, label: str, line: Line | None, lines: Mapping[Action, Line], advice: Action | None) -> Text:
    text = Text.assemble((f" {key} ", "bold #ffd75e"), (label, "#e8ecf4"), no_wrap=True, overflow="ellipsis")
    if advice is not None and line is not None and line.action == advice:
        text.stylize("bold #ffd75e")
    if lines:
        best = line is not None and line.action == advice
        text.append("\n   ")
        text.append_text(_gauge(line, lines, best))
    return text


def _gauge(line: Line | None, lines: Mapping[Action, Line], best: bool) -> Text:
    if line is None:
        return Text("not told apart", "#6b7688")
    if len(lines) == 1 and not line.visits:
        return Text("nothing to compare", "#6b7688")
    most = max(1, *(other.visits for other in lines.values()))
    bar = _FULL * max(1 if line.visits else 0, round(9 * line.visits / most))
    bar_style, value_style = ("#ffd75e", "bold #b4e07a") if best else ("#5b7fc0", "#b9c3d2")
    text = Text(f"{bar:<9}", bar_style)
    text.append(f"{line.visits:>7,} ", "#9aa6b8")
    text.append(value_text(line.value, lines.values()), value_style)
    text.append(" ★" if best else "", "bold #ffd75e")
    return text


def value_text(value: float, lines: Iterable[Line]) -> str:
    """A value as one reads it: a share of wins, or points where the values of a report are no shares."""
    if all(0 <= line.value <= 1 for line in lines):
        return f"{value:>6.1%}"
    return f"{value:>+9,.1f}" if abs(value) < 100_000 else f"{value:>+9.1e}"


class ReportPanel(Static):
    """What an agent considered for its latest choice, best first."""

    DEFAULT_CSS = "ReportPanel { height: 13; max-height: 60%; padding: 0 1; }"

    def show(self, words: Mapping[Action, str], who: str, report: Report | None, chosen: Action | None) -> None:
        """Lines by visits; nothing to tell for agents that do not search."""
        if report is None or not report.lines:
            self.update(Text(f"{who}: no search to report", "#6b7688"))
            return
        effort = f"  {report.iterations:,} in {report.seconds:.2f} s\n"
        text = Text.assemble((who, "bold #e8ecf4"), (effort, "#8a94a6"))
        lines = {line.action: line for line in report.lines}
        for line in sorted(report.lines, key=lambda line: -line.visits)[:6]:
            text.append(f"{words.get(line.action, str(line.action))}\n", "#e8ecf4")
            text.append_text(_gauge(line, lines, line.action == chosen))
            text.append("\n")
        self.update(text)
