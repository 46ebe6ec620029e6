"""Duelyst: players of its own."""
