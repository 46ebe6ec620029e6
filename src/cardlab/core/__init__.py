"""The contract of every game: Game, State, Seat, Action, Rng, Replay. It knows no game."""
