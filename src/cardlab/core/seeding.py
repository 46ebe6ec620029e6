"""Python's own random numbers, fixed for agents that draw from them."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardlab.core.rng import derive


@contextmanager
def fixed_luck() -> Iterator[Callable[[int, int], None]]:
    """Gives a function that seeds Python's (and NumPy's) own generators for a game, and restores Python's at the end.

    So an agent that draws from them plays the same game no matter which worker plays it.
    """
    before = random.getstate()

    def seed_game(seed: int, index: int) -> None:
        luck = derive(seed, "luck", index)
        random.seed(luck)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(luck & 0xFFFFFFFF)

    try:
        yield seed_game
    finally:
        random.setstate(before)
