"""The table of Magpies: what a seat sees, what it is asked, and what it touches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardlab import State
from tests.examples.test_magpies_rules import do, set_up
from tests.play.desk import drawn, seen


def table(state: State, seat: int | None) -> Any:
    view = state.to_dict() if seat is None else state.view(seat)
    return state.game.table(view, seat, state.legal() if seat == state.player else [])


@pytest.fixture
def form(magpies: SimpleNamespace) -> Any:
    return magpies.plain.PlainMagpies


def test_known_cards_of_others_lie_open_and_are_marked(form: Any) -> None:
    state = set_up(form, ["mirror1 pebble1", "hook1 bell", "moth1"], deck="pearl1")
    do(state, "lay 0 mirror", "look 1")
    mine, theirs = table(state, 0).lying["hand1"], table(state, 2).lying["hand1"]
    assert [(thing.face.name, thing.marks) for thing in mine] == [("hook", ("seen",)), ("bell", ("seen",))]
    assert [thing.face for thing in theirs] == [None, None]


def test_a_hand_is_looked_at_by_touching_it_or_any_of_its_cards(form: Any) -> None:
    state = set_up(form, ["mirror1 pebble1", "hook1 bell", "moth1"])
    do(state, "lay 0 mirror")
    laid = table(state, 0)
    assert laid.prompt == "Look at whose hand?"
    assert [move.touches for move in laid.moves] == [(("hand1", "hand1:0", "hand1:1"),), (("hand2", "hand2:0"),)]


def test_cards_are_taken_from_where_they_lie(form: Any) -> None:
    state = set_up(form, ["hook1", "moth1 bell", "pebble1"])
    do(state, "lay 0 hook")
    moves = table(state, 0).moves
    assert [(move.words, move.touches[0]) for move in moves] == [
        ("take card 1 of seat 1", ("hand1:0",)),
        ("take card 2 of seat 1", ("hand1:1",)),
        ("take card 1 of seat 2", ("hand2:0",)),
    ]


def test_what_is_picked_or_promised_in_a_poll_is_marked_for_who_did_it(form: Any) -> None:
    state = set_up(form, ["comb1 pebble1 moth1 bell", "hook1", ""])
    do(state, "lay 0 comb", "toss 0")
    assert [thing.marks for thing in table(state, 0).lying["hand0"]] == [("picked",), (), ()]
    assert [thing.id for thing in table(state, 0).lying["answers"]] == ["enough"]
    poll = set_up(form, ["bell pebble1 moth1", "hook1 hook2", "comb1"])
    do(poll, "lay 0 bell", "pass 1")
    assert [thing.marks for thing in table(poll, 0).lying["hand0"]] == [(), ("picked",)]
    assert [thing.marks for thing in table(poll, 1).lying["hand0"]] == [(), ()]
    assert table(poll, 1).prompt == "Pass which card to the left? All choose at once"


def test_the_screen_shows_nests_shine_deck_and_meadow(form: Any) -> None:
    state = set_up(form, ["comb1 pebble1 bell", "hook1 moth1", "thimble1"], nests=["", "pearl1", "feather1"], left=12)
    text = drawn(seen(state, 0, ("you", "ismcts", "random")), 80, 24).plain()
    assert "5 shine" in text and "2 shine" in text and "12 turns left" in text
    assert "│comb" in text and "may toss 2, draw 2" in text and "hook" not in text


def test_cards_say_what_they_do_in_a_few_words(magpies: SimpleNamespace) -> None:
    cards = {card.name: magpies.table.brief(card) for card in magpies.trinkets.DECKS["moon"]}
    assert cards == {
        "pebble": "",
        "pearl": "",
        "thimble": "draw",
        "comb": "may toss 2, draw 2",
        "mirror": "look",
        "hook": "take",
        "moth": "others toss",
        "feather": "tossed: draw",
        "bell": "pass",
        "moonstone": "draw 2 or others draw",
    }
