"""What a row says about a battle: each feature in exact numbers, and nothing that its seat cannot see."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.games.locm.data.observer import FEATURE_NAMES
from cardlab.games.locm.rules.state import LocmState
from tests.effort import PURE
from tests.games.locm.samples import positions
from tests.games.locm.tables import creature, holding, lay


def meeting() -> LocmState:
    """A battle in which each feature of player 0 has a value of its own."""
    first = holding(3, 117, 151, 153, 116, board=[creature(3, 4, "GW"), creature(6, 2, "BDL", lane=1)], deck=[1] * 6)
    second = holding(1, 2, board=[creature(2, 9, "G"), creature(10, 10, lane=1)], deck=[1] * 9)
    first |= {"health": 14, "mana": 4, "max_mana": 7, "draws": 2}
    second |= {"health": 5, "max_mana": 8, "mana": 0, "bonus": True}
    return lay(first, second, turn=6)


def named(state: LocmState, seat: int) -> dict[str, float]:
    """The features that are not zero, as models see them."""
    row = state.game.observer().observe_state(state, seat)
    return {name: number / 1000 for name, number in zip(FEATURE_NAMES, row, strict=True) if number != 0}


FIRST = {
    "creatures": 1.0, "attack": 0.9, "defense": 0.6, "product": 0.48, "ward": 0.5, "ward_attack": 0.3, "lethal": 0.5,
    "guard": 0.5, "guard_defense": 0.4, "drain_attack": 0.6, "breakthrough_attack": 0.6, "strongest": 0.6, "toughest": 0.4,
    "open_attack": 0.6, "finish": 1.0, "health": 1.4, "low": 0.1, "runes": 0.4, "hand": 1.25, "draws": 0.5, "max_mana": 0.7,
    "deck_end": 0.4, "left_creatures": 0.5, "left_attack": 0.3, "left_defense": 0.4, "left_guard_defense": 0.4,
    "left_ward_attack": 0.3, "right_creatures": 0.5, "right_attack": 0.6, "right_defense": 0.2, "right_lethal": 0.5,
}  # fmt: skip
SECOND = {
    "creatures": 1.0, "attack": 1.2, "defense": 1.9, "product": 1.56, "guard": 0.5, "guard_defense": 0.9, "strongest": 1.0,
    "toughest": 1.0, "open_attack": 1.0, "health": 0.5, "low": 1.0, "very_low": 0.4, "hand": 0.5, "draws": 0.25,
    "max_mana": 0.8, "bonus": 1.0, "left_creatures": 0.5, "left_attack": 0.2, "left_defense": 0.9, "left_guard_defense": 0.9,
    "right_creatures": 0.5, "right_attack": 1.0, "right_defense": 1.0,
}  # fmt: skip
FIRST_HAND = {
    "hand_creatures": 0.5, "hand_green": 0.25, "hand_red": 0.25, "hand_blue": 0.25, "hand_cost": 1.05, "hand_playable": 1.0,
}  # fmt: skip
SECOND_HAND = {"hand_creatures": 0.5, "hand_cost": 0.1, "hand_playable": 0.5}


def side(prefix: str, values: dict[str, float]) -> dict[str, float]:
    return {f"{prefix}_{name}": value for name, value in values.items()}


# ---- what it looks at --------------------------------------------------------------------------------------------


def test_the_features_of_a_battle_are_exact() -> None:
    state = meeting()
    first, second = named(state, 0), named(state, 1)
    assert first == pytest.approx({**side("own", FIRST), **side("other", SECOND), **FIRST_HAND, "to_move": 1.0, "turn": 0.3})
    assert second == pytest.approx({**side("own", SECOND), **side("other", FIRST), **SECOND_HAND, "turn": 0.3})


def test_the_names_of_the_features_are_all_different() -> None:
    assert len(set(FEATURE_NAMES)) == 80
    assert {name.removeprefix("own_") for name in FEATURE_NAMES if name.startswith("own_")} == {
        name.removeprefix("other_") for name in FEATURE_NAMES if name.startswith("other_")
    }


@pytest.mark.parametrize(
    ("attacks", "health", "finish"),
    [([4, 3], 7, True), ([4, 3], 8, False), ([1, 5], 6, True), ([5, 2], 7, True), ([1, 1, 5], 7, True), ([], 1, False)],
)
def test_enough_open_attack_for_the_opponents_health_is_told(attacks: list[int], health: int, finish: bool) -> None:
    state = lay({"board": [creature(attack, 1) for attack in attacks]}, {"health": health})
    assert named(state, 0).get("own_finish", 0.0) == float(finish)
    assert named(state, 1).get("other_finish", 0.0) == float(finish)


def test_a_guard_closes_its_lane_only() -> None:
    mine = {"board": [creature(3, 1), creature(5, 1, lane=1)]}
    assert named(lay(mine, {}), 0)["own_open_attack"] == pytest.approx(0.8)
    assert named(lay(mine, {"board": [creature(1, 1, "G", lane=1)]}), 0)["own_open_attack"] == pytest.approx(0.3)
    assert "own_open_attack" not in named(lay(mine, {"board": [creature(1, 1, "G"), creature(1, 1, "G", lane=1)]}), 0)


def test_one_lane_counts_as_the_left_one() -> None:
    state = lay({"board": [creature(1, 2) for _ in range(6)]}, {}, lanes=1)
    found = named(state, 0)
    assert found["own_creatures"] == found["own_left_creatures"] == 3.0
    assert found["own_attack"] == pytest.approx(0.6) == found["own_left_attack"]
    assert not any("right" in name for name in found)


@pytest.mark.parametrize("turn", [0, 10, 39, 40, 41, 90])
def test_the_clock_stops_at_forty(turn: int) -> None:
    assert named(lay({}, {}, turn=turn), 0).get("turn", 0.0) == pytest.approx(0.05 * min(turn, 40))


def test_models_see_a_thousandth_of_a_row() -> None:
    state = meeting()
    board = state.game.encoder("board")
    assert board.labels == FEATURE_NAMES
    (features,) = board.encode_states([state], [0])
    assert {name: x for name, x in zip(FEATURE_NAMES, features.tolist(), strict=True) if x} == pytest.approx(named(state, 0))


@pytest.mark.parametrize("options", [{}, {"lanes": 1, "rules": "rust"}])
def test_it_looks_at_nothing_that_its_seat_cannot_see(options: dict[str, Any]) -> None:
    differ = 0
    for seed in range(1 if PURE else 6):
        for state in positions(seed, every=17, **options):
            for seat in (0, 1):
                found = named(state, seat)
                for i in range(2):
                    world = state.seat(seat).resample(i)
                    assert named(world, seat) == found
                    differ += world != state
    assert differ > 10
