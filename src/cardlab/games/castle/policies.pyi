from collections.abc import Iterable

from cardlab.agents.agent import VectorPolicy

class RankPolicy(VectorPolicy):
    def __init__(self, values: Iterable[float] | None = None) -> None: ...
