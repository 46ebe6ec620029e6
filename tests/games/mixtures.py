"""Random mixtures of the options of games, as tests of their laws use them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.games.unicorns import samples

Options = dict[str, Any]

PATRONS = ("ANSEI", "DUKE_OF_CROWS", "RAJHIN", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE")
LATER = ("PSIJIC", "SAINT_ALESSIA")
"""Patrons that only the current cards have."""
FACTIONS = ("lyonar", "songhai", "vetruvian", "abyssian", "magmar", "vanar")
NUMBERS = {
    "opening_hand": (0, 6), "mulligan": (0, 2), "draws": (0, 3), "burns": (0, 1), "deck_out": (0, 3), "replaces": (0, 2),
    "first_mana": (0, 9), "second_mana": (0, 9), "most_mana": (3, 9), "springs": (0, 1), "signatures": (0, 1),
    "artifacts": (0, 3), "durability": (1, 4), "stalling": (0, 3), "turns": (2, 6),
}  # fmt: skip
"""Options of Duelyst that are numbers, and what may be mixed of them."""


def tribute(rng: random.Random) -> Options:
    """Any patrons to draft from, either edition of the cards, either generator."""
    edition = rng.choice(["current", "2024"])
    patrons = PATRONS + LATER if edition == "current" else PATRONS
    return {
        "pool": "+".join(rng.sample(patrons, rng.randint(4, len(patrons)))),
        "luck": rng.choice(["own", "original"]),
        "cards": edition,
        "limit": 100,
    }


def unicorns(rng: random.Random) -> Options:
    """Two to eight players, either rule set, some switches the other way, an early end."""
    return {**samples.random_options(rng), "limit": 100}


def duelyst(rng: random.Random) -> Options:
    """Either generation, two decks, some numbers of the profile changed, what is offered."""
    options: Options = {"profile": rng.choice(["classic", "duelyst2"]), "turns": 4}
    options |= {name: f"{rng.choice(('starter', 'ai'))}_{rng.choice(FACTIONS)}" for name in ("deck1", "deck2")}
    options |= {name: rng.randint(low, high) for name, (low, high) in NUMBERS.items() if rng.random() < 0.25}
    return options | {name: rng.random() < 0.5 for name in ("overlay", "skip", "cancel", "all_tiles")}


MIXED: dict[str, Callable[[random.Random], Options]] = {"tribute": tribute, "unicorns": unicorns, "duelyst": duelyst}
"""A random mixture for each of these games."""
