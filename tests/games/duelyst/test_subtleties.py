"""What is easily played wrongly, each with its exact board."""

from __future__ import annotations

import os
from typing import Any

import pytest

from cardlab import game
from cardlab.errors import IllegalAction
from cardlab.lab.scenarios import run_cases
from tests.games.duelyst.tables import act, board, creep, general, hand_of, lay, legal, side, spring, unit

PURE = os.environ.get("CARDLAB_PURE") == "1"
GOLEM, BIG, FENRIR, SILITHAR, WISP, SHIELD, WATCHER = 10205, 10978, 503, 412, 315, 19027, 311
LURE, COLD, RAVAGER = 20049, 20134, 20144


# ---- who is teleported ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("victim", "left"), [(FENRIR, "504'@7,1 3/2 tired"), (SILITHAR, "411'@7,1 0/1 tired Egg")])
def test_a_lure_that_kills_moves_nobody_who_comes_in_the_place_of_the_dead(victim: int, left: str) -> None:
    """The wolf and the egg stand where the victim stood, but the card was not about them."""
    after = act(lay(unit(victim, 2, 7, 1, hp=1), hand=[LURE]), "play 0 7,1")
    assert board(after) == [left] and after.to_dict()["followup"] is None


def test_after_a_lure_that_killed_the_next_one_asks_again() -> None:
    state = lay(unit(FENRIR, 2, 7, 1, hp=1), unit(BIG, 2, 7, 3), hand=[LURE, LURE])
    after = act(state, "play 0 7,1", "play 1 7,3", "follow 1,1")
    assert board(after) == ["10978'@1,1 4/5/6", "504'@7,1 3/2 tired"]


# ---- walls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wall", [523, 524])
def test_a_wall_cannot_move_and_is_removed_by_a_dispel(wall: int) -> None:
    assert legal(lay(unit(wall, 1, 4, 1)), "move 4,1") == []
    state = lay(unit(wall, 2, 7, 1), unit(311, 2, 7, 3), hand=[COLD])
    assert board(act(state, "play 0 7,1")) == ["311'@7,3 2/2 Deathwatch"]


def test_a_wall_with_attack_strikes_from_where_it_stands() -> None:
    state = lay(unit(524, 1, 4, 1), unit(BIG, 2, 5, 1))
    assert legal(state, "attack 4,1") == ["5,1"]
    assert board(act(state, "attack 4,1 5,1")) == ["10978'@5,1 4/3/6"]


def test_who_was_rooted_by_a_trap_stays_when_dispelled_and_walks_again() -> None:
    trapped = act(lay(unit(GOLEM, 2, 7, 1), hand=[20093, COLD], deck=[9], foe_deck=[9]), "play 0 7,1")
    assert legal(act(trapped, "end", chance=[(1, 0)]), "move 7,1") == []
    free = act(trapped, "play 1 7,1", "end", chance=[(1, 0)])
    assert board(free) == ["10205'@7,1 4/2/3 Dispelled"] and "6,1" in legal(free, "move 7,1")


# ---- what is promised to those who are summoned ------------------------------------------------------------------------


def test_kinetic_surge_is_for_summoned_minions_and_not_for_transformed_ones() -> None:
    state = act(lay(unit(527, 1, 0, 2), unit(GOLEM, 1, 1, 1), hand=[RAVAGER, GOLEM], mine={"sigReady": True}), "play s -")
    assert board(act(state, "play 0 1,1")) == ["520@1,1 3/3"]
    assert board(act(state, "play 1 1,3")) == ["10205@1,1 4/3", "10205@1,3 5/4 tired"]
    assert board(act(state, "play 1 1,3", "play 0 1,3")) == ["10205@1,1 4/3", "520@1,3 3/3 tired"]


# ---- giving up ---------------------------------------------------------------------------------------------------------


