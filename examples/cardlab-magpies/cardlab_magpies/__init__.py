"""Magpies: `plain` has the rules to read, `rules` the same compiled, `game` makes a Game of them."""
