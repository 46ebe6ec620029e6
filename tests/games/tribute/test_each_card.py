"""Every card: its facts, and four of it in one turn, compared with the plain rules move by move."""

from __future__ import annotations

import csv
import os
import random
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from cardlab.errors import PositionError
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words import cards
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, card, card_named, card_set
from tests.games.tribute.compare import assert_same
from tests.games.tribute.oracle import Match

PURE = os.environ.get("CARDLAB_PURE") == "1"
PATRONS = ["PELIN", "RAJHIN", "TREASURY", "SAINT_ALESSIA", "ORGNUM"]
ROWS = (
    "0853a3 dc3ee5 07526b 869509 178516 597555 c5b6b1 f1b9d5 2a63ce c90d65 c1340b e31128 46d112 cfa1ae 6f1df1 "
    "89a5cd 189ebb 18b47a 7a6bad c20186 ebc69f 7a0c04 5e0d11 3dcb1b 77ce92 a5328d a6e8e1 1298ef 349807 9f9def "
    "307bf9 538805 5d8b66 1a9c20 17f7b6 12ef9e dd4693 7d6a86 c0f4c4 4c4df5 eb61eb bd4109 4f4464 d8f1bf 1b34e5 "
    "a90bbe 3583c4 1149a3 23f10f 614695 beb907 b0df80 76521b 3edf8a 158870 3661ad 74fe22 576497 3cf500 c7f930 "
    "a963c8 370484 262692 1e7baa c509cc 67b834 4e71c9 75dd95 d29901 7816e8 8b479f 122f72 035cc6 d02c86 98e906 "
    "c14190 07e99b 953d1d 1130c9 60616d ffda11 ad2963 eda3a9 7bf820 274c24 c5358f e8f54f 1edef8 dcc469 854fbd "
    "c7f519 7e17ba 3d9a00 185a75 c64aa4 3fd9be 607ddf 0b6abc f048a9 f237c5 eec13f a24a59 50abc4 f9d959 6c4a24 "
    "646697 8fb6b9 fe390d 7464d5 29c394 15f3b0 bd2b85 c1f72c 144db0 cccd35 61b1f1 444d58 8029dc 5bfc06 14640a "
    "019d3a ba58d0 327cf9 07cd2d 7e7825"
)  # fmt: skip
"""What each row of the table of cards comes to. A row that was mended on purpose gets the digest that the test names."""
TYPES = ("ACTION", "AGENT", "CONTRACT_ACTION", "CONTRACT_AGENT", "STARTER", "CURSE")


def test_every_row_of_the_table_of_cards_is_as_it_was_checked() -> None:
    with (Path(cards.__file__).parent / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    found = {row[1]: blake2b(",".join(row).encode(), digest_size=3).hexdigest() for row in rows}
    assert found == dict(zip((one.key for one in CARDS), ROWS.split(), strict=True))


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
