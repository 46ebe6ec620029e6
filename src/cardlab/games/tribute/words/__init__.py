"""Scripts of Tribute: cards, options, positions, actions and scenarios in words."""
