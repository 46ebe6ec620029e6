"""A match as it is declared: a game, who plays, how many games, which seed. Playing it is the business of `playing`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.agents.agent import Agent, Stop
from cardlab.agents.budget import MAX_MS, MIN_MS
from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.options import shown
from cardlab.core.rng import Rng
from cardlab.errors import RunError
from cardlab.lab.engine.conditions import Conditions
from cardlab.lab.matches.arena import deal_seed
from cardlab.registry import game as find_game

MAX_GAMES = 100_000_000
GAMES = 100
"""As many as are played if nobody says how many."""
HANG_MS = 60_000.0


def how_many(games: int | None, conditions: Conditions) -> int:
    """The number of games that was asked for; of a run that ends otherwise, as many as there can be."""
    if games is not None:
        return games
    return GAMES if conditions.seconds is None and not conditions.endless else MAX_GAMES


@dataclass(frozen=True)
class Match:
    """Who plays what, how often. Roles are the agents in order; in each game they sit one seat further on.

    `agents` are texts (``ismcts:3200``) or objects with a method `choose`. `move_ms` is the time an agent has for one decision
    (0: no limit), `turn_ms` for all its decisions of one turn together; an agent in Python that has not answered after
    `hang_ms` is given up even without such a limit. With `lots` nobody moves on: the game's own shuffle says which agent sits
    where (`State.entries`), in a new deal each time. If the seeds are `counted`, deal number n is the game that
    ``game.new(seed + n)`` makes, else seeds of deals are drawn.
    """

    game: Game
    agents: tuple[object, ...]
    games: int = 100
    seed: int = 0
    rotate: bool = True
    move_ms: float = 0.0
    hang_ms: float = HANG_MS
    lots: bool = False
    turn_ms: float = 0.0
    counted: bool = False

    @classmethod
    def of(cls, game: Game | str, agents: Sequence[object], **rest: Any) -> Match:
        """A checked match. The last agent fills the seats for which nobody was named."""
        rules = find_game(game) if isinstance(game, str) else game
        match = cls(rules, _fill_seats(rules, agents), **rest)
        match.check()
        return match

    def check(self) -> None:
        """Raise for a match that cannot be played."""
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise RunError(f"a seed is a whole number, not {self.seed!r}")
        if not isinstance(self.games, int) or not 1 <= self.games <= MAX_GAMES:
            raise RunError(f"a match has 1 to {MAX_GAMES:,} games, not {self.games!r}")
        if self.lots and self.rotate:
            raise RunError("seats are drawn by lot or rotate, not both")
        if self.lots and not self.game.facts().lots:
            raise RunError(f"{self.game.name} does not draw lots for seats; seats rotate there, or stay as they are named")
        if not _is_time(self.move_ms) and self.move_ms != 0:
            raise RunError(
                f"the time for a decision is {MIN_MS:g} to {MAX_MS:,.0f} milliseconds, or 0 for no limit, not {self.move_ms!r}"
            )
        if not _is_time(self.turn_ms) and self.turn_ms != 0:
            raise RunError(
                f"the time for a turn is {MIN_MS:g} to {MAX_MS:,.0f} milliseconds, or 0 for no limit, not {self.turn_ms!r}"
            )
        if not _is_time(self.hang_ms):
            raise RunError(f"an agent is given up after {MIN_MS:g} to {MAX_MS:,.0f} milliseconds, not {self.hang_ms!r}")

    def make_agents(self, stop: Stop | None = None) -> list[Agent]:
        """New agents for one worker; agent objects are taken as they are."""
        return [make_agent(self.game, agent, stop) for agent in self.agents]

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for each role; agents that sit at the table more than once are numbered."""
        names = [_text(agent) for agent in self.agents]
        counts: dict[str, int] = {}
        labels = []
        for name in names:
            counts[name] = counts.get(name, 0) + 1
            labels.append(f"{name} #{counts[name]}" if names.count(name) > 1 else name)
        return tuple(labels)

    @property
    def players(self) -> int:
        """How many play in each game."""
        return self.game.players

    @property
    def patience(self) -> float:
        """Seconds after which an agent in Python that has not answered is given up."""
        limit = min((ms for ms in (self.move_ms, self.turn_ms) if ms), default=0.0)
        return (2 * limit + 1000 if limit else self.hang_ms) / 1000

    def deal_of(self, index: int) -> int:
        """The number of the deal of a game: with rotation every deal is played from each seat."""
        return index // self.players if self.rotate else index

    def seat_of(self, role: int, index: int) -> int:
        """Where a role sits in a game."""
        return self.seating(index).index(role)

    def seating(self, index: int) -> list[int]:
        """For each seat, which role sits there in a game."""
        if not self.lots:
            shift = index if self.rotate else 0
            return [(seat + shift) % self.players for seat in range(self.players)]
        state = self.game.blank()
        deal, word = self.deal_of(index), self.seed & 0xFFFFFFFFFFFFFFFF
        state.deal(Rng(word + deal if self.counted else deal_seed(word, deal)))
        return state.entries()

    def spec(self) -> dict[str, Any]:
        """All that decides about the result of a game of this match, as plain values."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "options": {name: shown(value) for name, value in self.game.changed_options().items()},
            "agents": [_text(agent) for agent in self.agents],
            "seed": self.seed,
            "rotate": self.rotate,
            "move_ms": float(self.move_ms),
            **({"lots": True} if self.lots else {}),
            **({"counted": True} if self.counted else {}),
            **({"turn_ms": float(self.turn_ms)} if self.turn_ms else {}),
            **({"game_from": self.game.found_by[1]} if self.game.found_by is not None else {}),
        }


def _is_time(ms: object) -> bool:
    return isinstance(ms, int | float) and not isinstance(ms, bool) and MIN_MS <= ms <= MAX_MS


def _text(agent: object) -> str:
    if isinstance(agent, str):
        return agent
    named = getattr(agent, "spec", None) if isinstance(agent, Agent) else None
    return str(named or type(agent).__name__)


def _fill_seats(game: Game, agents: Sequence[object]) -> tuple[object, ...]:
    if not agents:
        raise RunError("name at least one agent")
    if len(agents) > game.players:
        raise RunError(
            f"{len(agents)} agents for {game.players} players of {game.name}: "
            "name fewer, or set the number of players (--players)"
        )
    return (*agents, *[agents[-1]] * (game.players - len(agents)))
