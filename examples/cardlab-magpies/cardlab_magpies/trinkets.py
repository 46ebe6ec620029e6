"""The trinkets of Magpies as data: the words that cards are made of, the cards of two decks, a deck as the rules read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardlab.core.cards import CardBook, OpFlag
from cardlab.core.effects import Card, Do, IfDone, May, On, Python, Vocabulary
from cardlab.errors import CardError

ROOM = 20
"""A deck has at most so many cards, for which the compiled rules have room."""
LAID, TOSSED = range(2)
DRAW, TOSS, LOOK, TAKE, PASS = range(1, 6)
"""What can be done, as the ops of a book have it: the place of a word, counted from 1."""
ASKING = (TOSS, LOOK, TAKE)
OTHERS = 1
WORDS = Vocabulary(
    types=("trinket",),
    triggers=("laid", "tossed"),
    codes=("draw", "toss", "look", "take", "pass"),
    whos=("others",),
    facts={"shine": (0, 9)},
    most=9,
)


def trinket(name: str, copies: int, shine: int, text: str, *effects: On) -> Card:
    """A card of this game."""
    return Card(name, "trinket", effects, copies, {"shine": shine}, text)


def moonlight(view: Mapping[str, Any], seat: int, kind: int) -> int:
    """A card's own function: it is shown what the owner sees, and answers which of the card's effects happens."""
    mine, *others = (len(view["nests"][(seat + step) % 3]) for step in range(3))
    return 0 if mine <= min(others) else 1


PEARLS = trinket("pearl", 2, 5, "It shines.")
SPECIAL = (
    trinket("thimble", 2, 1, "Draw a card.", On("laid", Do("draw"))),
    trinket("comb", 2, 1, "Toss up to two cards; if you do, draw two.", On("laid", IfDone(May(Do("toss", 2)), Do("draw", 2)))),
    trinket("mirror", 2, 1, "Look at the hand of another magpie.", On("laid", Do("look"))),
    trinket("hook", 2, 1, "Take a card from another hand.", On("laid", Do("take"))),
    trinket("moth", 2, 1, "The others toss a card each.", On("laid", Do("toss", who="others"))),
    trinket("feather", 2, 2, "When it is tossed, draw a card.", On("tossed", Do("draw"))),
    trinket("bell", 1, 2, "All pass a card to the left, at once.", On("laid", Do("pass"))),
)
MOONSTONE = trinket(
    "moonstone",
    1,
    2,
    "Draw two cards if no nest has fewer trinkets than yours; else the others draw one each.",
    On("laid", Python(moonlight, variants=(Do("draw", 2), Do("draw", who="others")))),
)
DECKS = {
    "meadow": (trinket("pebble", 3, 2, "It is nice and round."), PEARLS, *SPECIAL),
    "moon": (trinket("pebble", 2, 2, "It is nice and round."), PEARLS, *SPECIAL, MOONSTONE),
}


class Trinkets:
    """A deck: the book of its cards, their ops as plain values, and a name for each single card (``pebble1``, ``bell``)."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.book = CardBook(WORDS, cards)
        self.cards = self.book.cards
        if not 12 <= self.book.size <= ROOM:
            raise CardError(self.cards[0].name, f"a deck has 12 to {ROOM} cards, not {self.book.size}")
        self.ops = self.book.listing()
        self.starts = [self.book.starts_of(kind) for kind in range(len(self.cards))]
        for card in self.cards:
            _check_may(card)
        self.singles = [name for card in self.cards for name in _copies(card)]
        self.kind = {name: kind for kind, card in enumerate(self.cards) for name in _copies(card)}
        self.number = {name: number for number, name in enumerate(self.singles)}

    def card(self, single: str) -> Card:
        """What is printed on a single card."""
        return self.cards[self.kind[single]]

    def shine(self, nest: Iterable[str]) -> int:
        """What a nest is worth."""
        return sum(self.card(single).facts["shine"] for single in nest)


def _check_may(card: Card) -> None:
    """`May` stands before something that is chosen: then it may be nothing."""
    for op in CardBook(WORDS, [card]).listing():
        if op["flags"] & OpFlag.MAY and op["code"] not in ASKING:
            raise CardError(card.name, "May goes with toss, look and take, where something is chosen")


def _copies(card: Card) -> list[str]:
    return [f"{card.name}{copy}" for copy in range(1, card.copies + 1)] if card.copies > 1 else [card.name] * card.copies
