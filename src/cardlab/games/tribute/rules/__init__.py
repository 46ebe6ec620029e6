"""Scripts of Tribute: struct, legal actions and rules."""
