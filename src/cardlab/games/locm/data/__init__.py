"""Legends of Code and Magic: positions as rows and features."""
