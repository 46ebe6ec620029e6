"""Random rules, battles and games for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from cardlab import game
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.cards import CARDS, keyword_text
from tests.games.locm.tables import creature

PRESETS = ["official", "paper", "rust", "gym"]
KEYWORD_SETS = [keyword_text(bits) for bits in range(64)]


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any mixture of rules."""
    return {
        "rules": rng.choice(PRESETS),
        "lanes": rng.choice([1, 2]),
        "draft": rng.choice(["auto", "pool", "distinct", "independent"]),
        "shuffle": rng.choice(["auto", "separate", "same"]),
        "hands": rng.choice(["auto", "4+5", "3+4"]),
        "opponent_hp": rng.choice(["auto", "signed", "heals"]),
        "both_dead": rng.choice(["auto", "active", "second"]),
        "draw_death": rng.choice(["auto", "at_once", "after_action"]),
        "late_draw": rng.choice(["auto", "rune", "rune_and_card"]),
        "lethal_zero": rng.choice(["auto", "no", "yes"]),
        "rounds": rng.choice([-1, -1, 0, 3, 12, 256]),
    }


def some_side(rng: random.Random, lanes: int) -> dict[str, Any]:
    """A player in the midst of an unlikely battle: any creatures with any keywords, any cards."""
    room = 3 if lanes == 2 else 6
    creatures = [
        creature(rng.randint(0, 9), rng.randint(1, 9), rng.choice(KEYWORD_SETS), lane)
        for lane in range(lanes)
        for _ in range(rng.randint(0, room))
    ]
    max_mana = rng.randint(0, 12)
    health = rng.choice([1, 2, 5, 10, 20, 30, 45])
    return {
        "board": creatures,
        "hand": [rng.randint(1, len(CARDS)) for _ in range(rng.randint(0, 8))],
        "deck": [rng.randint(1, len(CARDS)) for _ in range(rng.randint(0, 12))],
        "health": health,
        "runes": rng.randint(0, min(5, (health - 1) // 5)),
        "mana": rng.randint(0, max_mana),
        "max_mana": max_mana,
        "draws": rng.randint(1, 4),
    }


def positions(seed: int, every: int = 1, **options: Any) -> Iterator[LocmState]:
    """The positions of a random game, each `every`-th of them; they are the same object, moved on."""
    rng = random.Random(seed)
    state = game("locm", **options).new(seed)
    assert isinstance(state, LocmState)
    for n in range(10_000):
        if n % every == 0:
            yield state
        if state.over:
            return
        state.apply(rng.choice(state.legal()))
