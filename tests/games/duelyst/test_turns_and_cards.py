"""Turns, mana, drawing, replacing, the mulligan, endings, dispel and what else is easily done wrongly."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game
from cardlab.errors import IllegalAction, OptionError, PositionError
from tests.games.duelyst.tables import act, board, general, held, lay, legal, side, unit

GOLEM = 10205


def test_a_game_begins_as_the_rules_say() -> None:
    position = game("duelyst").new(1).to_dict()
    assert [(u["id"], u["x"], u["y"], u["atk"], u["hp"], u["exhausted"]) for u in position["units"]] == [
        (1, 0, 2, 2, 25, False), (1, 8, 2, 2, 25, False),
    ]  # fmt: skip
    assert [(t["x"], t["y"]) for t in position["tiles"]] == [(4, 0), (4, 4), (5, 2)]
    assert [(p["mana"], p["maxMana"], sum(c is not None for c in p["hand"]), len(p["deck"])) for p in position["players"]] == [
        (2, 2, 5, 34), (3, 3, 5, 34),
    ]  # fmt: skip
    later = game("duelyst", profile="duelyst2").new(1).to_dict()
    assert [sum(c is not None for c in p["hand"]) for p in later["players"]] == [3, 3] and later["players"][0]["sig"] is None


def test_mana_grows_from_the_third_turn_on() -> None:
    state = game("duelyst").new(3)
    state.apply(state.parse("mulligan"))
    state.apply(state.parse("mulligan"))
    seen = []
    for turn in range(20):
        seen.append(side(state, 1 + turn % 2)["mana"])
        state.apply(state.parse("end"))
    assert seen[0::2] == [2, 3, 4, 5, 6, 7, 8, 9, 9, 9] and seen[1::2] == [3, 4, 5, 6, 7, 8, 9, 9, 9, 9]


def test_thrown_cards_return_after_new_ones_were_drawn() -> None:
    state = game("duelyst").from_dict(
        {
            "status": "mulligan", "units": [unit(1, 1, 0, 2), unit(1, 2, 8, 2)],
            "players": [{"hand": [8, 9, 11, 20066, 20044, None], "deck": [20047, 20068, 20090]}, {"hand": [8] + [None] * 5,
            "deck": [9]}],
        }
    )  # fmt: skip
    after = act(state, "mulligan 1 3", chance=[(3, 2), (2, 0)])
    assert (held(after, 1), side(after, 1)["deck"]) == ([8, 20090, 11, 20047, 20044], [20068, 9, 20066])
    assert after.player == 1 and after.to_dict()["mulliganed"] == [1]
    done = act(after, "mulligan 0", chance=[(1, 0)])
    assert done.to_dict()["status"] == "active" and done.player == 0 and held(done, 2) == [9]


def test_a_full_hand_burns_and_an_empty_deck_hurts() -> None:
    full = lay(hand=[9] * 6, deck=[8, 11])
    after = act(full, "end", chance=[(2, 1)])
    assert held(after, 1) == [9] * 6 and side(after, 1)["deck"] == [8]
    assert general(act(lay(hand=[9] * 6), "end"), 1) == (2, 23)


def test_deck_out_damage_costs_artifacts_durability_and_may_end_the_game() -> None:
    worn = {"artifacts": [{"id": 30004, "durability": 2}]}
    after = act(lay(mine=worn), "end")
    assert general(after, 1) == (3, 23) and side(after, 1)["artifacts"] == [{"id": 30004, "durability": 1}]
    over = act(lay(unit(1, 1, 0, 2, hp=2, maxHp=25)), "end")
    assert over.over and over.result is not None and over.result.scores == (0.0, 1.0) and over.reason == "general"


def test_both_generals_dead_is_a_draw() -> None:
    state = lay(unit(1, 1, 0, 2, hp=2, maxHp=25), unit(101, 2, 8, 2, hp=2, maxHp=25), hand=[20044])
    over = act(state, "play 0 -")
    assert over.over and over.result is not None and over.result.scores == (0.5, 0.5) and over.reason == "both generals"


def test_replacing_never_brings_the_same_card_unless_there_is_no_other() -> None:
    state = lay(hand=[None, 9], deck=[9, 8, 9])
    after = act(state, "replace 1", chance=[(3, 2), (2, 0), (1, 0)])
    assert side(after, 1)["hand"][1] == 8 and side(after, 1)["deck"] == [9, 9, 9] and side(after, 1)["replaced"] == 1
    assert legal(after, "replace") == []
    same = act(lay(hand=[9], deck=[9, 9]), "replace 0", chance=[(2, 0), (1, 0)])
    assert held(same, 1) == [9] and side(same, 1)["deck"] == [9, 9]
    assert legal(lay(hand=[9]), "replace") == []


def test_new_cards_take_the_lowest_free_slot_and_others_stay() -> None:
    state = lay(unit(GOLEM, 1, 1, 1), hand=[9, 20095, 8], deck=[11])
    after = act(state, "play 1 1,1", chance=[(1, 0)])
    assert side(after, 1)["hand"] == [9, 11, 8, None, None, None]


def test_enemies_block_and_friends_may_be_crossed() -> None:
    state = lay(unit(GOLEM, 1, 4, 2), unit(GOLEM, 2, 5, 2), unit(GOLEM, 2, 4, 3), unit(315, 1, 3, 2))
    assert set(legal(state, "move 4,2")) == {"4,0", "4,1", "3,1", "5,1", "2,2", "3,3"}


def test_counterattacks_need_attack_and_reach() -> None:
    state = lay(unit(GOLEM, 1, 4, 2), unit(214, 2, 5, 2))
    assert board(act(state, "attack 4,2 5,2")) == ["10205@4,2 4/3", "214'@5,2 0/2/6"]


def test_attacking_ends_a_units_turn_and_moving_does_not() -> None:
    state = lay(unit(GOLEM, 1, 4, 2), unit(10978, 2, 5, 2))
    assert legal(act(state, "move 4,2 4,1"), "attack 4,1") == ["5,2"]
    assert not legal(act(state, "move 4,2 4,1"), "move 4,1")
    hit = act(lay(unit(10978, 1, 4, 2), unit(10978, 2, 5, 2)), "attack 4,2 5,2")
    assert not legal(hit, "move 4,2") and not legal(hit, "attack 4,2")


def test_dispel_keeps_damage_and_can_kill() -> None:
    state = act(lay(unit(GOLEM, 1, 1, 1), hand=[20116, 20066, 20134, 20066]), "play 0 1,1", "play 1 1,1")
    assert board(state) == ["10205@1,1 6/3/5"]
    assert board(act(state, "play 2 1,1")) == ["10205@1,1 4/1/3 Dispelled"]
    assert board(act(state, "play 3 1,1", "play 2 1,1")) == []


def test_stun_in_the_own_turn_covers_the_next_own_turn_too() -> None:
    decks: dict[str, Any] = {"deck": [9] * 4, "foe_deck": [9] * 4}
    state = act(lay(unit(10978, 1, 1, 1), hand=[20139], **decks), "play 0 1,1")
    here = state
    stunned = []
    for _ in range(4):
        here.apply(here.parse("end"))
        stunned.append("Stunned" in board(here)[0])
    assert stunned == [True, True, False, False]


def test_a_spring_cannot_pay_for_the_minion_that_is_put_on_it() -> None:
    from tests.games.duelyst.tables import spring

    state = lay(unit(315, 1, 4, 1), hand=[11], tiles=[spring(4, 0)], mana=2)
    assert legal(state, "play 0") == []
    after = act(lay(unit(315, 1, 4, 1), hand=[11, 9], tiles=[spring(4, 0)], mana=3), "play 0 4,0")
    assert side(after, 1)["mana"] == 1


# ---- skip, cancel, end during a follow-up --------------------------------------------------------------------------

FREE: dict[str, Any] = {"skip": True, "cancel": True}


def test_a_follow_up_can_be_left_out_and_reactions_come_then() -> None:
    state = act(lay(unit(115, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[20049], **FREE), "play 0 7,1")
    assert board(act(state, "skip")) == ["115@1,1 2/3", "10205'@7,1 4/2/3"]


def test_a_card_can_be_taken_back_while_it_asks() -> None:
    start = lay(unit(115, 1, 1, 1), unit(GOLEM, 2, 7, 1), hand=[20049], **FREE)
    state = act(start, "play 0 7,1")
    assert act(state, "cancel").to_dict() == start.to_dict()
    assert state.copy().to_dict() == state.to_dict() and state.game.from_dict(state.to_dict()) == state


def test_ending_the_turn_takes_the_card_back_first() -> None:
    start = lay(unit(GOLEM, 2, 7, 1), hand=[20049], deck=[9], foe_deck=[9], **FREE)
    after = act(act(start, "play 0 7,1"), "end", chance=[(1, 0)])
    assert board(after) == ["10205'@7,1 4/3"] and held(after, 1) == [20049, 9] and after.player == 1


def test_agents_are_offered_neither_by_default() -> None:
    state = act(lay(unit(GOLEM, 2, 7, 1), hand=[20049]), "play 0 7,1")
    assert {text.split()[0] for text in map(state.text, state.legal())} == {"follow"}


def test_all_tiles_of_anywhere_cards_on_request() -> None:
    assert len(legal(lay(hand=[20044]), "play 0")) == 1
    assert len(legal(lay(hand=[20044], all_tiles=True), "play 0")) == 45


def test_stalling_is_limited_if_asked_for() -> None:
    state = lay(unit(315, 1, 1, 1), hand=[20111, 20111, 20111], stalling=2)
    state = lay(unit(GOLEM, 2, 7, 1), hand=[20111, 20111, 20111, 20139], stalling=2)
    twice = act(state, "play 0 7,1", "play 1 7,1")
    assert legal(twice, "play") == []
    hurt = act(state, "play 0 7,1", "play 3 7,1", "play 1 7,1")
    assert legal(hurt, "play 2") == ["7,1 Dampening Wave"]


# ---- bad input -----------------------------------------------------------------------------------------------------

GENERALS = [unit(1, 1, 0, 2), unit(1, 2, 8, 2)]


@pytest.mark.parametrize(
    ("units", "part"),
    [
        ([*GENERALS, unit(9, 1, 9, 2)], "'x'"),
        ([*GENERALS, unit(9, 1, 1, 5)], "'y'"),
        ([*GENERALS, unit(9, 1, 1, 1), unit(9, 2, 1, 1)], "two units"),
        ([*GENERALS, unit(9, 1, 1, 1, kw=["Flyng"])], "no keyword"),
        ([*GENERALS, unit(77, 1, 1, 1)], "no card"),
        ([*GENERALS, unit(20066, 1, 1, 1)], "no unit"),
        ([unit(1, 1, 0, 2)], "one general"),
        ([*GENERALS, unit(101, 1, 3, 3)], "two generals"),
        ([*GENERALS, unit(9, 3, 1, 1)], "'owner'"),
        ([*GENERALS, unit(9, 1, 1, 1, hp=0)], "'hp'"),
        ([*GENERALS, unit(9, 1, 1, 1, hp=5, maxHp=4)], "'hp'"),
        ("none", "'units'"),
    ],
)
def test_impossible_boards_are_refused(units: object, part: str) -> None:
    with pytest.raises(PositionError, match=part):
        game("duelyst").from_dict({"units": units})


@pytest.mark.parametrize(
    ("players", "part"),
    [
        ([{"mana": 10}, {}], "mana"),
        ([{"hand": [9]}, {}], "hand"),
        ([{"hand": [1, None, None, None, None, None]}, {}], "general"),
        ([{"artifacts": [{"id": 9}]}, {}], "no artifact"),
        ([{"artifacts": [{"id": 30004}] * 4}, {}], "at most 3"),
        ([{"deck": [9] * 200}, {}], "deck"),
        ([{"gold": 3}, {}], "gold"),
        ([{}], "players"),
    ],
)
def test_impossible_players_are_refused(players: object, part: str) -> None:
    with pytest.raises(PositionError, match=part):
        game("duelyst").from_dict({"units": GENERALS, "players": players})


@pytest.mark.parametrize(
    ("deck", "part"),
    [
        ("starter_lionar", "did you mean 'starter_lyonar'"),
        ("1+9x3", "39"),
        ("1+9x39", "copies"),
        ("9x3+11x3", "one general"),
        ("1+110x3+9x3+11x3+8x3+20066x3+20044x3+20047x3+20068x3+20090x3+30004x3+10205x3+19033x3+10012x3", "Songhai"),
        ("1+315x3+9x3+11x3+8x3+20066x3+20044x3+20047x3+20068x3+20090x3+30004x3+10205x3+19033x3+10012x3", "token"),
        ("1+99999", "no card"),
    ],
)
def test_illegal_decks_are_refused(deck: str, part: str) -> None:
    with pytest.raises(OptionError, match=part):
        game("duelyst", deck1=deck)


def test_a_deck_may_come_from_a_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    names = ["3 Windblade Adept", "3x 11", "3 Lysian Brawler", "3 True Strike", "3 Tempest", "3 War Surge", "3 Divine Bond",
    "3 Martyrdom",
             "3 Sunstone Bracers", "3 Bloodshard Golem", "3 Putrid Dreadflayer", "3 Saberspine Tiger",
             "3 Hailstone Golem"]  # fmt: skip
    path = tmp_path / "mine.txt"
    path.write_text("# a deck\nArgeon Highmayne\n" + "\n".join(names), encoding="utf-8")
    found = game("duelyst", deck1=str(path))
    assert len(found.decks[0]) == 40 and found.options["deck1"].startswith("1+9x3+11x3")  # type: ignore[attr-defined]
    assert game(found.spec()).decks == found.decks  # type: ignore[attr-defined]
    path.write_text("1\n3 Windblde Adept", encoding="utf-8")
    with pytest.raises(OptionError, match=r"line 2.*Windblade Adept"):
        game("duelyst", deck1=str(path))


@pytest.mark.parametrize(
    "text", ["move 0,2 5,2", "attack 0,2 8,2", "play 0 4,4 True Strike", "replace 3", "follow 1,1", "skip", "cancel"]
)
def test_illegal_actions_change_nothing(text: str) -> None:
    state = lay(hand=[20066], deck=[9])
    before = state.to_dict()
    with pytest.raises(IllegalAction):
        state.apply(state.parse(text))
    assert state.to_dict() == before


@pytest.mark.parametrize("text", ["", "move 0,2", "move 9,2 1,1", "play 7 1,1", "jump", "mulligan 1 1"])
def test_what_is_no_action_is_told(text: str) -> None:
    with pytest.raises(PositionError):
        lay().parse(text)


def test_positions_take_what_is_seen_of_a_unit_and_explain_the_rest() -> None:
    state = lay(unit(9, 1, 1, 2, atk=5, hp=4, maxHp=6, kw=["Zeal", "Flying"]), unit(19027, 2, 5, 2, kw=["Dispelled"]))
    row = state.to_dict()["units"][2]
    assert row["effects"][0] == {"kind": "add", "atk": 2, "hp": 3, "until": "for good", "count": 1}
    assert board(state) == ["9@1,2 5/4/6 Flying Zeal", "19027'@5,2 3/6 Dispelled"]
    assert board(act(state, "move 0,2 0,0")) == ["9@1,2 4/4/6 Flying Zeal", "19027'@5,2 3/6 Dispelled"]
