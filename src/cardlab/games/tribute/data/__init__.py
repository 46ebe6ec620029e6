"""Scripts of Tribute: what models see of it."""
