"""The compiled rules and the plain-Python rules play the same games.

Legal actions, chance and positions agree at every step.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from cardlab import extra_of, game, kind_of, source_of, target_of
from cardlab.core.luck import Script
from cardlab.games.duelyst.rules.state import ANYWHERE, Kind
from tests.games.duelyst.oracle import Game

PURE = os.environ.get("CARDLAB_PURE") == "1"
DECKS = [
    f"{kind}_{faction}"
    for kind in ("starter", "ai")
    for faction in ("lyonar", "songhai", "vetruvian", "abyssian", "magmar", "vanar")
]


def tile_of(number: int) -> Any:
    return None if number == ANYWHERE else (number % 9, number // 9)


def told(action: int) -> tuple[Any, ...]:
    """An action as the oracle names it."""
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    if kind in (Kind.MOVE, Kind.ATTACK):
        return ("move" if kind == Kind.MOVE else "attack", tile_of(source), tile_of(target))
    if kind == Kind.PLAY:
        return ("play", None if source == 6 else source, tile_of(target))
    if kind == Kind.REPLACE:
        return ("replace", source)
    if kind == Kind.FOLLOW_UP:
        return ("follow", tile_of(target))
    if kind == Kind.MULLIGAN:
        return ("mulligan", [slot - 1 for slot in (source, target) if slot])
    return ("end",)


def plain(position: dict[str, Any]) -> dict[str, Any]:
    """What both tell of a position."""
    parts = ("status", "turn", "current", "players", "units", "tiles", "followup")
    found = {name: position[name] for name in parts} | {"winner": position.get("winner")}
    kept = ("mana", "maxMana", "bonusMana", "hand", "deck", "replaced", "sigReady", "artifacts")
    found["players"] = [{name: row[name] for name in kept} for row in position["players"]]
    found["units"] = [
        {**{name: value for name, value in row.items() if name not in ("effects", "kw")}, "kw": sorted(row["kw"])}
        for row in position["units"]
        if not row.get("dead")
    ]
    return found


def play_both(seed: int, **options: Any) -> int:
    kind = game("duelyst", **options)
    state, rng = kind.new(seed), random.Random(seed)
    later = options.get("overlay", False)
    oracle = Game(state.to_dict(), kind.cards, later, kind.profile["draws"], bool(kind.profile["signatures"]))  # type: ignore[attr-defined]
    decisions = 0
    while not state.over:
        legal = state.legal()
        if oracle.status == "active":
            assert {told(action) for action in legal} == oracle.legal()
        action = rng.choice(legal)
        if kind_of(action) == Kind.END_TURN and len(legal) > 1 and rng.random() < 0.6:
            action = rng.choice(legal)
        script = Script()
        state.script = script
        mover = oracle.now
        state.apply(action)
        oracle.rolls.extend((n, value) for _, n, value in script.told)
        name, *rest = told(action)
        getattr(oracle, name)(*([mover, *rest] if name == "mulligan" else rest))
        assert not oracle.rolls
        assert plain(state.to_dict()) == oracle.shown(), f"seed {seed}, {options}, after {state.text(action)}"
        assert extra_of(action) >= 0
        decisions += 1
    return decisions


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("overlay", [False, True])
def test_random_games_agree(deck: str, overlay: bool) -> None:
    rng = random.Random(deck)
    for seed in range(1 if PURE else 2):
        other = rng.choice(DECKS)
        profile = "duelyst2" if overlay else rng.choice(["classic", "duelyst2"])
        assert play_both(seed, deck1=deck, deck2=other, profile=profile, overlay=overlay) > 20
