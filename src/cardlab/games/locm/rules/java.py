"""The official referee's luck: offers and shuffles from its seeds, drawn as its Java library draws them.

A game has one main seed. Three draws of 64 bits from it seed the offers and the two shuffles; each of the three may also be
given by itself, which leaves the other two as they are.
"""

from __future__ import annotations

from typing import NamedTuple

from cardlab.errors import OptionError
from cardlab.games.locm.rules.state import CARDS, POOL, ROUNDS

_MULTIPLIER, _MASK = 0x5DEECE66D, (1 << 48) - 1
_LONG = 1 << 64


class JavaRandom:
    """The 48-bit linear congruential generator of the Java library."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def bits(self, count: int) -> int:
        """The next `count` bits, up to 32, as a number that is not negative."""
        self._state = (self._state * _MULTIPLIER + 0xB) & _MASK
        return self._state >> (48 - count)

    def next_int(self) -> int:
        """A signed number of 32 bits."""
        return _signed(self.bits(32), 1 << 32)

    def next_long(self) -> int:
        """A signed number of 64 bits, made of two of 32."""
        high = self.next_int()
        return _signed(((high << 32) + self.next_int()) % _LONG, _LONG)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, all equally likely."""
        if bound & (bound - 1) == 0:
            return bound * self.bits(31) >> 31
        while True:
            value = self.bits(31)
            rest = value % bound
            if value - rest + bound - 1 < 1 << 31:
                return rest

    def below_except(self, bound: int, taken: list[int]) -> int:
        """A number below `bound` that is not among those taken, found by trying."""
        while (value := self.below(bound)) in taken:
            pass
        return value


class Deal(NamedTuple):
    """The offers of all rounds, and for each player the round whose pick lies at each depth of the deck."""

    offers: list[list[int]]
    order: list[list[int]]


def official_deal(seed: int, draft_seed: int | None = None, shuffle0: int | None = None, shuffle1: int | None = None) -> Deal:
    """What the official referee deals for a main seed; the other seeds replace those that follow from it."""
    main = JavaRandom(_checked(seed))
    derived = [main.next_long() for _ in range(3)]
    draft, first, second = (
        own if given is None else _checked(given) for own, given in zip(derived, (draft_seed, shuffle0, shuffle1), strict=True)
    )
    return Deal(_offers(JavaRandom(draft)), [_shuffled(JavaRandom(first)), _shuffled(JavaRandom(second))])


def _offers(random: JavaRandom) -> list[list[int]]:
    pool: list[int] = []
    for _ in range(POOL):
        pool.append(random.below_except(CARDS, pool))
    offers = []
    for _ in range(ROUNDS):
        places: list[int] = []
        for _ in range(3):
            places.append(random.below_except(POOL, places))
        offers.append([pool[place] + 1 for place in places])
    return offers


def _shuffled(random: JavaRandom) -> list[int]:
    order = list(range(ROUNDS))
    for size in range(ROUNDS, 1, -1):
        other = random.below(size)
        order[size - 1], order[other] = order[other], order[size - 1]
    return order


def _signed(value: int, size: int) -> int:
    return value - size if value >= size >> 1 else value


def _checked(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not -_LONG // 2 <= seed < _LONG // 2:
        raise OptionError(f"a seed of the official referee is a whole number of 64 bits with sign, not {seed!r:.40}")
    return seed
