"""Castle: players of its own."""
