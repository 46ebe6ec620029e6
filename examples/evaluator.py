"""An evaluator of your own: a function that tells the chance to win for many positions of Castle at once.

cardlab match castle e-ismcts:800,evaluator=python:examples/evaluator.py:by_cards,encoder=svm,depth=40 lowest -n 100
"""

import numpy as np

HAND, ROW, DOWN = slice(0, 13), slice(13, 16), 16  # where the encoding svm has its numbers
OTHER_HAND, OTHER_ROW, OTHER_DOWN = 17, slice(18, 21), 21
TWOS, TENS = 0, 8


def by_cards(x):
    """Fewer cards are better, above all in row and castle; 2s and 10s in hand are good. `x` has a line for each position."""
    hands = 50 * x[:, OTHER_HAND] - 4 * x[:, HAND].sum(axis=1)
    rows = np.count_nonzero(x[:, OTHER_ROW], axis=1) - np.count_nonzero(x[:, ROW], axis=1)
    downs = 4 * (x[:, OTHER_DOWN] - x[:, DOWN])
    special = 4 * (x[:, TWOS] + x[:, TENS])
    return 1 / (1 + np.exp(-(0.05 * hands + 0.45 * (rows + downs) + 0.3 * special)))
