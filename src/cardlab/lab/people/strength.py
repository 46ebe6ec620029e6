"""How strong people are beside the agents that they played against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.core.game import Game
from cardlab.errors import MissingExtra
from cardlab.lab.people.resultbook import PersonsGame
from cardlab.lab.statistics.elo import Rating, fit_ratings
from cardlab.lab.statistics.growing import GrownRating, grow_ratings
from cardlab.lab.tournaments.crosstable import CrossTable, Pairing, Played
from cardlab.lab.tournaments.tournament import Tournament, TournamentResult


@dataclass(frozen=True)
class Ranked:
    """A person or an agent: how often it was ahead of whom it met, and its ratings.

    The fitted one explains all games at once. `grown` follows the games of people one by one, and is None without openskill.
    """

    name: str
    person: bool
    total: Pairing
    rating: Rating
    grown: GrownRating | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        grown = None if self.grown is None else {"mu": self.grown.mu, "sigma": self.grown.sigma}
        told = {"name": self.name, "person": self.person, **self.total.to_dict()}
        return {**told, "rating": self.rating.to_dict(), "grown": grown}


def met_agents(games: Iterable[PersonsGame]) -> tuple[str, ...]:
    """The agents that people played against, in the order of their first games."""
    return tuple(dict.fromkeys(name for game in games for seat, name in enumerate(game.agents) if seat != game.seat))


def rank_people(games: Sequence[PersonsGame], among_agents: TournamentResult | None = None) -> list[Ranked]:
    """People and agents from the strongest to the weakest, by the games of people and, if given, those among agents."""
    if not games:
        return []
    people = {(game.person, True) for game in games}
    names = [*sorted(people), *((name, False) for name in met_agents(games))]
    places = {who: at for at, who in enumerate(names)}
    played: list[Played] = []
    for deal, game in enumerate(games, 1):
        who = [places[name, seat == game.seat] for seat, name in enumerate(game.agents)]
        played += _met(-deal, who, game.scores)
    grown = _grown([name for name, _ in names], played)
    if among_agents is not None:
        played += _games_of(among_agents, places)
    cross, ratings = CrossTable(len(names), played), fit_ratings([name for name, _ in names], played)
    ranked = [
        Ranked(name, person, cross.totals[at], ratings[at], grown[at] if grown else None)
        for at, (name, person) in enumerate(names)
    ]
    return sorted(ranked, key=lambda one: -one.rating.elo)


def _met(deal: int, who: Sequence[int], scores: Sequence[float]) -> list[Played]:
    """A game as it is counted: an agent that had several seats is counted by its best one."""
    best: dict[int, float] = {}
    for one, score in zip(who, scores, strict=True):
        best[one] = max(score, best.get(one, score))
    return [(deal, tuple(best), tuple(best.values()))] if len(best) > 1 else []


def _games_of(result: TournamentResult, places: dict[tuple[str, bool], int]) -> list[Played]:
    """The games of a tournament, with everybody by their places in our list."""
    seats = [places[name, False] for name in result.tournament.agents]
    found: list[Played] = []
    for draw, match in zip(result.tournament.draws, result.results, strict=False):
        who = [seats[agent] for agent in draw.who]
        rows = zip(match.records.indexes(), match.deals, strict=True)
        found += [(deal, who, match.records.game_scores(index)) for index, deal in rows]
    return found


def tournament_of(game: Game, agents: Sequence[str], games: int, seed: int) -> Tournament | None:
    """All agents that people met against each other; None if they are too few for that."""
    return Tournament.of(game, agents, games=games, seed=seed) if len(agents) >= max(2, game.players) else None


def _grown(names: Sequence[str], played: Sequence[Played]) -> list[GrownRating] | None:
    try:
        return grow_ratings(names, [(who, scores) for _, who, scores in played])
    except MissingExtra:
        return None
