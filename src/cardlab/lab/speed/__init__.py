"""How fast games and agents are."""
