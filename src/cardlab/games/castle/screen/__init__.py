"""Castle: how it looks."""
