"""Games in plain Python, some of which break down."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab import PlainGame
from cardlab.core.options import word


@dataclass
class Race:
    """Both players add 1 or 2; who reaches 10 wins."""

    total: int = 0
    mover: int = 0


class RaceGame(PlainGame):
    """A correct game."""

    name = "race"
    title = "Race"
    about = "add 1 or 2, reach 10"

    def start(self, rng: Any) -> Race:
        return Race(rng.below(4))

    def to_move(self, position: Race) -> int | None:
        return None if position.total >= 10 else position.mover

    def actions(self, position: Race) -> list[int]:
        return [1, 2]

    def play(self, position: Race, action: int) -> None:
        position.total += action
        position.mover = 1 - position.mover

    def scores(self, position: Race) -> list[float]:
        return [float(position.mover != seat) for seat in range(2)]


class RaisingGame(RaceGame):
    """Raises in its rules."""

    def play(self, position: Race, action: int) -> None:
        raise ValueError("rules are wrong")


class DeadlyGame(RaceGame):
    """Ends the process in its rules."""

    def play(self, position: Race, action: int) -> None:
        os._exit(7)


class UnluckyGame(RaceGame):
    """Ends the process once; the file `marker` remembers that."""

    declared = (word("marker", None, "a file", "a path"),)

    def play(self, position: Race, action: int) -> None:
        marker = Path(self.options["marker"])
        if not marker.exists():
            marker.touch()
            os._exit(7)
        super().play(position, action)
