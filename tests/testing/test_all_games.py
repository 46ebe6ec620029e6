"""Every installed game keeps all laws, with all its house rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.errors import RunError, UnknownGame
from cardlab.testing import Law, check_game
from tests.effort import PURE, effort
from tests.games.mixtures import MIXED

MIXTURES: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4},
    {"players": 8, "packs": 2},
    {"four": "legacy", "group": "any", "jokers": 2},
    {"castle": "simultaneous", "players": 3, "first": "lowest"},
    {"castle": "swap", "four_anytime": True, "players": 4},
    {"castle": "random", "first": "random", "four": "off", "players": 3},
    {"voluntary_pickup": True, "pickup_up": True, "limit": 300},
    {"gamble": True, "transparent": "3+8", "lower": "7", "jokers": 4},
    {"skip": "8", "reverse": "Q", "players": 4, "ranking": True},
    {"two_again": True, "ten_barred": "A", "ten_extra": False, "four_extra": False},
    {"failed_down": "table", "finish_special": False, "ranking": True, "players": 3},
    {"repetition": 2, "limit": 400, "players": 3, "four_anytime": True, "four_extra": False},
    {"players": 6, "packs": 2, "ranking": True, "jokers": 4, "castle": "swap", "group": "any", "skip": "5", "limit": 1000},
    {"limit": 12},
]
LOCM: list[dict[str, Any]] = [
    {"rules": "paper"},
    {"rules": "rust", "lanes": 1},
    {"rules": "gym", "shuffle": "same"},
    {"rules": "paper", "draft": "pool", "rounds": 4},
    {"draft": "independent", "draw_death": "after_action", "late_draw": "rune_and_card"},
]


GAMES = {"castle": 8, "locm": 6, "tribute": 3, "unicorns": 3, "duelyst": 2}
"""How many games are looked at: fewer where there is more to look at in each."""
SHORT: dict[str, dict[str, Any]] = {
    "duelyst": {"turns": 4},
    "tribute": {"limit": 100},
    "unicorns": {"limit": 100, "players": 3},
}
SHORTER = SHORT if PURE else {}
"""Uncompiled, a game of many decisions is ended early."""
TOGETHER = 4
"""Mixtures of one test."""


@pytest.mark.parametrize("name", cardlab.game_names())
def test_an_installed_game_keeps_all_laws(name: str) -> None:
    games = effort(4, 1) * GAMES.get(name, 20) if not PURE else 1
    report = check_game(name, games=games, **SHORTER.get(name, {}))
    assert report.games == games
    assert report.laws == tuple(Law)


@pytest.mark.parametrize("options", MIXTURES, ids=lambda options: ",".join(f"{k}={v}" for k, v in options.items()))
def test_castle_keeps_all_laws_under_house_rules(options: dict[str, Any]) -> None:
    report = check_game("castle", games=effort(4, 2, 1), seed=7, **options)
    assert report.hidden
    assert report.longest <= options.get("limit", 5000)


@pytest.mark.parametrize("options", LOCM, ids=lambda options: ",".join(f"{k}={v}" for k, v in options.items()))
def test_legends_of_code_and_magic_keeps_all_laws_under_other_rules(options: dict[str, Any]) -> None:
    report = check_game("locm", games=effort(4, 2, 1), seed=7, **options)
    assert report.hidden
    assert report.decisions > 60


@pytest.mark.parametrize("part", range(effort(12, 2, 1)))
@pytest.mark.parametrize("name", MIXED)
def test_games_keep_all_laws_under_random_mixtures_of_options(name: str, part: int) -> None:
    for seed in range(part * TOGETHER, (part + 1) * TOGETHER) if not PURE else [part]:
        report = check_game(name, games=1, seed=seed, **MIXED[name](random.Random(seed)))
        assert report.hidden


def test_a_game_that_its_limit_ends_in_the_middle_of_a_reaction_can_be_read_back() -> None:
    report = check_game("unicorns", players=2, limit=100, two_player_variant="yes", games=1, seed=3)
    assert report.reasons == {"limit": 1}


def test_a_check_is_the_same_every_time() -> None:
    assert check_game("castle", games=1, seed=3) == check_game("castle", games=1, seed=3)


def test_castle_tells_events_and_hides_cards() -> None:
    report = check_game("castle", games=1)
    assert report.events > report.decisions > 0
    assert report.hidden


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownGame, match="Did you mean 'castle'"):
        check_game("castel")


def test_options_do_not_go_with_a_finished_game() -> None:
    with pytest.raises(RunError, match="has its options already"):
        check_game(cardlab.game("castle"), players=3)
    with pytest.raises(RunError, match="at least one game"):
        check_game("castle", games=0)
