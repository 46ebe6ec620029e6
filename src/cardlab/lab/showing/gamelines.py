"""A line for each game that is finished, for whoever wants to follow a run."""

from __future__ import annotations

from collections.abc import Callable

from cardlab.lab.matches.chunk import FAILURES, Chunk
from cardlab.lab.matches.match import Match
from cardlab.lab.showing.displaynames import display_names


class GameLines:
    """Tells a line for each game of a match as it ends."""

    def __init__(self, match: Match, tell: Callable[[str], object]) -> None:
        self._match, self._tell = match, tell
        self._names = display_names(match.labels)

    def take(self, chunk: Chunk) -> None:
        """Tell of new games."""
        for row in range(chunk.games):
            self._tell(self._line(chunk, row))

    def _line(self, chunk: Chunk, row: int) -> str:
        index, reason = chunk.first + row, chunk.reason[row]
        order = self._match.seating(index)
        scores = ", ".join(f"{self._names[role]} {chunk.scores[row][role]:g}" for role in order)
        ending = FAILURES[-reason] if reason < 0 else self._match.game.reasons[reason]
        error = f": {chunk.errors[index]}" if index in chunk.errors else ""
        spent = sum(chunk.spent_ns[row]) / 1e9
        return f"game {index}: {scores} · {ending}{error} · {chunk.decisions[row]:,} decisions · {spent:.2f} s"
