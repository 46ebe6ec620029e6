from collections.abc import Callable
from typing import Any

from cardlab.agents.agent import Agent, Stop, VectorPolicy
from cardlab.core.game import Game

class Bout:
    def __init__(self, game: Game, make_policy: Callable[[], VectorPolicy], stop: Stop | None = None) -> None: ...
    @property
    def players(self) -> int: ...
    def play(
        self, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any, scores: Any, first: int, last: int
    ) -> int: ...

class AgentBout(Bout):
    def __init__(self, game: Game, make_player: Callable[[], tuple[Agent, VectorPolicy]], stop: Stop | None = None) -> None: ...
    def play(
        self, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any, scores: Any, first: int, last: int
    ) -> int: ...
