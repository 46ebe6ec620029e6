"""Unstable Unicorns: the rules."""
