"""Legends of Code and Magic 1.2: a draft of 30 cards, then a battle on two lanes."""

from cardlab.games.locm.game import Locm

__all__ = ["Locm"]
