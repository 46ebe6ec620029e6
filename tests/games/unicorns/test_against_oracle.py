"""The compiled rules and the plain-Python rules play the same games."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from tests.games.unicorns.compare import SideBySide
from tests.games.unicorns.oracle_cards import SWITCHES, RuleSet
from tests.games.unicorns.random_play import random_rules

PURE = os.environ.get("CARDLAB_PURE") == "1"
EVERYTHING_ASKED: dict[str, Any] = {"forced": "asked", "picks": "free"}


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("base", ["simulator", "official"])
def test_random_games_of_both_rule_sets_agree(base: str, players: int) -> None:
    for seed in range(1 if PURE else 3):
        SideBySide(RuleSet(base), players, seed).play()


@pytest.mark.parametrize("part", range(10))
def test_random_mixtures_of_switches_agree(part: int) -> None:
    rng = random.Random(part)
    for seed in range(1 if PURE else 5):
        options: dict[str, Any] = rng.choice([EVERYTHING_ASKED, {}])
        SideBySide(random_rules(rng), rng.randint(2, 8), 100 * part + seed, **options).play()


@pytest.mark.parametrize("switch", SWITCHES[:: 8 if PURE else 1])
def test_each_switch_alone_agrees(switch: str) -> None:
    seed = SWITCHES.index(switch)
    for base in ("simulator", "official"):
        SideBySide(RuleSet(base, frozenset([switch])), 2 + seed % 7, seed, **EVERYTHING_ASKED).play()


@pytest.mark.parametrize("part", range(10))
def test_games_from_unlikely_tables_agree(part: int) -> None:
    """Full stables from the beginning: protections, leashes and triggers meet far more often than in a usual game."""
    rng = random.Random(1000 + part)
    for seed in range(1 if PURE else 8):
        options: dict[str, Any] = rng.choice([EVERYTHING_ASKED, {}])
        SideBySide(random_rules(rng), rng.randint(2, 8), 100 * part + seed, unlikely=True, **options).play()
