"""Agents that misbehave, but only from seat 1: in every other game of a two-player match they play like `First`."""

from __future__ import annotations

import os
import random
import sys
import time
from typing import Any


class First:
    """Plays the first legal action."""

    def choose(self, seat: Any) -> Any:
        return seat.legal()[0] if seat.player != 1 else self.misbehave(seat)

    def misbehave(self, seat: Any) -> Any:
        return seat.legal()[0]


class Raises(First):
    def misbehave(self, seat: Any) -> Any:
        raise ValueError("boom")


class RaisesUnshowable(First):
    def misbehave(self, seat: Any) -> Any:
        class Rude(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise Rude


class RaisesInNewGame(First):
    """Fails in every game."""

    def new_game(self) -> None:
        raise ValueError("not today")


class IllegalNumber(First):
    def misbehave(self, seat: Any) -> Any:
        return -5


class HugeNumber(First):
    def misbehave(self, seat: Any) -> Any:
        return 1 << 80


class ReturnsText(First):
    def misbehave(self, seat: Any) -> Any:
        return "castle"


class Sleeps(First):
    def misbehave(self, seat: Any) -> Any:
        time.sleep(0.6)
        return seat.legal()[0]


class Hangs(First):
    def misbehave(self, seat: Any) -> Any:
        while True:
            pass


class HangsInC(First):
    """Holds the GIL for ever, as a bad extension module would."""

    def misbehave(self, seat: Any) -> Any:
        return sum(iter(int, 1))


class EndsProcess(First):
    def misbehave(self, seat: Any) -> Any:
        os._exit(1)


class CallsExit(First):
    def misbehave(self, seat: Any) -> Any:
        sys.exit("bye")


class Prints(First):
    def misbehave(self, seat: Any) -> Any:
        print("thinking aloud")
        return seat.legal()[0]


class Lucky:
    """Draws from Python's own generator."""

    def choose(self, seat: Any) -> Any:
        return random.choice(seat.legal())


class OtherNumber:
    """Answers with a whole number of another kind, as NumPy's are."""

    def choose(self, seat: Any) -> Any:
        class Whole:
            def __index__(self) -> int:
                return int(seat.legal()[0])

        return Whole()


class RaisesInterrupt(First):
    """As if somebody had pressed Ctrl-C."""

    def misbehave(self, seat: Any) -> Any:
        raise KeyboardInterrupt("mine")


class RaisesExit(First):
    def misbehave(self, seat: Any) -> Any:
        raise GeneratorExit("mine")


class RaisesBase(First):
    def misbehave(self, seat: Any) -> Any:
        class Odd(BaseException):
            pass

        raise Odd("mine")


class InterruptsInNewGame(First):
    def new_game(self) -> None:
        raise KeyboardInterrupt("not today")


class RaisesSurrogate(First):
    """No file and no terminal can encode what it says, and the rest would steer one."""

    def misbehave(self, seat: Any) -> Any:
        raise ValueError("lone \ud800 surrogate, \x1b[31mred\x9b, \u202eturned")
