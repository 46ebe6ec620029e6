"""Duelyst: how it looks."""
