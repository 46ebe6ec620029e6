"""Ticks: a game that counts moves, for searches whose evaluator must be asked at the right moment.

Seats move in a fixed order, each move is 0 or 1, and after `length` moves seat 0 has won. Nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cardlab import Action, Agent, Game, PlainGame, Rng, make_agent, pack, source_of
from cardlab.agents.agent import Stop
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import Order
from cardlab.core.columns import count_column
from cardlab.core.encoders import EncoderKind
from cardlab.core.features import Observer, PlainEncoder, PythonObserver
from cardlab.core.options import Option, resolve, whole, word
from cardlab.registry import agent_kind

COLUMNS = (
    count_column("moves", "moves made"),
    count_column("mover", "who is to move"),
    count_column("answer", "the latest move of the seat after the first"),
)


@dataclass
class Ticking:
    """A position: the moves made."""

    made: list[int] = field(default_factory=list)


class Ticks(PlainGame):
    """The game."""

    name = "ticks"
    title = "Ticks"
    about = "counts moves"
    max_players = 4
    declared: tuple[Option, ...] = (  # type: ignore[misc]
        whole("players", 2, 2, 4, "players"),
        whole("length", 1000, 1, 100_000, "moves of a game"),
        word("order", "01", "who moves when, again and again", "seats"),
    )

    def start(self, rng: Rng) -> Ticking:
        return Ticking()

    def to_move(self, position: Ticking) -> int | None:
        made, order = len(position.made), self.options["order"]
        return int(order[made % len(order)]) if made < self.options["length"] else None

    def actions(self, position: Ticking) -> list[Action]:
        return [pack(1, 0), pack(1, 1)]

    def play(self, position: Ticking, action: Action) -> None:
        position.made.append(source_of(action))

    def scores(self, position: Ticking) -> list[float]:
        return [1.0, *[0.0] * (self.players - 1)]

    def observer(self) -> Observer:
        return PythonObserver(COLUMNS, self._look)

    def _look(self, view: dict[str, Any]) -> list[int]:
        made, order = view["made"], self.options["order"]
        by_next = [move for at, move in enumerate(made) if order[at % len(order)] == "1"]
        return [len(made), int(order[len(made) % len(order)]), by_next[0] if by_next else 0]

    def encoders(self) -> Mapping[str, EncoderKind]:
        return {"plain": EncoderKind("plain", "as they are", lambda game, text, options: PlainEncoder(game, text, 1.0))}


class Asked:
    """An evaluator that notes the features of all positions it is asked about."""

    def __init__(self, answer: float | Callable[[Any], Any] = 0.25) -> None:
        self.answer = answer
        self.batches: list[Any] = []

    def __call__(self, x: Any) -> Any:
        self.batches.append(np.array(x))
        return self.answer(x) if callable(self.answer) else np.full(len(x), self.answer)

    @property
    def rows(self) -> list[list[float]]:
        """All rows in the order they came."""
        return [row.reshape(-1).tolist() for batch in self.batches for row in batch]

    @property
    def moves(self) -> list[int]:
        """The number of moves made in each position of Ticks."""
        return [int(row[0]) for row in self.rows]


def searcher(rules: Game, evaluator: Any, iterations: int = 100, kind: str = "e-ismcts", **options: Any) -> Agent:
    """A search with a function or an object as its evaluator."""
    found = agent_kind(kind, rules.name)
    resolved = {**resolve(kind, found.options_for(type(rules)), options), "evaluator": evaluator}
    return found.build(Order(rules, Budget(iterations), resolved, Stop(), lambda text: make_agent(rules, text)))


def tally(agent: Agent) -> list[tuple[int, float]]:
    """Visits and summed rewards of the root's actions after a search."""
    return [(line.visits, line.visits * line.value) for line in agent.report.lines]
