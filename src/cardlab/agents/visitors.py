"""Players that were written for another framework of a game, and sit at its table here as they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Visitors(ABC):
    """What a game knows of such players; `Game.visitors` answers with it."""

    @abstractmethod
    def prepare(self) -> None:
        """Before a class of theirs is loaded: put in place what it imports."""

    @abstractmethod
    def made(self, kind: type, name: str) -> Any:
        """An object of their class, under a name; None if it is no class of theirs."""

    @abstractmethod
    def adopted(self, player: object) -> Any:
        """An object with a method `choose` that plays as theirs does; None if it is none of theirs."""
