"""Raw results of a match: one row for each game, kept as flat columns and found by the number of the game.

Workers send chunks in any order. A row depends only on the match and the number of its game, so it does not matter who
played it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain, compress
from typing import Any

from cardlab.lab.matches.chunk import Chunk

_PER_ROLE = {"scores": "d", "turns": "i", "timed": "i", "spent_ns": "q", "slowest_ns": "q"}
_PER_GAME = {"reason": "i", "failed": "i", "decisions": "i"}
_KEPT_ERRORS = 1000
_FIRST_ROOM = 1024


class Records:
    """The games of one match that are finished, at most `games`, in columns that grow with them."""

    def __init__(self, players: int, games: int) -> None:
        self.players = players
        self.games = games
        self.done = bytearray()
        self.finished = 0
        self.prefix = 0
        self.errors: dict[int, str] = {}
        self.ignored: dict[int, list[int]] = {}
        self.scores: array[float] = array("d")
        self.turns: array[int] = array("i")
        self.timed: array[int] = array("i")
        self.spent_ns: array[int] = array("q")
        self.slowest_ns: array[int] = array("q")
        self.reason: array[int] = array("i")
        self.failed: array[int] = array("i")
        self.decisions: array[int] = array("i")
        self._make_room(min(games, _FIRST_ROOM))

    def _make_room(self, games: int) -> None:
        """Columns for so many games."""
        more = games - len(self.done)
        self.done += bytes(more)
        for names, each in ((_PER_ROLE, self.players), (_PER_GAME, 1)):
            for name in names:
                column = getattr(self, name)
                column.frombytes(bytes(column.itemsize * each * more))

    def take(self, chunk: Chunk) -> list[int]:
        """Take in a chunk; games that are known already, or beyond the match, are left out. Returns the new ones."""
        first, count = chunk.first, chunk.games
        if (needed := min(first + count, self.games)) > len(self.done):
            self._make_room(min(self.games, max(needed, 2 * len(self.done))))
        fresh = [index for index in range(first, min(first + count, self.games)) if not self.done[index]]
        if len(fresh) == count:
            self._put(first, chunk, 0, count)
        else:
            for index in fresh:
                self._put(index, chunk, index - first, 1)
        for index, text in chunk.errors.items():
            if index < self.games and len(self.errors) < _KEPT_ERRORS:
                self.errors[index] = text
        for index, counts in chunk.ignored.items():
            if index in fresh:
                self.ignored[index] = counts
        self._advance()
        return fresh

    def _put(self, index: int, chunk: Chunk, row: int, count: int) -> None:
        start, stop = index * self.players, (index + count) * self.players
        for name, code in _PER_ROLE.items():
            cells = array(code, chain.from_iterable(getattr(chunk, name)[row : row + count]))
            if len(cells) != stop - start:
                raise ValueError(f"{name} should have {stop - start} values")
            getattr(self, name)[start:stop] = cells
        for name in _PER_GAME:
            values = array("i", getattr(chunk, name)[row : row + count])
            if len(values) != count:
                raise ValueError(f"{name} should have {count} values")
            getattr(self, name)[index : index + count] = values
        self.done[index : index + count] = b"\x01" * count
        self.finished += count

    def _advance(self) -> None:
        gap = self.done.find(0, self.prefix)
        self.prefix = len(self.done) if gap < 0 else gap

    def by_role(self, name: str, role: int) -> list[Any]:
        """One role's column, finished games only, in their order."""
        return list(compress(getattr(self, name)[role :: self.players], self.done))

    def by_game(self, name: str) -> list[int]:
        """A column that has one value for each game, finished games only, in their order."""
        return list(compress(getattr(self, name), self.done))

    def mark(self, index: int) -> None:
        """A game is known to be finished, though its record is kept elsewhere."""
        if index >= len(self.done):
            self._make_room(min(self.games, max(index + 1, 2 * len(self.done))))
        self.done[index] = 1
        self.finished += 1

    def are_done(self, first: int, end: int) -> bool:
        """Whether all games from `first` to before `end` are finished."""
        return end <= len(self.done) and self.done.find(0, first, end) < 0

    def keep_first(self, games: int) -> None:
        """Drop everything from that game on, as if it had not been played."""
        for index in range(games, len(self.done)):
            self.drop(index)
        self.prefix = min(self.prefix, games)

    def drop(self, index: int) -> None:
        """Forget one game, as if it had not been played."""
        if index < len(self.done) and self.done[index]:
            self.done[index] = 0
            self.finished -= 1
            self.errors.pop(index, None)
            self.ignored.pop(index, None)
            self.prefix = min(self.prefix, index)

    def indexes(self) -> Iterator[int]:
        """The numbers of the finished games, ascending."""
        return compress(range(len(self.done)), self.done)

    def game_scores(self, index: int) -> array[float]:
        """The scores of one game by role."""
        return self.scores[index * self.players : (index + 1) * self.players]

    def gaps(self, most: int | None = None) -> list[tuple[int, int]]:
        """The games still to be played of the first `most` (None: of all), as ranges (first, end)."""
        last = self.games if most is None else min(most, self.games)
        found, position = [], 0
        while position < last:
            start = self.done.find(0, position)
            start = len(self.done) if start < 0 else start
            end = self.done.find(1, start)
            position = last if end < 0 else min(end, last)
            if start < position:
                found.append((start, position))
        return found