def test_giving_up_is_offered_on_request_at_any_time_and_the_other_wins() -> None:
    assert "resign" not in [state.text(a) for state in [lay()] for a in state.legal()]
    state = lay(unit(GOLEM, 1, 1, 1), hand=[20168], resign=True)
    for texts in ((), ("play 0 1,1",)):
        over = act(state, *texts, "resign")
        assert (over.over, over.reason, over.to_dict()["winner"]) == (True, "resigned", 2)
        assert over.game.from_dict(over.to_dict()) == over and over.legal() == []
    begun = game("duelyst", resign=True).new(1)
    begun.apply(begun.parse("mulligan"))
    begun.apply(begun.parse("resign"))
    assert begun.to_dict()["winner"] == 1
    with pytest.raises(IllegalAction):
        act(lay(), "resign")


def test_in_a_recorded_game_either_player_may_give_up() -> None:
    before = lay().to_dict()
    for player, winner in ((1, 2), (2, 1)):
        steps = [{"action": {"type": "ResignAction", "player": player}}] * 2
        told = run_cases([{"id": 1, "game": "duelyst", "before": before, "steps": steps}])[0]["steps"]
        assert [step["valid"] for step in told] == [True, False]
        assert (told[0]["after"]["status"], told[0]["after"]["winner"]) == ("over", winner)


# ---- in the middle of a play -------------------------------------------------------------------------------------------


def test_a_play_that_is_read_is_taken_back_only_if_it_is_told_what_was_before() -> None:
    """What a card did cannot be guessed, so without `undo` there is nothing to go back to; choosing and leaving out go on."""
    asked = act(lay(unit(GOLEM, 1, 1, 1), hand=[20168], deck=[9], foe_deck=[9], cancel=True), "play 0 1,1").to_dict()
    bare = {name: value for name, value in asked.items() if name != "undo"}
    words = ("RollbackToSnapshotAction", "EndTurnAction", "EndFollowupAction")

    def run(before: dict[str, Any], word: str) -> dict[str, Any]:
        row = {"id": 1, "game": "duelyst", "before": before, "steps": [{"action": {"type": word}}]}
        told: dict[str, Any] = run_cases([row])[0]["steps"][0]
        return told

    assert [run(bare, word)["valid"] for word in words] == [False, False, True]
    back, ended, skipped = (run(asked, word) for word in words)
    assert [step["valid"] for step in (back, ended, skipped)] == [True] * 3
    assert back["after"]["players"][0]["hand"][0] == 20168 and back["after"]["units"][2]["atk"] == 4
    assert ended["after"]["current"] == 2 and ended["after"]["players"][0]["hand"][:2] == [20168, 9]
    assert skipped["after"]["units"][2]["atk"] == 5 and skipped["after"]["players"][0]["hand"][0] is None


# ---- provoke and blast -------------------------------------------------------------------------------------------------


def test_a_provoked_blast_aims_at_the_provoker_and_hits_all_behind_it() -> None:
    """The wraithling in the column is no target; the golem behind the provoker is hit, though it could not be chosen."""
    state = lay(unit(213, 1, 4, 2), unit(SHIELD, 2, 5, 2), unit(GOLEM, 2, 7, 2), unit(WISP, 2, 4, 0))
    assert legal(state, "attack 4,2") == ["5,2"] and legal(state, "move 4,2") == []
    after = act(state, "attack 4,2 5,2")
    assert board(after) == ["19027'@5,2 3/4/6 Provoke", "10205'@7,2 4/1/3", "315'@4,0 1/1"] and general(after, 2) == (2, 23)


def test_a_provoked_blast_at_a_diagonal_provoker_hits_nobody_else() -> None:
    state = lay(unit(213, 1, 4, 2), unit(SHIELD, 2, 5, 1), unit(GOLEM, 2, 7, 2))
    assert legal(state, "attack 4,2") == ["5,1"]
    assert board(act(state, "attack 4,2 5,1")) == ["19027'@5,1 3/4/6 Provoke", "10205'@7,2 4/3"]


def test_a_blast_at_a_neighbour_beside_it_hits_the_whole_half_line() -> None:
    """Upwards and not downwards; who is behind the neighbour does not strike back, the neighbour does."""
    state = lay(unit(213, 1, 4, 2, hp=9, maxHp=9), unit(BIG, 2, 4, 3), unit(GOLEM, 2, 4, 4), unit(GOLEM, 2, 4, 1))
    after = act(state, "attack 4,2 4,3")
    assert board(after) == [
        "213@4,2 2/5/9 Blast", "10978'@4,3 4/4/6", "10205'@4,4 4/1/3", "10205'@4,1 4/3",
    ]  # fmt: skip


