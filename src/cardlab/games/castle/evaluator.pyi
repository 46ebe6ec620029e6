from cardlab.agents.agent import Evaluator

class CardsEvaluator(Evaluator):
    def __init__(self) -> None: ...
