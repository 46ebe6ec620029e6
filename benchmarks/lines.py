"""One form for the speed of every game: figures, plain Python measured beside them, and the goals they are held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.table import Table

from cardlab.lab.speed.measuring import Exercise, measure


@dataclass(frozen=True)
class Line:
    """Something to measure. `plain` does the same in plain Python; the goal is a figure, or `times` the plain one."""

    task: Exercise
    plain: Exercise | None = None
    goal: float | None = None
    times: float | None = None
    name: str = ""

    @property
    def shown(self) -> str:
        """What it is called."""
        return self.name or self.task.name


@dataclass(frozen=True)
class Figure:
    """A line that was measured."""

    line: Line
    per_second: float
    plain: float | None

    @property
    def ratio(self) -> float | None:
        """How many times the plain figure it is."""
        return None if self.plain is None else self.per_second / self.plain

    @property
    def of_goal(self) -> float | None:
        """The share of its goal that it reaches."""
        if self.line.times is not None and self.ratio is not None:
            return self.ratio / self.line.times
        return None if self.line.goal is None else self.per_second / self.line.goal

    def cells(self) -> list[str]:
        """A row of the table."""
        line = self.line
        goal = f"{line.goal:,.0f}" if line.goal is not None else f"{line.times:g}x" if line.times is not None else ""
        plain = "" if self.plain is None else f"{self.plain:,.{0 if self.plain >= 100 else 1}f}"
        ratio = "" if self.ratio is None else f"{self.ratio:,.0f}x"
        share = "" if self.of_goal is None else f"{self.of_goal:.2f}"
        return [line.shown, f"{self.per_second:,.0f}", line.task.unit, plain, ratio, goal, share]


def measure_lines(lines: Sequence[Line], rounds: int, progress: Callable[[str], None] | None = None) -> list[Figure]:
    """Everything measured in turn, in several rounds; the best round of each counts."""
    plain = [line.plain for line in lines if line.plain is not None]
    paces = measure([*(line.task for line in lines), *plain], rounds, progress)
    found = {id(pace.task): pace.per_second for pace in paces}
    return [Figure(line, found[id(line.task)], None if line.plain is None else found[id(line.plain)]) for line in lines]


def figure_table(title: str, figures: Sequence[Figure]) -> Table:
    """The table of a game."""
    table = Table("what", title=f"{title}, one core, CPU time, best round")
    for head in ("per second", "of", "plain Python", "ratio", "goal", "of the goal"):
        table.add_column(head, justify="left" if head == "of" else "right")
    for figure in figures:
        table.add_row(*figure.cells())
    return table
