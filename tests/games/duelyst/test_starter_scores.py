"""The numbers of the starter AI, worked out by hand from its description."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.games.duelyst.agents.kinds import effects_of
from cardlab.games.duelyst.words.cards import card_table
from tests.games.duelyst.asked import places, targets, tiles
from tests.games.duelyst.tables import lay, spring, unit

GOLEM, BIG, BRIGHT, DRYBONE, WISP, KOMODO = 10205, 10978, 10204, 10206, 315, 10018
GENERAL = 1.4 * 25 + 2 + 2
"""A fresh general: 39."""


def fresh(attack: int, health: int, more: float = 0.0) -> float:
    """A minion on the board."""
    return float(1.2 * health + attack**1.5 + more)


# ---- effects that count ------------------------------------------------------------------------------------------------

COUNTED = {
    **dict.fromkeys((9, 505), (2, 2)), 11: (3, 3), 214: (4, 4),
    **dict.fromkeys((8, 110, 115, 109, 213, 311, 402, 19033, 19027, 19034, 208, 11032, 308), (1, 1)),
    **dict.fromkeys((317, 10012, 217), (1, 0)), **dict.fromkeys((1, 101, 201, 301, 401, 501), (0, 1)),
}  # fmt: skip


def test_effects_count_as_described_for_every_card_of_the_starter_decks() -> None:
    core = [card for card in card_table(False).cards if card.set == "core"]
    assert {card.id: effects_of(card)[:2] for card in core if any(effects_of(card)[:2])} == COUNTED
    assert len(core) == 88


@pytest.mark.parametrize(
    ("card", "later", "counted"),
    [(507, False, (2, 2)), (405, False, (2, 1)), (412, False, (1, 1)), (524, False, (0, 0)), (19001, False, (3, 3)),
     (10020, False, (0, 0)), (407, False, (2, 0)), (109, True, (2, 2)), (8, True, (1, 1)), (406, True, (1, 1)),
     (19033, True, (0, 0)), (19031, True, (1, 1)), (308, True, (0, 0))],
)  # fmt: skip
def test_effects_of_other_cards_are_counted_alike(card: int, later: bool, counted: tuple[int, int]) -> None:
    assert effects_of(card_table(later).by_id[card])[:2] == counted


# ---- where a unit stands -----------------------------------------------------------------------------------------------


def test_a_plain_unit_goes_by_half_the_distance_and_twice_that_to_a_spring() -> None:
    state = lay(unit(GOLEM, 1, 3, 2), tiles=[spring(4, 0), spring(5, 2), spring(4, 4, used=True)])
    found = tiles(state, 3, 2)
    assert found["3,2"] == pytest.approx(-2 * 2 - 0.5 * 5)
    assert found["5,2"] == pytest.approx(-0.5 * 3)
    assert found["4,1"] == pytest.approx(-2 * 1 - 0.5 * 4)
    assert found["2,1"] == pytest.approx(-2 * 2 - 0.5 * 6)  # (2,1) is 2.2 from (4,0), and 6.1 from (8,2)


def test_tiles_come_in_the_order_of_the_search() -> None:
    found = list(tiles(lay(unit(GOLEM, 1, 4, 2)), 4, 2))
    assert found == ["4,2", "3,2", "5,2", "4,1", "4,3", "2,2", "3,1", "3,3", "6,2", "5,1", "5,3", "4,0", "4,4"]


@pytest.mark.parametrize(
    ("card", "at", "there", "value"),
    [
        (19027, (5, 2), "7,2", -3 * 1 + 1 - 0.5),  # Provoke: one enemy beside it
        (19027, (5, 2), "6,2", -3 * 2 - 0.5 * 2),
        (109, (4, 2), "3,2", 3 * 5 - 10),  # Ranged: the farther the better, and no score of the target
        (213, (4, 2), "4,1", 3 * 4 - 10 - 6 * 4),  # Blast: and off its column
        (402, (4, 2), "3,2", 3 * 5 - 10),  # who grows keeps away while it is weak
        (10307, (5, 2), "7,2", 1 - 1 - 0.5),  # Frenzy: enemies beside it, less one
        (9, (2, 2), "1,2", 0.7 - 0.5 * 7),  # Zeal: beside the own general
        (9, (2, 2), "3,2", -0.5 * 5),
    ],
)
def test_keywords_in_the_value_of_a_tile(card: int, at: tuple[int, int], there: str, value: float) -> None:
    assert tiles(lay(unit(card, 1, *at)), *at)[there] == pytest.approx(value)


def test_who_grows_comes_near_when_it_is_strong() -> None:
    strong = tiles(lay(unit(402, 1, 4, 2, atk=5, hp=5, maxHp=5)), 4, 2)
    assert strong["5,2"] == pytest.approx(-0.5 * 3)


def test_a_general_keeps_away_below_ten() -> None:
    weak = lay(unit(1, 1, 4, 2, hp=9, maxHp=25))
    assert tiles(weak, 4, 2)["3,2"] == pytest.approx(3 * 5 - 10)
    assert tiles(lay(unit(1, 1, 4, 2, hp=10, maxHp=25)), 4, 2)["3,2"] == pytest.approx(-0.5 * 5)


def test_backstab_looks_for_the_tile_behind_and_shuns_that_of_others() -> None:
    home = unit(101, 2, 6, 2)
    seeking = tiles(lay(unit(110, 1, 4, 2), home), 4, 2)
    assert seeking["5,2"] == pytest.approx(-3 * 2 - 0.5)  # (7,2) is behind the general
    assert seeking["3,2"] == pytest.approx(-3 * 4 - 0.5 * 3)
    assert tiles(lay(unit(110, 1, 6, 2)), 6, 2)["7,2"] == pytest.approx(-0.5)  # behind (8,2) there is no tile
    shunned = tiles(lay(unit(GOLEM, 1, 7, 0), unit(110, 2, 5, 1)), 7, 0)
    assert shunned["6,1"] == pytest.approx(-0.5 - 3) and shunned["5,0"] == pytest.approx(-0.5)


def test_a_tile_beside_an_enemy_counts_only_for_whom_the_unit_touches_already() -> None:
    """The golem at (4,2) does not touch the big one: from (5,2) it could attack, but its score is left out."""
    apart = tiles(lay(unit(GOLEM, 1, 4, 2), unit(BIG, 2, 6, 2)), 4, 2)
    assert apart["5,2"] == pytest.approx(-0.5)
    touching = tiles(lay(unit(GOLEM, 1, 5, 2), unit(BIG, 2, 6, 2)), 5, 2)
    assert touching["5,2"] == pytest.approx(-0.5 + 0.5 * fresh(4, 6))
    assert touching["5,1"] == pytest.approx(-0.5 + 0.5 * fresh(4, 6))
    assert touching["4,2"] == pytest.approx(-0.5 * 2)


# ---- whom a unit attacks -----------------------------------------------------------------------------------------------


def test_scores_of_targets() -> None:
    state = lay(unit(GOLEM, 1, 7, 2), unit(BRIGHT, 2, 6, 2), unit(KOMODO, 2, 7, 1))
    komodo = 0.5 * fresh(1, 3) + 5 * fresh(1, 3) - 6 * 1 + 15
    assert targets(state, 7, 2) == [
        ("8,2", pytest.approx(0.5 * GENERAL + 1 * 4 * 2 + 15)), ("6,2", pytest.approx(0.5 * fresh(4, 9))),
        ("7,1", pytest.approx(komodo)),
    ]  # fmt: skip


def test_only_the_head_of_the_targets_is_sure_to_be_the_best() -> None:
    """In board order: 42.5, 9.4, 34.3. The last is worth more than the second, but goes to the end."""
    state = lay(unit(GOLEM, 1, 7, 2), unit(BRIGHT, 2, 6, 2), unit(KOMODO, 2, 7, 1))
    scores = [score for _, score in targets(state, 7, 2)]
    assert scores == pytest.approx([42.5, 9.4, 34.3]) and scores[1] < scores[2]


@pytest.mark.parametrize(
    ("attacker", "at", "foes", "there", "more"),
    [
        (109, (4, 2), [unit(BRIGHT, 2, 6, 2)], "6,2", 25),  # Ranged, from afar
        (109, (4, 2), [unit(BRIGHT, 2, 5, 3)], "5,3", 0),  # and not beside it: no fear, no bonus
        (19027, (7, 3), [], "8,2", 15 + 47),  # who provokes, beside a general
        (110, (7, 3), [unit(BRIGHT, 2, 6, 3)], "6,3", 30),  # Backstab, from behind
        (213, (4, 2), [unit(BRIGHT, 2, 6, 2), unit(KOMODO, 2, 1, 2)], "6,2", 25 + 15 * 3),  # Blast: all in its row
    ],
)
def test_what_an_attack_is_worth_besides_the_damage(
    attacker: int, at: tuple[int, int], foes: list[dict[str, Any]], there: str, more: float
) -> None:
    state = lay(unit(attacker, 1, *at), *foes)
    attack = {109: 2, 19027: 3, 110: 2, 213: 2}[attacker]
    damage = 0.5 * GENERAL + attack * 2 if there == "8,2" else 0.5 * fresh(4, 9)
    assert dict(targets(state, *at))[there] == pytest.approx(damage + more)


def test_a_forcefield_and_overkill_in_the_score_of_damage() -> None:
    seer = fresh(2, 2, 2 + 20)
    state = lay(unit(DRYBONE, 1, 4, 2), unit(11027, 2, 5, 2), unit(WISP, 2, 5, 1))
    found = dict(targets(state, 4, 2))
    assert found["5,2"] == pytest.approx(5 + seer / 4 + 15)
    assert found["5,1"] == pytest.approx(15)  # 1.1 + 11 - 6 * 9 is less than nothing


def test_a_general_leaves_out_what_is_too_strong_deadly_or_proof() -> None:
    def safe(card: int, hp: int) -> bool:
        return bool(targets(lay(unit(1, 1, 4, 2, hp=hp, maxHp=25), unit(card, 2, 5, 2)), 4, 2))

    assert [safe(GOLEM, hp) for hp in (13, 14)] == [False, True]  # 4 is more than 0.3 * 13
    assert [safe(KOMODO, hp) for hp in (1, 3, 4)] == [False, False, True]
    assert [safe(10009, 25), safe(19048, 25)] == [False, True]  # a Corsair takes nothing from generals


def test_wraithlings_are_left_alone_beside_their_priestess() -> None:
    around = [unit(GOLEM, 1, 4, 2), unit(WISP, 2, 5, 2)]
    assert [there for there, _ in targets(lay(*around, unit(310, 2, 8, 0)), 4, 2)] == []
    assert [there for there, _ in targets(lay(*around, unit(310, 1, 1, 0)), 4, 2)] == ["5,2"]


# ---- where a card is played --------------------------------------------------------------------------------------------


def test_a_minion_counts_twice_and_small_terms_are_raised_by_fifteen() -> None:
    """A golem in hand: 3.6 + 8 + 3. Its second term has a fifth of the tile's value and is below 15, so 15 more."""
    card = fresh(4, 3, 3)
    found = places(lay(hand=[GOLEM]))
    assert found["1,2"] == pytest.approx(card + card - 0.5 * 7 / 5 + 15)
    assert list(found) == ["0,1", "1,1", "1,2", "0,3", "1,3"]


