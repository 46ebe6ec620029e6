"""Cells of the study of Unstable Unicorns: how often one of several agents of a kind comes out first.

Agents sit as the game's own shuffle of their list has it, which leaves nobody in the place of the list.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.core.intervals import Clusters
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.papers.experiment import Call, Finding, Published, guarded, run_kept

SEATS = 6


@dataclass(frozen=True)
class WinCell:
    """Games of six. The rate is that of games which one of the agents called `who` wins.

    `first_seed` names the games. The first games of a cell are those of a smaller one with the same agents and seed.
    """

    label: str
    game: str
    agents: tuple[str, ...]
    who: str
    small: int
    paper: int
    published: Published | None = None
    first_seed: int = 0

    def games(self, scale: str) -> int:
        """How many games at a scale."""
        return self.small if scale == "small" else self.paper

    def play(self, call: Call) -> Finding:
        """Play the games, or what is left of them."""
        games = call.games or self.games(call.scale)
        match = Match.of(self.game, self.agents, games=games, seed=call.seed + self.first_seed, rotate=False, lots=True)
        result = run_kept(match, call)
        played = min(games, result.games)
        wins = wins_of(result, played, {at for at, agent in enumerate(self.agents) if agent == self.who})
        rate = sum(wins) / played
        interval = Clusters.of(map(match.deal_of, range(played)), wins).interval()
        role = result.roles[self.agents.index(self.who)]
        decks = sum(result.ending(index) == "deck" for index in range(played)) / played
        more = {"variance": rate * (1 - rate), "deck_out": decks, "seed": float(self.first_seed)}
        return Finding(played, rate, interval, guarded(result), role.ms_per_decision, more=more)


def wins_of(result: MatchResult, games: int, roles: set[int]) -> list[float]:
    """Which of the first games one of these roles wins; leaders who are equal in everything share the win."""
    players, scores = result.match.players, result.records.scores
    won = []
    for index in range(games):
        row = scores[index * players : (index + 1) * players]
        best = [role for role, score in enumerate(row) if score == max(row)]
        won.append(sum(role in roles for role in best) / len(best))
    return won


def seated(front: str, copies: int, others: str) -> tuple[str, ...]:
    """So many agents of a kind in front of the list, and others after them."""
    return (front,) * copies + (others,) * (SEATS - copies)
