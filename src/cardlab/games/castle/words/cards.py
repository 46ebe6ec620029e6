"""Castle: ranks and how they are written. Suits never matter and are not kept."""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.core.reading import UNKNOWN

RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "X")
"""Ranks by index; X is the joker."""

STRENGTH = (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 0, 8)
"""Rank indices from the weakest to the strongest: 3 4 5 6 7 8 9 J Q K A X 2 10."""

_TEXTS: dict[int | None, str] = {None: UNKNOWN, **dict(enumerate(RANK_TEXTS))}
_INDEX = {text: rank for rank, text in enumerate(RANK_TEXTS)} | {"T": 8, "JOKER": 13}


def rank_text(rank: int) -> str:
    """A rank as it is printed on the card."""
    return RANK_TEXTS[rank]


def parse_rank(text: str) -> int:
    """The index of a rank; raises ValueError for anything that is none."""
    rank = _INDEX.get(text.strip().upper())
    if rank is None:
        raise ValueError(f"{text!r} is not a rank; ranks are {' '.join(RANK_TEXTS)}")
    return rank


def cards_text(ranks: Iterable[int | None]) -> str:
    """Cards separated by spaces, with ``?`` for those that cannot be seen."""
    return " ".join([_TEXTS[rank] for rank in ranks])


def parse_cards(text: str) -> list[int]:
    """Ranks from a text such as ``3 9 9 10``."""
    return [parse_rank(part) for part in text.replace(",", " ").split()]


def full_pack(packs: int, jokers: int) -> list[int]:
    """All cards of the game, sorted."""
    return [rank for rank in range(13) for _ in range(4 * packs)] + [13] * jokers


def by_strength(ranks: Iterable[int]) -> list[int]:
    """Cards from the weakest to the strongest."""
    return sorted(ranks, key=STRENGTH.index)