def test_a_provoked_general_stays_and_fights_the_provoker_but_may_cast() -> None:
    state = lay(unit(1, 1, 4, 2), unit(SHIELD, 2, 5, 3), unit(WISP, 2, 4, 1), hand=[20066])
    assert legal(state, "move 4,2") == [] and legal(state, "attack 4,2") == ["5,3"]
    assert set(legal(state, "play 0")) == {"5,3 True Strike", "4,1 True Strike"}


def test_of_several_provokers_any_may_be_chosen() -> None:
    units = [unit(SHIELD, 2, 5, 2), unit(11, 2, 3, 1), unit(GOLEM, 2, 4, 1), unit(SHIELD, 2, 6, 0)]
    assert set(legal(lay(unit(GOLEM, 1, 4, 2), *units), "attack 4,2")) == {"5,2", "3,1"}
    assert set(legal(lay(unit(109, 1, 4, 2), *units), "attack 4,2")) == {"5,2", "3,1"}


# ---- what lasts --------------------------------------------------------------------------------------------------------


def test_a_second_stun_changes_nothing() -> None:
    """Stunned in the opponent's turn it misses one own turn, stunned twice or in its own turn first it misses no more."""
    stunned = {"hand": hand_of([20139, 20139]), "mana": 9, "maxMana": 9, "deck": [9] * 6}
    once = lay(unit(BIG, 2, 5, 2), mine=stunned, foe_deck=[9] * 6)
    chance = [(6, 0), (6, 0)]
    for texts in (("play 0 5,2",), ("play 0 5,2", "play 1 5,2")):
        during = act(once, *texts, "end", chance=chance[:1])
        assert legal(during, "move 5,2") == []
        later = act(once, *texts, "end", "end", "end", chance=[*chance, (5, 0)])
        assert "4,2" in legal(later, "move 5,2")
    own = lay(unit(BIG, 1, 5, 2), mine=stunned, foe_hand=[20139], foe_deck=[9] * 6)
    again = act(own, "play 0 5,2", "end", "play 0 5,2", "end", chance=chance)
    assert legal(again, "move 5,2") == []
    free = act(again, "end", "end", chance=[(5, 0), (5, 0)])
    assert "4,2" in legal(free, "move 5,2")


@pytest.mark.parametrize(("card", "acts"), [(GOLEM, False), (10012, True)])
def test_who_changes_sides_rests_unless_it_has_rush(card: int, acts: bool) -> None:
    state = act(lay(unit(card, 2, 1, 1), hand=[20028]), "play 0 1,1")
    assert (legal(state, "move 1,1") != []) == acts
    assert state.to_dict()["units"][2]["owner"] == 1


def test_a_dispelled_dervish_vanishes_all_the_same() -> None:
    dervish = act(lay(unit(217, 2, 5, 2), hand=[COLD], deck=[9] * 4, foe_deck=[9] * 4), "play 0 5,2", "end", chance=[(4, 0)])
    assert board(dervish) == ["217'@5,2 2/1/2 Ephemeral Dispelled"]
    assert board(act(dervish, "end", chance=[(4, 0)])) == []


def test_a_dispelled_general_loses_its_bonuses_and_keeps_its_artifacts() -> None:
    artifacts = {"artifacts": [{"id": 30004, "durability": 3}]}
    buffed = act(lay(unit(401, 2, 5, 2), theirs={**artifacts, "sigReady": True}, current=2), "play s -")
    assert general(buffed, 2) == (4, 25)
    cold = lay(unit(401, 2, 5, 2, atk=4), hand=[COLD], theirs=artifacts)
    assert general(cold, 2) == (4, 25) and general(act(cold, "play 0 5,2"), 2) == (3, 24)


