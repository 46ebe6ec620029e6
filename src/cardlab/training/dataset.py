"""What models learn from: positions as numbers, and how the games went on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cardlab.errors import RunError, UnknownOption

if TYPE_CHECKING:
    from cardlab.data.rows import Rows

Singles = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

TARGETS = {
    "won": "how the game ended: 1 won, 0 lost, draws between",
    "value": "what the recorded agent's own search thought",
    "playouts": "the mean result of playouts from the position",
    "mix": "the average of won and of value and playouts, as far as they are known",
}


@dataclass(frozen=True)
class Dataset:
    """Positions as an encoder shows them, one row each. `group` is the same for all rows of a game.

    `deal` is the same for all games with the same cards: they belong into one part of a split. `value` and `playouts` are NaN
    where nothing is known. `phase` is an index of `phases`.
    """

    x: Singles
    score: Floats
    group: Ints
    value: Floats
    playouts: Floats
    turn: Ints
    phase: Ints
    phases: tuple[str, ...]
    deal: Ints

    @classmethod
    def of(cls, x: Any, score: Any, group: Any, *, phases: tuple[str, ...] = ("all",), **columns: Any) -> Dataset:
        """A dataset of the columns that are known; the others are NaN or 0, and every game is a deal of its own."""
        rows = len(score)
        unknown, zeros = np.full(rows, np.nan), np.zeros(rows, np.int64)
        defaults = {"value": unknown, "playouts": unknown, "turn": zeros, "phase": zeros, "deal": group}
        given = {**defaults, **columns, "score": score, "group": group}
        kinds: dict[str, Any] = {"score": np.float64, "value": np.float64, "playouts": np.float64}
        arrays: dict[str, Any] = {name: np.ascontiguousarray(c, kinds.get(name, np.int64)) for name, c in given.items()}
        data = cls(x=np.ascontiguousarray(x, np.float32), phases=phases, **arrays)
        if any(len(column) != rows for column in (data.x, *arrays.values())):
            raise RunError("all columns of a dataset have one entry for each row")
        return data

    @classmethod
    def joined(cls, parts: Sequence[Dataset]) -> Dataset:
        """Datasets with the same features one after the other; their games and deals are different ones."""
        if len({(part.x.shape[1], part.phases) for part in parts}) != 1:
            raise RunError("datasets to be joined have the same features and phases")
        columns: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("x", "score", "value", "playouts", "turn", "phase")
        }
        for name in ("group", "deal"):
            starts = np.cumsum([0, *(1 + getattr(part, name).max(initial=-1) for part in parts)])
            columns[name] = np.concatenate([getattr(p, name) + start for p, start in zip(parts, starts, strict=False)])
        return cls(phases=parts[0].phases, **columns)

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Which rows belong to games that were won."""
        return np.equal(self.score, 1.0)

    @property
    def rows(self) -> int:
        """How many positions there are."""
        return len(self.score)

    @property
    def games(self) -> int:
        """How many games they come from."""
        return len(np.unique(self.group))

    @property
    def deals(self) -> int:
        """How many deals were played in them."""
        return len(np.unique(self.deal))

    def take(self, rows: npt.NDArray[Any]) -> Dataset:
        """The dataset of some of the rows."""
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        return Dataset(**{name: c[rows] if isinstance(c, np.ndarray) else c for name, c in columns.items()})

    def target(self, name: str) -> Floats:
        """What a model is to learn for each row: a number from 0 to 1, or NaN where it is not known. Some must be."""
        if name not in TARGETS:
            raise UnknownOption("target", name, TARGETS)
        if name == "won":
            return self.score
        if name == "mix":
            found = self._mixed()
        else:
            found = self.playouts if name == "playouts" else self.value
            self._refuse(name, name)
        if found.size and not (np.nanmin(found) >= 0.0 and np.nanmax(found) <= 1.0):
            low, high = np.nanmin(found), np.nanmax(found)
            raise RunError(f"target {name}: values lie between 0 and 1, but these from {low:g} to {high:g}")
        return found

    def _mixed(self) -> Floats:
        both = np.stack([self.value, self.playouts])
        if np.isnan(both).all():
            self._refuse("mix", "value")
        mixed: Floats = np.nanmean(np.vstack([self.score[None], both]), axis=0)
        return mixed

    def _refuse(self, target: str, column: str) -> None:
        """Raise RunError if no row has what is to be learned."""
        if np.isnan(getattr(self, column)).all():
            how = {"value": "observe an agent that searches", "playouts": "collect with --playouts"}[column]
            raise RunError(f"target {target}: none of {self.rows:,} rows has {column}; {how}, or take --target won")


def dataset_of(rows: Rows, encoder: Any) -> Dataset:
    """Recorded rows as the encoder shows them."""
    labels, codes = rows.game.phases(rows.numbers)
    return Dataset.of(
        encoder.encode(rows.numbers), rows.score, rows.groups, value=rows.value, playouts=rows.playouts,
        turn=rows.turn_no, phase=codes, phases=tuple(labels), deal=rows.deals,
    )  # fmt: skip
