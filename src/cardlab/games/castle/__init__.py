"""Castle: a shedding game for two to four players."""

from cardlab.games.castle.game import Castle

__all__ = ["Castle"]
