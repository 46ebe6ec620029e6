"""Cells of the study of planners for Duelyst: one planner against another, with a budget that the scale decides."""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.lab.matches.match import Match
from cardlab.papers.experiment import Call, Finding, Published, play_cell

RIVAL = "starter-ai"
PROFILES = ("classic", "duelyst2")
FACTIONS = ("lyonar", "songhai", "vetruvian", "abyssian", "magmar", "vanar")


def mirror(profile: str, faction: str = "lyonar") -> str:
    """The game with the starter deck of a faction on both sides."""
    return pairing(profile, faction, faction)


def pairing(profile: str, first: str, second: str) -> str:
    """The game with two starter decks."""
    return f"duelyst,profile={profile},deck1=starter_{first},deck2=starter_{second}"


@dataclass(frozen=True)
class PlannerCell:
    """A match of a planner, from both seats. `{n}` in its text stands for the budget: one for each scale."""

    label: str
    game: str
    planner: str
    rival: str = RIVAL
    budgets: tuple[str, str] = ("", "")
    small: int = 20
    paper: int = 1000
    published: Published | None = None
    rotate: bool = True

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays; of the budgets the smaller one."""
        return self.agents_at("small")

    def agents_at(self, scale: str) -> tuple[str, str]:
        """Who plays at a scale."""
        return self.planner.replace("{n}", self.budgets[scale == "paper"]), self.rival

    def games(self, scale: str) -> int:
        """How many games at a scale."""
        return self.small if scale == "small" else self.paper

    def play(self, call: Call) -> Finding:
        """Play the match, or what is left of it."""
        agents = self.agents_at(call.scale)
        games = call.games or self.games(call.scale)
        return play_cell(Match.of(self.game, agents, games=games, seed=call.seed, rotate=self.rotate), call, named=agents)
