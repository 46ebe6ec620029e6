"""One package per game, the same rooms in each."""
