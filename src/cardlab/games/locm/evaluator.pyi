from collections.abc import Mapping
from typing import Any

from cardlab.agents.agent import Evaluator
from cardlab.core.state import State
from cardlab.games.locm.rules import LocmState

FEATURE_NAMES: tuple[str, ...]

class BoardEvaluator(Evaluator):
    def __init__(self, weights: Mapping[str, Any]) -> None: ...
    @property
    def reads(self) -> type[State]: ...
    def features(self, state: LocmState, seat: int) -> list[float]: ...
    def value(self, state: LocmState, seat: int) -> float: ...
