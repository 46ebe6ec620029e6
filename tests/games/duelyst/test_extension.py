"""Cards of the rest of the core set: each arrives as printed, and what each does has its exact board."""

from __future__ import annotations

import os
from typing import Any

import pytest

from cardlab import Rng, game
from cardlab.games.duelyst.words.cards import KEYWORDS, card_table
from tests.games.duelyst.tables import act, board, general, held, lay, legal, objects, side, unit

PURE = os.environ.get("CARDLAB_PURE") == "1"
GOLEM, BIG, WEAK = 10205, 10978, 315
TABLE = card_table(False)
EXTENSION = [card for card in TABLE.cards if card.set == "extension"]
READY = {"sigReady": True}


@pytest.mark.parametrize("card", [c for c in EXTENSION if c.kind in ("minion", "token")], ids=lambda card: str(card.id))
def test_each_minion_stands_as_printed(card: Any) -> None:
    state = lay(unit(card.id, 1, 4, 4), generals=(1, 101))
    words = [name for name in KEYWORDS if card.keywords & KEYWORDS[name]]
    row = state.to_dict()["units"][2]
    field = {"ForcefieldUp"} if "Forcefield" in words else set()
    assert (row["atk"], row["hp"], set(row["kw"])) == (card.attack, card.health, set(words) | field)


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
