"""Castle: its options and house rules, and which go together."""

from __future__ import annotations

from typing import Any, ClassVar

from cardlab.core.options import Option, choice, flag, whole
from cardlab.games.castle.rules.dealing import SEATS
from cardlab.games.castle.words.cards import parse_rank, rank_text


class RankSet(tuple[int, ...]):
    """Ranks in ascending order, written like ``3+8``."""

    def __str__(self) -> str:
        return "+".join(rank_text(rank) for rank in self) or "none"


def _read_ranks(value: Any) -> RankSet:
    if isinstance(value, str):
        value = [] if value in ("none", "") else [parse_rank(part) for part in value.split("+")]
    ranks = {int(rank) for rank in value}
    if not all(0 <= rank <= 13 for rank in ranks):
        raise ValueError
    return RankSet(sorted(ranks))


def _ranks(name: str, help: str) -> Option:
    return Option(name, RankSet(), help, "none, or ranks such as 8 or 3+8", _read_ranks)


class MemoryLevel(int):
    """What a search remembers, as the rules take it; written as a word where there is one."""

    WORDS: ClassVar = {"full": -1, "table": -2, "pickups": -3}

    def __str__(self) -> str:
        return next((word for word, level in self.WORDS.items() if level == self), int.__repr__(self))


def _memory(value: Any) -> MemoryLevel:
    number = int(MemoryLevel.WORDS.get(value, value))
    if not -3 <= number <= 1_000_000:
        raise ValueError
    return MemoryLevel(number)


CASTLE_MEMORY = Option(
    "memory", MemoryLevel(-1), "what the search remembers of cards not in sight",
    "full, pickups (no conclusions), table (nothing about hands), or how many burned cards it remembers",
    _memory,
)  # fmt: skip

CASTLE_OPTIONS: tuple[Option, ...] = (
    whole("players", 2, 2, SEATS, "number of players; more than four play with two packs"),
    whole("packs", 1, 1, 2, "number of 52-card packs, 2 for more than four players"),
    whole("jokers", 0, 0, 4, "jokers in all; a joker (X) counts above the ace"),
    choice("group", "whole", ("whole", "any"), "play all cards of a rank, or any number of them"),
    choice("four", "proper", ("proper", "legacy", "off"), "four of a kind burns; legacy: the faulty published test"),
    choice(
        "castle", "sequential", ("sequential", "simultaneous", "random", "swap"),
        "how the face-up row is chosen: one after another, hidden until all have chosen, dealt, or dealt and swapped",
    ),
    choice(
        "first", "seat0", (*(f"seat{i}" for i in range(SEATS)), "lowest", "random"),
        "who begins: a seat (the loser of the last game, say), the holder of the lowest card, or a random player",
    ),
    flag("voluntary_pickup", False, "the pile may be taken at any time"),
    flag("pickup_up", False, "who takes the pile while playing from the row takes one row card too"),
    flag("gamble", False, "before taking the pile one may try the top card of the stock"),
    _ranks("transparent", "ranks that go on anything and are looked through"),
    _ranks("lower", "ranks on which only equal or lower ones may be played"),
    _ranks("skip", "ranks of which each card skips a player"),
    _ranks("reverse", "ranks of which each card turns the direction round"),
    flag("two_again", False, "who plays a 2 moves again"),
    _ranks("ten_barred", "ranks on which a 10 may not be played"),
    flag("ten_extra", True, "who burns with a 10 moves again"),
    flag("four_extra", True, "who burns with four of a kind moves again"),
    flag("four_anytime", False, "four of a kind may be completed out of turn"),
    choice("failed_down", "hand", ("hand", "table"), "where a face-down card goes that could not be played"),
    flag("finish_special", True, "the last card may be a 2 or a 10"),
    flag("ranking", False, "play on until one player is left"),
    whole("limit", 5000, 1, 1_000_000, "decisions after which the game is a draw"),
    whole("repetition", 0, 0, 1000, "returns of one position that make a draw; 0: never"),
)  # fmt: skip
