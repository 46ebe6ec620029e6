from cardlab.agents.agent import Policy
from cardlab.core.state import State
from cardlab.games.castle.legal import CastleLegal

class CastleState(CastleLegal): ...

class LowestPolicy(Policy):
    def __init__(self, epsilon: float = 0.0) -> None: ...
    @property
    def reads(self) -> type[State]: ...
