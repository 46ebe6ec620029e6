"""How agents written in Python are called: by the names of their parameters, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import Rng, Seat, game, make_agent, play_match
from cardlab.errors import PluginError


class Base:
    """Notes what it was handed beside the seat."""

    def __init__(self) -> None:
        self.got: list[Any] = []

    def answer(self, seat: Seat, *handed: Any) -> int:
        assert isinstance(seat, Seat)
        self.got.append(handed)
        return seat.legal()[0]


class SeatOnly(Base):
    def choose(self, seat: Seat) -> int:
        return self.answer(seat)


class AnyName(Base):
    def choose(self, table: Seat, /) -> int:
        return self.answer(table)


class Verbose(Base):
    def choose(self, seat: Seat, verbose: bool = False) -> int:
        return self.answer(seat, verbose)


class Keywords(Base):
    def choose(self, seat: Seat, **kw: Any) -> int:
        return self.answer(seat, kw)


class Anything(Base):
    def choose(self, *args: Any, **kw: Any) -> int:
        return self.answer(*args, kw)


class Second(Base):
    def choose(self, seat: Seat, rng: Rng) -> int:
        return self.answer(seat, rng)


class SecondOnly(Base):
    def choose(self, seat: Seat, rng: Rng, /) -> int:
        return self.answer(seat, rng)


class Optional(Base):
    def choose(self, seat: Seat, rng: Rng | None = None, verbose: bool = False) -> int:
        return self.answer(seat, rng, verbose)


class Last(Base):
    def choose(self, seat: Seat, verbose: bool = False, rng: Rng | None = None) -> int:
        return self.answer(seat, verbose, rng)


class ByName(Base):
    def choose(self, seat: Seat, *, rng: Rng) -> int:
        return self.answer(seat, rng)


class ByNameAfterMany(Base):
    def choose(self, *seats: Seat, rng: Rng) -> int:
        return self.answer(seats[0], rng)


class Unused(Base):
    def choose(self, seat: Seat, _rng: Rng) -> int:
        return self.answer(seat, _rng)


RNG = object()
"""Stands for the random source in what is expected."""


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (SeatOnly, ()), (AnyName, ()), (Verbose, (False,)), (Keywords, ({},)), (Anything, ({},)), (Second, (RNG,)),
        (SecondOnly, (RNG,)), (Optional, (RNG, False)), (Last, (False, RNG)), (ByName, (RNG,)), (ByNameAfterMany, (RNG,)),
        (Unused, (RNG,)),
    ],
)  # fmt: skip
def test_the_random_source_goes_to_rng_and_nowhere_else(kind: type[Base], expected: tuple[Any, ...]) -> None:
    player = kind()
    result = play_match("castle", [player, "lowest"], games=2, workers=1)
    assert result.errors == {}
    player = kind()
    make_agent(game("castle"), player).choose(game("castle").new(1).seat(0), 1)
    assert [tuple(RNG if isinstance(part, Rng) else part for part in got) for got in player.got] == [expected]


class TimeLeft:
    def choose(self, seat: Seat, time_left: float) -> int:
        return seat.legal()[0]


class NeedsName:
    def choose(self, seat: Seat, rng: Rng, *, depth: int) -> int:
        return seat.legal()[0]


class NoSeat:
    def choose(self) -> int:
        return 0


class OnlyRng:
    def choose(self, rng: Rng) -> int:
        return 0


class SeatByName:
    def choose(self, *, seat: Seat) -> int:
        return seat.legal()[0]


class Later:
    async def choose(self, seat: Seat) -> int:
        return seat.legal()[0]


class WantsGame(SeatOnly):
    def new_game(self, number: int) -> None:
        """Would like to know which one."""


class Builtin:
    choose = max


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (TimeLeft, r"TimeLeft.choose wants 'time_left', which nobody hands it: write choose\(self, seat\) or .*rng\)"),
        (NeedsName, "NeedsName.choose wants 'depth', which nobody hands it"),
        (NoSeat, "NoSeat.choose has no place for the seat"),
        (OnlyRng, "OnlyRng.choose has no place for the seat"),
        (SeatByName, "SeatByName.choose has no place for the seat"),
        (Later, "Later.choose is `async`"),
        (
            WantsGame,
            r"WantsGame.new_game wants number, but it is called without arguments before each game: write new_game",
        ),
        (Builtin, "Builtin.choose does not tell its parameters"),
    ],
)
def test_an_agent_that_cannot_be_called_is_refused_with_a_sentence_that_helps(kind: type, words: str) -> None:
    with pytest.raises(PluginError, match=words):
        make_agent(game("castle"), kind())
    with pytest.raises(PluginError, match=words):
        play_match("castle", [kind(), "lowest"], games=2)
