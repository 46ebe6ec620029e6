"""A table of texts, and its forms: for a screen of some width, Markdown, LaTeX and HTML."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from cardlab.core.printable import printable

ELSEWHERE = 100
"""Columns of a screen whose width nobody knows."""
WIDE_GAP, NARROW_GAP = 3, 2
SHORTEST_NAME, FOLDED_NAME = 8, 12
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "…": r"\dots{}", "·": r"\textperiodcentered{}",
}  # fmt: skip


@dataclass(frozen=True)
class Sheet:
    """Rows of texts below a head. The first `words` columns hold words, the others numbers; the last of the words is a name.

    A cell may have several lines. If the screen is too narrow, the name is cut, or, if the sheet `folds`, all its words go on
    in further lines; numbers are always whole.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    notes: tuple[str, ...] = ()
    folds: bool = False

    def width(self, gap: int = NARROW_GAP) -> int:
        """How many columns of a screen it takes."""
        return sum(self._widths()) + gap * (len(self.head) - 1) + 2

    def text(self, width: int | None = None) -> str:
        """As lines for a screen of so many columns (None: of any width)."""
        return "\n".join(self.lines(width))

    def lines(self, width: int | None = None) -> list[str]:
        """The same line by line: title, head, rows and notes."""
        sheet, gap = self._fitted(width)
        widths = sheet._widths()
        body = [line for row in sheet.rows for line in sheet._row(row, widths, gap)]
        head = list(sheet._row(sheet.head, widths, gap))
        rule = " " + "─" * (sum(widths) + gap * (len(widths) - 1))
        notes = [part for note in self.notes for part in _folded(note, width)]
        title = [*_folded(self.title, width), ""] if self.title else []
        return [*title, *head, rule, *body, *notes]

    def markdown(self) -> str:
        """As a table of Markdown below its title."""
        rows = [self.head, tuple("---" if i < self.words else "---:" for i in range(len(self.head))), *self.rows]
        lines = ["| " + " | ".join(_one_line(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
        title = [f"**{_one_line(self.title)}**", ""] if self.title else []
        notes = ["", *(f"{_one_line(note)}  " for note in self.notes if note)] if self.notes else []
        return "\n".join([*title, *lines, *notes])

    def latex(self) -> str:
        """As a table of LaTeX, with the rules of the package booktabs."""
        columns = "l" * self.words + "r" * (len(self.head) - self.words)
        head, *rows = (" & ".join(_tex(cell) for cell in row) + r" \\" for row in (self.head, *self.rows))
        caption = [rf"\caption{{{_tex(self.title)}}}"] if self.title else []
        notes = [rf"\par {_tex(note)}" for note in self.notes if note]
        begin = [r"\begin{table}", *caption, rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule"]
        return "\n".join([*begin, *rows, r"\bottomrule", r"\end{tabular}", *notes, r"\end{table}"])

    def html(self) -> str:
        """As a table of HTML, for notebooks."""

        def line(row: Sequence[str], tag: str) -> str:
            cells = (
                f'<{tag} style="text-align: {"left" if i < self.words else "right"}">{_web(cell)}</{tag}>'
                for i, cell in enumerate(row)
            )
            return f"<tr>{''.join(cells)}</tr>"

        body = "".join(line(row, "td") for row in self.rows)
        notes = "".join(f"<div>{_web(note)}</div>" for note in self.notes if note)
        head = f"<caption>{_web(self.title)}</caption><thead>{line(self.head, 'th')}</thead>"
        return f"<table>{head}<tbody>{body}</tbody></table>{notes}"

    def dicts(self) -> Iterator[dict[str, str]]:
        """Each row by the names of its columns."""
        for row in self.rows:
            yield dict(zip(self.head, row, strict=True))

    def _fitted(self, width: int | None) -> tuple[Sheet, int]:
        """The sheet and the gap between its columns at which it fits; names are cut if they must be."""
        if width is None or self.width(WIDE_GAP) <= width:
            return self, WIDE_GAP
        if (over := self.width() - width) <= 0:
            return self, NARROW_GAP
        if self.folds:
            return self._with_folded(over), NARROW_GAP
        at = self.words - 1
        room = max(SHORTEST_NAME, self._widths()[at] - over)
        rows = tuple((*row[:at], cut(row[at], room), *row[at + 1 :]) for row in self.rows)
        return replace(self, rows=rows), NARROW_GAP

    def least_width(self) -> int:
        """How many columns it takes if its words are folded as far as they can be read."""
        widths = self._widths()
        return self.width() - sum(max(0, wide - FOLDED_NAME) for wide in widths[: self.words])

    def _with_folded(self, over: int) -> Sheet:
        """The sheet with so many columns less: the widest of its words get further lines."""
        widths = self._widths()
        for _ in range(over):
            widest = max(range(self.words), key=lambda at: widths[at])
            widths[widest] = max(FOLDED_NAME, widths[widest] - 1)
        rows = tuple((*map(fold, row[: self.words], widths), *row[self.words :]) for row in self.rows)
        return replace(self, rows=rows)

    def _widths(self) -> list[int]:
        return [
            max(cells_of(line) for cell in column for line in (cell.split("\n") or [""]))
            for column in zip(self.head, *self.rows, strict=True)
        ]

    def _row(self, row: Sequence[str], widths: Sequence[int], gap: int) -> Iterator[str]:
        for parts in zip_longest(*(cell.split("\n") for cell in row), fillvalue=""):
            cells = [_padded(part, width, i >= self.words) for i, (part, width) in enumerate(zip(parts, widths, strict=True))]
            yield (" " + (" " * gap).join(cells)).rstrip()


def screen_width() -> int:
    """The columns of the screen that is printed on, as far as that can be known."""
    return shutil.get_terminal_size((ELSEWHERE, 24)).columns


def cut(name: str, most: int) -> str:
    """A name in so many columns: what is left out is taken from its middle, as names often differ at their ends."""
    if cells_of(name) <= most:
        return name
    keep = most - 1
    behind = keep // 2
    return f"{name[: keep - behind]}…{name[len(name) - behind :]}"


def fold(text: str, width: int) -> str:
    """A text in lines of so many columns, broken behind spaces and commas where that can be."""
    lines, line = [], ""
    for piece in re.findall(r"[^\s,]*,|[^\s,]+\s*|\s+", text):
        if line and cells_of(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
        while cells_of(line.rstrip()) > width:
            lines.append(line[:width])
            line = line[width:]
    return "\n".join([*lines, line.rstrip()])


def cells_of(text: str) -> int:
    """How many columns a text takes on a screen."""
    from rich.cells import cell_len

    return cell_len(text)


def _padded(text: str, width: int, right: bool) -> str:
    fill = " " * (width - cells_of(text))
    return fill + text if right else text + fill


def _folded(text: str, width: int | None) -> list[str]:
    """A line broken between words where the screen ends."""
    import textwrap

    if not text:
        return [""]
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) if width else [text]


def _one_line(text: str) -> str:
    return printable(" ".join(text.split("\n")))


def _tex(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in _one_line(text))


def _web(text: str) -> str:
    return "<br>".join(html.escape(printable(line)) for line in text.split("\n"))
