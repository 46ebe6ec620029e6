"""Events as data: declared once, with fields, an audience, and words that come last."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cardlab import Event, EventKind, PlainGame, Rng, game, pack
from cardlab.core.plain import Teller
from cardlab.errors import PluginError
from tests.testing.duel import TellingDuel


def _told(subject: PlainGame, actions: int, seed: int = 1) -> list[Event]:
    told: list[Event] = []
    state, rng = subject.new(seed), Rng(seed)
    state.listener = told.append
    for _ in range(actions):
        state.apply(state.random_action(rng))
    return told


def test_an_event_is_its_kind_its_player_its_fields_and_its_audience() -> None:
    told = _told(TellingDuel(), 2)
    assert [event.kind for event in told] == ["laid", "laid", "scored", "drew", "drew"]
    plain = told[3].to_dict()
    assert plain == {"kind": "drew", "player": 0, "fields": {"card": 2, "left": 2}, "audience": [0]}
    assert json.loads(json.dumps(plain)) == plain
    assert told[0].to_dict()["audience"] is None


def test_who_may_not_know_a_field_is_handed_an_event_without_it() -> None:
    drew = _told(TellingDuel(), 2)[3]
    assert drew.for_seat(0) == drew.for_seat(None) == drew
    assert drew.for_seat(1).fields == {"left": 2}
    assert (drew.whole, drew.for_seat(1).whole) == (True, False)
    assert [drew.for_seat(seat).text for seat in (0, 1)] == ["seat 0 draws 2", "seat 0 draws a card"]
    assert drew.words(own=True) == "draw 2"


def test_words_name_other_seats_by_their_players() -> None:
    scored = _told(TellingDuel(), 2)[2]
    other = 1 - (scored.player or 0)
    assert scored.words() == f"takes a point from seat {other}"
    assert scored.words(["Ada", "Bob"], own=True) == f"take a point from {['Ada', 'Bob'][other]}"


def test_without_words_an_event_still_has_some_and_they_keep_the_secret() -> None:
    event = Event(EventKind("lost_card", ("card", "place"), hidden=("card",)), 1, {"card": 4, "place": 2}, (1,))
    assert event.text == "seat 1 lost card card 4 place 2"
    assert event.for_seat(0).text == "seat 1 lost card place 2"


@dataclass
class Loud:
    """A position of Chatter."""

    moves: int = 0


class Chatter(PlainGame):
    """Tells a thousand things at each move."""

    name, title, about = "chatter", "Chatter", "talks"

    def events(self) -> Sequence[EventKind]:
        return (EventKind("said", ("word", "b", "c", "d"), "says {word}"), EventKind("ended"))

    def start(self, rng: Rng) -> Loud:
        return Loud()

    def to_move(self, position: Loud) -> int | None:
        return position.moves % 2 if position.moves < 4 else None

    def actions(self, position: Loud) -> list[int]:
        return [pack(1)]

    def play(self, position: Loud, action: int, tell: Teller) -> None:  # type: ignore[override]
        for word in range(1000):
            tell("said", position.moves % 2, word=word, b=-1, c=1 << 30, d=-(1 << 31))
        position.moves += 1
        tell("ended")

    def scores(self, position: Loud) -> list[float]:
        return [0.5, 0.5]


def test_no_event_is_ever_dropped() -> None:
    told = _told(Chatter(), 4)
    assert [event.fields["word"] for event in told if event.kind == "said"] == 4 * list(range(1000))
    assert all([*event.fields.values()][1:] == [-1, 1 << 30, -(1 << 31)] for event in told if event.kind == "said")
    assert (told[1000].text, told[1000].player) == ("ended", None)


def test_a_game_that_tells_plays_the_same_when_nobody_listens() -> None:
    silent = Chatter().new(1)
    silent.rollout(Rng(1))
    assert silent.over


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        (lambda: EventKind("a", ("b", "c", "d", "e", "f")), "at most 4 fields"),
        (lambda: EventKind("a", ("b", "b")), "with different names"),
        (lambda: EventKind("a", ("seats",)), "none of them 'seats'"),
        (lambda: EventKind("a", ("b",), hidden=("c",)), "has no field 'c'; fields: b"),
        (lambda: EventKind("a", ("b",), "says {c}"), "cannot say {c}"),
        (lambda: EventKind("a", nested=True), "is nested but opens nothing"),
        (lambda: EventKind("a", ("b",), "says {b}", secret="says {b}"), "cannot say {b}"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused(declare: Any, words: str) -> None:
    with pytest.raises(PluginError, match=words.replace("{", r"\{")):
        declare()


@pytest.mark.parametrize(
    ("tell", "words"),
    [
        (lambda tell: tell("sad", 0), "tells 'sad', which is no event that it declares; declared: said, ended"),
        (lambda tell: tell("said", 0, word=1), "the event 'said' has the fields word, b, c, d"),
        (lambda tell: tell("said", 0, word="x", b=0, c=0, d=0), "whole numbers of 32 bits"),
        (lambda tell: tell("said", 0, word=1 << 31, b=0, c=0, d=0), "whole numbers of 32 bits"),
    ],
)
def test_telling_what_was_not_declared_says_what_would_be_right(tell: Any, words: str) -> None:
    with pytest.raises(PluginError, match=words):
        tell(Teller(Chatter().new(1)))


def test_compiled_rules_that_tell_something_undeclared_are_refused() -> None:
    castle = game("castle")
    with pytest.raises(PluginError, match="tells an event of kind 99, which it does not declare"):
        castle.event(99, 0, [0, 0, 0, 0], -1)
    with pytest.raises(PluginError, match="tells more about 'drew' than the fields rank"):
        castle.event(6, 0, [3, 1, 0, 0], -1)


@pytest.mark.parametrize("name", ["castle", "locm"])
def test_every_kind_that_the_header_numbers_is_declared_once(name: str) -> None:
    from importlib import import_module

    told = import_module(f"cardlab.games.{name}.rules.state").Told
    assert sorted(kind.what for kind in game(name).events()) == sorted(told)
