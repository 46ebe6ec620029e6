"""Legends of Code and Magic: players of its own."""
