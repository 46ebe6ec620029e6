"""Unstable Unicorns: its own players."""
