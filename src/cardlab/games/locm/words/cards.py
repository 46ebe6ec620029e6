"""Legends of Code and Magic: the 160 cards of version 1.2, and how cards and keywords are written."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from cardlab.errors import PositionError, nearest
from cardlab.games.locm.rules.state import CARDS as NUMBERS

TYPES = ("creature", "green", "red", "blue")
"""Types by number; green, red and blue cards are items."""

KEYWORDS = "BCDGLW"
"""One letter for each keyword; the first has bit 1, the next bit 2, and so on."""

KEYWORD_NAMES = ("Breakthrough", "Charge", "Drain", "Guard", "Lethal", "Ward")
ALL_KEYWORDS = 63

CREATURE, GREEN, RED, BLUE = range(4)
_NUMBERS = ("cost", "attack", "defense", "player_hp", "opponent_hp", "card_draw")


@dataclass(frozen=True, slots=True)
class LocmCard:
    """The printed facts of a card. For items, attack and defense are what the target gains, or loses if negative."""

    number: int
    name: str
    type: int
    cost: int
    attack: int
    defense: int
    keywords: int
    player_hp: int
    opponent_hp: int
    card_draw: int

    @property
    def is_creature(self) -> bool:
        """Whether it is summoned; all others are items, which are used."""
        return self.type == CREATURE

    @property
    def stats(self) -> str:
        """Attack and defense: ``2/1`` for a creature, ``+1/+2`` for an item."""
        return f"{self.attack}/{self.defense}" if self.is_creature else f"{self.attack:+d}/{self.defense:+d}"


def keyword_text(bits: int) -> str:
    """Six characters, a dash for a missing keyword, such as ``B-D---``."""
    return "".join(letter if bits >> at & 1 else "-" for at, letter in enumerate(KEYWORDS))


def parse_keywords(text: str) -> int:
    """The bits of a text as `keyword_text` writes it, or of the letters alone, such as ``BD``."""
    bits = _BITS.get(text) if isinstance(text, str) else None
    if bits is None:
        raise PositionError(f"{text!r:.40} are no keywords; write letters of {KEYWORDS} in this order, such as B-D--- or BD")
    return bits


def card(number: int) -> LocmCard:
    """The card with a number from 1 to 160."""
    if type(number) is not int or not 1 <= number <= len(CARDS):
        raise PositionError(f"there is no card {number!r:.40}; cards are numbered 1 to {len(CARDS)}")
    return CARDS[number - 1]


def card_named(text: str | int) -> int:
    """The number of a card that is named by its number or by its name in any case."""
    if isinstance(text, str) and not (text.isdecimal() and len(text) <= 3):
        return _by_name(text)
    return card(int(text) if isinstance(text, str) else text).number


def _by_name(text: str) -> int:
    number = _NAMES.get(text.strip().casefold())
    if number is None:
        near = nearest(text.strip().casefold(), _NAMES)
        guess = f"did you mean {card(_NAMES[near]).name!r}? " if near is not None else ""
        raise PositionError(f"there is no card {text!r:.40}; {guess}cards have names, and numbers from 1 to {len(CARDS)}")
    return number


def _read() -> tuple[LocmCard, ...]:
    with (Path(__file__).parent / "cards.csv").open(encoding="utf-8", newline="") as file:
        cards = tuple(map(_card, csv.DictReader(file)))
    if [one.number for one in cards] != list(range(1, NUMBERS + 1)):
        raise PositionError(f"cards.csv must hold the cards 1 to {NUMBERS} in this order")
    return cards


def _card(row: dict[str, str]) -> LocmCard:
    values = {name: int(row[name]) for name in _NUMBERS}
    keywords = parse_keywords(row["keywords"])
    return LocmCard(int(row["number"]), row["name"], TYPES.index(row["type"]), keywords=keywords, **values)


_BITS = {text.replace("-", gap): bits for bits, text in enumerate(map(keyword_text, range(64))) for gap in ("-", "")}

CARDS = _read()
"""All cards; the card with number n is at index n - 1."""

_NAMES = {one.name.casefold(): one.number for one in CARDS}
