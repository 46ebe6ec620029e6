"""Each of the 160 cards is played once on every kind of target; what must come of it is worked out from its facts."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.games.locm.words.cards import BLUE, CARDS, CREATURE, GREEN, LocmCard, keyword_text
from tests.games.locm.tables import board, broken, changes, creature, lay

HEALS = {"official": False, "gym": False, "paper": True, "rust": True}


def health_changes(mine: tuple[int, int], theirs: tuple[int, int], draws: int) -> dict[str, Any]:
    """What becomes of (health before, change) of both players, and of the cards to draw."""
    changed: dict[str, Any] = {}
    for p, (before, change) in enumerate((mine, theirs)):
        usual = (before, sum(value < before for value in (25, 20, 15, 10, 5)), 1)
        health, runes, due = broken(before, change)
        due += draws if p == 0 else 0
        names = (f"{p}.health", f"{p}.runes", f"{p}.draws")
        changed |= {n: new for n, new, old in zip(names, (health, runes, due), usual, strict=True) if new != old}
    return changed


def on_opponent(card: LocmCard, rules: str) -> int:
    return abs(card.opponent_hp) if HEALS[rules] else card.opponent_hp


def paid(card: LocmCard, instance: int) -> dict[str, Any]:
    return {"0.hand": []} | ({"0.mana": 12 - card.cost} if card.cost else {}) | {"gone": f"{card.number}#{instance}"}


@pytest.mark.parametrize("rules", HEALS)
@pytest.mark.parametrize("health", [30, 26])
@pytest.mark.parametrize("card", [c for c in CARDS if c.type == CREATURE], ids=lambda card: str(card.number))
def test_each_creature_is_summoned(card: LocmCard, health: int, rules: str) -> None:
    state = lay({"hand": [card.number], "health": health}, {"health": health}, rules=rules)
    keywords = keyword_text(card.keywords)
    able = " able" if "C" in keywords else ""
    expected = paid(card, 1) | {"0.board": [f"{card.number}#1 lane 1, {card.attack}/{card.defense} {keywords}{able}"]}
    del expected["gone"]
    expected |= health_changes((health, card.player_hp), (health, on_opponent(card, rules)), card.card_draw)
    assert changes(state, "SUMMON 1 1") == expected


TARGETS = {"bare": (4, 4, ""), "warded": (1, 8, "W"), "all": (7, 3, "BCDGLW"), "weak": (0, 1, "")}


def item_result(card: LocmCard, attack: int, defense: int, keywords: str) -> tuple[int, int, str] | None:
    """The creature after the item; None if it dies."""
    kept = set(keywords)
    if card.type == GREEN:
        kept |= set(keyword_text(card.keywords)) - {"-"}
    else:
        kept -= set(keyword_text(card.keywords))
    attack = max(0, attack + card.attack)
    if "W" in kept and card.defense < 0:
        kept.remove("W")
    else:
        defense += card.defense
    text = "".join(letter if letter in kept else "-" for letter in "BCDGLW")
    return (attack, defense, text) if defense > 0 else None


@pytest.mark.parametrize("rules", HEALS)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("card", [c for c in CARDS if c.type != CREATURE], ids=lambda card: str(card.number))
def test_each_item_is_used_on_a_creature(card: LocmCard, target: str, rules: str) -> None:
    owner = 0 if card.type == GREEN else 1
    values = TARGETS[target]
    sides: list[dict[str, Any]] = [{"health": 27}, {"health": 27}]
    sides[owner]["board"] = [creature(*values, lane=1)]
    sides[0]["hand"] = [card.number]
    instance = 3 if owner == 0 else 1
    expected = paid(card, instance)
    gone = [expected.pop("gone")]
    result = item_result(card, *values)
    if result is None:
        expected |= {"1.board": [], "1.gone": ["3#2"]}
    else:
        able = " able" if owner == 0 else ""
        expected[f"{owner}.board"] = [f"3#{owner + 1} lane 1, {result[0]}/{result[1]} {result[2]}{able} touched"]
    expected["0.gone"] = gone
    expected |= health_changes((27, card.player_hp), (27, on_opponent(card, rules)), card.card_draw)
    state = lay(*sides, rules=rules)
    changed = changes(state, f"USE {instance} {owner + 1}")
    assert {f"{owner}.board": board(state, owner), **changed} == expected


@pytest.mark.parametrize("rules", HEALS)
@pytest.mark.parametrize("health", [30, 29, 11])
@pytest.mark.parametrize("card", [c for c in CARDS if c.type == BLUE], ids=lambda card: str(card.number))
def test_each_blue_item_is_used_on_the_opponent(card: LocmCard, health: int, rules: str) -> None:
    state = lay({"hand": [card.number], "health": health}, {"health": health, "board": [creature(1, 1, "G")]}, rules=rules)
    expected = paid(card, 1)
    expected["0.gone"] = [expected.pop("gone")]
    expected |= health_changes((health, card.player_hp), (health, card.defense + on_opponent(card, rules)), card.card_draw)
    assert changes(state, "USE 1 -1") == expected
