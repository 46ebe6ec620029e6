"""Players that work on every game."""
