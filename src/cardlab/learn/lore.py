"""What a learner learns: a table, or a network in its place. Both are taught lesson by lesson, and kept as numbers."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Protocol

from cardlab.agents.agent import Agent
from cardlab.core.valuenets import ValueNet
from cardlab.core.valuetables import NetLesson, TableKind, TableLesson, TableTeacher, ValueTable, q_update
from cardlab.errors import OptionError


class Lore(Protocol):
    """What is learned."""

    def player(self) -> Agent:
        """Who plays by it, and follows it while it is taught."""

    def teacher(self, form: str) -> TableTeacher:
        """Who teaches it."""

    def learn(self, lesson: TableLesson | NetLesson, alpha: float, gamma: float) -> None:
        """Take a lesson in."""

    def numbers(self) -> list[list[float]]:
        """All of it, for a checkpoint."""

    def take(self, numbers: list[list[float]]) -> bool:
        """Take such numbers over, if they fit."""

    def save(self, path: Path) -> None:
        """Write the file."""


class TableLore:
    """A table. A lesson changes one cell."""

    def __init__(self, kind: TableKind, initial: float) -> None:
        self.kind = kind
        self.table: ValueTable = kind.blank(initial)

    def player(self) -> Agent:
        """The agent, told all values as they are."""
        agent, self._put = self.kind.player(self.table)
        for row, line in enumerate(self.table.values):
            for column, value in enumerate(line):
                self._put(row, column, value)
        return agent

    def teacher(self, form: str) -> TableTeacher:
        """Who teaches the table."""
        return self.kind.teacher(self.table, form)

    def learn(self, lesson: TableLesson | NetLesson, alpha: float, gamma: float) -> None:
        """Change a cell."""
        assert isinstance(lesson, TableLesson)
        line = self.table.values[lesson.row]
        line[lesson.column] = q_update(line[lesson.column], lesson.reward, lesson.best_next, alpha, gamma)
        self._put(lesson.row, lesson.column, line[lesson.column])

    def numbers(self) -> list[list[float]]:
        """The values, line by line."""
        return self.table.values

    def take(self, numbers: list[list[float]]) -> bool:
        """Take values over."""
        if [len(line) for line in numbers] != [len(self.table.columns)] * len(self.table.rows):
            return False
        self.table.values = numbers
        return True

    def save(self, path: Path) -> None:
        """Write the table."""
        self.table.save(path)


class NetLore:
    """A network. A lesson changes it a little wherever it was looked at."""

    def __init__(self, kind: TableKind, initial: float, units: int, seed: int) -> None:
        if kind.network is None:
            raise OptionError(f"{kind.name}: there is no network for this table, only the table itself")
        self.kind = kind.network
        self.net = ValueNet.fresh(kind.corner, kind.rows, kind.network.inputs, units, initial, seed)

    def player(self) -> Agent:
        """The agent, which reads the numbers of the network in place."""
        return self.kind.player(self.net)

    def teacher(self, form: str) -> TableTeacher:
        """Who teaches the network."""
        return self.kind.teacher(self.net, form)

    def learn(self, lesson: TableLesson | NetLesson, alpha: float, gamma: float) -> None:
        """A step towards what the lesson tells."""
        assert isinstance(lesson, NetLesson)
        self.net.step(lesson.row, lesson.inputs, lesson.reward + gamma * lesson.best_next, alpha)

    def numbers(self) -> list[list[float]]:
        """The numbers in one line."""
        return [[*self.net.numbers]]

    def take(self, numbers: list[list[float]]) -> bool:
        """Take numbers over."""
        if [len(line) for line in numbers] != [len(self.net.numbers)]:
            return False
        self.net.numbers[:] = array("d", numbers[0])
        return True

    def save(self, path: Path) -> None:
        """Write the network."""
        self.net.save(path)
