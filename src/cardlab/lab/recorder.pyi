from collections.abc import Iterable

from cardlab.agents.agent import Policy
from cardlab.core.features import Observer
from cardlab.core.game import Game

class Recorder:
    def __init__(self, game: Game, observe: Iterable[int], playouts: int, by: Policy | None, walk: int) -> None: ...
    @property
    def observer(self) -> Observer: ...
    def take(self) -> dict[str, bytes]: ...
