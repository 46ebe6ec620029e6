"""Small networks in place of tables of values: what an action is worth in a state that is told by a few numbers.

A network has a vector for each action, one for each number of the state, and a layer of units with ReLU over their sum,
beside a base value of each action: ``base[a] + sum(out * relu(vector[a] + bias + sum(x[i] * weight[i])))``. So it tells states
apart for which a table would need a cell each, and what it learns about one is carried over to others like it.

All its numbers stand in one array of doubles (`numbers`), which compiled players read in place while it learns. A network is a
CSV file that a person can read: a line for each action, for each number of the state, and for the layer.
"""

from __future__ import annotations

import csv
import io
import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardlab.core.files import read_csv, write_bytes
from cardlab.core.rng import Rng
from cardlab.errors import OptionError

MOST_UNITS = 256
MOST_BYTES = 50_000_000
"""A larger file is no table of values and no network."""
_LAYER = ("bias", "out")


@dataclass
class ValueNet:
    """The values of actions. `corner` says what the rows are, `inputs` name the numbers of a state."""

    corner: str
    rows: tuple[str, ...]
    inputs: tuple[str, ...]
    units: int
    numbers: array[float]

    @classmethod
    def fresh(
        cls, corner: str, rows: Sequence[str], inputs: Sequence[str], units: int, value: float, seed: int = 0
    ) -> ValueNet:
        """A network that gives about one value everywhere: its vectors are small random numbers."""
        if not 1 <= units <= MOST_UNITS:
            raise OptionError(f"a network of values has 1 to {MOST_UNITS} units, not {units}")
        rng, spread = Rng(seed), 0.3
        vectors = (len(rows) + len(inputs) + 1) * units
        drawn = [spread * (2 * rng.real() - 1) for _ in range(vectors)]
        return cls(corner, tuple(rows), tuple(inputs), units, array("d", [*drawn, *[0.1] * units, *[value] * len(rows)]))

    @property
    def weights_at(self) -> int:
        """Where the vectors of the inputs begin; those of the rows stand before them."""
        return len(self.rows) * self.units

    @property
    def bias_at(self) -> int:
        """Where the bias of the layer begins; behind it stand the weights of its units."""
        return self.weights_at + len(self.inputs) * self.units

    @property
    def base_at(self) -> int:
        """Where the base values of the rows begin."""
        return self.bias_at + 2 * self.units

    def value(self, row: int, x: Sequence[float]) -> float:
        """What an action is worth in a state."""
        return self._out(row, self._rises(row, self._sums(x)))

    def best(self, rows: Iterable[int], x: Sequence[float]) -> float:
        """The highest value of some actions in a state, at least 0."""
        sums = self._sums(x)
        return max((0.0, *(self._out(row, self._rises(row, sums)) for row in rows)))

    def step(self, row: int, x: Sequence[float], target: float, rate: float) -> None:
        """Bring the value of an action in a state nearer to a target, down the slope of the squared error."""
        numbers, units = self.numbers, self.units
        rises = self._rises(row, self._sums(x))
        push = rate * (target - self._out(row, rises))
        numbers[self.base_at + row] += push
        for unit in range(units):
            if rises[unit] > 0:
                back = push * numbers[self.bias_at + units + unit]
                numbers[self.bias_at + units + unit] += push * rises[unit]
                numbers[row * units + unit] += back
                numbers[self.bias_at + unit] += back
                for i, number in enumerate(x):
                    numbers[self.weights_at + i * units + unit] += back * number

    def _sums(self, x: Sequence[float]) -> list[float]:
        """What a state adds to each unit."""
        numbers, units, sums = self.numbers, self.units, [*self.numbers[self.bias_at : self.bias_at + self.units]]
        for i, number in enumerate(x):
            at = self.weights_at + i * units
            for unit in range(units):
                sums[unit] += number * numbers[at + unit]
        return sums

    def _rises(self, row: int, sums: Sequence[float]) -> list[float]:
        at = row * self.units
        return [max(0.0, own + rest) for own, rest in zip(self.numbers[at : at + self.units], sums, strict=True)]

    def _out(self, row: int, rises: Sequence[float]) -> float:
        at = self.bias_at + self.units
        total: float = self.numbers[self.base_at + row]
        for weight, rise in zip(self.numbers[at : at + self.units], rises, strict=True):
            total += weight * rise
        return total

    def text(self) -> str:
        """As CSV."""
        out, units = io.StringIO(), self.units
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([self.corner, "base", *(f"u{unit}" for unit in range(units))])
        for at, name in enumerate(self.rows):
            writer.writerow([name, repr(self.numbers[self.base_at + at]), *self._vector(at * units)])
        for at, name in enumerate((*self.inputs, *_LAYER)):
            writer.writerow([f"({name})", "", *self._vector(self.weights_at + at * units)])
        return out.getvalue()

    def _vector(self, at: int) -> list[str]:
        return [repr(number) for number in self.numbers[at : at + self.units]]

    def save(self, path: str | Path) -> None:
        """Write the file."""
        write_bytes(path, self.text().encode())

    @classmethod
    def load(cls, path: str | Path, corner: str, rows: Sequence[str], inputs: Sequence[str]) -> ValueNet:
        """Read a file that has exactly these rows and inputs."""
        lines = [cells for _, cells in read_csv(path, MOST_BYTES)]
        units = len(lines[0]) - 2 if lines else 0
        wanted = [*rows, *(f"({name})" for name in (*inputs, *_LAYER))]
        if units < 1 or lines[0][:2] != [corner, "base"] or units > MOST_UNITS:
            raise OptionError(f"{path}: is no network of values; its first line should be {corner},base,u0,…")
        if [cells[0] for cells in lines[1:]] != wanted:
            strange = next((cells[0] for cells in lines[1:] if cells[0] not in wanted), None)
            told = f"it has {strange!r:.40}" if strange is not None else "lines are missing, or in another order"
            raise OptionError(f"{path}: is a network of other {corner}s or inputs: {told}")
        return cls(corner, tuple(rows), tuple(inputs), units, _numbers_of(path, lines[1:], units, len(rows)))


def _numbers_of(path: str | Path, lines: Sequence[Sequence[str]], units: int, rows: int) -> array[float]:
    vectors, bases = array("d"), array("d")
    for number, cells in enumerate(lines):
        is_row = number < rows
        try:
            found = [float(cell) for cell in cells[1 if is_row else 2 :]]
        except ValueError:
            found = []
        if len(found) != units + is_row or not all(math.isfinite(value) for value in found):
            raise OptionError(f"{path}, line {number + 2}: {units + is_row} finite numbers are needed")
        bases.extend(found[:is_row])
        vectors.extend(found[is_row:])
    return vectors + bases
