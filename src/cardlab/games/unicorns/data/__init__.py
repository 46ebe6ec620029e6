"""Unstable Unicorns: rows of data."""
