"""Scripts of Tribute: programs and classes of its community as players."""
