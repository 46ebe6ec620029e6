from collections.abc import Mapping
from typing import Any

from cardlab.agents.agent import Evaluator
from cardlab.games.locm.rules import LocmState

FEATURE_NAMES: tuple[str, ...]

class BoardEvaluator(Evaluator):
    def __init__(self, weights: Mapping[str, Any]) -> None: ...
    def features(self, state: LocmState, seat: int) -> list[float]: ...
    def value(self, state: LocmState, seat: int) -> float: ...
