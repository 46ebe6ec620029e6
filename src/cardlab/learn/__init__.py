"""Learning policies: evolution of vectors of numbers.

Start with `learn.evolution.train`. Files with vectors are read and written by `core.vectorfile`, which
agents use too.
"""
