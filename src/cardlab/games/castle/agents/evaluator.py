"""Castle: an evaluator that counts cards.

A linear standing for each seat, turned into chances of winning. The weights were fitted on 12,000 games of lowest-card
players with 15% random moves (``scripts/fit_castle_evaluator.py``); they tell the winner of a random position of such games
in 60% of cases.
"""

import cython

from cardlab.models.model import Evaluator

HIGH = cython.declare(cython.const[cython.ulonglong], 0x000FFF0000000000)


class CardsEvaluator(Evaluator):
    """The chance of each seat to win, by what it still holds."""

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Castle."""
        return CastleState

    def _value(self, state, seat):
        total = 0.0
        own = 0.0
        for p in range(state._seats()):
            weight = exp(standing(cython.cast(CastleState, state), p))
            total += weight
            if p == seat:
                own = weight
        return own / total


def standing(s, p):
    """The higher the better; 2s, 10s and picture cards count where they can be seen by their owner."""
    cards = s.z.hand[p] + s.z.up[p]
    twos: cython.int = cards & NIBBLE
    tens: cython.int = (cards >> 32) & NIBBLE
    points = -0.051 * s.z.n_hand[p] - 0.456 * sum_nibbles(s.z.up[p]) + 0.017 * s.z.n_down[p]
    points += -0.026 * twos + 0.297 * tens + 0.143 * sum_nibbles(cards & HIGH)
    if s.z.player == p:
        points += 0.084
    return points