def test_a_bad_tile_of_an_obelysk_scores_higher_than_a_good_one() -> None:
    """17.2 in hand. Two steps from a spring it stays above 15, farther away it falls below and is raised."""
    card = fresh(0, 6, 2 * 4 + 2)
    found = places(lay(unit(1, 1, 3, 2), hand=[214], tiles=[spring(7, 2)]))
    assert found["4,2"] == pytest.approx(2 * card - (2 * 3 + 0.5 * 4) / 5)
    assert found["2,2"] == pytest.approx(2 * card - (2 * 5 + 0.5 * 6) / 5 + 15)
    assert max(found.values()) == found["2,3"] == pytest.approx(found["2,2"])


def test_airdrop_lists_columns_first() -> None:
    found = list(places(lay(hand=[526])))
    assert found[:6] == ["0,0", "0,1", "0,3", "0,4", "1,0", "1,1"] and len(found) == 43


def test_a_first_wish_is_worth_forty_by_the_cards_in_hand() -> None:
    golem = fresh(4, 3)
    buff = golem / 2 + golem / 2 * 1.2

    def wish(hand: list[int], deck: list[int]) -> float:
        return places(lay(unit(GOLEM, 1, 1, 1), hand=hand, deck=deck))["1,1"]

    assert wish([20095], [9]) == pytest.approx(1 + 40 / 1 + buff)
    assert wish([20095, 9, 9], [9]) == pytest.approx(1 + 40 / 3 + buff)
    assert wish([20095, 9, 9], []) == pytest.approx(1 - 50 + buff)
    assert wish([20095, 9, 9, 9, 9, 9], [9]) == pytest.approx(1 - 50 + buff)


