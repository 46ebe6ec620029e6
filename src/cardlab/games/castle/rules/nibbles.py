"""Castle: the cards of one owner as one word, four bits for the count of each rank; as plain Python.

Compiled modules use the C twins in ``nibbles.h``; both give the same numbers.
"""

from __future__ import annotations

NIBBLE = 15
"""The counter of the first rank."""
_ONES = 0x1111111111111111


def nonzero_nibbles(x: int) -> int:
    """A word as sixteen counters of four bits: one bit in the place of each counter that is not zero."""
    return (x | x >> 1 | x >> 2 | x >> 3) & _ONES


def sum_nibbles(x: int) -> int:
    """The sum of the sixteen counters."""
    return sum(x >> shift & 15 for shift in range(0, 64, 4))


def unary_nibbles(x: int) -> int:
    """As many low bits in each counter's place as it counts, at most four."""
    ones, twos, fours = x & _ONES, x >> 1 & _ONES, x >> 2 & _ONES
    return ones | twos | fours | (twos | fours) << 1 | (ones & twos | fours) << 2 | fours << 3
