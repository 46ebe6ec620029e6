"""Scripts of Tribute: card values by a small network in place of HQL's table.

A state is told by the number of own cards of the card's deck, as in the table, and besides by the number of all own cards, by
how long the match has lasted, and by the prestige of both. So a network can learn what the thesis on HQL proposes to try, such
as that a card is worth less in a large deck, or late.
"""

import cython

from cardlab.core.valuenets import ValueNet
from cardlab.errors import OptionError

CARD_INPUTS = ("deck", "cards", "turn", "prestige", "other prestige")  # type: tuple[str, ...]
_SCALES = (10.0, 20.0, 20.0, 40.0, 40.0)


def card_inputs(deck, cards, turns, prestige, other):
    # type: (int, int, int, int, int) -> tuple[float, ...]
    """The numbers of a state: own cards of the deck, all own cards (no starters), own turns, prestige of both."""
    told = (deck, cards, turns, prestige, other)
    return tuple([number / scale for number, scale in zip(told, _SCALES, strict=True)])


class CardNet:
    """The compiled form. It reads the numbers of the network in place, so it follows one that is learning."""

    def __init__(self, net: ValueNet):
        # type: (ValueNet) -> None
        if net.inputs != CARD_INPUTS or len(net.rows) != CARDS:
            raise OptionError(f"a network of card values has {CARDS} cards and the inputs {', '.join(CARD_INPUTS)}")
        self.net = net
        self.held = net.numbers
        self.units = net.units
        for i in range(INPUTS):
            self.scale[i] = _SCALES[i]
        if cython.compiled:
            view: cython.double[::1] = self.held
            self.numbers = cython.address(view[0])
        else:
            self.numbers = self.held

    def _judge_cards(self, s, p, count, cards, worth):
        """What each card is worth to a player, as a whole number from 1 on."""
        bias: cython.int = (CARDS + INPUTS) * self.units
        base: cython.int = bias + 2 * self.units
        turns: cython.int = (s.z.turn - 1) // 2
        self.x[1] = cards / self.scale[1]
        self.x[2] = turns / self.scale[2]
        self.x[3] = s.z.prestige[p] / self.scale[3]
        self.x[4] = s.z.prestige[1 - p] / self.scale[4]
        for unit in range(self.units):
            self.sums[unit] = self.numbers[bias + unit]
            for i in range(1, INPUTS):
                self.sums[unit] += self.x[i] * self.numbers[(CARDS + i) * self.units + unit]
        for card in range(CARDS):
            owned: cython.double = count[s.rules.fact[card].deck] / self.scale[0]
            total: cython.double = self.numbers[base + card]
            for unit in range(self.units):
                rise: cython.double = self.numbers[card * self.units + unit] + self.sums[unit]
                rise += owned * self.numbers[CARDS * self.units + unit]
                if rise > 0:
                    total += rise * self.numbers[bias + self.units + unit]
            worth[card] = cython.cast(cython.int, total) if total >= 1.0 else 1
