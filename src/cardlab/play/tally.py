"""The score over the games of a sitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlab.core.result import Result
from cardlab.play.telling import counted


@dataclass
class Tally:
    """Who won each of the games that were played to the end; None: nobody, or several."""

    winners: list[int | None] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """A game is over."""
        self.winners.append(result.winner)

    def take_back(self) -> None:
        """The last game is not over after all."""
        self.winners.pop()

    @property
    def draws(self) -> int:
        """Games that nobody won alone."""
        return self.winners.count(None)

    def words(self, names: Sequence[str]) -> str:
        """The score in words, the one with most wins first; nothing before the first game is over."""
        if not self.winners:
            return ""
        wins = sorted((-self.winners.count(seat), seat) for seat in range(len(names)))
        told = [f"{names[seat]} {-won}" for won, seat in wins if won or len(names) < 3]
        drawn = [counted(self.draws, "draw")] if self.draws else []
        return f"{' : '.join(told) if len(names) < 3 else ', '.join(told)}{', ' if told and drawn else ''}{''.join(drawn)}"

    def line(self, names: Sequence[str]) -> str:
        """The score for a summary."""
        return f"Score after {counted(len(self.winners), 'game')}: {self.words(names)}" if len(self.winners) > 1 else ""
