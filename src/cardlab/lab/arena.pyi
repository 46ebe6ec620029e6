from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from cardlab.agents.agent import Agent, Stop
from cardlab.core.game import Game
from cardlab.lab.recorder import Recorder

class Failure(IntEnum):
    RAISED = 1
    ILLEGAL = 2
    TIMEOUT = 3

class Arena:
    def __init__(
        self,
        game: Game,
        agents: Iterable[Agent],
        seed: int,
        rotate: bool = True,
        move_ms: float = 0.0,
        recording: bool = False,
        stop: Stop | None = None,
        watch: Callable[[int, int], object] | None = None,
        recorder: Recorder | None = None,
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def agents(self) -> list[Agent]: ...
    @property
    def specs(self) -> list[str]: ...
    @property
    def stop(self) -> Stop: ...
    @property
    def all_native(self) -> bool: ...
    def play(self, first: int, count: int) -> dict[str, Any]: ...
