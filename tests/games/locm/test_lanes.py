"""Lanes: where creatures are summoned, whom they can attack, the order of the list of actions, and play on one lane."""

from __future__ import annotations

import pytest

from cardlab.core.action import extra_of
from cardlab.errors import IllegalAction
from tests.games.locm.tables import board, changes, creature, holding, lay, legal, play


def test_a_creature_is_summoned_on_either_lane() -> None:
    state = lay(holding(3, 7))
    assert legal(state) == ["PASS", "SUMMON 1 0", "SUMMON 3 0", "SUMMON 1 1", "SUMMON 3 1"]
    assert changes(state, "SUMMON 3 1") == {
        "0.mana": 10, "0.hand": ["3#1"], "0.board": ["7#3 lane 1, 2/2 -----W"],
    }  # fmt: skip


def test_a_lane_has_room_for_three_creatures() -> None:
    full = [creature(1, 1, able=False)] * 3
    assert legal(lay(holding(3, board=full))) == ["PASS", "SUMMON 7 1"]
    right = [creature(1, 1, lane=1, able=False)] * 3
    assert legal(lay(holding(3, board=right))) == ["PASS", "SUMMON 7 0"]
    assert legal(lay(holding(3, board=[*full, *right]))) == ["PASS"]


def test_the_third_creature_of_a_lane_fills_it() -> None:
    state = lay(holding(3, 3, 3, 3))
    play(state, "SUMMON 1 0", "SUMMON 5 0", "SUMMON 7 0")
    assert legal(state) == ["PASS", "SUMMON 3 1"]
    assert board(state, 0) == [f"3#{i} lane 0, 2/2 ------" for i in (1, 5, 7)]


def test_a_place_that_became_free_can_be_taken() -> None:
    full = [creature(1, 1), creature(1, 1, able=False), creature(1, 1, able=False)]
    state = lay(holding(3, board=full), {"board": [creature(5, 5)]})
    play(state, "ATTACK 1 2", "SUMMON 7 0")
    assert board(state, 0) == ["3#3 lane 0, 1/1 ------ touched", "3#5 lane 0, 1/1 ------ touched", "3#7 lane 0, 2/2 ------"]


def test_creatures_attack_in_their_own_lane_or_the_player() -> None:
    mine = [creature(1, 1, lane=1), creature(1, 1)]
    theirs = [creature(1, 1), creature(1, 1, lane=1), creature(1, 1)]
    assert legal(lay({"board": mine}, {"board": theirs})) == [
        "PASS", "ATTACK 3 -1", "ATTACK 3 2", "ATTACK 3 6", "ATTACK 1 -1", "ATTACK 1 4",
    ]  # fmt: skip


def test_the_list_of_actions_has_its_order() -> None:
    """Pass; summons by lane, then by hand; attacks by lane, attacker, target; items by hand, then the player, then lanes."""
    mine = holding(158, 3, 118, 83, 144, board=[creature(1, 1, lane=1), creature(1, 1), creature(1, 1)])
    theirs = {"board": [creature(1, 1, lane=1), creature(1, 1), creature(1, 1, lane=1)]}
    assert legal(lay(mine, theirs)) == [
        "PASS",
        "SUMMON 9 0", "SUMMON 13 0", "SUMMON 9 1", "SUMMON 13 1",
        "ATTACK 3 -1", "ATTACK 3 4", "ATTACK 5 -1", "ATTACK 5 4", "ATTACK 1 -1", "ATTACK 1 2", "ATTACK 1 6",
        "USE 7 -1", "USE 7 4", "USE 7 2", "USE 7 6",
        "USE 11 3", "USE 11 5", "USE 11 1",
        "USE 15 4", "USE 15 2", "USE 15 6",
    ]  # fmt: skip


def test_an_action_names_its_card() -> None:
    state = lay(holding(83, 158, board=[creature(1, 1)]), {"board": [creature(1, 1)]})
    assert [state.text(action) for action in state.legal()] == [
        "PASS",
        "SUMMON 3 0 Restless Owl",
        "SUMMON 3 1 Restless Owl",
        "ATTACK 1 -1 Beavrat",
        "ATTACK 1 2 Beavrat",
        "USE 5 -1 Tome of Thunder",
        "USE 5 2 Tome of Thunder",
    ]
    assert [extra_of(action) for action in state.legal()] == [0, 83, 83, 3, 3, 158, 158]


