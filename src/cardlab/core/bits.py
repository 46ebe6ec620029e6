"""Bit and random-number primitives, as plain Python.

Compiled modules use the C twins in ``bits.h``; the uncompiled build and ordinary Python use these.
Both give the same numbers. ``s`` is always an array of two 64-bit words (see `Rng`).
"""

from __future__ import annotations

import time
from collections.abc import MutableSequence, Sequence
from typing import Any

M64 = 0xFFFFFFFFFFFFFFFF
ONE = 1
"""As a word of 64 bits, so that it can be shifted anywhere in one."""


def assign(target: Any, source: Any) -> None:
    """Copy all fields of a struct."""
    target.assign(source)


assign_part = assign
"""The same for a struct inside another one."""


def rarely(x: bool) -> bool:
    """The same, with the promise that it is seldom true."""
    return x


def popcount(x: int) -> int:
    """Number of set bits."""
    return x.bit_count()


def lowest_bit(x: int) -> int:
    """Index of the lowest set bit of a non-zero number."""
    if x <= 0:
        raise IndexError("lowest_bit of zero")
    return (x & -x).bit_length() - 1


def nth_bit(x: int, n: int) -> int:
    """Index of the n-th set bit, counted from 0."""
    if not 0 <= n < x.bit_count():
        raise IndexError(f"there is no set bit number {n}")
    for _ in range(n):
        x &= x - 1
    return lowest_bit(x)


def rotl(x: int, k: int) -> int:
    """Rotate a 64-bit word left."""
    return ((x << k) | (x >> (64 - k))) & M64


def next_word(s: MutableSequence[int]) -> int:
    """The next 64 random bits (xoroshiro128++)."""
    s0, s1 = s[0], s[1]
    result = (rotl((s0 + s1) & M64, 17) + s0) & M64
    s1 ^= s0
    s[0] = rotl(s0, 49) ^ s1 ^ ((s1 << 21) & M64)
    s[1] = rotl(s1, 28)
    return result


def rand_below(s: MutableSequence[int], n: int) -> int:
    """A random number from 0 to n-1."""
    return ((next_word(s) >> 32) * n) >> 32


def rand_real(s: MutableSequence[int]) -> float:
    """A random number from 0 up to, not including, 1."""
    return (next_word(s) >> 11) * 2.0**-53


def mix(x: int) -> int:
    """A 64-bit finaliser: neighbours in, strangers out."""
    x = (x + 0x9E3779B97F4A7C15) & M64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & M64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & M64
    return x ^ (x >> 31)


def now() -> int:
    """Monotonic clock in nanoseconds."""
    return time.monotonic_ns()


def add_rows(
    out: MutableSequence[float],
    weights: Sequence[float],
    active: Sequence[int],
    amount: Sequence[float],
    count: int,
    width: int,
) -> None:
    """A dense layer that only looks at inputs that are not zero."""
    for k in range(count):
        for j in range(width):
            out[j] += amount[k] * weights[active[k] * width + j]
