"""Unstable Unicorns: stables, chains of effects, and Neighs."""

from cardlab.games.unicorns.game import Unicorns

__all__ = ["Unicorns"]
