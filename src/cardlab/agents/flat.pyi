from collections.abc import Mapping
from typing import Any

from cardlab.agents.agent import Agent, Policy, Stop, Tool
from cardlab.agents.budget import Budget
from cardlab.agents.report import Report
from cardlab.core.action import Action
from cardlab.core.game import Game

class FlatSearch(Agent):
    def __init__(self, game: Game, budget: Budget, options: Mapping[str, Any], policy: Policy | None, stop: Stop) -> None: ...
    def parts(self) -> tuple[Tool | None, ...]: ...
    def tally(self) -> list[tuple[Action, int, float]]: ...
    @property
    def report(self) -> Report: ...
