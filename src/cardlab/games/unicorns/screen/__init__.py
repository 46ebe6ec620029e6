"""Unstable Unicorns: how its table looks."""
