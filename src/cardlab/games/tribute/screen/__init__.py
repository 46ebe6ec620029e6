"""Scripts of Tribute: how it looks."""
