"""Castle: what teaches it, and how it would like to look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.core.looks import CounterLook, Looks, MarkLook
from cardlab.core.table import Lessons
from cardlab.games.castle.words.cards import rank_text
from cardlab.games.castle.words.options import CASTLE_OPTIONS

CASTLE_LOOKS = Looks(
    ground="felt",
    paper="cream",
    inks={"two": "leaf", "ten": "fire", "joker": "violet", "court": "royal"},
    marks={"known": MarkLook(at="paper")},
    counters={"in hand": CounterLook(symbol="▯")},
    others=(("head",), ("row", "hand")),
    middle=(("stock", "pile", "burned"), ("status",)),
    own=(("head",), ("buttons",), ("row", "hand")),
)

_RULES = (
    (
        "The aim",
        "Everybody has a hand, a row of three face-up cards, and under it a castle of three face-down cards that "
        "nobody has seen. Who gets rid of all of them first wins.",
    ),
    (
        "The row",
        "At the start each player lays three of the six hand cards face up in front of the face-down ones.",
    ),
    (
        "A turn",
        "While there are cards in the hand, they are played from the hand; with an empty hand from the row; with an "
        "empty row too, one face-down card is turned over. One plays cards of one rank, at least as high as the "
        "newest card of the pile. On an empty pile everything may be played.",
    ),
    (
        "Special cards",
        "A 2 goes on everything, and everything goes on it. A 10 goes on everything and burns the pile: it leaves the "
        "game. So do four cards of one rank on top of the pile. Who burns the pile moves again.",
    ),
    (
        "Taking the pile",
        "Who has nothing that fits takes the whole pile into the hand, and the turn is over. A face-down card that "
        "does not fit goes to the hand together with the pile.",
    ),
    (
        "Drawing",
        "After a play from the hand one draws from the stock up to three cards.",
    ),
)
_ORNAMENTS = {9: "♞", 10: "♛", 11: "♚", 12: "✦", 13: "☻"}
_HOUSE = (
    ("lower", "▼", "only equal or lower ranks go on it"),
    ("skip", "»", "skips the next player"),
    ("reverse", "⇄", "turns the direction round"),
    ("transparent", "○", "goes on anything and is looked through"),
)


def castle_lessons(options: Mapping[str, Any]) -> Lessons:
    """The rules with the house rules that are in force."""
    usual = {option.name: option for option in CASTLE_OPTIONS}
    house = [usual[name].help for name, value in options.items() if value != usual[name].default and name not in _SIZES]
    taught = {"known": "a card that not everybody can see: its owner was seen to take it, or you are shown everything"}
    taught |= {"2 ↻": "goes on everything, and everything goes on it", "10 ✸": "burns the pile"}
    if options["players"] > 2:
        taught |= {"next ↻ ↺": "which way play goes", "7 J +3": "a row where there is little room, with three face-down cards"}
    taught |= {f"{rank_text(rank)} {sign}": words for name, sign, words in _HOUSE for rank in sorted(options[name])}
    return Lessons((*_RULES, *((("House rules", "; ".join(house)),) if house else ())), taught)


_SIZES = ("players", "packs", "jokers", "limit", "first")


def signs(options: Mapping[str, Any]) -> dict[int, str]:
    """The sign in the middle of each rank's card. House rules go before the ornaments of court cards."""
    found = dict(_ORNAMENTS)
    for name, sign, _ in _HOUSE:
        found |= dict.fromkeys(options[name], sign)
    return found | {0: "↻", 8: "✸"}


def deeds(rank: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """What a rank does under these house rules, in lines."""
    lines = [words for name, _, words in _HOUSE if rank in options[name]]
    if rank == 0:
        lines += [
            "goes on everything, and everything goes on it",
            *(["its player moves again"] if options["two_again"] else []),
        ]
    elif rank == 8:
        barred = ", ".join(rank_text(other) for other in options["ten_barred"])
        lines += [f"goes on everything{f' but {barred}' if barred else ''} and burns the pile"]
    elif rank not in options["transparent"]:
        lines.append("goes on equal and lower ranks")
    return tuple(lines)