def test_a_signature_spell_that_is_not_used_is_ready_once() -> None:
    """Ready at turn 4, kept over turn 8: used then, it waits for turn 12."""
    state = lay(unit(401, 1, 0, 2), turn=4, mine={"sigReady": True, "deck": [9] * 30}, foe_deck=[9] * 30)

    def on(state: Any, *texts: str) -> Any:
        after = state.copy()
        for text in texts:
            after.apply(after.parse(text))
        return after

    eighth = on(state, *["end"] * 4)
    assert eighth.to_dict()["turn"] == 8 and side(eighth, 1)["sigReady"] and general(eighth, 1) == (2, 25)
    used = on(eighth, "play s -")
    assert general(used, 1) == (3, 25) and not side(used, 1)["sigReady"]
    assert [side(on(used, *["end"] * n), 1)["sigReady"] for n in (2, 4)] == [False, True]


# ---- no room -----------------------------------------------------------------------------------------------------------

AROUND = [(0, 1), (1, 1), (1, 2), (0, 3), (1, 3)]


@pytest.mark.parametrize("leader", [201, 301])
def test_without_a_free_tile_nobody_is_called(leader: int) -> None:
    around = [unit(WISP, 1, x, y) for x, y in AROUND]
    state = lay(unit(leader, 1, 0, 2), *around, mine={"sigReady": True})
    after = act(state, "play s -")
    assert board(after) == board(state) and not side(after, 1)["sigReady"] and side(after, 1)["mana"] == 8


def test_with_one_free_tile_shadowspawn_calls_one() -> None:
    state = lay(unit(301, 1, 0, 2), *[unit(WISP, 1, x, y) for x, y in AROUND[:-1]], mine={"sigReady": True})
    assert board(act(state, "play s -", chance=[(1, 0)]))[-1] == "315@1,3 1/1 tired"


def test_an_obelysk_without_room_calls_nobody() -> None:
    walls = [unit(WISP, 2, x, y) for x, y in ((7, 0), (7, 1), (8, 1))]
    state = lay(unit(214, 2, 8, 0), *walls, deck=[9], foe_deck=[9])
    assert board(act(state, "end", chance=[(1, 0)])) == board(state)
    freed = lay(unit(214, 2, 8, 0), *walls[:2], deck=[9], foe_deck=[9])
    assert board(act(freed, "end", chance=[(1, 0), (1, 0)]))[-1] == "217'@8,1 2/2 Rush Ephemeral"


# ---- springs and cards -------------------------------------------------------------------------------------------------


def test_a_spring_gives_its_mana_to_who_is_pushed_there_and_that_is_lost_with_the_turn() -> None:
    state = lay(unit(BIG, 2, 7, 1), hand=[LURE], tiles=[spring(4, 0)], theirs={"mana": 4, "maxMana": 4}, deck=[9], foe_deck=[9])
    pushed = act(state, "play 0 7,1", "follow 4,0")
    assert side(pushed, 2)["mana"] == 5 and side(pushed, 1)["mana"] == 7
    assert pushed.to_dict()["tiles"] == [spring(4, 0, used=True)]
    after = act(pushed, "end", chance=[(1, 0)])
    assert (side(after, 2)["mana"], side(after, 2)["maxMana"]) == (4, 4)


def test_thrown_cards_may_come_back_if_the_deck_is_too_short() -> None:
    """With one card left for two thrown ones both are put into it first, at its end."""
    players = [{"hand": hand_of([9, 8, 11]), "deck": [20066]}, {"hand": hand_of([9]), "deck": []}]
    position = {"status": "mulligan", "units": [unit(1, 1, 0, 2), unit(1, 2, 8, 2)], "players": players}
    state = game("duelyst").from_dict(position)
    after = act(state, "mulligan 0 2", chance=[(3, 1), (2, 0)])
    assert side(after, 1)["hand"][:3] == [9, 8, 20066] and side(after, 1)["deck"] == [11]
    none = act(after, "mulligan 0", chance=[(1, 0)])
    assert side(none, 2)["hand"][0] == 9 and side(none, 2)["deck"] == []


# ---- held back while a card asks ---------------------------------------------------------------------------------------

BANISHING = 20057


