from collections.abc import Iterable

from cardlab.agents.agent import VectorPolicy
from cardlab.core.state import State

class RankPolicy(VectorPolicy):
    def __init__(self, values: Iterable[float] | None = None) -> None: ...
    @property
    def reads(self) -> type[State]: ...
