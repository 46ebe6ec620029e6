from cardlab.agents.agent import Agent
from cardlab.agents.report import Report
from cardlab.agents.search import TreeSearch

class RootParallel(Agent):
    def __init__(self, searches: list[TreeSearch], by_value: bool) -> None: ...
    @property
    def searches(self) -> list[TreeSearch]: ...
    @property
    def report(self) -> Report: ...
