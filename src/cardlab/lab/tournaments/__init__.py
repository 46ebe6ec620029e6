"""Tournaments: all against all, and the table of all pairs."""
