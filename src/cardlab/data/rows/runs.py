"""What a collection is called, what decides about its rows, and which of its games are finished."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardlab.core.game import Game
from cardlab.data.rows.rows import Rows
from cardlab.errors import RunError


class GameRecord(NamedTuple):
    """A finished game: its number, the observed player's score, its rows, and the decisions of the observed."""

    game_id: int
    score: float
    rows: int
    decisions: int

    def check(self) -> GameRecord:
        """Itself; ValueError if no game can be like that."""
        if min(self.game_id, self.rows, self.decisions) < 0 or not 0.0 <= self.score <= 1.0:
            raise ValueError(f"there is no game like {self}")
        return self


@dataclass(frozen=True)
class Run:
    """A collection. `spec` is what decides about its rows; empty if that is not known."""

    name: str
    game: Game
    spec: dict[str, Any]

    def check_same(self, where: str, name: str, spec: dict[str, Any]) -> None:
        """Raise RunError if what is kept there belongs to another run."""
        if name != self.name:
            raise RunError(f"{where}: holds the run {name}, not {self.name}. Choose another target (--to)")
        if spec and self.spec and (changed := [key for key in self.spec if spec.get(key) != self.spec[key]]):
            parts = (f"{key} is {_short(spec.get(key))} there and {_short(self.spec[key])} here" for key in changed)
            advice = "Choose another target (--to) or another name (--run)"
            raise RunError(f"{where}: its run {name} is another one: {'; '.join(parts)}. {advice}")


@dataclass(frozen=True)
class Batch:
    """Some whole games with their rows; `first` is the number of the first game that belongs into it."""

    run: Run
    games: Sequence[GameRecord]
    rows: Rows
    first: int = 0


def records_of(rows: Rows) -> list[GameRecord]:
    """The games of a run as far as its rows tell them."""
    ids, first, counts = np.unique(rows.game_id, return_index=True, return_counts=True)
    scores = rows.score[first]
    columns = (ids.tolist(), scores.tolist(), counts.tolist(), counts.tolist())
    return [GameRecord(*values) for values in zip(*columns, strict=True)]


def merged(*parts: Iterable[GameRecord]) -> list[GameRecord]:
    """All games in order, each once."""
    found = {record.game_id: record for part in parts for record in part}
    return [found[number] for number in sorted(found)]


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "…"
