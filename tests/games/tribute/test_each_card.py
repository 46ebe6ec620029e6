"""Every card: its facts, and four of it in one turn, compared with the plain rules move by move."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from cardlab.errors import PositionError
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, card, card_named, card_set
from tests.games.tribute.compare import assert_same
from tests.games.tribute.oracle import Match

PURE = os.environ.get("CARDLAB_PURE") == "1"
PATRONS = ["PELIN", "RAJHIN", "TREASURY", "SAINT_ALESSIA", "ORGNUM"]
TYPES = ("ACTION", "AGENT", "CONTRACT_ACTION", "CONTRACT_AGENT", "STARTER", "CURSE")


def both(mine: dict[str, Any], theirs: dict[str, Any], row: list[str], deck: list[str]) -> tuple[Tribute, TributeState, Match]:
    game = Tribute(luck="original")
    state = game.from_dict({"patrons": PATRONS, "P1": mine, "P2": theirs, "tavern": {"row": row, "deck": deck}})
    assert isinstance(state, TributeState)
    state.luck = (0, 1, 0)
    return game, state, Match.by_hand(PATRONS, row, deck, [mine, theirs])


@pytest.mark.parametrize("key", [one.key for one in CARDS])
def test_four_of_a_kind_do_what_stands_on_them(key: str) -> None:
    """From the hand, or from the tavern if it is a contract; every choice that comes is answered at random."""
    facts = card(card_named(key))
    others = ["GOLD", "BANNERET", "PECK", "SHIELD_BEARER"]
    mine = {"hand": others + [key] * (0 if facts.is_contract else 4), "draw": others * 3,
            "cooldown": ["OATHMAN", "GOLD", "RALLY"],
            "played": ["SWIPE"], "agents": ["OATHMAN"], "coins": 60, "power": 1}  # fmt: skip
    theirs = {"hand": ["GOLD"] * 5, "agents": ["CLANWITCH", "MORIHAUS_SACRED_BULL", "OATHMAN"], "prestige": 9}
    row = [key] * 4 + ["TITHE"] if facts.is_contract else ["AMBUSH", "RALLY", "TITHE", "GOLD", "CLANWITCH"]
    for seed in range(1 if PURE else 4):
        rng = random.Random(f"{key} {seed}")
        game, state, match = both(mine, theirs, row, ["BONFIRE", "BLACKMAIL", "SCRATCH", key, "PECK"])
        word = "BUY_CARD" if facts.is_contract else "PLAY_CARD"
        for _ in range(4):
            moves = assert_same(game, state, match)
            wanted = [at for at, move in enumerate(moves) if move.text == f"{word} {key}"]
            if not wanted:
                break
            at = rng.choice(wanted)
            while True:
                for action in moves[at].actions:
                    state.apply(action)
                match.moves()[at][1]()
                moves = assert_same(game, state, match)
                if match.pending is None:
                    break
                at = rng.randrange(len(moves))
        state.apply(state.parse("END_TURN"))
        match.end_turn()
        assert_same(game, state, match)


def test_there_are_as_many_cards_of_each_type_as_the_rules_say() -> None:
    assert Counter(TYPES[one.type] for one in CARDS) == {
        "ACTION": 49, "AGENT": 32, "CONTRACT_ACTION": 27, "CONTRACT_AGENT": 6, "STARTER": 10, "CURSE": 1,
    }  # fmt: skip


def test_each_deck_brings_twenty_cards_but_for_two() -> None:
    copies = Counter[str]()
    for one in CARDS:
        copies[PATRON_NAMES[one.deck]] += one.copies
    assert copies == {name: {"PELIN": 19, "SAINT_ALESSIA": 21}.get(name, 20) for name in PATRON_NAMES}


def test_starters_are_six_gold_and_one_card_of_each_patron() -> None:
    starters = {PATRON_NAMES[one.deck]: (one.key, one.starts) for one in CARDS if one.starts}
    assert starters["TREASURY"] == ("GOLD", 6) and starters["SAINT_ALESSIA"] == ("ALESSIAN_REBEL", 1)
    assert len(starters) == 10 and all(count == 1 for name, (_, count) in starters.items() if name != "TREASURY")


def test_the_set_of_2024_has_101_cards() -> None:
    assert sum(one.old for one in CARDS) == 101
    changed = [one.key for one, then in zip(CARDS, card_set("2024"), strict=True) if one.old and one != then]
    assert changed == ["CUSTOMS_SEIZURE"]


def test_taunt_is_on_six_cards() -> None:
    assert [one.key for one in CARDS if one.taunt] == [
        "BANNERET", "KNIGHT_COMMANDER", "SHIELD_BEARER", "BANGKORAI_SENTRIES", "KNIGHTS_OF_SAINT_PELIN", "STUBBORN_SHADOW",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), [("GOLT", "did you mean GOLD"), ("", "there is no card"), (7, "there is no card")])
def test_unknown_cards_are_refused(text: Any, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        card_named(text)
    assert card_named("Way of the Sword") == card_named("WAY_OF_THE_SWORD") == 50
    with pytest.raises(PositionError, match="0 to 124"):
        card(125)