def test_the_order_of_summoning_runs_over_both_lanes() -> None:
    state = lay(holding(3, 3, 3, 3))
    play(state, "SUMMON 5 1", "SUMMON 1 0", "SUMMON 7 1", "SUMMON 3 0")
    assert board(state, 0) == [f"3#{i} lane {lane}, 2/2 ------" for i, lane in ((5, 1), (1, 0), (7, 1), (3, 0))]


def test_those_behind_a_dead_creature_keep_order_and_abilities() -> None:
    theirs = {"board": [creature(1, 1), creature(1, 9, "G"), creature(1, 9, lane=1)], "deck": [3] * 3}
    mine = [creature(9, 9), creature(2, 9, attacked=True), creature(3, 9), creature(4, 9, lane=1)]
    state = lay(holding(158, board=mine), theirs)
    play(state, "USE 9 2")
    assert board(state, 1) == ["3#4 lane 0, 1/9 ---G-- touched", "3#6 lane 1, 1/9 ------ touched"]
    assert [text for text in legal(state) if text.startswith("ATTACK")] == [
        "ATTACK 1 4", "ATTACK 5 4", "ATTACK 7 -1", "ATTACK 7 6",
    ]  # fmt: skip
    play(state, "ATTACK 1 4")
    assert [text for text in legal(state) if text.startswith("ATTACK")] == ["ATTACK 5 -1", "ATTACK 7 -1", "ATTACK 7 6"]


def test_an_attacker_that_dies_leaves_the_others_as_they_are() -> None:
    mine = [creature(1, 1), creature(2, 9, attacked=True), creature(3, 9), creature(4, 9, "G", lane=1)]
    state = play(lay({"board": mine}, {"board": [creature(5, 5)]}), "ATTACK 1 2")
    assert board(state, 0) == [
        "3#3 lane 0, 2/9 ------ attacked touched",
        "3#5 lane 0, 3/9 ------ able touched",
        "3#7 lane 1, 4/9 ---G-- able touched",
    ]


# ---- one lane ----------------------------------------------------------------------------------------------------


def test_one_lane_has_room_for_six() -> None:
    five = [creature(1, 1, able=False)] * 5
    state = lay(holding(3, 3, board=five), lanes=1)
    assert legal(state) == ["PASS", "SUMMON 11 0", "SUMMON 13 0"]
    assert legal(play(state, "SUMMON 13 0")) == ["PASS"]
    assert len(board(state, 0)) == 6 and board(state, 0)[5] == "3#13 lane 0, 2/2 ------"


def test_there_is_no_second_lane_then() -> None:
    state = lay(holding(3), lanes=1)
    with pytest.raises(IllegalAction):
        play(state, "SUMMON 1 1")
    assert legal(state) == ["PASS", "SUMMON 1 0"]


def test_on_one_lane_a_guard_protects_everything() -> None:
    theirs = [creature(1, 1)] * 4 + [creature(1, 1, "G"), creature(1, 1)]
    mine = [creature(1, 9, able=False)] * 4 + [creature(1, 9)] * 2
    state = lay({"board": mine}, {"board": theirs}, lanes=1)
    assert legal(state) == ["PASS", "ATTACK 9 10", "ATTACK 11 10"]
    play(state, "ATTACK 9 10")
    assert legal(state) == ["PASS", "ATTACK 11 -1", *(f"ATTACK 11 {i}" for i in (2, 4, 6, 8, 12))]


def test_on_one_lane_those_behind_the_dead_move_up() -> None:
    theirs = [creature(1, i + 1, "G" if i == 4 else "") for i in range(6)]
    state = lay(holding(150, 150), {"board": theirs}, lanes=1)
    play(state, "USE 1 4", "USE 3 6")
    assert board(state, 1) == [
        "3#2 lane 0, 1/1 ------ touched",
        "3#8 lane 0, 1/4 ------ touched",
        "3#10 lane 0, 1/5 ---G-- touched",
        "3#12 lane 0, 1/6 ------ touched",
    ]


def test_on_one_lane_the_list_of_actions_has_its_order_too() -> None:
    state = lay(holding(3, 158, board=[creature(1, 1)] * 2), {"board": [creature(1, 1)] * 4}, lanes=1)
    targets = (-1, 2, 4, 6, 8)
    assert legal(state) == [
        "PASS",
        "SUMMON 5 0",
        *(f"ATTACK {i} {target}" for i in (1, 3) for target in targets),
        *(f"USE 7 {target}" for target in targets),
    ]
