"""How a game ended: places and scores for all players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Result:
    """Places are 1 for the best; equal scores share a place. Scores lie in 0..1.

    If the game ended because somebody did what is not allowed, was too slow or failed, `offender` is that seat, and `problem`
    says what it was.
    """

    places: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str
    offender: int | None = field(default=None, repr=False)
    problem: str = field(default="", repr=False)

    @classmethod
    def from_scores(cls, scores: Sequence[float], reason: str) -> Result:
        """Rank the players by score."""
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return cls(places, tuple(scores), reason)

    @property
    def winner(self) -> int | None:
        """The only player in first place, or None."""
        first = [seat for seat, place in enumerate(self.places) if place == 1]
        return first[0] if len(first) == 1 else None

    @property
    def draw(self) -> bool:
        """Whether nobody came out ahead of the others."""
        return self.winner is None
