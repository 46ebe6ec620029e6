"""What is easily played wrongly, each with its exact board."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game
from cardlab.errors import IllegalAction
from cardlab.lab.scenarios import run_cases
from tests.games.duelyst.tables import act, board, lay, legal, unit

GOLEM, BIG, FENRIR, SILITHAR, WISP = 10205, 10978, 503, 412, 315
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
