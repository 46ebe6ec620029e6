"""Legends of Code and Magic: cards, options, positions and actions in words."""
