"""Cards of the rest of the core set: each arrives as printed, and what each does has its exact board."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardlab import Rng, game
from cardlab.games.duelyst.screen.lessons import deeds
from cardlab.games.duelyst.words.cards import card_table
from tests.games.duelyst.printed import OTHERS, UNITS
from tests.games.duelyst.tables import act, board, creep, general, held, lay, legal, objects, side, spring, unit

PURE = os.environ.get("CARDLAB_PURE") == "1"
GOLEM, BIG, WEAK, DRY = 10205, 10978, 315, 10206
TABLE = card_table(False)
EXTENSION = [card for card in TABLE.cards if card.set == "extension"]
READY = {"sigReady": True}


@pytest.mark.parametrize(("card", "text"), UNITS.items())
def test_each_unit_stands_as_printed(card: int, text: str) -> None:
    *mana, stats, numbers, words = _printed(text)
    if TABLE.by_id[card].kind == "general":
        row = lay(unit(card, 1, 4, 4)).to_dict()["units"][0]
    else:
        row = lay(unit(card, 1, 4, 4), generals=(1, 101)).to_dict()["units"][2]
    field = {"ForcefieldUp"} if "Forcefield" in words else set()
    assert (row["atk"], row["hp"], set(row["kw"])) == (*stats, set(words) | field)
    facts = TABLE.by_id[card]
    shown = {"Backstab": facts.backstab, "Grow": facts.grow, "Zeal": facts.situational, "Infiltrate": facts.situational}
    assert {name: shown[name] for name in numbers} == numbers
    if mana:
        assert facts.cost == mana[0]


def _printed(text: str) -> tuple[Any, ...]:
    """Mana (but of generals), attack and health, numbers of keywords, and keywords."""
    parts = text.split()
    head = [int(parts.pop(0))] if "/" not in parts[0] else []
    attack, health = map(int, parts.pop(0).split("/"))
    words = [part for part in parts if not part.isdecimal()]
    numbers = {name: int(after) for name, after in pairwise(parts) if after.isdecimal()}
    return (*head, (attack, health), numbers, words)


@pytest.mark.parametrize(("card", "mana"), OTHERS.items())
def test_each_other_card_costs_what_is_printed(card: int, mana: int) -> None:
    assert TABLE.by_id[card].cost == mana


def test_every_card_of_the_rest_of_the_set_is_covered_and_counted_where_it_is_told() -> None:
    assert {card.id for card in EXTENSION} == {*UNITS, *OTHERS} and len(EXTENSION) == 151
    page = (Path(__file__).parents[3] / "docs" / "games" / "duelyst.md").read_text(encoding="utf-8")
    assert f"The table has {len(TABLE.cards)} cards: the 88 of" in page and f"and {len(EXTENSION)} more" in page


def test_what_a_card_does_is_told_in_sentences() -> None:
    assert deeds(TABLE, TABLE.by_id[20073]) == ("dispel the target",)
    assert deeds(TABLE, TABLE.by_id[20161]) == ("move the target before your general",)
    later = card_table(True)
    assert deeds(later, later.by_id[208]) == ("dying wish: equip Staff Of Y'Kir",)
    told = [line for table in (TABLE, later) for card in table.cards for line in deeds(table, card)]
    assert not [line for line in told if "-general" in line or "-self" in line or "-target" in line]


# ---- abilities ---------------------------------------------------------------------------------------------------------


def test_a_bluetip_scorpion_deals_double_to_minions_also_when_it_strikes_back() -> None:
    foes = [unit(DRY, 2, 5, 2), unit(101, 2, 5, 1)]
    state = lay(unit(19029, 1, 4, 2, hp=1), *foes)
    assert board(act(state, "attack 4,2 5,2")) == ["10206'@5,2 10/4/10"]
    assert general(act(state, "attack 4,2 5,1"), 2) == (2, 22)
    struck = act(lay(unit(BIG, 1, 4, 2), unit(19029, 2, 5, 2)), "attack 4,2 5,2")
    assert board(struck) == []


def test_a_silvertongue_corsair_takes_nothing_from_generals() -> None:
    corsair = lay(unit(1, 1, 4, 2), unit(GOLEM, 1, 4, 1), unit(10009, 2, 5, 2))
    hit = act(corsair, "attack 4,2 5,2")
    assert board(hit)[1] == "10009'@5,2 3/3" and general(hit, 1) == (2, 22)
    assert board(act(corsair, "attack 4,1 5,2")) == []
    back = act(lay(unit(101, 2, 5, 2), unit(10009, 1, 4, 2)), "attack 4,2 5,2")
    assert board(back) == ["10009@4,2 3/3"] and general(back, 2) == (2, 22)


def test_who_grows_grows_by_what_is_printed() -> None:
    state = lay(unit(403, 2, 5, 1), unit(404, 2, 5, 3), deck=[9], foe_deck=[9])
    assert board(act(state, "end", chance=[(1, 0)])) == ["403'@5,1 5/6 Grow", "404'@5,3 5/11 Grow"]


def test_infiltrate_of_three_and_with_celerity() -> None:
    home = lay(unit(511, 1, 4, 1), unit(507, 1, 4, 3))
    assert board(home) == ["511@4,1 1/4 Flying Infiltrate", "507@4,3 6/5 Infiltrate"]
    away = act(home, "move 4,1 8,0", "move 4,3 5,3")
    assert board(away) == ["511@8,0 4/4 Flying Infiltrate", "507@5,3 7/5 Celerity Infiltrate"]
    assert "5,1" in legal(away, "move 5,3")  # Celerity came with the move: a second one


def test_zeal_of_eight_and_zeal_that_provokes() -> None:
    state = lay(unit(13, 1, 1, 2), unit(43, 1, 1, 1), unit(13, 1, 4, 2), unit(43, 1, 4, 1))
    assert board(state) == ["13@1,2 8/8 Zeal", "43@1,1 1/2 Provoke Zeal", "13@4,2 0/8 Zeal", "43@4,1 1/2 Zeal"]


def test_a_scarlet_viper_deals_four_more_from_behind() -> None:
    state = lay(unit(111, 1, 7, 2), unit(BIG, 2, 6, 2), unit(DRY, 2, 6, 1))
    assert board(act(state, "attack 7,2 6,2")) == ["111@7,2 2/5 Flying Backstab", "10206'@6,1 10/10"]
    assert board(act(state, "attack 7,2 6,1")) == ["10978'@6,2 4/6", "10206'@6,1 10/8/10"]


def test_bastion_strengthens_all_friendly_minions_at_the_end_of_the_turn() -> None:
    state = lay(unit(11038, 1, 1, 1), unit(GOLEM, 1, 5, 4), unit(GOLEM, 2, 6, 0), deck=[9], foe_deck=[9])
    assert legal(state, "move 1,1") == [] and legal(state, "attack 1,1") == []
    assert board(act(state, "end", chance=[(1, 0)])) == ["11038@1,1 0/6", "10205@5,4 4/4", "10205'@6,0 4/3"]


def test_siphon_energy_dispels_the_minion_and_not_the_tile() -> None:
    state = lay(unit(19027, 2, 1, 1), unit(19027, 2, 4, 1), hand=[20073], tiles=[creep(2, 1, 1)])
    assert legal(state, "play 0") == ["1,1 Siphon Energy"]
    after = act(state, "play 0 1,1")
    assert board(after)[0] == "19027'@1,1 3/6 Dispelled" and objects(after) == ["creep2 1,1"]


def test_aspect_of_the_wyrm_lets_friends_beside_it_fly() -> None:
    state = lay(unit(DRY, 2, 4, 2), unit(GOLEM, 1, 3, 2), unit(GOLEM, 2, 5, 2), unit(GOLEM, 1, 2, 2), hand=[20145])
    assert board(act(state, "play 0 4,2")) == [
        "10205@3,2 4/3 Flying", "10205'@5,2 4/3", "10205@2,2 4/3", "521'@4,2 4/4 Flying",
    ]  # fmt: skip


def test_ritual_banishing_destroys_a_friend_and_then_an_enemy() -> None:
    state = lay(unit(WEAK, 1, 1, 1), unit(DRY, 2, 7, 1), hand=[20057])
    assert legal(state, "play 0") == ["1,1 Ritual Banishing"]
    asked = act(state, "play 0 1,1")
    assert board(asked) == ["10206'@7,1 10/10"] and legal(asked, "follow") == ["7,1 Ritual Banishing"]
    assert board(act(asked, "follow 7,1")) == []
    assert act(lay(unit(WEAK, 1, 1, 1), hand=[20057]), "play 0 1,1").to_dict()["followup"] is None


def test_a_dying_ironclad_dispels_all_enemy_minions_and_no_tiles() -> None:
    state = lay(unit(11085, 2, 5, 2, hp=1), unit(19027, 1, 4, 4), unit(19027, 2, 8, 4), hand=[20066], tiles=[spring(4, 0)])
    after = act(state, "play 0 5,2")
    assert board(after) == ["19027@4,4 3/6 Dispelled", "19027'@8,4 3/6 Provoke"] and objects(after) == ["spring 4,0"]


def test_a_tusk_boar_acts_at_once_and_goes_home_when_its_turn_begins() -> None:
    played = act(lay(hand=[121], deck=[9] * 3, foe_deck=[9] * 3), "play 0 1,2")
    assert board(played) == ["121@1,2 2/3 Rush"] and "3,2" in legal(played, "move 1,2")
    after = act(played, "end", "end", chance=[(3, 0), (3, 0)])
    assert board(after) == [] and held(after, 1) == [9, 121]


def test_an_orb_weaver_summons_its_copy_beside_it_which_asks_nothing() -> None:
    asked = act(lay(hand=[212]), "play 0 1,2")
    assert set(legal(asked, "follow")) == {f"{x},{y} Orb Weaver" for x in (0, 1, 2) for y in (1, 2, 3)} - {
        "0,2 Orb Weaver", "1,2 Orb Weaver",
    }  # fmt: skip
    assert board(act(asked, "follow 2,2")) == ["212@1,2 2/2 tired", "212@2,2 2/2 tired"]


def test_kinetic_equilibrium_hurts_all_and_strengthens_friends_in_a_block_of_nine() -> None:
    units = [unit(BIG, 1, 3, 1), unit(BIG, 2, 5, 3), unit(BIG, 1, 6, 2), unit(WEAK, 2, 4, 2)]
    after = act(lay(*units, hand=[20162]), "play 0 4,2")
    assert board(after) == ["10978@3,1 6/4/6", "10978'@5,3 4/4/6", "10978@6,2 4/6"]


def test_a_sand_burrower_that_survives_returns_to_hand() -> None:
    state = lay(unit(10014, 2, 5, 2), hand=[20066, 20081])
    assert (board(act(state, "play 0 5,2")), held(act(state, "play 0 5,2"), 2)) == ([], [10014])
    weak = lay(unit(10014, 2, 5, 2, hp=1), hand=[20066])
    assert (board(act(weak, "play 0 5,2")), held(act(weak, "play 0 5,2"), 2)) == ([], [])


def test_a_burrower_struck_twice_at_once_does_not_escape() -> None:
    """Two dying Dreadflayers of the later game deal 4 each: after the first it would go home, but first comes the second."""
    flayers = [unit(19033, 1, 5, 1, hp=1), unit(19033, 1, 5, 3, hp=1)]

    def struck(hp: int) -> tuple[list[str], list[int]]:
        burrower = unit(10014, 2, 5, 2, hp=hp, maxHp=9)
        state = lay(*flayers, burrower, foe_hand=[20088], current=2, profile="duelyst2", overlay=True)
        after = act(state, "play 0 -")
        return board(after), held(after, 2)

    assert struck(8) == ([], []) and struck(9) == ([], [10014])


def test_a_grovekeeper_takes_provoke_and_frenzy_from_whom_it_destroys() -> None:
    units = [unit(19027, 2, 2, 2), unit(19040, 1, 1, 1), unit(GOLEM, 2, 2, 3)]
    asked = act(lay(*units, hand=[11024]), "play 0 1,2")
    assert legal(asked, "follow") == ["1,1 Hollow Grovekeeper", "2,2 Hollow Grovekeeper"]
    after = act(asked, "follow 2,2")
    assert board(after)[-1] == "11024@1,2 3/4 tired Provoke Frenzy" and len(board(after)) == 3
    alone = act(lay(unit(GOLEM, 2, 2, 3), hand=[11024]), "play 0 1,2")
    assert board(alone)[-1] == "11024@1,2 3/4 tired" and alone.to_dict()["followup"] is None


def test_magnetize_pulls_a_minion_before_the_own_general() -> None:
    state = lay(unit(GOLEM, 2, 7, 1), unit(WEAK, 1, 4, 4), hand=[20161])
    assert board(act(state, "play 0 7,1")) == ["10205'@1,2 4/3", "315@4,4 1/1"]
    blocked = lay(unit(GOLEM, 2, 7, 1), unit(WEAK, 1, 1, 2), hand=[20161])
    assert board(act(blocked, "play 0 7,1")) == ["10205'@7,1 4/3", "315@1,2 1/1"]
    second = lay(unit(GOLEM, 1, 1, 1), foe_hand=[20161], current=2)
    assert board(act(second, "play 0 1,1")) == ["10205@7,2 4/3"]


# ---- spells and gambits ------------------------------------------------------------------------------------------------

SPELLS = [
    (20109, [unit(GOLEM, 2, 7, 1)], "8,2", ["10205'@7,1 4/3"], 25),
    (20043, [unit(BIG, 1, 1, 1, hp=1, maxHp=6)], "1,1", ["10978@1,1 4/6"], 25),
    (20045, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 4/6"], 25),
    (20046, [unit(BIG, 2, 7, 1)], "7,1", ["10978'@7,1 7/3"], 25),
    (20046, [unit(GOLEM, 2, 7, 1)], "7,1", [], 25),
    (20104, [unit(BIG, 2, 7, 1)], "7,1", ["10978'@7,1 4/1/6"], 25),
    (20067, [unit(BIG, 1, 7, 1, hp=1, maxHp=6), unit(BIG, 2, 6, 1)], "7,1", ["10978@7,1 4/5/6", "10978'@6,1 4/2/6"], 21),
    (20064, [unit(19027, 2, 6, 1), unit(19027, 2, 7, 2)], "6,1", ["19027'@6,1 3/6 Dispelled", "19027'@7,2 3/6 Dispelled"], 25),
    (20084, [], "8,2", [], 17),
    (20076, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 4/8 Flying"], 25),
    (20097, [unit(225, 1, 1, 1)], "1,1", ["225@1,1 5/5 Flying"], 25),
    (20151, [unit(GOLEM, 2, 7, 1), unit(GOLEM, 2, 5, 1)], "-", ["10205'@7,1 4/1/3", "10205'@5,1 4/3"], 23),
    (20152, [unit(BIG, 1, 1, 1, hp=1, maxHp=6)], "-", ["10978@1,1 4/6"], 25),
    (20093, [unit(GOLEM, 2, 7, 1)], "7,1", ["10205'@7,1 4/3"], 25),
    (20028, [unit(GOLEM, 2, 1, 1)], "1,1", ["10205@1,1 4/3 tired"], 25),
    (20052, [], "-", [], 23),
    (20065, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 9/3"], 25),
    (20131, [unit(BIG, 1, 1, 1, hp=1, maxHp=6), unit(BIG, 2, 7, 1)], "-", ["10978@1,1 4/6", "10978'@7,1 4/4/6"], 25),
    (20119, [unit(BIG, 1, 1, 1, hp=1, maxHp=6)], "1,1", ["10978@1,1 6/5/10"], 25),
    (20113, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 5/3 Frenzy"], 25),
    (20114, [unit(GOLEM, 2, 6, 1), unit(GOLEM, 1, 6, 2)], "6,1", ["10205'@6,1 4/3 Stunned", "10205@6,2 4/3"], 25),
    (20207, [unit(BIG, 2, 7, 1), unit(BIG, 1, 1, 1)], "-", ["10978'@7,1 4/3/6", "10978@1,1 4/6"], 25),
    (20146, [unit(GOLEM, 1, 6, 1), unit(BIG, 2, 7, 1)], "6,1", ["10978'@7,1 4/1/6", "522@6,1 5/5"], 25),
]


@pytest.mark.parametrize(("card", "units", "tile", "expected", "foe"), SPELLS)
def test_each_spell(card: int, units: list[dict[str, Any]], tile: str, expected: list[str], foe: int) -> None:
    after = act(lay(*units, hand=[card]), f"play 0 {tile}")
    assert board(after) == expected and general(after, 2)[1] == foe


def test_spells_about_own_general_cards_and_readiness() -> None:
    hurt = unit(1, 1, 0, 2, hp=10, maxHp=25)
    assert general(act(lay(hurt, hand=[20117]), "play 0 -"), 1) == (2, 18)
    assert general(act(lay(hurt, hand=[20104], deck=[9]), *[]), 1) == (2, 10)
    oasis = act(lay(unit(GOLEM, 1, 1, 1), hand=[20153], deck=[9]), "play 0 -", chance=[(1, 0)])
    assert board(oasis) == ["10205@1,1 4/6"] and held(oasis, 1) == [9]
    tired = unit(1, 1, 0, 2, moves=1, attacks=1)
    assert legal(act(lay(tired, hand=[20078]), "play 0 -"), "move 0,2")
    wild = lay(unit(GOLEM, 1, 6, 1, exhausted=True), unit(GOLEM, 1, 3, 1, exhausted=True), hand=[20163])
    assert board(act(wild, "play 0 -")) == ["10205@6,1 4/3", "10205@3,1 4/3 tired"]
    prison = act(lay(unit(GOLEM, 2, 6, 1), hand=[20160]), "play 0 6,1")
    assert board(prison) == [] and held(prison, 2) == [GOLEM]
    walking = act(lay(hand=[20167]), "play 0 0,2")
    assert "2,2 Mist Walking" in legal(walking, "follow")
    assert act(walking, "follow 1,1").to_dict()["units"][0]["x"] == 1


FOLLOWS = [
    (12, [unit(BIG, 2, 1, 1)], "1,1", ["10978'@1,1 6/4"]),
    (319, [unit(109, 2, 1, 1)], "1,1", []),
    (313, [unit(GOLEM, 2, 1, 1)], "1,1", ["10205'@1,1 2/3"]),
    (19052, [unit(GOLEM, 2, 7, 1)], "7,1", ["10205'@7,1 4/2/3"]),
    (10020, [unit(19027, 2, 1, 1)], "1,1", ["19027'@1,1 3/6 Dispelled"]),
    (10979, [unit(GOLEM, 2, 1, 1)], "1,1", ["10205'@1,1 4/1/3"]),
    (10981, [unit(BIG, 2, 7, 1, hp=2, maxHp=6)], "7,1", ["10978'@7,1 4/4/6"]),
    (19037, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 6/3"]),
    (11075, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 4/3 Provoke"]),
    (10992, [unit(GOLEM, 1, 1, 1)], "1,1", ["10205@1,1 5/4"]),
    (10953, [unit(109, 2, 7, 1)], "7,1", []),
    (10994, [unit(109, 2, 1, 1)], "1,1", ["109@1,1 2/3 tired Ranged"]),
]


@pytest.mark.parametrize(("card", "units", "tile", "expected"), FOLLOWS)
def test_each_opening_gambit_that_asks(card: int, units: list[dict[str, Any]], tile: str, expected: list[str]) -> None:
    after = act(lay(*units, hand=[card]), "play 0 1,2", f"follow {tile}")
    assert [row for row in board(after) if not row.startswith(f"{card}@1,2")] == expected


GAMBITS = [
    (407, [], [], 21, 25),
    (513, [unit(GOLEM, 1, 1, 1)], ["10205@1,1 6/3"], 25, 25),
    (19051, [], [], 22, 22),
    (10306, [unit(19027, 2, 1, 1)], ["19027'@1,1 3/6 Dispelled"], 25, 25),
    (19042, [unit(BIG, 2, 1, 1)], ["10978'@1,1 4/4/6"], 23, 25),
    (11043, [unit(BIG, 2, 7, 1)], ["10978'@7,1 4/5/6"], 24, 24),
    (10980, [unit(BIG, 2, 1, 1)], ["10978'@1,1 4/3/6"], 25, 25),
]


@pytest.mark.parametrize(("card", "units", "expected", "own", "foe"), GAMBITS)
def test_each_opening_gambit(card: int, units: list[dict[str, Any]], expected: list[str], own: int, foe: int) -> None:
    after = act(lay(*units, hand=[card]), "play 0 1,2")
    assert [row for row in board(after) if not row.startswith(f"{card}@1,2")] == expected
    assert (general(after, 1)[1], general(after, 2)[1]) == (own, foe)


def test_gambits_that_heal_draw_and_summon() -> None:
    hurt = [unit(1, 1, 0, 2, hp=10, maxHp=25), unit(101, 2, 8, 2, hp=10, maxHp=25)]
    assert general(act(lay(*hurt, hand=[11084]), "play 0 1,2"), 1) == (2, 13)
    both = act(lay(*hurt, hand=[10995]), "play 0 1,2")
    assert (general(both, 1), general(both, 2)) == ((2, 14), (2, 14))
    hound = act(lay(hand=[10013], deck=[9], foe_deck=[8]), "play 0 1,2", chance=[(1, 0), (1, 0)])
    assert (held(hound, 1), held(hound, 2)) == ([9], [8])
    assert board(act(lay(hand=[11083]), "play 0 1,2", chance=[(7, 0)])) == ["11083@1,2 1/2 tired", "11083@2,2 1/2 tired"]


DEATHS = [
    (508, [], ["509'@5,2 4/8 tired"]),
    (19050, [unit(GOLEM, 2, 5, 1)], ["10205'@5,1 4/7"]),
]


@pytest.mark.parametrize(("card", "units", "expected"), DEATHS)
def test_dying_wishes_on_the_board(card: int, units: list[dict[str, Any]], expected: list[str]) -> None:
    state = lay(unit(card, 2, 5, 2, hp=1, maxHp=TABLE.by_id[card].health), *units, hand=[20066])
    assert board(act(state, "play 0 5,2")) == expected


def test_dying_wishes_of_other_kinds() -> None:
    healer = lay(unit(220, 2, 5, 2, hp=1, maxHp=5), unit(101, 2, 8, 2, hp=10, maxHp=25), hand=[20066])
    after = act(healer, "play 0 5,2")
    assert (general(after, 1), general(after, 2)) == ((2, 20), (2, 15))
    assert side(act(lay(unit(506, 2, 5, 2), hand=[20066], theirs={"mana": 4, "maxMana": 4}), "play 0 5,2"), 2)["maxMana"] == 5
    assert held(act(lay(unit(10982, 2, 5, 2), hand=[20066], foe_deck=[9]), "play 0 5,2", chance=[(1, 0)]), 2) == [9]
    tomb = act(lay(unit(10976, 2, 5, 2, hp=1, maxHp=3), hand=[20066]), "play 0 5,2", chance=[(5, 0)])
    assert board(tomb) == ["10977'@7,2 0/8 tired Provoke"]


def test_watchers() -> None:
    magi = act(lay(unit(116, 1, 1, 1), unit(1, 1, 0, 2, hp=20, maxHp=25), hand=[20088]), "play 0 -")
    assert (general(magi, 1), general(magi, 2)) == ((2, 21), (2, 24))
    dancer = act(lay(unit(318, 1, 1, 1), unit(1, 1, 0, 2, hp=20, maxHp=25), unit(WEAK, 2, 7, 1), hand=[20088]), "play 0 -")
    assert (general(dancer, 1), general(dancer, 2)) == ((2, 21), (2, 24))
    priest = act(lay(unit(310, 1, 1, 1), unit(WEAK, 2, 7, 1), hand=[20088]), "play 0 -", chance=[(7, 0)])
    assert board(priest) == ["310@1,1 3/3 Deathwatch", "315@0,1 1/1 tired"]
    magic = act(
        lay(unit(10303, 1, 1, 1), unit(11011, 1, 3, 3), unit(10305, 1, 3, 1), hand=[20088]), "play 0 -", chance=[(7, 0), (8, 0)]
    )
    assert board(magic) == [
        "10303@1,1 2/5", "11011@3,3 3/7", "10305@3,1 4/6", "10309@0,1 2/1 tired", "11012@2,3 1/1 Rush",
    ]  # fmt: skip


def test_starts_and_ends_of_turns() -> None:
    cards = {"deck": [9] * 4, "foe_deck": [9] * 4}
    hamon = act(lay(unit(119, 2, 5, 2), unit(19046, 2, 5, 0), **cards), "end", chance=[(4, 0)])  # type: ignore[arg-type]
    assert (general(hamon, 1), general(hamon, 2)) == ((2, 21), (2, 23)) and board(hamon)[1] == "19046'@5,0 8/10"
    shiro = act(lay(unit(11046, 1, 1, 1), unit(GOLEM, 1, 2, 1), **cards), "end", chance=[(4, 0)])  # type: ignore[arg-type]
    assert board(shiro) == ["11046@1,1 1/4", "10205@2,1 5/3"]
    bone = act(lay(unit(11023, 1, 4, 1), unit(BIG, 2, 5, 1), **cards), "end", chance=[(4, 0)])  # type: ignore[arg-type]
    assert board(bone)[1] == "10978'@5,1 4/4/6 Provoked"
    lux = act(lay(unit(10973, 1, 4, 1), unit(BIG, 1, 5, 1, hp=1, maxHp=6), **cards), "end", chance=[(4, 0)])  # type: ignore[arg-type]
    assert board(lux)[1] == "10978@5,1 4/3/6"


def test_artifacts_that_give_abilities() -> None:
    worn = [{"id": card, "durability": 3} for card in (30007, 30009)]
    state = lay(unit(BIG, 2, 1, 2, kw=[]), unit(WEAK, 2, 5, 0), mine={"artifacts": worn})
    assert state.to_dict()["units"][0]["kw"] == ["Ranged", "Backstab"] and set(legal(state, "attack 0,2")) == {
        "1,2",
        "5,0",
        "8,2",
    }
    behind = lay(unit(1, 1, 2, 2), unit(BIG, 2, 1, 2), mine={"artifacts": worn[:1]})
    assert board(act(behind, "attack 2,2 1,2")) == [] and general(act(behind, "attack 2,2 1,2"), 1)[1] == 25
    scale = lay(unit(1, 1, 4, 2), unit(BIG, 2, 5, 2), unit(BIG, 2, 5, 1), mine={"artifacts": [{"id": 30013, "durability": 3}]})
    assert board(act(scale, "attack 4,2 5,2")) == ["10978'@5,2 4/4/6", "10978'@5,1 4/4/6"]
    ankh = lay(unit(BIG, 2, 5, 2), mine={"artifacts": [{"id": 30008, "durability": 3}]})
    assert general(act(ankh, "attack 0,2 5,2"), 2)[1] == 23


SIGNATURES = [
    (23, [unit(BIG, 2, 7, 1, hp=1, maxHp=6)], "7,1", ["10978'@7,1 4/4/6"]),
    (51, [], "-", ["43@1,2 1/2 tired Provoke Zeal"]),
    (123, [], "1,3", ["108@1,3 1/1 tired Ranged"]),
    (254, [unit(GOLEM, 2, 7, 1)], "7,1", ["10205'@7,1 2/3"]),
    (558, [unit(GOLEM, 2, 1, 1)], "1,1", ["10205'@1,1 4/3 Stunned"]),
]


@pytest.mark.parametrize(("leader", "units", "tile", "expected"), SIGNATURES)
def test_signature_spells_of_the_other_generals(
    leader: int, units: list[dict[str, Any]], tile: str, expected: list[str]
) -> None:
    after = act(lay(unit(leader, 1, 0, 2), *units, mine=READY), f"play s {tile}")
    assert board(after) == expected


def test_psionic_strike_doubles_against_minions_this_turn() -> None:
    state = act(lay(unit(223, 1, 0, 2), unit(BIG, 2, 1, 2), mine=READY, deck=[9], foe_deck=[9]), "play s -")
    assert board(act(state, "attack 0,2 1,2")) == ["10978'@1,2 4/2/6"]
    assert state.game.from_dict(state.to_dict()) == state
    later = act(state, "end", chance=[(1, 0)])
    assert "effects" in later.to_dict()["units"][0] and not [
        row for row in later.to_dict()["units"][0]["effects"] if row["kind"] == "gains"
    ]  # fmt: skip


def test_abyssal_scar_leaves_creep_where_its_victim_dies_this_turn() -> None:
    state = act(lay(unit(323, 1, 0, 2), unit(GOLEM, 2, 7, 1), hand=[20066], mine=READY), "play s 7,1")
    assert board(state) == ["10205'@7,1 4/2/3"] and objects(state) == []
    assert objects(act(state, "play 0 7,1")) == ["creep1 7,1"]


def test_seeking_eye_and_kinetic_surge() -> None:
    eye = act(lay(unit(418, 1, 0, 2), mine=READY, deck=[9], foe_deck=[8]), "play s -", chance=[(1, 0), (1, 0)])
    assert (held(eye, 1), held(eye, 2)) == ([9], [8])
    surge = act(lay(unit(527, 1, 0, 2), hand=[GOLEM], mine=READY), "play s -", "play 0 1,2")
    assert board(surge) == ["10205@1,2 5/4 tired"]


def test_random_games_with_these_cards_end() -> None:
    """Decks of whatever a faction has of them, with its other generals."""
    rng = Rng(3)
    for leader in (23, 123, 223, 323, 418, 527):
        home = TABLE.by_id[leader].faction
        pool = [card.id for card in EXTENSION if card.in_decks and card.faction in (0, home)][:60]
        deck = "+".join([str(leader), *(str(card) for card in (pool * 3)[:39])])
        state = game("duelyst", deck1=deck, deck2=deck).blank()
        for _ in range(4 if PURE else 30):
            state.deal(rng)
            state.rollout(rng)
            assert state.over
