"""Positions written by hand: what may be left out, what is refused, and that all of it comes back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardlab import load_state
from cardlab.core.rng import Rng
from cardlab.errors import IllegalAction, PositionError
from cardlab.games.tribute import Tribute
from tests.games.tribute.tables import PATRONS

GAME = Tribute()


def test_patrons_are_enough() -> None:
    state = GAME.from_dict({"patrons": PATRONS})
    assert [state.text(action) for action in state.legal()] == ["END_TURN"]
    assert state.to_dict()["P1"] == {
        "hand": [], "draw": [], "played": [], "cooldown": [], "agents": [], "coins": 0, "power": 0, "prestige": 0,
        "patron_calls": 1, "known_upcoming": 0,
    }  # fmt: skip


def test_positions_of_play_come_back_with_queues_and_choices() -> None:
    rng, seen = random.Random(3), set()
    for seed in range(6):
        state = GAME.new(seed)
        while not state.over:
            if "pending_choice" in state.to_dict():
                seen.add(state.to_dict()["pending_choice"]["follow_up"])
            if rng.random() < 0.1:
                again = GAME.from_dict(state.to_dict())
                assert again == state and again.legal() == state.legal()
            state.apply(rng.choice(state.legal()))
        assert GAME.from_dict(state.to_dict()) == state
    assert len(seen) >= 8
    assert load_state(state.to_json()).result == state.result


def pending(**parts: Any) -> dict[str, Any]:
    return {"patrons": PATRONS, "pending_choice": parts}


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({}, "5 patrons"),
        ({"patrons": [*PATRONS[:4], "ANSEI"]}, "five different"),
        ({"patrons": ["PELIN", "RED_EAGLE", "RAJHIN", "ANSEI", "HLAALU"]}, "TREASURY among them"),
        ({"patrons": PATRONS, "current": "P1"}, "PLAYER1"),
        ({"patrons": PATRONS, "turn": 0}, "'turn'"),
        ({"patrons": PATRONS, "favor": {"TREASURY": "PLAYER1"}}, "favours nobody"),
        ({"patrons": PATRONS, "favor": []}, "'favor' is a table"),
        ({"patrons": PATRONS, "tavern": {"row": ["GOLD"] * 6}}, "at most 5"),
        ({"patrons": PATRONS, "tavern": []}, "'tavern' is a table"),
        ({"patrons": PATRONS, "P1": []}, "'P1'"),
        ({"patrons": PATRONS, "P1": {"agents": ["GOLD"]}}, "GOLD is no agent"),
        ({"patrons": PATRONS, "P1": {"agents": [{"card": "OATHMAN", "hp": 0}]}}, "'hp'"),
        ({"patrons": PATRONS, "P1": {"hand": ["GOLD"] * 60, "draw": ["GOLD"] * 61}}, "can hold 120"),
        ({"patrons": PATRONS, "P1": {"hand": "GOLD"}}, "list of at most"),
        ({"patrons": PATRONS, "P1": {"hand": [3]}}, "no card 3"),
        ({"patrons": PATRONS, "P1": {"mana": 3}}, "no part 'mana'"),
        ({"patrons": PATRONS, "combos": {"PELIN": {"counter": 2, "cards": ["RALLY"]}}}, "as many as counted"),
        ({"patrons": PATRONS, "combos": {"PELIN": {"counter": 1, "cards": ["GOLD"]}}}, "as many as counted"),
        ({"patrons": PATRONS, "queue": [{"card": "GOLD", "level": 1}]}, "while a choice is pending"),
        ({"patrons": PATRONS, "next_turn_effects": [{"card": "GOLD", "level": 1}]}, "only OPP_DISCARD"),
        ({"patrons": PATRONS, "next_turn_effects": [{"card": "GOLD", "level": 2}]}, "no effect at level 2"),
        ({"patrons": PATRONS, "game_over": {"winner": "PLAYER1", "reason": "LUCK"}}, "reason"),
        ({"patrons": PATRONS, "game_over": {"winner": "PLAYER1", "reason": "RUNNING"}}, "has a reason"),
        ({"patrons": PATRONS, "decisions": 60_000}, "the game would be over"),
        ({"patrons": PATRONS, "phase": "lunch"}, "draft or match"),
        ({"phase": "draft", "patrons": ["ANSEI", "PELIN"]}, "none, one, three or four"),
        ({"phase": "draft", "patrons": ["TREASURY"]}, "none, one, three or four"),
        (pending(follow_up="NOTHING"), "what is asked"),
        (pending(follow_up="DESTROY_CARDS", card="GOLD", level=1), "does not ask for DESTROY_CARDS"),
        (pending(follow_up="ENACT_CHOSEN_EFFECT", card="GOLD", level=1), "no choice of two"),
        (pending(follow_up="COMPLETE_PSIJIC", patron="PSIJIC"), "none to choose"),
        (pending(follow_up="COMPLETE_PSIJIC", patron="PELIN"), "belongs to the patron PSIJIC"),
        (pending(follow_up="TOSS_CARDS", card="TIME_MASTERY", level=1, max=2), "more cards are looked at"),
        (pending(follow_up="DISCARD_CARDS", card="BAG_OF_TRICKS", level=1), "empty hand"),
        (pending(follow_up="REPLACE_CARDS_IN_TAVERN", card="BARTERER", level=1, max=3), "'max'"),
        (pending(follow_up="ACQUIRE_CARDS", card="OATHMAN", level=2, picked=[0]), "'picked'"),
        (pending(follow_up="DESTROY_CARDS", card="BONFIRE", level=1, gap=0), "'gap'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_what_would_be_right(position: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        GAME.from_dict(position)


def test_an_illegal_action_changes_nothing() -> None:
    state = GAME.from_dict({"patrons": PATRONS, "P1": {"hand": ["GOLD"]}})
    before = state.digest()
    for text in ("PLAY_CARD PECK", "PLAY_CARD GOLD.2", "BUY_CARD GOLD", "STOP", "CHOOSE LEFT", "DRAFT PELIN", "PICK GOLD"):
        with pytest.raises(IllegalAction):
            state.apply(state.parse(text))
    for text in (
        "PLAY_CARD",
        "PLAY_CARD GOLD.1",
        "PLAY_CARD GOLD.x",
        "CHOOSE UP",
        "END_TURN NOW",
        "FLY",
        "CALL_PATRON BOB",
        "",
    ):
        with pytest.raises(PositionError):
            state.parse(text)
    assert state.digest() == before


def test_a_drawn_match_ends_after_the_last_decision() -> None:
    game = Tribute(limit=100)
    state = game.new(3)
    assert state.rollout(Rng(1)) <= 100
    state = game.from_dict({"patrons": PATRONS, "decisions": 99})
    state.apply(state.parse("END_TURN"))
    assert state.reason == "DECISION_LIMIT_EXCEEDED" and state.result is not None and state.result.draw


def test_nobody_can_hold_more_cards_than_there_is_room_for() -> None:
    side = {"hand": ["GOLD"], "draw": ["GOLD"] * 119, "coins": 20, "power": 9}
    state = GAME.from_dict({"patrons": PATRONS, "P1": side, "tavern": {"row": ["RALLY", "SHIELD_BEARER"]}})
    state.apply(state.parse("BUY_CARD RALLY"))
    state.apply(state.parse("BUY_CARD SHIELD_BEARER"))
    told = state.to_dict()
    assert (told["P1"]["cooldown"], told["P1"]["agents"], told["P1"]["coins"]) == ([], [], 6)
    assert told["tavern"] == {"row": ["SHIELD_BEARER"], "deck": []}
