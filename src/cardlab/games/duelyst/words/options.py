"""Duelyst: its options, and the two generations of its rules as profiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.core.options import AUTO, Option, auto_whole, choice, flag, whole
from cardlab.games.duelyst.words.decks import read_deck

PROFILES: dict[str, dict[str, int]] = {
    "classic": {
        "opening_hand": 5, "mulligan": 2, "draws": 1, "burns": 1, "deck_out": 2, "replaces": 1, "first_mana": 2,
        "second_mana": 3, "most_mana": 9, "springs": 1, "signatures": 1, "artifacts": 3, "durability": 3, "copies": 3,
        "smallest_deck": 39, "largest_deck": 39,
    },
    "duelyst2": {
        "opening_hand": 3, "mulligan": 2, "draws": 2, "burns": 1, "deck_out": 2, "replaces": 1, "first_mana": 2,
        "second_mana": 3, "most_mana": 9, "springs": 1, "signatures": 0, "artifacts": 3, "durability": 3, "copies": 3,
        "smallest_deck": 39, "largest_deck": 54,
    },
}  # fmt: skip
"""What each generation of the game plays by; an option that is not `auto` goes before it."""


def _auto(name: str, high: int, help: str) -> Option:
    return auto_whole(name, 0, high, f"{help}; auto: as in the profile")


def _deck(name: str, whose: str) -> Option:
    values = "a deck such as starter_lyonar or ai_vanar, a file of cards, or cards such as 1+20066x3+9x3"
    return Option(name, "starter_lyonar", f"the deck of the {whose} player", values, read_deck)


DUELYST_OPTIONS: tuple[Option, ...] = (
    choice("profile", "classic", PROFILES, "the generation of the rules: one draw and signature spells, or two draws and none"),
    flag("overlay", False, "cards as the later game changed them"),
    _deck("deck1", "first"),
    _deck("deck2", "second"),
    _auto("opening_hand", 6, "cards in the first hand"),
    _auto("mulligan", 2, "cards that may be exchanged before the game"),
    _auto("draws", 6, "cards drawn at the end of the own turn"),
    _auto("burns", 1, "1: a card drawn with a full hand is lost; 0: it is not drawn"),
    _auto("deck_out", 25, "damage for each card that an empty deck lacks"),
    _auto("replaces", 6, "cards that may be replaced in a turn"),
    _auto("first_mana", 9, "mana of the first player at the start"),
    _auto("second_mana", 9, "mana of the second player at the start"),
    _auto("most_mana", 9, "the most mana there is"),
    _auto("springs", 1, "whether there are mana springs"),
    _auto("signatures", 1, "whether generals have their signature spells"),
    _auto("artifacts", 3, "artifacts that a general can wear"),
    _auto("durability", 9, "hits that an artifact endures"),
    whole("stalling", 0, 0, 100, "cards that may be played in a turn without any damage; 0: no limit"),
    whole("turns", 200, 1, 2000, "turns of both players after which the game is drawn"),
    flag("skip", False, "offer to leave out a follow-up"),
    flag("cancel", False, "offer to take back a card whose follow-up is asked for, also by ending the turn"),
    flag("resign", False, "offer to give the game up"),
    flag("all_tiles", False, "offer every tile for cards that may be played anywhere, instead of one action"),
)


def resolved(options: Mapping[str, Any]) -> dict[str, int]:
    """The numbers that the rules play by."""
    profile = dict(PROFILES[options["profile"]])
    profile |= {name: options[name] for name in profile if options.get(name, AUTO) != AUTO}
    named = {"stalling": options["stalling"], "turns": options["turns"]}
    offered = {"skips": "skip", "cancels": "cancel", "resigns": "resign", "all_tiles": "all_tiles"}
    flags = {name: options[option] for name, option in offered.items()}
    return {**profile, **named, **{name: int(value) for name, value in flags.items()}}
