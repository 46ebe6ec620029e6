"""How fast cardlab is, as ratios to a plain-Python reference measured in the same run."""
