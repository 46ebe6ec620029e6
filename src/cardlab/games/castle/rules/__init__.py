"""Castle: the rules."""
