"""Scripts of Tribute."""
