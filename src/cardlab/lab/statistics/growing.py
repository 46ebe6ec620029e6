"""Ratings that grow game by game, for games that keep coming in (a ladder, a server), through the library openskill.

They follow agents that change, and never settle: the latest games weigh most, so two agents may end up in the wrong order
however many games there are. For a finished tournament `cardlab.lab.statistics.elo` fits all games at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardlab.errors import MissingExtra


@dataclass(frozen=True)
class GrownRating:
    """Strength `mu` with its uncertainty `sigma`; beginners start at 25 ± 8.3."""

    agent: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A strength that the agent has almost certainly."""
        return self.mu - 3 * self.sigma


def grow_ratings(agents: Sequence[str], games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> list[GrownRating]:
    """Rate agents by games in the order they were played, each given as who took part (places in `agents`) and their scores."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra("ratings that grow game by game", "ratings") from None
    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in agents]
    for who, scores in games:
        teams = model.rate([[ratings[i]] for i in who], scores=list(scores))
        for i, team in zip(who, teams, strict=True):
            ratings[i] = team[0]
    return [GrownRating(name, float(r.mu), float(r.sigma)) for name, r in zip(agents, ratings, strict=True)]
