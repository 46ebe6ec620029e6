from typing import Any

from cardlab.core.features import Encoder
from cardlab.games.castle.game import Castle

FILLS: tuple[str, ...]
SIZE_STEPS: tuple[int, ...]
PILE_STEPS: tuple[int, ...]

class SvmEncoder(Encoder):
    def __init__(self, game: Castle, text: str, options: dict[str, Any]) -> None: ...

class ImageEncoder(Encoder):
    def __init__(self, game: Castle, text: str, options: dict[str, Any]) -> None: ...

class RichEncoder(Encoder):
    def __init__(self, game: Castle, text: str, options: dict[str, Any]) -> None: ...
