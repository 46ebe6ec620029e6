from collections.abc import Iterable

from cardlab.agents.agent import Agent, Policy, VectorPolicy
from cardlab.agents.report import Report
from cardlab.core.game import Game

WEIGHT_NAMES: tuple[str, ...]
MATERIAL: tuple[float, ...]

class GreedyPolicy(Policy): ...

class DraftPolicy(VectorPolicy):
    def __init__(self, battle: Policy, values: Iterable[float] | None = None) -> None: ...

class RandomDraft(Policy):
    def __init__(self, battle: Policy) -> None: ...

class Drafter(Agent):
    def __init__(self, battle: Agent, draft: Policy) -> None: ...
    @property
    def battle(self) -> Agent: ...
    @property
    def native(self) -> bool: ...
    @property
    def report(self) -> Report: ...

class WeighedGreedy(VectorPolicy):
    def __init__(self, game: Game, draft: Policy, values: Iterable[float] = MATERIAL) -> None: ...
