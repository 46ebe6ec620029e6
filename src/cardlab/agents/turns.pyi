from collections.abc import Mapping
from typing import Any

from cardlab.agents.agent import Agent, Evaluator, Stop, Tool
from cardlab.agents.budget import Budget
from cardlab.agents.report import Report
from cardlab.core.game import Game

class TurnSearch(Agent):
    def __init__(self, game: Game, budget: Budget, options: Mapping[str, Any], evaluator: Evaluator, stop: Stop) -> None: ...
    def parts(self) -> tuple[Tool | None, ...]: ...
    @property
    def native(self) -> bool: ...
    @property
    def report(self) -> Report: ...
