"""A seat of Legends of Code and Magic from its view: whole games long the same seat, and nothing from what nobody could see."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import Game, game
from cardlab.core.rng import Rng
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import LocmState
from tests.effort import PURE, effort
from tests.games.locm.laws import assert_sound
from tests.games.locm.samples import positions, random_options
from tests.games.locm.tables import creature, lay
from tests.games.locm.test_fuzz import JSON, PARTS, SIDE_PARTS, SPECS, few, some_position

View = dict[str, Any]


@pytest.mark.parametrize("part", range(2 if PURE else 6))
def test_the_seats_of_whole_games_are_rebuilt(part: int) -> None:
    rng = random.Random(part)
    for state in positions(part, every=3, **random_options(rng)):
        for seat in (0, 1):
            mine = state.seat(seat)
            rebuilt = state.game.from_view(json.loads(json.dumps(mine.view())))
            assert rebuilt.memory == mine.memory and rebuilt == mine and rebuilt.resample(1) == mine.resample(1)


def battle() -> View:
    """What player 1 sees in a battle without a draft behind it."""
    first = {"hand": [3, 4], "deck": [5, 6], "gone": [7], "board": [creature(2, 2), creature(3, 3, lane=1)]}
    second = {"hand": [8, 151], "deck": [9, 10], "board": [creature(4, 4)], "health": 12}
    return lay(first, second).view(1)


def drafting() -> View:
    """What player 0 sees in the second round of a draft, after the own pick."""
    state = game("locm").new(4)
    for text in ("PICK 1", "PICK 0", "PICK 2"):
        state.apply(state.parse(text))
    return state.view(0)


def drafted() -> View:
    """What player 1 sees at the start of the battle."""
    state = game("locm").new(4)
    state.rollout(Rng(1), 60)
    return state.view(1)


def side(p: int, **parts: Any) -> View:
    """The battle with another table of a player."""
    view = battle()
    view["players"][p] |= parts
    return view


OTHER, OWN = battle()["players"]
BAD: dict[str, tuple[View, str]] = {
    "no seat": ({**drafting(), "seat": None}, "'seat' of a view must be a whole number from 0 to 1, not None"),
    "a seat by name": ({**battle(), "seat": "1"}, "'seat' of a view must be a whole number"),
    "the view of another": ({**battle(), "seat": 0}, "player 0: 'hand'"),
    "the draft of another": ({**drafting(), "seat": 1}, "'picks' must be a whole number from 0 to 2, not '[?]'"),
    "a text for a number": (side(1, health="12"), "player 1: 'health' must be a whole number"),
    "an unknown number": (side(0, mana="?"), "player 0: 'mana' must be a whole number"),
    "an unknown turn": ({**battle(), "turn": "?"}, "'turn' must be a whole number"),
    "an unknown phase": ({**battle(), "phase": "?"}, "'phase' must be one of draft, battle, over"),
    "a hidden order": ({**drafting(), "order": [[*range(30)]] * 2}, "a view in the phase 'draft' has no part 'order'"),
    "an unknown creature": (side(0, board=[{**OTHER["board"][0], "card": "?#3"}, OTHER["board"][1]]), "player 0: 'board'"),
    "an unknown card that was played": (side(0, gone=["[?]#1"]), "player 0: 'gone'"),
    "an unknown own card": (side(1, hand=["?#4", "151#6"]), "player 1: 'hand'"),
    "an unknown own deck": (side(1, deck=["?#8", "?#10"]), "player 1: 'deck'"),
    "a card of the other": (side(0, hand=["3#7", "?#9"]), "not see the cards of the other: write '[?]#4', not '3#7'"),
    "a number for the other's card": (side(0, hand=[3, 4]), "a player does not see the cards of the other: .* not '3'"),
    "the other's deck": (side(0, deck=["5#11", "6#13"]), "a player does not see the cards of the other"),
    "too many unknown cards": (side(0, deck=[f"?#{n}" for n in range(11, 71, 2)]), "an instance number|at most 30 cards"),
    "too many cards in hand": (side(0, hand=["?#7"] * 9), "at most 8 cards in hand, not 9"),
    "an instance twice": (side(0, hand=["?#7", "?#7"]), "have the instance numbers 1, 3, .* each once"),
    "cards in no order": (side(1, deck=["10#8", "9#10"]), "'players' does not go with the rest"),
    "a creature that may not attack now": (side(1, board=[{**OWN["board"][0], "able": True}]), "is not to move"),
    "no players": ({**battle(), "players": []}, "'players' must be a list of 2 tables"),
    "unknown players": ({**battle(), "players": "?"}, "'players' must be a list of 2 tables"),
    "offers to come": ({**drafting(), "offers": [[1, 2, 3]] * 3}, "'offers' must be a list of 2 triples"),
    "an unknown offer": ({**drafting(), "offers": [[1, 2, 3], [1, 2, "?"]]}, "'offers' must be a whole number"),
    "a pick of the other": ({**drafting(), "picks": [[1, 2], [0]]}, "'picks'"),
    "an unknown own pick": ({**drafting(), "picks": [[1, "?"], ["?"]]}, "'picks' must be a whole number from 0 to 2"),
    "too many picks": ({**drafting(), "picks": [[1, 2], ["?"] * 3]}, "'picks': in the draft player 0 has made as many picks"),
    "offers without picks": ({name: part for name, part in drafted().items() if name != "picks"}, "are both known, or neither"),
    "picks of other cards": ({**drafted(), "offers": [[1, 2, 3]] * 30}, "the 30 cards of the deck must be those picked"),
    "over": ({**battle(), "phase": "over", "player": None}, "'winner' must be a whole number"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_nobody_could_see_is_refused(name: str) -> None:
    view, words = BAD[name]
    before = copy.deepcopy(view)
    with pytest.raises(PositionError, match=words):
        game("locm").from_view(view)
    assert view == before


def test_with_one_shuffle_for_both_the_own_cards_must_go_with_the_draft() -> None:
    state = game("locm,shuffle=same").new(4)
    state.rollout(Rng(1), 60)
    view = state.view(1)
    own = view["players"][1]
    own["hand"] = [f"{own['hand'][-1].partition('#')[0]}#{text.partition('#')[2]}" for text in own["hand"]]
    with pytest.raises(PositionError, match="the 30 cards of the deck must be those picked"):
        state.game.from_view(view)


# ---- anything ----------------------------------------------------------------------------------------------------


def read(rules: Game, view: Any) -> bool:
    """Whether a view is taken; then it is all that the seat holds, and the worlds imagined from it look like it."""
    try:
        seat = rules.from_view(view)
    except PositionError:
        return False
    again = rules.from_view(json.loads(json.dumps(seat.view())))
    assert again.memory == seat.memory and again.view() == seat.view()
    for n in range(2):
        world = seat.resample(n)
        assert isinstance(world, LocmState)
        assert_sound(world)
        mine = world.seat(seat.player)
        assert mine.view() == seat.view() and mine.legal() == seat.legal()
        world.rollout(Rng(n))
    return True


HIDDEN_CARD = st.integers(1, 70).map(lambda n: f"?#{n}") | st.integers(0, 60).map(lambda n: f"{n}#{n + 1}")
HIDDEN_CARDS = {name: st.lists(HIDDEN_CARD, max_size=9) for name in ("hand", "deck", "gone")}
HIDDEN_PICKS = st.lists(st.lists(st.integers(-1, 3) | st.just("?"), max_size=31), min_size=2, max_size=2)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, View]:
    """What a seat saw in a real game with one to three parts changed, mostly into something that looks right."""
    spec = draw(st.sampled_from(SPECS))
    state = some_position(spec, draw(st.integers(0, 40)), draw(st.integers(0, 160)))
    view = copy.deepcopy(state.view(draw(st.integers(0, 1))))
    sides: list[View] = view.get("players", [])
    for _ in range(draw(st.integers(1, 3))):
        table, parts = view, {**PARTS, "picks": HIDDEN_PICKS, "seat": st.integers(0, 1)}
        if sides and view.get("players") is sides and draw(st.booleans()):
            table, parts = draw(st.sampled_from(sides)), {**SIDE_PARTS, **HIDDEN_CARDS}
        name = draw(st.sampled_from([*parts]))
        how = draw(st.integers(0, 9))
        if how == 0:
            table[name] = draw(JSON)
        elif how == 1:
            table.pop(name, None)
        elif how < 5 and isinstance(table.get(name), list) and table[name]:
            spot = draw(st.integers(0, len(table[name]) - 1))
            found = draw(parts[name])
            table[name] = [*table[name][:spot], *(found[:1] if isinstance(found, list) else [found]), *table[name][spot + 1 :]]
        else:
            table[name] = draw(parts[name])
    return spec, view


@settings(few, max_examples=effort(800, 250, 80))
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
    for moves in (0, 7, 60, 100, 300):
        state = some_position(spec, moves, moves)
        assert all(read(state.game, state.view(seat)) for seat in range(2))
