"""What places are worth: how the final positions of games become the fitness of an individual."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cardlab.core.spec import look_up

OWN_SCORES = "scores"
"""The scoring that takes the game's own scores instead of places."""


@dataclass(frozen=True)
class Scoring:
    """A way to score games. `worth` gives the points of a place, from 1, at a table of so many players."""

    name: str
    about: str
    worth: Callable[[int, int], float] | None


SCORINGS: Mapping[str, Scoring] = {
    scoring.name: scoring
    for scoring in (
        Scoring("doubling", "2 for the last place, twice as much for each place above", lambda p, n: 2.0 ** (n - p + 1)),
        Scoring("places", "0 for the last place, one more for each place above", lambda p, n: float(n - p)),
        Scoring("wins", "1 for the first place, nothing for others", lambda p, n: float(p == 1)),
        Scoring(OWN_SCORES, "the game's own scores, from 0 to 1", None),
    )
}


def worths(scoring: str, players: int) -> tuple[float, ...]:
    """What each place of a table is worth, the first one first; nothing if the game's own scores count."""
    worth = look_up("scoring", scoring, SCORINGS).worth
    return () if worth is None else tuple(worth(place, players) for place in range(1, players + 1))


def fitness(places: Iterable[int], players: int, scoring: str = "doubling") -> float:
    """The fitness of somebody who came out at these places, from 1, in as many games at a table of so many players."""
    table = worths(scoring, players)
    if not table:
        raise ValueError(f"{scoring} counts scores: a fitness from places needs one of {', '.join(sorted(_by_place()))}")
    found = 0.0
    for place in places:
        if not 1 <= place <= players:
            raise ValueError(f"at a table of {players} there is no place {place}")
        found += table[place - 1]
    return found


def highest(scoring: str, players: int) -> float:
    """What the best result of one game is worth."""
    return max(worths(scoring, players), default=1.0)


def _by_place() -> Iterable[str]:
    return (name for name, scoring in SCORINGS.items() if scoring.worth is not None)
