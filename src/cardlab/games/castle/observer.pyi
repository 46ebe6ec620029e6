from cardlab.core.features import Observer
from cardlab.core.game import Game

class CastleObserver(Observer):
    def __init__(self, game: Game) -> None: ...
