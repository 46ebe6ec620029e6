from cardlab.core.game import Game

class Returns:
    def __init__(self, game: Game) -> None: ...
