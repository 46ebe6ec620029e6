"""Duelyst: what models see of it."""
