from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from cardlab.core.game import Game
from cardlab.core.state import State

class Kind(IntEnum):
    PICK = 1
    SWAP = 2
    DONE = 3
    HAND = 4
    UP = 5
    DOWN = 6
    PICKUP = 7
    GAMBLE = 8
    COMPLETE = 9
    PASS = 10

class Phase(IntEnum):
    CHOOSING = 0
    SWAPPING = 1
    PLAYING = 2
    ASKING = 3
    OVER = 4

class Reason(IntEnum):
    RUNNING = 0
    WIN = 1
    LIMIT = 2
    REPETITION = 3

class Told(IntEnum):
    PLAYED = 1
    TURNED = 2
    FAILED = 3
    TOOK = 4
    BURNED = 5
    DREW = 6
    CHOSE = 7
    SWAPPED = 8
    REVEALED = 9
    WENT_OUT = 10
    ENDED = 11
    TOOK_UP = 12

class Rules:
    def __init__(self, options: Mapping[str, Any]) -> None: ...
    @property
    def players(self) -> int: ...
    @property
    def cards(self) -> int: ...
    @property
    def packs(self) -> int: ...
    @property
    def jokers(self) -> int: ...
    @property
    def limit(self) -> int: ...
    @property
    def repetition(self) -> int: ...

class CastleTable(State):
    def __init__(self, game: Game, rules: Rules) -> None: ...
    @property
    def rules(self) -> Rules: ...
    def deal_deck(self, deck: Sequence[int], first: int = 0) -> None: ...
    def left_when_hidden(self, seat: int) -> bytes: ...
    def peek(self) -> dict[str, Any]: ...
    def poke(self, table: Mapping[str, Any]) -> None: ...
