"""Matches: what is declared, how a game is played, what comes out."""
