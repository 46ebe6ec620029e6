"""The compiled rules and the plain ones play the same matches, move list by move list, shuffle by shuffle."""

from __future__ import annotations

import os
import random

import pytest

from cardlab.games.tribute.words.cards import DRAFTABLE
from tests.games.tribute.compare import begin, play_both

PURE = os.environ.get("CARDLAB_PURE") == "1"


@pytest.mark.parametrize("patience", [0.0, 0.8, 1.0])
@pytest.mark.parametrize("part", range(2))
def test_random_matches_agree(part: int, patience: float) -> None:
    for seed in range(1 if PURE else 2):
        rng = random.Random(f"{part} {patience} {seed}")
        assert play_both(*begin(1000 * part + seed, rng), rng, patience, 60 if PURE else 1500) > 20


@pytest.mark.parametrize("patience", [0.0, 0.95])
def test_matches_with_the_cards_of_2024_agree(patience: float) -> None:
    for seed in range(1 if PURE else 2):
        rng = random.Random(f"2024 {patience} {seed}")
        assert play_both(*begin(seed, rng, cards="2024"), rng, patience, 60 if PURE else 1500) > 20


@pytest.mark.parametrize("patron", DRAFTABLE)
def test_matches_with_each_patron_agree(patron: str) -> None:
    for seed in range(1):
        rng = random.Random(f"{patron} {seed}")
        others = rng.sample([one for one in DRAFTABLE if one != patron], 3)
        assert play_both(*begin(seed, rng, pool="+".join([patron, *others])), rng, 0.95, 40 if PURE else 1500) > 20


def test_matches_of_players_who_never_attack_or_finish_agree_until_the_turn_limit() -> None:
    """Whoever only ends turns plays 500 of them."""
    rng = random.Random(7)
    _, state, match = begin(7, rng)
    for _ in range(500):
        state.apply(state.parse("END_TURN"))
        match.end_turn()
    assert not state.over
    state.apply(state.parse("END_TURN"))
    match.end_turn()
    assert state.reason == "TURN_LIMIT_EXCEEDED" and match.over == (None, "TURN_LIMIT_EXCEEDED")
    assert state.result is not None and state.result.draw
