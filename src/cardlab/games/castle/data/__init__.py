"""Castle: positions as rows and features."""
