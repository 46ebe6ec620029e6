"""What a player sees: own piles in order, the other's hand and draw pile as one set, known cards on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from typing import Any

import pytest

from cardlab.core.rng import Rng
from cardlab.errors import PositionError
from cardlab.games.tribute import Tribute
from tests.chances import assert_drawn_by_weight
from tests.games.tribute.tables import PATRONS

GAME = Tribute()
SIDES: dict[str, Any] = {
    "P1": {"hand": ["RALLY", "GOLD"], "draw": ["PECK", "GOLD", "AMBUSH", "TITHE"], "known_upcoming": 1,
           "cooldown": ["SWIPE", "GOLD"]},
    "P2": {"hand": ["PECK", "GOLD"], "draw": ["SWIPE", "AMBUSH"], "cooldown": ["TITHE", "PECK"], "played": []},
    "tavern": {"row": ["TITHE", "GOLD"], "deck": ["RALLY", "AMBUSH", "PECK"]},
}  # fmt: skip


def test_a_view_has_orders_only_of_what_is_known() -> None:
    view = GAME.from_dict({"patrons": PATRONS, **SIDES}).view(0)
    assert view["P1"]["hand"] == ["RALLY", "GOLD"] and view["P1"]["cooldown"] == ["SWIPE", "GOLD"]
    assert view["P1"]["draw"] == ["PECK", "AMBUSH", "GOLD", "TITHE"]
    assert (view["P2"]["hand"], view["P2"]["draw"]) == (["?", "?"], ["?", "?"])
    assert view["P2"]["unseen"] == ["PECK", "SWIPE", "AMBUSH", "GOLD"]
    assert view["P2"]["cooldown"] == ["TITHE", "PECK"]
    assert view["tavern"] == {"row": ["TITHE", "GOLD"], "deck": ["PECK", "RALLY", "AMBUSH"]}


def test_worlds_keep_what_is_known_and_vary_what_is_not() -> None:
    state = GAME.from_dict({"patrons": PATRONS, **SIDES})
    seat, rng = state.seat(0), Rng(3)
    worlds = [seat.resample(rng).to_dict() for _ in range(200)]
    assert {world["P1"]["draw"][0] for world in worlds} == {"PECK"}
    assert {tuple(world["P1"]["draw"][1:]) for world in worlds} == {
        ("GOLD", "AMBUSH", "TITHE"), ("GOLD", "TITHE", "AMBUSH"), ("AMBUSH", "GOLD", "TITHE"), ("AMBUSH", "TITHE", "GOLD"),
        ("TITHE", "GOLD", "AMBUSH"), ("TITHE", "AMBUSH", "GOLD"),
    }  # fmt: skip
    assert len({tuple(world["P2"]["hand"]) for world in worlds}) == 12
    assert len({tuple(world["tavern"]["deck"]) for world in worlds}) == 6
    assert all(world["P1"]["hand"] == ["RALLY", "GOLD"] for world in worlds)


@pytest.mark.parametrize(
    ("steps", "known"),
    [(["END_TURN"], 0), (["PLAY_CARD RALLY"], 1), (["PLAY_CARD HEL_SHIRA_HERALD", "PICK GOLD", "PICK SWIPE"], 3)],
)
def test_known_cards_are_counted(steps: list[str], known: int) -> None:
    sides = {**SIDES, "P1": {**SIDES["P1"], "hand": ["RALLY", "HEL_SHIRA_HERALD"]}}
    state = GAME.from_dict({"patrons": PATRONS, **sides})
    for step in steps:
        state.apply(state.parse(step))
    assert state.to_dict()["P1"]["known_upcoming"] == known


def test_a_view_nobody_could_have_is_refused() -> None:
    view = GAME.from_dict({"patrons": PATRONS, **SIDES}).view(0)
    for change, words in (
        ({"hand": ["GOLD", "?"]}, "write '\\?'"),
        ({"unseen": view["P2"]["unseen"][::-1]}, "sorted"),
        ({"unseen": view["P2"]["unseen"][:2]}, "sorted"),
    ):
        with pytest.raises(PositionError, match=words):
            GAME.from_view({**view, "P2": {**view["P2"], **change}})
    with pytest.raises(PositionError, match="tavern"):
        GAME.from_view({**view, "tavern": {**view["tavern"], "deck": view["tavern"]["deck"][::-1]}})


def test_who_called_hlaalu_has_something_to_destroy_in_every_world() -> None:
    patrons = ["HLAALU", "PELIN", "TREASURY", "ANSEI", "RAJHIN"]
    side = {"hand": ["RALLY", "GOLD"], "draw": ["GOLD"] * 8}
    state = GAME.from_dict({"patrons": patrons, "P1": side})
    state.apply(state.parse("CALL_PATRON HLAALU"))
    seat, rng = state.seat(1), Rng(1)
    assert all("RALLY" in seat.resample(rng).to_dict()["P1"]["hand"] for _ in range(50))


def test_hands_of_who_called_hlaalu_are_imagined_as_often_as_they_can_be_dealt() -> None:
    """Three of ten cards cost something, and one of them is in a hand of three: full enumeration."""
    priced, hand = ["RALLY", "CONQUEST", "BANNERET"], 3
    patrons = ["HLAALU", "PELIN", "TREASURY", "ANSEI", "RAJHIN"]
    side = {"hand": ["GOLD", "RALLY", "PECK"], "draw": [*priced[1:], "GOLD", "GOLD", "GOLD", "PECK", "PECK"]}
    state = GAME.from_dict({"patrons": patrons, "P1": side})
    state.apply(state.parse("CALL_PATRON HLAALU"))
    assert state.view(1)["P1"]["hand"] == ["?"] * 3
    ways = Counter(
        dealt for dealt in permutations([*side["hand"], *side["draw"]], hand) if any(card in priced for card in dealt)
    )
    seat, rng = state.seat(1), Rng(1)
    weights: dict[Hashable, float] = {dealt: float(n) for dealt, n in ways.items()}
    assert_drawn_by_weight(lambda _: tuple(seat.resample(rng).to_dict()["P1"]["hand"]), weights, 4000)


def test_what_is_no_part_is_refused_as_one_of_a_position_or_of_a_view() -> None:
    position = {"patrons": PATRONS, **SIDES}
    view = GAME.from_dict(position).view(0)
    with pytest.raises(PositionError, match=r"^a position has no part 'mana'; the parts are phase, patrons, favor, current"):
        GAME.from_dict({**position, "mana": 1})
    with pytest.raises(PositionError, match=r"^a view has no part 'mana'"):
        GAME.from_view({**view, "mana": 1})
    with pytest.raises(PositionError, match=r"^P1: there is no part 'unseen'"):
        GAME.from_view({**view, "P1": {**view["P1"], "unseen": []}})
