"""Duelyst in words: cards, decks, options, positions, actions, scenarios."""