@pytest.mark.parametrize(
    ("card", "units", "at", "value"),
    [
        (20066, [unit(GOLEM, 2, 7, 1)], "7,1", 1 + 0.5 * fresh(4, 3)),
        (20090, [unit(GOLEM, 2, 7, 1)], "7,1", 3 + 5 * fresh(4, 3) - 0.5 * 6 * 5),
        (20075, [unit(GOLEM, 2, 7, 1)], "7,1", 1 + 4),
        (20139, [unit(GOLEM, 2, 7, 1)], "7,1", 0 + 0.5 * fresh(4, 3) + 2 * 4),
        (20139, [unit(GOLEM, 1, 1, 1)], "1,1", 0 - 0.75 * 0.5 * fresh(4, 3) - 2 * 4),
        (20134, [unit(GOLEM, 2, 7, 1)], "7,1", 2 + 0.5 * fresh(4, 3) - 5),
        (20134, [unit(19027, 2, 7, 1)], "7,1", 2 + 0.5 * fresh(3, 6, 12) + 3.25 * 12 + 0.1 * fresh(3, 6, 12)),
        (20144, [unit(DRYBONE, 2, 7, 1)], "7,1", 2 - 2 * (1.2 * 3 + 3**1.5 + 2 - fresh(10, 10))),
        (20074, [unit(GOLEM, 1, 1, 1)], "1,1", 2 + 10 + fresh(4, 3) / 2 * (1 + 3 * 1.2)),
        (20102, [unit(GOLEM, 1, 1, 1)], "1,1", 3 + fresh(4, 3) / 2 * (4 + 2 * 1.2)),
        (20086, [unit(WISP, 1, 1, 1, exhausted=True)], "1,1", 1 + 3 * fresh(1, 1)),
        (20086, [unit(WISP, 1, 1, 1)], "1,1", 1 + 0),
        (20047, [unit(GOLEM, 1, 1, 1), unit(WISP, 1, 1, 3)], "0,2", 2 + (fresh(4, 3) + fresh(1, 1)) / 2 * (1 + 1.2)),
        (20044, [], "0,2", 2 - 0.75 * (GENERAL / 2 + 4) + GENERAL / 2 + 4),
        (20061, [unit(GOLEM, 2, 7, 1)], "7,1", 5 + 5 * fresh(4, 3) + 1.2 + 1 + 1 - 0.5 / 5 + 15),
    ],
)
def test_scores_of_spells(card: int, units: list[dict[str, Any]], at: str, value: float) -> None:
    assert places(lay(*units, hand=[card]))[at] == pytest.approx(value)


