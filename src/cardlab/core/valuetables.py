"""Tables of learned values: what an action is worth in a state, for any game that declares such a table.

A game says what stands in its rows (actions) and columns (states), who plays by a table, and who teaches it: a `TableTeacher`
watches a game and tells what was gained. The rule by which a table learns is the same for all (`q_update`). A table is a CSV
file that a person can read.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.files import read_csv, write_bytes
from cardlab.core.state import State
from cardlab.core.valuenets import MOST_BYTES, ValueNet
from cardlab.errors import OptionError, nearest

if TYPE_CHECKING:
    from cardlab.agents.agent import Agent


def q_update(old: float, reward: float, best_next: float, alpha: float, gamma: float) -> float:
    """The new value: a share `alpha` of what was gained and of what may follow, discounted by `gamma`."""
    return (1 - alpha) * old + alpha * (reward + gamma * best_next)


class TableLesson(NamedTuple):
    """What was gained by an action in a state, as row and column of the table, and the best value that may follow."""

    row: int
    column: int
    reward: float
    best_next: float


class NetLesson(NamedTuple):
    """The same for a network: the state is told by its numbers."""

    row: int
    inputs: tuple[float, ...]
    reward: float
    best_next: float


class TableTeacher(Protocol):
    """Watches the games of one seat. `hears`: the names of the kinds of events that it wants to be told."""

    hears: tuple[str, ...]

    def begin(self, seat: int) -> None:
        """A new game, in which the learner has this seat."""

    def saw(self, event: Event) -> None:
        """Something happened."""

    def lessons(self, state: State, action: Action) -> Iterable[Any]:
        """What there is to learn when the learner is about to make an action: `TableLesson`s, or `NetLesson`s for a network."""


@dataclass
class ValueTable:
    """Values by row and column. `corner` says what the rows are, in the file's head."""

    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: list[list[float]]

    @classmethod
    def filled(cls, corner: str, rows: Sequence[str], columns: Sequence[str], value: float = 0.0) -> ValueTable:
        """A table with one value everywhere."""
        return cls(corner, tuple(rows), tuple(columns), [[value] * len(columns) for _ in rows])

    def text(self, digits: int | None = 3) -> str:
        """As CSV."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([self.corner, *self.columns])
        for name, line in zip(self.rows, self.values, strict=True):
            writer.writerow([name, *(repr(value) if digits is None else f"{value:.{digits}f}" for value in line)])
        return out.getvalue()

    def save(self, path: str | Path, digits: int | None = 3) -> None:
        """Write the file."""
        write_bytes(path, self.text(digits).encode())

    def load(self, path: str | Path) -> None:
        """Take the values of a file over. Rows may be missing, and keep what they have; none may be strange."""
        lines = read_csv(path, MOST_BYTES)
        if not lines or [cell.strip() for cell in lines[0][1]] != [self.corner, *self.columns]:
            head = ",".join([self.corner, *self.columns[:2], "…", self.columns[-1]])
            raise OptionError(f"{path}: is no table of this kind; its first line should be {head}")
        places = {name: at for at, name in enumerate(self.rows)}
        for number, cells in lines[1:]:
            self._take(path, number, cells, places)

    def _take(self, path: str | Path, number: int, cells: Sequence[str], places: dict[str, int]) -> None:
        at = places.get(cells[0].strip())
        if at is None:
            near = nearest(cells[0].strip(), places)
            guess = f"; did you mean {near}?" if near else f"; {self.corner}s are such as {self.rows[0]}"
            raise OptionError(f"{path}, line {number}: there is no {self.corner} {cells[0]!r:.40}{guess}")
        if len(cells) != len(self.columns) + 1:
            raise OptionError(f"{path}, line {number}: {len(self.columns)} values are needed, not {len(cells) - 1}")
        try:
            values = [float(cell) for cell in cells[1:]]
        except ValueError:
            raise OptionError(f"{path}, line {number}: holds something that is not a number") from None
        if not all(math.isfinite(value) for value in values):
            raise OptionError(f"{path}, line {number}: holds a value that is not finite")
        self.values[at] = values


@dataclass(frozen=True)
class TableForm:
    """One way to learn a table, with the numbers that go with it by default."""

    name: str
    about: str
    gamma: float
    initial: float


@dataclass(frozen=True)
class NetKind:
    """A network that can stand in place of a table: the numbers of a state, who plays by it, and who teaches it."""

    inputs: tuple[str, ...]
    player: Callable[[ValueNet], Agent]
    teacher: Callable[[ValueNet, str], TableTeacher]


@dataclass(frozen=True)
class TableKind:
    """A table that can be learned for a game, and perhaps a `network` in its place.

    `player` makes the agent that plays by a table, and a function that it is told each new value with (row, column, value).
    """

    name: str
    about: str
    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    forms: tuple[TableForm, ...]
    player: Callable[[ValueTable], tuple[Agent, Callable[[int, int, float], Any]]]
    teacher: Callable[[ValueTable, str], TableTeacher]
    network: NetKind | None = None

    def blank(self, value: float = 0.0) -> ValueTable:
        """A table of this kind with one value everywhere."""
        return ValueTable.filled(self.corner, self.rows, self.columns, value)

    def form(self, name: str | None) -> TableForm:
        """The form of that name; None: the first."""
        found = {form.name: form for form in self.forms}
        if name is not None and name not in found:
            raise OptionError(f"--form {name}: there are {', '.join(found)}")
        return self.forms[0] if name is None else found[name]
