"""The table of cards is complete and as printed: counts and sums that any slip would change."""

from __future__ import annotations

from collections import Counter

import pytest

from cardlab.errors import PositionError
from cardlab.games.locm.words.cards import (
    BLUE,
    CARDS,
    CREATURE,
    GREEN,
    RED,
    LocmCard,
    card,
    card_named,
    keyword_text,
    parse_keywords,
)

SUMS = {
    CREATURE: {"cost": 483, "attack": 427, "defense": 463, "player_hp": 15, "opponent_hp": -17, "card_draw": 10},
    GREEN: {"cost": 68, "attack": 38, "defense": 52, "player_hp": 4, "opponent_hp": 0, "card_draw": 3},
    RED: {"cost": 29, "attack": -5, "defense": -119, "player_hp": 0, "opponent_hp": -2, "card_draw": 3},
    BLUE: {"cost": 22, "attack": 0, "defense": -11, "player_hp": 14, "opponent_hp": -8, "card_draw": 2},
}
KEYWORD_COUNTS = {
    CREATURE: {"B": 19, "C": 13, "D": 15, "G": 34, "L": 9, "W": 11},
    GREEN: {"B": 2, "C": 1, "D": 1, "G": 2, "L": 2, "W": 3},
    RED: {"B": 4, "C": 4, "D": 4, "G": 5, "L": 4, "W": 4},
    BLUE: {"B": 0, "C": 0, "D": 0, "G": 0, "L": 0, "W": 0},
}
COSTS = {0: 7, 1: 12, 2: 33, 3: 28, 4: 30, 5: 18, 6: 15, 7: 7, 8: 5, 9: 3, 12: 2}
WEIGHED = {
    "cost": 47572,
    "attack": 29167,
    "defense": 16889,
    "keywords": 124328,
    "player_hp": 4076,
    "opponent_hp": -2343,
    "card_draw": 1532,
}


def of_type(kind: int) -> list[LocmCard]:
    return [one for one in CARDS if one.type == kind]


def test_there_are_160_cards_numbered_in_order() -> None:
    assert [one.number for one in CARDS] == list(range(1, 161))
    assert {kind: len(of_type(kind)) for kind in range(4)} == {CREATURE: 116, GREEN: 24, RED: 12, BLUE: 8}
    assert [one.type for one in CARDS] == [CREATURE] * 116 + [GREEN] * 24 + [RED] * 12 + [BLUE] * 8
    assert len({one.name for one in CARDS}) == 160


@pytest.mark.parametrize("kind", range(4))
def test_the_sums_over_each_type_are_right(kind: int) -> None:
    assert {name: sum(getattr(one, name) for one in of_type(kind)) for name in SUMS[kind]} == SUMS[kind]
    letters = Counter("".join(keyword_text(one.keywords) for one in of_type(kind)))
    assert {letter: letters[letter] for letter in "BCDGLW"} == KEYWORD_COUNTS[kind]


def test_the_costs_are_spread_as_printed() -> None:
    assert Counter(one.cost for one in CARDS) == COSTS


@pytest.mark.parametrize("name", WEIGHED)
def test_each_fact_belongs_to_its_card(name: str) -> None:
    """A sum that also weighs where a value stands: two values that changed places would be noticed."""
    assert sum(one.number * getattr(one, name) for one in CARDS) == WEIGHED[name]


def test_cards_with_effects_on_the_opponent_are_these() -> None:
    hurting = [one.number for one in CARDS if one.opponent_hp < 0]
    assert hurting == [2, 13, 24, 25, 26, 30, 31, 59, 67, 78, 102, 146, 154, 155, 156, 160]
    assert [one.number for one in CARDS if one.opponent_hp > 0] == [91]


def test_creatures_have_defense_and_items_are_what_their_colour_says() -> None:
    assert all(one.attack >= 0 and one.defense > 0 for one in of_type(CREATURE))
    assert all(one.attack >= 0 and one.defense >= 0 for one in of_type(GREEN))
    assert all(one.attack <= 0 and one.defense <= 0 for one in of_type(RED))
    assert all(one.attack == 0 and one.defense <= 0 and not one.keywords for one in of_type(BLUE))


@pytest.mark.parametrize(
    ("number", "facts"),
    [
        (1, (1, "Slimer", 0, 1, 2, 1, "------", 1, 0, 0)),
        (45, (45, "Night Howler", 0, 6, 6, 5, "B-D---", -3, 0, 0)),
        (116, (116, "Emperor Nightmare", 0, 12, 8, 8, "BCDGLW", 0, 0, 0)),
        (139, (139, "Grow Stingers", 1, 4, 0, 0, "----LW", 0, 0, 0)),
        (151, (151, "Decimate", 2, 5, 0, -99, "BCDGLW", 0, 0, 0)),
        (160, (160, "Minor Life Steal Potion", 3, 2, 0, 0, "------", 2, -2, 0)),
    ],
)
def test_some_cards_in_full(number: int, facts: tuple[object, ...]) -> None:
    one = card(number)
    values = (one.cost, one.attack, one.defense, keyword_text(one.keywords), one.player_hp, one.opponent_hp, one.card_draw)
    assert (one.number, one.name, one.type, *values) == facts


# ---- names and keywords ------------------------------------------------------------------------------------------


def test_every_card_is_found_by_number_and_name() -> None:
    for one in CARDS:
        assert card(one.number) is one
        assert card_named(one.number) == card_named(str(one.number)) == card_named(one.name) == one.number
        assert card_named(one.name.upper()) == card_named(f" {one.name.lower()} ") == one.number


@pytest.mark.parametrize("name", [0, 161, -1, True, 1.0, None, "0", "161", "-1", "", "Slime", "1.0", "Slimer Slimer", "9" * 50])
def test_what_is_no_card_is_refused(name: object) -> None:
    with pytest.raises(PositionError, match="there is no card"):
        card_named(name)  # type: ignore[arg-type]


def test_a_near_miss_is_answered_with_the_name() -> None:
    with pytest.raises(PositionError, match="did you mean 'Decimate'"):
        card_named("Decimte")


def test_keywords_are_written_and_read_in_their_order() -> None:
    texts = [keyword_text(bits) for bits in range(64)]
    assert texts[0] == "------" and texts[1] == "B-----" and texts[32] == "-----W" and texts[63] == "BCDGLW"
    assert [parse_keywords(text) for text in texts] == list(range(64))
    assert [parse_keywords(text.replace("-", "")) for text in texts] == list(range(64))


@pytest.mark.parametrize("text", ["X", "WB", "BB", "b", "-", "B------", "-B----", "BCDGLWW", None, 3, ["B"]])
def test_what_are_no_keywords_is_refused(text: object) -> None:
    with pytest.raises(PositionError, match="no keywords"):
        parse_keywords(text)  # type: ignore[arg-type]
