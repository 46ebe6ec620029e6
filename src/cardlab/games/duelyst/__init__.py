"""Duelyst: generals, minions, spells and artifacts on a board of nine by five tiles."""

from cardlab.games.duelyst.game import Duelyst

__all__ = ["Duelyst"]
