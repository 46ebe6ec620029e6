"""Legends of Code and Magic: programs as players."""
