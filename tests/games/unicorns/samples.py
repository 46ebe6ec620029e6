"""Positions of random games of Unstable Unicorns, under random mixtures of its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from cardlab import Rng, game
from cardlab.games.unicorns.rules.state import UnicornState
from cardlab.games.unicorns.words.options import SWITCHES


def random_options(rng: random.Random) -> dict[str, Any]:
    """Rules as they may be mixed."""
    options: dict[str, Any] = {"rules": rng.choice(["simulator", "official"]), "players": rng.randint(2, 8)}
    for switch in SWITCHES:
        if rng.random() < 0.2:
            options[switch.name] = rng.choice(switch.values.split(", "))
    if rng.random() < 0.4:
        options["decks"] = rng.choice(["base+dragons", "small", "small+dragons"])
    for name, values in (("forced", "answered asked"), ("picks", "ascending free"), ("deck_out", "ends reshuffle")):
        options[name] = rng.choice(values.split())
    return options


def positions(seed: int, every: int = 1, **options: Any) -> Iterator[UnicornState]:
    """Every so many positions of a random game."""
    state, rng = game("unicorns", **options).new(seed), Rng(seed)
    assert isinstance(state, UnicornState)
    decisions = 0
    while not state.over:
        if decisions % every == 0:
            yield state
        state.apply(state.random_action(rng))
        decisions += 1
    yield state
