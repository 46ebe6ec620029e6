from cardlab.agents.agent import Evaluator, Stop
from cardlab.agents.clock import Clock
from cardlab.core.game import Game

class Planner:
    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        width: int,
        most_ends: int,
        diving: bool = False,
        stop: Stop | None = None,
        finishing: bool = True,
        clock: Clock | None = None,
    ) -> None: ...