def test_a_shadow_watcher_counts_its_own_growth_and_half_of_it_for_each_weak_unit() -> None:
    """In hand 2.4 + 2.83 + 2 + 30 + 3. Two units with less than 3 health on the board."""
    card = fresh(2, 2, 2 + 30 + 3)
    growth = card / 2 + card / 2 * 1.2
    found = places(lay(unit(WISP, 2, 6, 0), unit(WISP, 2, 6, 4), unit(GOLEM, 2, 5, 2), hand=[311]))
    assert found["1,2"] == pytest.approx(card + growth + growth * 0.5 * 2 + card + (3 * 4 - 10) / 5)


def test_cards_of_the_later_game_are_meant_as_they_are_there() -> None:
    def one(card: int, at: str, *units: dict[str, Any], **more: Any) -> float:
        return places(lay(*units, hand=[card], profile="duelyst2", overlay=True, **more))[at]

    golem = fresh(5, 3)
    assert one(20116, "1,1", unit(GOLEM, 1, 1, 1)) == pytest.approx(1 + golem / 2 * (2 + 1.2))
    hurt = 1.4 * 20 + 2 + 2
    assert one(20096, "0,2", unit(1, 1, 0, 2, hp=20, maxHp=25), deck=[9] * 9) == pytest.approx(
        2 + hurt + 25 / 20 * 5 * 0.75 + 40 + 20
    )
    assert one(20077, "0,2", unit(GOLEM, 2, 5, 2), unit(GOLEM, 2, 5, 1), unit(WISP, 1, 1, 2)) == pytest.approx(
        3 + 5 * golem - 5 * fresh(1, 1)
    )
    assert one(20071, "5,2", unit(GOLEM, 2, 5, 2)) == pytest.approx(2 + golem)
