"""A seat of Castle from its view: whole games long the same seat, and nothing from what nobody could see."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import Rng, State, game
from cardlab.errors import PositionError
from tests.effort import effort
from tests.games.castle.laws import assert_sound
from tests.games.castle.tables import lay, play
from tests.games.castle.test_fuzz import CARDS, JSON, SPECS, few, some_position

View = dict[str, Any]
LISTS = ("hands", "up", "down", "known", "barred", "tight", "places")


def table() -> State:
    """Seat 0 holds 4 6 8 and a 5 that everybody has seen, and had to take 9 K."""
    state = lay(["4 5 6 8", "3 J 10"], up=["A", "7"], down=["3 4", "5 6"], pile="9 K", stock="2 A 2 A", known=["5", ""])
    return play(state, "pickup")


def test_a_view_is_what_the_seat_is_rebuilt_from() -> None:
    view = table().view(1)
    assert (view["hands"], view["down"], view["stock"]) == (["5 9 K ? ? ?", "3 10 J"], ["? ?", "? ?"], "? ? ? ?")
    assert (view["barred"], view["tight"]) == (["2 10 K A X", ""], [3, 0])
    rebuilt = game("castle").from_view(view)
    assert rebuilt == table().seat(1) and rebuilt.memory == table().seat(1).memory


@pytest.mark.parametrize("memory", [-1, -3, -2, 0, 5])
def test_a_seat_that_forgot_is_rebuilt_as_forgetful(memory: int) -> None:
    """What is forgotten is unknown in the view, so the worlds are as many."""
    seat = table().seat(1).forget(memory)
    rebuilt = seat.game.from_view(seat.view())
    assert rebuilt.memory == seat.memory
    assert [rebuilt.resample(n) for n in range(9)] == [seat.resample(n) for n in range(9)]
    assert seat.view()["burned"].split().count("?") == (33 - memory if memory >= 0 else 0)


def changed(**parts: Any) -> View:
    return {**table().view(1), **parts}


BAD: dict[str, tuple[View, str]] = {
    "no seat": ({"player": 1}, "'seat' of a view must be a whole number from 0 to 1, not None"),
    "a seat that is not there": (changed(seat=2), "'seat' of a view must be a whole number from 0 to 1, not 2"),
    "a seat by name": (changed(seat="1"), "'seat' of a view must be a whole number"),
    "a true seat": (changed(seat=True), "'seat' of a view must be a whole number"),
    "the view of another": (changed(seat=0), "seat 0: everybody sees the own hand"),
    "a text for a number": (changed(decisions="7"), "'decisions' must be a whole number"),
    "a text for the player": (changed(player="1"), "'player' must be a seat from 0 to 1"),
    "an unknown player": (changed(player="?"), "'player' must be a seat from 0 to 1"),
    "an unknown phase": (changed(phase="?"), "'phase' must be one of castle, swap, play, four, over"),
    "an unknown part": (changed(hand="3 10 J"), "a Castle position has no part 'hand'"),
    "hands as a text": (changed(hands="5 ? ?"), "'hands' must be a list of 2 texts"),
    "hands as sizes": (changed(hands=[6, "3 10 J"]), "cards are written as a text"),
    "an unknown card in the pile": (changed(pile="?"), "'pile'"),
    "an unknown card in a row": (changed(up=["?", "7"]), "'up'"),
    "an unknown card that is known": (changed(known=["5 9 ?", ""]), "'known'"),
    "an unknown rank that is barred": (changed(barred=["?", ""]), "'barred'"),
    "an unknown own card": (changed(hands=["5 9 K ? ? ?", "3 10 ?"]), "seat 1: everybody sees the own hand"),
    "too many unknown cards": (changed(stock="? ? ? ? ?"), "there are 12 unknown cards in this view, but 11 cards are"),
    "too few unknown cards": (changed(stock="? ? ?"), "there are 10 unknown cards in this view, but 11 cards are not in sight"),
    "a card seen too often": (changed(hands=["5 9 K ? ? ?", "3 3 3 3 3 10 J"]), "there are too many cards of rank 3"),
    "a card seen in another hand": (changed(known=["9 K", ""]), "the cards seen in another hand are those known to be in it"),
    "a known card that is not held": (changed(known=["5 9 K", "4"]), "cards known to be in the hand are not in it"),
    "a face-down card": (changed(down=["4 ?", "? ?"]), "nobody sees the cards face down"),
    "a card in the stock": (changed(stock="4 ? ? ?"), "nobody sees the cards face down"),
    "more barred cards than there are": (changed(tight=[4, 0]), "'tight' counts unknown cards of the hand, and there"),
    "endlessly many barred cards": (changed(tight=[10**18, 0]), "'tight' counts unknown cards of the hand"),
    "a negative number of barred cards": (changed(tight=[-1, 0]), "'tight' must be a list of 2 numbers"),
    "barred and not tight": (changed(tight=[0, 0]), "'barred' names ranks once each, and 'tight' says how many"),
    "tight and not barred": (changed(barred=["", ""]), "'barred' names ranks once each, and 'tight' says how many"),
    "barred twice": (changed(barred=["2 2", ""]), "'barred' names ranks once each"),
    "all ranks barred": (changed(barred=["2 3 4 5 6 7 8 9 10 J Q K A X", ""]), "leave too few cards for the unknown ones"),
    "a 10 in the pile": (changed(pile="10", hands=["5 9 K ? ? ?", "3 J"]), "a 10 never lies in the pile"),
    "no direction": (changed(direction=0), "'direction' is 1 or -1"),
    "a reason to go on": (changed(reason="win"), "a game that goes on has no 'reason'"),
    "a first seat that is not there": (changed(first=5), "'first', 'mover' and 'after' are seats from 0 to 1"),
    "over": (changed(phase="over", player=None), "a game that is over has a 'reason'"),
    "before the play": (changed(phase="castle"), "must have . cards in hand|no card is played or burned"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_nobody_could_see_is_refused(name: str) -> None:
    view, words = BAD[name]
    given_view = copy.deepcopy(view)
    with pytest.raises(PositionError, match=words):
        game("castle").from_view(view)
    assert view == given_view


@pytest.mark.parametrize("thing", [None, 3, "view", [], [("seat", 1)]])
def test_only_a_table_is_a_view(thing: Any) -> None:
    with pytest.raises(PositionError, match="a view is a table of names and values"):
        game("castle").from_view(thing)


def test_forgotten_cards_are_the_oldest_ones() -> None:
    view = table().seat(1).forget(5).view()
    burned = view["burned"].split()
    view["burned"] = " ".join([*burned[1:], "?"])
    with pytest.raises(PositionError, match="forgets the oldest ones"):
        game("castle").from_view(view)


def test_barred_ranks_of_several_hands_are_seen_together() -> None:
    """Each hand alone could have its cards, but not both of them: three cards of the fitting ranks are left for four places."""
    parts = {"down": ["", "", ""], "up": ["", "", ""], "stock": "", "pile": "", "phase": "play", "player": 1, "seat": 1}
    barred = "2 3 4 5 6 7 8 9 10 J Q A"
    hands = ["? ?", "K 3", "? ?"]
    seen = "2 2 2 2 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 7 8 8 8 8 9 9 9 9 10 10 10 10 J J J J Q Q Q A A A A"
    view = {**parts, "hands": hands, "barred": [barred, "", barred], "burned": seen}
    castle = game("castle,players=3")
    assert castle.from_view({**view, "tight": [2, 0, 1]}).resample(1).to_dict()["hands"][0] == "K K"
    with pytest.raises(PositionError, match="'barred' and 'tight' leave too few cards"):
        castle.from_view({**view, "tight": [2, 0, 2]})


def test_numbers_that_nobody_will_ask_for_are_dropped() -> None:
    """Who was asked for a fourth card is of no interest later, so a seat does not keep it."""
    view = table().view(1)
    assert game("castle").from_view({**view, "mover": 1, "after": 1, "swaps": 2, "anchor": 5}).memory == table().seat(1).memory


# ---- anything ----------------------------------------------------------------------------------------------------


def read(rules: Any, view: Any) -> bool:
    """Whether a view is taken; then it is the view of the seat, as far as it goes, and all that the seat holds."""
    try:
        seat = rules.from_view(view)
    except PositionError:
        return False
    again = rules.from_view(json.loads(json.dumps(seat.view())))
    assert again.memory == seat.memory and again.view() == seat.view()
    for n in range(2):
        world = seat.resample(n)
        assert_sound(world)
        mine = world.seat(seat.player)
        assert mine.legal() == seat.legal() and (mine.view() == seat.view() or "?" in seat.view()["burned"])
        world.rollout(Rng(n))
    return True


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, View]:
    """What a seat saw in a real game with one to three parts changed, mostly into something that looks right."""
    spec = draw(st.sampled_from(SPECS))
    state = some_position(spec, draw(st.integers(0, 40)), draw(st.integers(0, 90)))
    n = state.players
    seat = state.seat(draw(st.integers(0, n - 1)))
    view: View = seat.forget(draw(st.sampled_from([-1, -1, -2, -3, 0, 4]))).view()
    some_cards = st.lists(st.sampled_from(["?", "?", "3", "9", "10", "K"]), max_size=6).map(" ".join) | CARDS
    likely: dict[str, Any] = {
        "seat": st.integers(0, n - 1),
        "phase": st.sampled_from(["castle", "swap", "play", "four", "over"]),
        "player": st.none() | st.integers(0, n - 1),
        "tight": st.lists(st.integers(0, 4), min_size=n, max_size=n),
        "places": st.lists(st.integers(0, n), min_size=n, max_size=n),
        "reason": st.sampled_from(["win", "limit", "repetition"]),
        **dict.fromkeys(("pile", "stock", "burned"), some_cards),
        **dict.fromkeys(LISTS[:5], st.lists(some_cards, min_size=n, max_size=n)),
    }
    numbers = ["direction", "decisions", "first", "swaps", "mover", "after", "since", "anchor", "anchor_seen"]
    for name in draw(st.lists(st.sampled_from([*likely, *numbers]), min_size=1, max_size=3)):
        how = draw(st.integers(0, 9))
        if how == 0:
            view[name] = draw(JSON)
        elif how == 1:
            view.pop(name, None)
        elif how < 6 and name in LISTS and isinstance(view.get(name), list) and len(view[name]) == n:
            spot = draw(st.integers(0, n - 1))
            view[name] = [*view[name]]
            view[name][spot] = draw(likely[name])[spot]
        else:
            view[name] = draw(likely.get(name, st.integers(-1, 9)))
    return spec, view


@settings(few, max_examples=effort(2000, 500, 150))
@given(mutated())
def test_mutated_views_are_refused_or_all_that_a_seat_holds(made: tuple[str, View]) -> None:
    spec, view = made
    read(game(spec), view)


@few
@given(st.sampled_from(SPECS), JSON)
def test_arbitrary_values_are_no_view(spec: str, data: Any) -> None:
    assert not read(game(spec), data)
    assert not isinstance(data, dict) or not read(game(spec), {"seat": 0, **data})


@pytest.mark.parametrize("spec", SPECS)
def test_untouched_views_are_taken(spec: str) -> None:
    for moves in (0, 2, 9, 30, 200):
        state = some_position(spec, moves, moves)
        assert all(read(state.game, state.view(seat)) for seat in range(state.players))
