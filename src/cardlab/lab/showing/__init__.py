"""Results as people read them: tables for a screen of any width, for papers and for notebooks."""
