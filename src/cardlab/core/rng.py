"""One random number generator for rules, search and experiments: small, fast, the same on every machine."""

import cython


class Rng:
    """xoroshiro128++. Equal seeds give equal numbers; `derive` names independent streams."""

    def __init__(self, seed=0):
        if not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number, not {seed!r}")
        self._seed(seed & 0xFFFFFFFFFFFFFFFF)

    def _seed(self, seed):
        self.s[0] = mix(seed)
        self.s[1] = mix(self.s[0])

    def _seed_for(self, seed, a, b):
        self._seed(mix(mix(mix(seed) ^ a) ^ b))

    def below(self, n: cython.int):
        """A random number from 0 to n-1."""
        if n < 1:
            raise ValueError(f"below({n}): there is no number from 0 to {n - 1}")
        return rand_below(self.s, n)

    def real(self):
        """A random number from 0 up to, not including, 1."""
        return rand_real(self.s)

    def word(self):
        """64 random bits."""
        return next_word(self.s)

    def choice(self, items):
        """One item of a non-empty sequence."""
        if not len(items):
            raise IndexError("choice from nothing")
        return items[rand_below(self.s, len(items))]

    def shuffle(self, items):
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = rand_below(self.s, i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self):
        """A generator that will give the same numbers as this one."""
        twin = Rng()
        twin.setstate(self.getstate())
        return twin

    def getstate(self):
        """The two words of the generator."""
        return (self.s[0], self.s[1])

    def setstate(self, state):
        """Put the generator where `getstate` was called."""
        self.s[0], self.s[1] = state

    def __reduce__(self):
        return _restore, (self.getstate(),)

    def __eq__(self, other):
        return isinstance(other, Rng) and self.getstate() == other.getstate()

    def __hash__(self):
        return hash(self.getstate())

    def __repr__(self):
        return f"Rng(state={self.getstate()})"


def _restore(state):
    rng = Rng()
    rng.setstate(state)
    return rng


def derive(seed: int, *path) -> int:
    """A seed of its own for a place named by numbers and texts, such as ``derive(7, "deal", 12)``."""
    word = int(seed) & 0xFFFFFFFFFFFFFFFF
    for step in path:
        if isinstance(step, str):
            for byte in step.encode():
                word = mix(word ^ byte)
        else:
            word = mix(mix(word) ^ (int(step) & 0xFFFFFFFFFFFFFFFF))
    return word
