from cardlab.agents.agent import Evaluator
from cardlab.core.state import State

class CardsEvaluator(Evaluator):
    @property
    def reads(self) -> type[State]: ...
