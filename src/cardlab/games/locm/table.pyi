from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from cardlab.core.game import Game
from cardlab.core.state import State
from cardlab.games.locm.cards import Card

class Kind(IntEnum):
    PICK = 1
    SUMMON = 2
    ATTACK = 3
    USE = 4
    PASS = 5

class Phase(IntEnum):
    DRAFT = 0
    BATTLE = 1
    OVER = 2

class Reason(IntEnum):
    RUNNING = 0
    HEALTH_GONE = 1
    DECK_GONE = 2
    ROUNDS_GONE = 3

class Told(IntEnum):
    OFFERED = 1
    PICKED = 2
    BATTLE_BEGAN = 3
    TURN = 4
    DREW = 5
    SUMMONED = 6
    ATTACKED = 7
    USED = 8
    HEALTH = 9
    RUNE = 10
    BURNED_RUNE = 11
    WARD_BROKE = 12
    DIED = 13
    NO_ROOM = 14
    PASSED = 15
    ENDED = 16

class Rules:
    def __init__(self, options: Mapping[str, Any], cards: Iterable[Card]) -> None: ...
    @property
    def lanes(self) -> int: ...
    @property
    def room(self) -> int: ...
    @property
    def rounds(self) -> int: ...

class LocmTable(State):
    def __init__(self, game: Game, rules: Rules) -> None: ...
    @property
    def rules(self) -> Rules: ...
    def deal_draft(self, offers: Sequence[Sequence[int]], order: Sequence[Sequence[int]]) -> None: ...
    def left_when_hidden(self, seat: int) -> bytes: ...
    def peek(self) -> dict[str, Any]: ...
    def creatures(self, p: int) -> list[dict[str, Any]]: ...
    def poke(self, table: Mapping[str, Any]) -> None: ...