def test_deaths_are_watched_when_the_last_choice_was_made() -> None:
    units = [unit(WISP, 1, 1, 1), unit(WATCHER, 1, 4, 4), unit(GOLEM, 2, 7, 1), unit(WATCHER, 2, 7, 4)]
    asked = act(lay(*units, hand=[BANISHING]), "play 0 1,1")
    assert [row.split()[1] for row in board(asked)] == ["2/2", "4/3", "2/2"]
    assert asked.to_dict()["followup"]["fallen"] == [{"owner": 1, "x": 1, "y": 1, "general": False}]
    read = asked.game.from_dict(asked.to_dict())
    assert read == asked
    for state in (asked, asked.copy(), read):
        assert board(act(state, "follow 7,1")) == ["311@4,4 4/4 Deathwatch", "311'@7,4 4/4 Deathwatch"]


def test_deaths_are_watched_too_if_the_choice_is_left_out_and_forgotten_if_all_is_taken_back() -> None:
    units = [unit(WISP, 1, 1, 1), unit(WATCHER, 1, 4, 4), unit(GOLEM, 2, 7, 1)]
    asked = act(lay(*units, hand=[BANISHING], skip=True, cancel=True), "play 0 1,1")
    assert board(act(asked, "skip"))[0] == "311@4,4 3/3 Deathwatch"
    back = act(asked, "cancel")
    assert board(back)[:2] == ["315@1,1 1/1", "311@4,4 2/2 Deathwatch"]


def test_the_game_goes_on_until_the_last_choice_was_made() -> None:
    """The banished Dreadflayer of the later game strikes the general down; the choice is still asked for, then it is over."""
    units = [unit(101, 2, 5, 2, hp=4, maxHp=25), unit(19033, 1, 4, 2), unit(GOLEM, 2, 7, 1), unit(GOLEM, 2, 7, 3)]
    asked = act(lay(*units, hand=[BANISHING], profile="duelyst2", overlay=True), "play 0 4,2")
    assert not asked.over and legal(asked, "follow") == ["7,1 Ritual Banishing", "7,3 Ritual Banishing"]
    assert asked.game.from_dict(asked.to_dict()) == asked
    over = act(asked, "follow 7,3")
    assert over.over and over.to_dict()["winner"] == 1 and board(over) == ["10205'@7,1 5/3"]


def test_spells_are_watched_after_their_follow_ups_and_may_end_the_game_then() -> None:
    mask = {"artifacts": [{"id": 30010, "durability": 3}]}
    state = lay(unit(GOLEM, 1, 1, 1), unit(101, 2, 8, 2, hp=1, maxHp=25), hand=[20168], mine=mask)
    asked = act(state, "play 0 1,1")
    assert not asked.over and general(asked, 2) == (2, 1)
    assert act(asked, "follow 3,3").to_dict()["winner"] == 1


# ---- positions that are not the same -----------------------------------------------------------------------------------


@pytest.mark.skipif(not PURE, reason="the key of a position is seen by C only")
def test_keys_tell_apart_whatever_the_future_depends_on() -> None:
    """What a dispel would do to who came with Rush, plays without damage where they are limited, and what was laid first."""

    def key(state: Any) -> int:
        found: int = state._key()
        return found

    played = act(lay(hand=[10012]), "play 0 1,2")
    rested = played.to_dict()
    rested["units"][2]["effects"] = []
    assert key(played) != key(played.game.from_dict(rested))
    golem = act(lay(hand=[GOLEM]), "play 0 1,2")
    without = golem.to_dict()
    without["units"][2]["effects"] = []
    assert key(golem) == key(golem.game.from_dict(without))
    for limit, same in ((0, True), (10, False)):
        first, second = (lay(stalling=limit).to_dict() | {"idlePlays": n} for n in (1, 2))
        kind = game("duelyst", stalling=limit)
        assert (key(kind.from_dict(first)) == key(kind.from_dict(second))) == same
    tiles = [creep(1, 3, 3), creep(1, 5, 3)]
    assert key(lay(tiles=tiles)) != key(lay(tiles=tiles[::-1])) and key(lay(tiles=tiles)) == key(lay(tiles=tiles))
