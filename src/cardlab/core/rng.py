"""One random number generator for rules, search and experiments: small, fast, the same on every machine."""

import hashlib

import cython


class Rng:
    """xoroshiro128++. Equal seeds give equal numbers; `derive` and `stream` name independent ones.

    The generator is fast, and no secret: who holds it can tell what it gave before. What agents get comes from `stream`.
    """

    def __init__(self, seed=0):
        # type: (int) -> None
        if not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number, not {seed!r}")
        self._seed(seed & 0xFFFFFFFFFFFFFFFF)

    def _seed(self, seed):
        self.s[0] = mix(seed)
        self.s[1] = mix(self.s[0])

    def _seed_for(self, seed, a, b):
        self._seed(mix(mix(mix(seed) ^ a) ^ b))

    def below(self, n: cython.int):
        # type: (...) -> int
        """A random number from 0 to n-1."""
        if n < 1:
            raise ValueError(f"below({n}): there is no number from 0 to {n - 1}")
        return rand_below(self.s, n)

    def real(self):
        # type: () -> float
        """A random number from 0 up to, not including, 1."""
        return rand_real(self.s)

    def word(self):
        # type: () -> int
        """64 random bits."""
        return next_word(self.s)

    def choice(self, items):
        # type: (Sequence[_T]) -> _T
        """One item of a non-empty sequence."""
        if not len(items):
            raise IndexError("choice from nothing")
        return items[rand_below(self.s, len(items))]

    def shuffle(self, items):
        # type: (MutableSequence[Any]) -> None
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = rand_below(self.s, i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self):
        # type: () -> Rng
        """A generator that will give the same numbers as this one."""
        twin = Rng()
        twin.setstate(self.getstate())
        return twin

    def getstate(self):
        # type: () -> tuple[int, int]
        """The two words of the generator."""
        return (self.s[0], self.s[1])

    def setstate(self, state):
        # type: (tuple[int, int]) -> None
        """Put the generator where `getstate` was called."""
        first, second = state
        if first == 0 and second == 0:
            raise ValueError("a generator of zeros would give nothing but zeros")
        self.s[0], self.s[1] = first, second

    def __reduce__(self):
        return _restore, (self.getstate(),)

    def __eq__(self, other):
        # type: (object) -> bool
        return isinstance(other, Rng) and self.getstate() == other.getstate()

    def __hash__(self):
        # type: () -> int
        return hash(self.getstate())

    def __repr__(self):
        return f"Rng(state={self.getstate()})"


def _restore(state):
    rng = Rng()
    rng.setstate(state)
    return rng


def derive(seed: int, *path) -> int:
    # type: (int, int | str) -> int
    """A seed of its own for a place named by numbers and texts, such as ``derive(7, "deal", 12)``.

    It cannot be turned back into the seed, and no two different names give the same place.
    """
    return int.from_bytes(_digest(seed, path, 8), "little")


def stream(seed: int, *path) -> Rng:
    # type: (int, int | str) -> Rng
    """A generator of its own for a place named by numbers and texts, from which the seed cannot be told."""
    words = _digest(seed, path, 16)
    rng = Rng()
    rng.setstate((int.from_bytes(words[:8], "little") | 1, int.from_bytes(words[8:], "little")))
    return rng


def _digest(seed, path, size):
    """Every part of the name goes in with its kind and its length."""
    name = [b"%d;" % (int(seed) & 0xFFFFFFFFFFFFFFFF)]
    for step in path:
        if isinstance(step, str):
            text = step.encode()
            name.append(b"s%d:" % len(text) + text)
        else:
            name.append(b"i%d;" % int(step))
    return hashlib.blake2b(b"".join(name), digest_size=size, person=b"cardlab").digest()
