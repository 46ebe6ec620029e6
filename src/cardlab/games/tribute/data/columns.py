"""Scripts of Tribute: the columns of a row, and how their numbers are written.

A row says all that a seat knows but the order in which the known cards of its draw pile lie below the first three. Where the
copies of a card are is one number, seven bits for each place, and is written as letters with counts: ``h2d1u3`` are two in the
own hand, one in the own draw pile, and three in the other's hand or draw pile, which nobody else can tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cardlab.core.columns import Column, count_column, flag_column
from cardlab.games.tribute.rules.state import Asking
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, card_named

SIDE = (
    "prestige", "power", "coins", "calls", "known", "hand", "draw", "played", "cooldown", "agents", "health", "favors",
)  # fmt: skip
"""What there is to count about a player."""
SIDES = ("own", "other")
PLACES = (
    ("h", "own hand"), ("d", "own draw pile"), ("p", "own played pile"), ("c", "own cooldown pile"),
    ("u", "the other's hand or draw pile"), ("q", "the other's played pile"), ("r", "the other's cooldown pile"),
    ("t", "tavern deck"),
)  # fmt: skip
"""Where copies of a card may lie, besides the row and the board, from the lowest bits on."""
FAVORS = ("absent", "nobody", "own", "other")
AGENT_SLOTS, TOP_CARDS, PLACE_BITS = 6, 3, 7
_LETTERS = {letter: number for number, (letter, _) in enumerate(PLACES)}
_COUNTED = re.compile(r"([a-z])([1-9]\d{0,2})")
_USED = " used"


def show_places(number: int) -> str:
    """Letters of places, each with its count; empty if there is no copy."""
    counts = ((letter, number >> (PLACE_BITS * at) & 127) for at, (letter, _) in enumerate(PLACES))
    return "".join(f"{letter}{count}" for letter, count in counts if count)


def read_places(value: Any) -> int:
    """The number that such a text stands for."""
    text, number = "" if value is None else str(value), 0
    for letter, count in _COUNTED.findall(text):
        if letter not in _LETTERS or int(count) > 127:
            raise ValueError(f"{value!r}: places are {', '.join(_LETTERS)}, with 1 to 127 cards")
        number += int(count) << (PLACE_BITS * _LETTERS[letter])
    if show_places(number) != text:
        raise ValueError(f"{value!r} does not say where cards are, such as h2d1")
    return number


def _show_card(number: int) -> str:
    return CARDS[number - 1].key if number else ""


def _read_card(value: Any) -> int:
    return card_named(str(value)) + 1 if value else 0


def show_agent(number: int) -> str:
    """An agent with its health, and whether it has acted."""
    return f"{CARDS[(number & 255) - 1].key} {number >> 8 & 255}{_USED if number >> 16 else ''}" if number else ""


def read_agent(value: Any) -> int:
    """The number that such a text stands for."""
    if not value:
        return 0
    text = str(value)
    key, _, health = text.removesuffix(_USED).partition(" ")
    if not health.isdecimal() or not 0 < int(health) < 256:
        raise ValueError(f"{value!r} is no agent with its health, such as BANNERET 3")
    return (card_named(key) + 1) | int(health) << 8 | text.endswith(_USED) << 16


def _worded(name: str, about: str, words: Sequence[str]) -> Column:
    places = {word: at for at, word in enumerate(words)}

    def read(value: Any) -> int:
        if str(value) not in places:
            raise ValueError(f"{value!r} is none of {', '.join(words)}")
        return places[str(value)]

    return Column(name, "text", about, lambda number: words[number], read)


def tribute_columns() -> list[Column]:
    """All columns, in order."""
    slots = [f"{side}_agent_{slot}" for side in SIDES for slot in range(AGENT_SLOTS)]
    shown = [f"row_{slot}" for slot in range(5)] + [f"top_{at}" for at in range(TOP_CARDS)]
    return [
        count_column("turn", "number of the turn"), flag_column("to_move", "whether it is the seat's turn"),
        *(count_column(f"{side}_{name}", f"{side} {name}", 0, 1 << 31) for side in SIDES for name in SIDE),
        *(_worded(f"favor_{name.lower()}", "whom this patron favours", FAVORS) for name in PATRON_NAMES),
        *(count_column(f"combo_{name.lower()}", "cards of this deck played in this turn", 0, 255) for name in PATRON_NAMES),
        *(Column(name, "text", _about_shown(name), _show_card, _read_card) for name in shown),
        _worded("asking", "what a choice that is open is about", [asking.name for asking in Asking]),
        *(Column(name, "text", "agent on the board, with its health", show_agent, read_agent) for name in slots),
        *(Column(card.key.lower(), "text", "where its copies are", show_places, read_places) for card in CARDS),
    ]  # fmt: skip


def _about_shown(name: str) -> str:
    kind, _, at = name.partition("_")
    return f"card in slot {at} of the tavern's row" if kind == "row" else f"known card {at} below the top of the own draw pile"
