"""Ratings with uncertainty (Plackett-Luce), through the library openskill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardlab.errors import MissingExtra


@dataclass(frozen=True)
class Rating:
    """Strength `mu` with its uncertainty `sigma`; beginners start at 25 ± 8.3."""

    agent: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A strength that the agent has almost certainly."""
        return self.mu - 3 * self.sigma


def rate(agents: Sequence[str], games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> list[Rating]:
    """Rate agents by games, each given as who took part (places in `agents`) and their scores."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra("rating agents", "ratings") from None
    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in agents]
    for who, scores in games:
        teams = model.rate([[ratings[i]] for i in who], scores=list(scores))
        for i, team in zip(who, teams, strict=True):
            ratings[i] = team[0]
    return [Rating(name, float(r.mu), float(r.sigma)) for name, r in zip(agents, ratings, strict=True)]
