"""Rows in memory: NumPy columns, numbers for everything that a model may look at."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cardlab.core.game import Game
from cardlab.data.rows.deals import UNKNOWN, deal_numbers, numbered
from cardlab.errors import RunError

Whole = npt.NDArray[np.int64]
Real = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Words:
    """A column of texts: `codes` are places in `names`, which are different and in order."""

    codes: Whole
    names: tuple[str, ...]

    @classmethod
    def same(cls, text: str, count: int) -> Words:
        """One text in all rows."""
        return cls(np.zeros(count, dtype=np.int64), (text,))

    @classmethod
    def coded(cls, codes: Whole, names: Sequence[str]) -> Words:
        """The same texts with their names brought into order."""
        order = sorted(set(names))
        places = {name: place for place, name in enumerate(order)}
        table = np.array([places[name] for name in names], dtype=np.int64)
        return cls(table[codes] if len(names) else codes, tuple(order))

    @classmethod
    def of(cls, texts: Iterable[str]) -> Words:
        """A column of any texts."""
        places: dict[str, int] = {}
        codes = np.array([places.setdefault(text, len(places)) for text in texts], dtype=np.int64)
        return cls.coded(codes, list(places))

    @classmethod
    def joined(cls, parts: Sequence[Words]) -> Words:
        """Columns below each other."""
        names: list[str] = []
        codes = []
        for part in parts:
            codes.append(part.codes + len(names))
            names.extend(part.names)
        return cls.coded(np.concatenate(codes), names)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        return self.names[int(self.codes[row])]

    def take(self, index: Any) -> Words:
        """Some rows; names that none of them has are kept."""
        return Words(self.codes[index], self.names)

    def texts(self) -> list[str]:
        """The texts themselves."""
        return [self.names[code] for code in self.codes.tolist()]

    def used(self) -> tuple[str, ...]:
        """The texts that occur."""
        return tuple(self.names[code] for code in np.unique(self.codes))


@dataclass(frozen=True, eq=False)
class Rows:
    """Some rows of one game. `numbers` holds what the game's observer saw, a line for each row.

    `rotated` says whether every deal of the row's run was played from each seat: 1, 0, or -1 if nobody knows. It is no column
    of files and tables, which say it once for a run.
    """

    game: Game
    run: Words
    game_id: Whole
    turn_no: Whole
    seat: Whole
    n_players: Whole
    agent: Words
    opponent: Words
    engine_version: Words
    rule_flags: Words
    seed: Whole
    move: Words
    numbers: Whole
    value: Real
    playouts: Real
    score: Real
    won: Flags
    rotated: Whole | None = None

    def __post_init__(self) -> None:
        if self.rotated is None:
            object.__setattr__(self, "rotated", np.full(len(self.game_id), UNKNOWN, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.game_id)

    @classmethod
    def joined(cls, parts: Sequence[Rows]) -> Rows:
        """Rows of one game below each other."""
        if not parts:
            raise RunError("there are no rows")
        if len(parts) == 1:
            return parts[0]
        return cls(parts[0].game, *(_joined([getattr(part, name) for part in parts]) for name in _COLUMNS))

    def take(self, index: Any) -> Rows:
        """Some of the rows, chosen by a mask or by their places."""
        chosen = {name: _taken(getattr(self, name), index) for name in _COLUMNS}
        return replace(self, **chosen)

    def ordered(self) -> Rows:
        """Sorted by run, game and turn; of rows with the same three the first is kept."""
        keys = (self.run.codes, self.game_id, self.turn_no)
        order = np.lexsort(keys[::-1])
        new = np.ones(len(order), dtype=np.bool_)
        if len(order):
            new[1:] = np.any([np.diff(key[order]) != 0 for key in keys], axis=0)
        if new.all() and np.array_equal(order, np.arange(len(order))):
            return self
        return self.take(order[new])

    @functools.cached_property
    def groups(self) -> Whole:
        """The game of each row as a number: games are counted from 0 in the order of run and number."""
        return numbered(self.run.codes, self.game_id)

    @functools.cached_property
    def deals(self) -> Whole:
        """The deal of each row as a number from 0, the same in all games that were dealt the same cards.

        Games of one deal know each other's cards, so they belong into one part of a split. Runs with the same seed share their
        deals, even if options of the game differ, since most of them do not change the deal.
        """
        assert self.rotated is not None
        columns = (self.game_id, self.seat, self.run.codes, self.agent.codes, self.rotated)
        return numbered(self.seed, deal_numbers(self.game.players, *columns))

    @property
    def games(self) -> int:
        """How many games the rows come from."""
        return int(self.groups.max()) + 1 if len(self) else 0

    def first_games(self, games: int | None) -> Rows:
        """The rows of the first so many games; None: all."""
        return self if games is None or self.games <= games else self.take(self.groups < games)


_COLUMNS = tuple(field.name for field in fields(Rows) if field.name != "game")


def _taken(column: Any, index: Any) -> Any:
    return column.take(index) if isinstance(column, Words) else column[index]


def _joined(columns: list[Any]) -> Any:
    return Words.joined(columns) if isinstance(columns[0], Words) else np.concatenate(columns)
