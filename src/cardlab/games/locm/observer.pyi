from cardlab.core.features import Observer
from cardlab.core.game import Game

class LocmObserver(Observer):
    def __init__(self, game: Game) -> None: ...
