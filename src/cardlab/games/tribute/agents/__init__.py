"""Scripts of Tribute: players of its own."""
