"""Unstable Unicorns: cards, options, actions and positions in words."""
