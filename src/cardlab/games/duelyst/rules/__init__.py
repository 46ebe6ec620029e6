"""Duelyst: the board, what is legal, and what an action does."""
