"""Cards as the later game changed them: every row of the overlay, with exact boards."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from cardlab.core.state import State
from cardlab.games.duelyst.words import cards
from cardlab.games.duelyst.words.cards import card_table
from tests.games.duelyst.tables import act, board, general, held, legal, objects, side, unit
from tests.games.duelyst.tables import lay as plain_lay

GOLEM, BIG, BRIGHT, WISP = 10205, 10978, 10204, 315
NUMBERS = {
    30004: "0", 20066: "1", 9: "2 2/3", 20044: "2", 20047: "2", 11: "3 1/5", 20068: "3", 20090: "2", 8: "4 4/4", 20086: "0",
    20088: "1", 20168: "2", 110: "2 2/3", 115: "2 1/2", 20080: "1", 20081: "2", 30010: "2", 109: "3 3/1", 20102: "3",
    20075: "1", 20095: "1", 213: "2 2/1", 214: "2 0/6", 20074: "2", 20096: "2", 30006: "2", 208: "4 4/3", 20077: "3",
    308: "1 2/1", 30005: "1", 317: "2 3/1", 20049: "2", 20071: "2", 311: "3 3/2", 20072: "3", 20051: "7", 20111: "0",
    20116: "1", 406: "2 4/4", 20125: "2", 402: "3 2/4", 410: "3 4/2", 30012: "4", 20122: "4", 20139: "0", 505: "2 2/3",
    20134: "2", 20135: "2", 20144: "1", 503: "3 3/3", 30015: "3", 20136: "4", 526: "5 10/4", 10205: "3 5/3", 19033: "4 4/3",
    10012: "3 3/2", 10978: "4 4/6", 19027: "4 2/6", 19031: "4 3/5", 19034: "4 5/4", 10204: "5 4/9", 10207: "6 8/8",
    10206: "7 10/10", 315: "0 1/1", 217: "1 2/2", 504: "2 3/3", 520: "2 3/3",
}  # fmt: skip
"""Mana, attack and health in the later game, of all cards that it has."""
CLASSIC_ONLY = (20061, 20115, 10018, 11031, 11032)
"""What it does not have, but may still be in a deck."""


def lay(*units: dict[str, Any], **more: Any) -> State:
    return plain_lay(*units, profile="duelyst2", overlay=True, **more)


def worn(*cards: int, durability: int = 3) -> dict[str, Any]:
    return {"artifacts": [{"id": card, "durability": durability} for card in cards]}


@pytest.mark.parametrize(("card", "text"), NUMBERS.items())
def test_numbers(card: int, text: str) -> None:
    mana, *stats = text.split()
    facts = card_table(True).by_id[card]
    assert facts.cost == int(mana)
    if stats:
        assert f"{facts.attack}/{facts.health}" == stats[0]


def test_cards_that_the_later_game_does_not_have_stay_as_they_are() -> None:
    for card in CLASSIC_ONLY:
        assert card_table(True).by_id[card] == card_table(False).by_id[card]


def test_every_row_changes_something_and_is_tested_here() -> None:
    text = (Path(cards.__file__).parent / "overlay.csv").read_text(encoding="utf-8")
    rows = {int(row["id"]) for row in csv.DictReader(text.splitlines())}
    assert all(card_table(True).by_id[card] != card_table(False).by_id[card] for card in rows)
    assert rows == {card for found in CHANGED.values() for card in found}
    here = globals()
    assert all(callable(here[name]) for name in CHANGED)


def test_only_numbers_or_names() -> None:
    names = {10206: "Dragonbone Golem", 20144: "Aspect of the Fox"}
    assert {card: card_table(True).by_id[card].name for card in names} == names
    golem, tiger, watcher = (
        board(act(lay(hand=[card]), "play 0 1,2"))[0] for card in (10205, 10012, 311)
    )  # fmt: skip
    assert (golem, tiger, watcher) == ("10205@1,2 5/3 tired", "10012@1,2 3/2 Rush", "311@1,2 3/2 tired Deathwatch")
    walker = act(lay(unit(402, 2, 5, 2), deck=[9], foe_deck=[9]), "end", chance=[(1, 0)])
    assert board(walker) == ["402'@5,2 3/5 Grow"]


@pytest.mark.parametrize(
    ("card", "units", "tile", "left"),
    [(20090, [unit(WISP, 1, 1, 1)], "1,1", 7), (20086, [unit(WISP, 1, 1, 1)], "1,1", 9),
     (20168, [unit(WISP, 1, 1, 1)], "1,1", 7), (20080, [], "0,2", 8), (20051, [], "4,1", 2), (20077, [], "-", 6),
     (20122, [], "4,2", 5), (20144, [unit(WISP, 1, 1, 1)], "1,1", 8), (10012, [], "1,2", 6)],
)  # fmt: skip
def test_what_costs_less_or_more(card: int, units: list[dict[str, Any]], tile: str, left: int) -> None:
    assert side(act(lay(*units, hand=[card]), f"play 0 {tile}"), 1)["mana"] == left


def test_windblade_adept_gets_two_beside_the_general() -> None:
    assert board(lay(unit(9, 1, 1, 2), unit(9, 1, 4, 2))) == ["9@1,2 4/3 Zeal", "9@4,2 2/3 Zeal"]


def test_lysian_brawler_drops_anywhere() -> None:
    state = lay(hand=[8])
    assert len(legal(state, "play 0")) == 43
    assert board(act(state, "play 0 7,4")) == ["8@7,4 4/4 tired Celerity Airdrop"]


def test_kaido_assassin_deals_two_more_from_behind() -> None:
    state = lay(unit(110, 1, 6, 2), unit(BIG, 2, 5, 2))
    assert board(act(state, "attack 6,2 5,2")) == ["110@6,2 2/3 Backstab", "10978'@5,2 4/2/6"]


def test_widowmaker_draws_one_more_for_each_attack() -> None:
    state = lay(unit(109, 1, 3, 2), unit(109, 1, 3, 4), unit(BIG, 2, 7, 1), deck=[9] * 9)
    assert board(state)[0] == "109@3,2 3/1 Ranged"
    assert len(held(act(state, "end", chance=[(9, 0), (8, 0)]), 1)) == 2
    once = act(state, "attack 3,2 7,1", "end", chance=[(9, 0), (8, 0), (7, 0)])
    assert len(held(once, 1)) == 3
    twice = act(state, "attack 3,2 7,1", "attack 3,4 7,1", "end", chance=[(9, 0), (8, 0), (7, 0), (6, 0)])
    assert len(held(twice, 1)) == 4
    struck = lay(unit(109, 2, 7, 2), unit(WISP, 1, 6, 2), deck=[9] * 9)
    assert len(held(act(struck, "attack 6,2 7,2", "end", chance=[(9, 0), (8, 0)]), 1)) == 2


@pytest.mark.parametrize(
    ("card", "tile", "expected"),
    [(20095, "7,1", "10205'@7,1 6/4"), (20074, "7,1", "10205'@7,1 6/6 Provoke"), (20116, "7,1", "10205'@7,1 7/4"),
     (20135, "7,1", "10205'@7,1 8/3"), (20111, "1,1", "315@1,1 1/1 CannotCounter")],
)  # fmt: skip
def test_cards_for_any_minion(card: int, tile: str, expected: str) -> None:
    state = lay(unit(WISP, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[card], deck=[9])
    assert len(legal(state, "play 0")) == 2
    after = act(state, f"play 0 {tile}", chance=[(1, 0)] if card == 20095 else [])
    assert expected in board(after)
    assert held(after, 1) == ([9] if card == 20095 else [])


def test_scions_second_wish_heals_the_own_general_and_draws_two() -> None:
    state = lay(unit(1, 1, 0, 2, hp=20, maxHp=25), hand=[20096], deck=[9, 8])
    after = act(state, "play 0 -", chance=[(2, 0), (1, 0)])
    assert general(after, 1) == (2, 22) and held(after, 1) == [9, 8]


def test_staff_of_ykir_goes_to_the_end_of_the_deck_when_it_is_destroyed() -> None:
    state = lay(unit(BIG, 2, 1, 2), mine=worn(30006, durability=1), deck=[9, 8])
    after = act(state, "attack 0,2 1,2")
    assert side(after, 1)["artifacts"] == [] and side(after, 1)["deck"] == [9, 8, 30006] and general(after, 1) == (2, 21)
    assert board(after) == ["10978'@1,2 4/2/6"]
    fourth = act(lay(hand=[30012], mine=worn(30006, 30015, 30015), deck=[9]), "play 0 -")
    assert [row["id"] for row in side(fourth, 1)["artifacts"]] == [30015, 30015, 30012]
    assert side(fourth, 1)["deck"] == [9, 30006]


def test_wind_shrike_leaves_its_general_a_staff() -> None:
    after = act(lay(unit(208, 2, 7, 1, hp=1, maxHp=3), hand=[20066]), "play 0 7,1")
    assert (
        board(after) == [] and side(after, 2)["artifacts"] == [{"id": 30006, "durability": 3}] and general(after, 2) == (4, 25)
    )


def test_entropic_decay_destroys_the_row_of_the_own_general() -> None:
    units = [unit(WISP, 1, 4, 2), unit(GOLEM, 2, 7, 2), unit(GOLEM, 2, 7, 1)]
    after = act(lay(*units, hand=[20077]), "play 0 -")
    assert board(after) == ["10205'@7,1 5/3"] and (general(after, 1), general(after, 2)) == ((2, 25), (2, 25))


def test_abyssal_crawler_leaves_creep_where_it_dies() -> None:
    state = lay(unit(308, 2, 7, 1), hand=[20066], foe_deck=[9] * 4, deck=[9] * 4)
    assert objects(act(state, "play 0 7,1")) == ["creep2 7,1"]
    own = lay(unit(308, 1, 4, 1), deck=[9] * 4, foe_deck=[9] * 4)
    assert objects(act(own, "end", chance=[(4, 0), (3, 0)])) == []


def test_horn_of_the_forsaken_calls_a_wraithling_where_an_enemy_falls_beside_the_general() -> None:
    foes = [unit(WISP, 2, 1, 1), unit(WISP, 2, 7, 1)]
    state = lay(*foes, unit(WISP, 1, 1, 3), hand=[20044], mine=worn(30005))
    assert board(act(state, "play 0 -")) == ["315@1,1 1/1 tired"]
    assert board(act(lay(unit(BIG, 2, 1, 2), mine=worn(30005)), "attack 0,2 1,2")) == ["10978'@1,2 4/4/6"]


def test_gloomchaser_calls_a_wraithling_behind_itself() -> None:
    assert board(act(lay(unit(1, 1, 4, 2), hand=[317]), "play 0 3,2")) == ["317@3,2 3/1 tired", "315@2,2 1/1 tired"]
    assert board(act(lay(unit(1, 1, 4, 2), hand=[317]), "play 0 5,2")) == ["317@5,2 3/1 tired"]  # the general stands there
    assert board(act(lay(unit(1, 1, 0, 2), hand=[317]), "play 0 0,1")) == ["317@0,1 3/1 tired"]  # off the board
    second = lay(unit(101, 2, 4, 2), foe_hand=[317], current=2)
    assert board(act(second, "play 0 5,2")) == ["317'@5,2 3/1 tired", "315'@6,2 1/1 tired"]


def test_soulshatter_pact_weakens_one_enemy_and_strengthens_friends_beside_it() -> None:
    units = [unit(GOLEM, 2, 4, 2), unit(WISP, 1, 3, 2), unit(WISP, 1, 1, 2), unit(WISP, 2, 5, 2)]
    state = lay(*units, hand=[20071], deck=[9] * 2, foe_deck=[9])
    assert set(legal(state, "play 0")) == {"4,2 Soulshatter Pact", "5,2 Soulshatter Pact"}
    after = act(state, "play 0 4,2")
    assert board(after) == ["10205'@4,2 3/3", "315@3,2 3/1", "315@1,2 1/1", "315'@5,2 1/1"]
    assert board(act(after, "end", chance=[(2, 0), (1, 0)]))[:2] == ["10205'@4,2 3/3", "315@3,2 3/1"]


def test_phalanxar_is_slow() -> None:
    state = lay(unit(406, 1, 4, 2))
    assert board(state) == ["406@4,2 4/4"] and set(legal(state, "move 4,2")) == {"3,2", "5,2", "4,1", "4,3"}


def test_primordial_gazer_may_choose_any_minion_beside_it() -> None:
    asked = act(lay(unit(GOLEM, 2, 2, 2), unit(WISP, 1, 1, 1), hand=[410]), "play 0 1,2")
    assert set(legal(asked, "follow")) == {"2,2 Primordial Gazer", "1,1 Primordial Gazer"}
    assert board(act(asked, "follow 2,2")) == ["10205'@2,2 7/4", "315@1,1 1/1", "410@1,2 4/2 tired"]


def test_adamantite_claws_lose_nothing_in_the_own_turn() -> None:
    own = act(lay(unit(BIG, 2, 1, 2), mine=worn(30012, 30015)), "attack 0,2 1,2")
    assert [row["durability"] for row in side(own, 1)["artifacts"]] == [3, 2]
    assert general(lay(mine=worn(30012)), 1) == (5, 25)
    theirs = act(lay(unit(BIG, 2, 1, 2), mine=worn(30012), current=2), "attack 1,2 0,2")
    assert [row["durability"] for row in side(theirs, 1)["artifacts"]] == [2]


def test_plasma_storm_destroys_the_weak_in_nine_tiles() -> None:
    units = [unit(WISP, 1, 3, 1), unit(WISP, 2, 5, 3), unit(GOLEM, 2, 4, 2), unit(WISP, 2, 6, 2)]
    state = lay(*units, hand=[20122])
    assert len(legal(state, "play 0")) == 21 and "4,4 Plasma Storm" not in legal(state, "play 0")
    assert board(act(state, "play 0 4,2")) == ["10205'@4,2 5/3", "315'@6,2 1/1"]


def test_chromatic_cold_deals_two() -> None:
    assert board(act(lay(unit(19027, 2, 7, 1), hand=[20134]), "play 0 7,1")) == ["19027'@7,1 2/4/6 Dispelled"]


def test_aspect_of_the_fox_transforms() -> None:
    assert board(act(lay(unit(BRIGHT, 2, 7, 1), hand=[20144]), "play 0 7,1")) == ["520'@7,1 3/3"]


def test_fenrir_warmaster_leaves_a_stronger_wolf() -> None:
    assert board(lay(unit(503, 1, 1, 1))) == ["503@1,1 3/3 DyingWish"]
    after = act(lay(unit(503, 2, 7, 1, hp=2, maxHp=3), hand=[20066]), "play 0 7,1")
    assert board(after) == ["504'@7,1 3/3 tired"]


def test_snowpiercer_strikes_the_general_when_its_wearer_attacks_a_minion() -> None:
    state = lay(unit(BIG, 2, 1, 2), unit(WISP, 1, 7, 1), mine=worn(30015))
    assert general(act(state, "attack 0,2 1,2"), 2) == (2, 24)
    assert general(act(lay(unit(1, 1, 7, 2), mine=worn(30015)), "attack 7,2 8,2"), 2) == (2, 20)
    assert general(act(state, "attack 7,1 8,2"), 2) == (2, 24)  # the wraithling's own


def test_putrid_dreadflayer_strikes_enemies_around_when_it_dies() -> None:
    units = [unit(19033, 2, 5, 2, hp=1, maxHp=3), unit(BIG, 1, 4, 2), unit(GOLEM, 2, 6, 2), unit(BIG, 1, 3, 2)]
    state = lay(*units, hand=[20066])
    assert board(lay(unit(19033, 1, 4, 2))) == ["19033@4,2 4/3 DyingWish"] and "8,0" not in legal(
        lay(unit(19033, 1, 4, 2)), "move"
    )
    assert board(act(state, "play 0 5,2")) == ["10978@4,2 4/2/6", "10205'@6,2 5/3", "10978@3,2 4/6"]


def test_primus_shieldmaster_strengthens_friends_beside_it() -> None:
    units = [unit(19027, 1, 1, 1), unit(WISP, 1, 2, 1), unit(WISP, 1, 3, 1), unit(WISP, 2, 1, 2)]
    after = act(lay(*units, deck=[9] * 2, foe_deck=[9]), "end", chance=[(2, 0), (1, 0)])
    assert board(after) == ["19027@1,1 2/6 Provoke", "315@2,1 1/2", "315@3,1 1/1", "315'@1,2 1/1 Provoked"]


def test_thorn_needler_gains_two_whenever_it_is_hurt() -> None:
    state = lay(unit(19031, 2, 7, 1), hand=[20066, 20139])
    assert board(act(state, "play 0 7,1")) == ["19031'@7,1 5/3/5"]
    assert board(act(state, "play 0 7,1", "play 1 7,1")) == ["19031'@7,1 7/2/5 Stunned"]
    fought = act(lay(unit(19031, 1, 4, 2), unit(WISP, 2, 5, 2)), "attack 4,2 5,2")
    assert board(fought) == ["19031@4,2 5/4/5"]


def test_the_tokens_cost_what_they_do_there() -> None:
    assert [card_table(True).by_id[card].cost for card in (315, 217)] == [0, 1]
    assert board(act(lay(hand=[20072]), "play 0 1,2"))[0] == "315@1,2 1/1 tired"


CHANGED: dict[str, tuple[int, ...]] = {
    "test_only_numbers_or_names": (10205, 10206, 311, 402),
    "test_what_costs_less_or_more": (20090, 20086, 20168, 20080, 20051, 10012),
    "test_windblade_adept_gets_two_beside_the_general": (9,),
    "test_lysian_brawler_drops_anywhere": (8,),
    "test_kaido_assassin_deals_two_more_from_behind": (110,),
    "test_widowmaker_draws_one_more_for_each_attack": (109,),
    "test_cards_for_any_minion": (20095, 20074, 20116, 20135, 20111),
    "test_scions_second_wish_heals_the_own_general_and_draws_two": (20096,),
    "test_staff_of_ykir_goes_to_the_end_of_the_deck_when_it_is_destroyed": (30006,),
    "test_wind_shrike_leaves_its_general_a_staff": (208,),
    "test_entropic_decay_destroys_the_row_of_the_own_general": (20077,),
    "test_abyssal_crawler_leaves_creep_where_it_dies": (308,),
    "test_horn_of_the_forsaken_calls_a_wraithling_where_an_enemy_falls_beside_the_general": (30005,),
    "test_gloomchaser_calls_a_wraithling_behind_itself": (317,),
    "test_soulshatter_pact_weakens_one_enemy_and_strengthens_friends_beside_it": (20071,),
    "test_phalanxar_is_slow": (406,),
    "test_primordial_gazer_may_choose_any_minion_beside_it": (410,),
    "test_adamantite_claws_lose_nothing_in_the_own_turn": (30012,),
    "test_plasma_storm_destroys_the_weak_in_nine_tiles": (20122,),
    "test_chromatic_cold_deals_two": (20134,),
    "test_aspect_of_the_fox_transforms": (20144,),
    "test_fenrir_warmaster_leaves_a_stronger_wolf": (503, 504),
    "test_snowpiercer_strikes_the_general_when_its_wearer_attacks_a_minion": (30015,),
    "test_putrid_dreadflayer_strikes_enemies_around_when_it_dies": (19033,),
    "test_primus_shieldmaster_strengthens_friends_beside_it": (19027,),
    "test_thorn_needler_gains_two_whenever_it_is_hurt": (19031,),
    "test_the_tokens_cost_what_they_do_there": (315, 217),
}
"""Which test is about which rows."""
