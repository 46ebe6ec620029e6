"""Castle: cards, options, positions and actions in words."""
