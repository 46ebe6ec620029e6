"""A seat of a game in plain Python from its view."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab import Rng, State
from cardlab.core.plain import Dice
from cardlab.errors import PositionError
from tests.core.dice import Pig
from tests.effort import effort
from tests.testing.duel import Duel, Table

View = dict[str, Any]
VIEW: View = {
    "seat": 0, "hands": [[1, 2], [-1, -1]], "deck": [-1, -1], "laid": [], "gone": [6, 7], "points": [0, 1], "leader": 1,
}  # fmt: skip


def test_a_view_is_a_position_and_who_looks() -> None:
    state = Duel().from_dict(position())
    assert state.view(0) == VIEW
    assert Duel().from_view(VIEW) == state.seat(0)


def position() -> View:
    full = {**VIEW, "hands": [[1, 2], [3, 4]], "deck": [0, 5]}
    del full["seat"]
    return full


BAD: dict[str, tuple[View, str]] = {
    "no seat": (position(), "'seat' of a view must be a whole number from 0 to 1, not None"),
    "a seat that is not there": ({**VIEW, "seat": 2}, "'seat' of a view must be a whole number from 0 to 1, not 2"),
    "a seat by name": ({**VIEW, "seat": "0"}, "'seat' of a view must be a whole number"),
    "the view of another": ({**VIEW, "seat": 1}, "nobody could see this|once each"),
    "a part is missing": ({name: part for name, part in VIEW.items() if name != "points"}, "a position of duel has the parts"),
    "a part too many": ({**VIEW, "trump": 3}, "a position of duel has the parts"),
    "a text for a list": ({**VIEW, "deck": "??"}, "nobody could see this"),
    "a number for a list": ({**VIEW, "hands": [[1, 2], 2]}, "nobody could see this: TypeError"),
    "unknown hands": ({**VIEW, "hands": "?"}, "nobody could see this"),
    "an unknown own card": ({**VIEW, "hands": [[1, -1], [-1, -1]]}, "nobody could see this|once each"),
    "too many unknown cards": ({**VIEW, "hands": [[1, 2], [-1] * 9]}, "nobody could see this: IndexError"),
    "too few unknown cards": ({**VIEW, "deck": [-1]}, "nobody could see this: 'deck' does not go with the rest"),
    "a card of the other": ({**VIEW, "hands": [[1, 2], [3, -1]]}, "nobody could see this: 'hands' does not go with the rest"),
    "a card twice": ({**VIEW, "gone": [6, 6]}, "once each"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_nobody_could_see_is_refused(name: str) -> None:
    view, words = BAD[name]
    before = copy.deepcopy(view)
    with pytest.raises(PositionError, match=words):
        Duel().from_view(view)
    assert view == before


@pytest.mark.parametrize("thing", [None, 3, "view", [], [("seat", 1)]])
def test_only_a_table_is_a_view(thing: Any) -> None:
    with pytest.raises(PositionError, match="a view is a table of names and values"):
        Duel().from_view(thing)


def test_a_fault_of_the_game_is_said_as_such() -> None:
    class Forgetful(Duel):
        def fill(self, position: Table, seat: int, rng: Rng) -> None:
            raise ZeroDivisionError("by the game itself")

    with pytest.raises(PositionError, match="nobody could see this: ZeroDivisionError: by the game itself"):
        Forgetful().from_view(VIEW)


def test_a_rebuilt_seat_holds_no_luck() -> None:
    """Worlds of a game with dice are drawn with the numbers that the search brings, as those of any seat."""
    state, rng = Pig().new(3), Rng(3)
    for _ in range(4):
        state.apply(state.random_action(rng))
    seat = state.seat(0)
    rebuilt = Pig().from_view(seat.view())
    assert [rebuilt.resample(n).to_dict() for n in range(5)] == [seat.resample(n).to_dict() for n in range(5)]

    class Rolling(Pig):
        def view_of(self, info: State, seat: int) -> dict[str, Any]:
            return {"soon": Dice(info).below(6)}

    with pytest.raises(PositionError, match="PluginError: nothing can be drawn in what a seat was left with"):
        Rolling().from_view(seat.view())


SCALAR = st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.text(max_size=3) | st.just("?")
THINGS = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)


@settings(max_examples=effort(500, 200, 60), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.dictionaries(st.sampled_from([*VIEW]), THINGS, min_size=1, max_size=2))
def test_mutated_views_are_refused_or_read(parts: View) -> None:
    """Duel checks only its cards, so odd points may pass; then they are kept, and nothing breaks."""
    try:
        seat = Duel().from_view({**VIEW, **parts})
    except PositionError:
        return
    assert Duel().from_view(seat.view()) == seat
    seat.resample(1)
