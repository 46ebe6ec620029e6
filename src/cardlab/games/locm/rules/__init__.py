"""Legends of Code and Magic: the rules."""
