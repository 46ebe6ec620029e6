"""Legends of Code and Magic: how it looks."""
