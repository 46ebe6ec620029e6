"""The evaluator of battles: what it looks at, that it sees no more than its seat, and the files its weights come from."""

from __future__ import annotations

import json
import math
import os
import random
from pathlib import Path
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.errors import OptionError, RunError
from cardlab.games.locm.agents.evaluator import FEATURE_NAMES, BoardEvaluator
from cardlab.games.locm.agents.weights import MOST_BYTES, MOST_HIDDEN, OWN_FILE
from cardlab.games.locm.rules.play import LocmState
from tests.games.locm.samples import positions, some_side
from tests.games.locm.tables import creature, holding, lay, play

PURE = os.environ.get("CARDLAB_PURE") == "1"
N = len(FEATURE_NAMES)
BOARD: BoardEvaluator = game("locm").evaluator("board")


def meeting() -> LocmState:
    """A battle in which each feature of player 0 has a value of its own."""
    first = holding(3, 117, 151, 153, 116, board=[creature(3, 4, "GW"), creature(6, 2, "BDL", lane=1)], deck=[1] * 6)
    second = holding(1, 2, board=[creature(2, 9, "G"), creature(10, 10, lane=1)], deck=[1] * 9)
    first |= {"health": 14, "mana": 4, "max_mana": 7, "draws": 2}
    second |= {"health": 5, "max_mana": 8, "mana": 0, "bonus": True}
    return lay(first, second, turn=6)


def named(state: LocmState, seat: int) -> dict[str, float]:
    """The features that are not zero."""
    values = BOARD.features(state, seat)
    assert len(values) == N
    return {name: value for name, value in zip(FEATURE_NAMES, values, strict=True) if value != 0}


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
    assert len(set(FEATURE_NAMES)) == N
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


def test_who_stands_better_is_more_likely_to_win() -> None:
    even = BOARD.value(lay({}, {}, turn=10), 0)
    stronger = [{"health": 60}, {"board": [creature(9, 9, "GW"), creature(9, 9, lane=1)]}]
    for more in stronger:
        assert BOARD.value(lay(more, {}, turn=10), 0) > even > BOARD.value(lay({}, more, turn=10), 0)
        assert BOARD.value(lay({}, more, turn=10), 1) > BOARD.value(lay(more, {}, turn=10), 1)


# ---- values ------------------------------------------------------------------------------------------------------


def network(weights: dict[str, Any], x: list[float]) -> float:
    """The same network in plain words."""
    total = weights["base"] + sum(w * v for w, v in zip(weights["linear"], x, strict=True))
    hidden = weights.get("hidden") or {"first": [], "bias": [], "last": []}
    for j, (bias, last) in enumerate(zip(hidden["bias"], hidden["last"], strict=True)):
        total += last * max(0.0, bias + sum(v * row[j] for v, row in zip(x, hidden["first"], strict=True)))
    return 1 / (1 + math.exp(-total))


def test_the_value_is_that_of_the_network_over_the_features(tmp_path: Path) -> None:
    rng = random.Random(1)
    hidden = {
        "first": [[rng.gauss(0, 0.3) for _ in range(5)] for _ in range(N)],
        "bias": [rng.gauss(0, 1) for _ in range(5)],
        "last": [rng.gauss(0, 1) for _ in range(5)],
    }
    linear = {"base": 0.25, "linear": [rng.gauss(0, 0.1) for _ in range(N)]}
    own = json.loads(OWN_FILE.read_text(encoding="utf-8"))
    for weights in (own, linear, {**linear, "hidden": hidden}, {**linear, "hidden": None}):
        path = tmp_path / "weights.json"
        path.write_text(json.dumps(weights), encoding="utf-8")
        evaluator = game("locm").evaluator(str(path))
        for _ in range(2 if PURE else 20):
            state = lay(some_side(rng, 2), some_side(rng, 2), player=rng.randint(0, 1))
            for seat in (0, 1):
                expected = network(weights, evaluator.features(state, seat))
                assert evaluator.value(state, seat) == pytest.approx(expected, abs=2e-6)


def test_the_end_of_a_game_is_worth_its_score_exactly() -> None:
    state = play(lay({"board": [creature(5, 1)]}, {"health": 5}), "ATTACK 1 -1")
    assert [BOARD.value(state, seat) for seat in (0, 1)] == [1.0, 0.0]
    lost = play(lay({"health": 1, "runes": 0}, {}, player=1), "PASS")
    assert lost.reason == "deck"
    assert [BOARD.value(lost, seat) for seat in (0, 1)] == [0.0, 1.0]


def test_values_are_chances_and_the_same_each_time() -> None:
    for seed in range(1 if PURE else 10):
        for state in positions(seed, every=11):
            for seat in (0, 1):
                value = BOARD.value(state, seat)
                assert 0.0 < value < 1.0 or state.over
                assert BOARD.value(state.copy(), seat) == value


def test_a_seat_that_does_not_exist_is_refused() -> None:
    for seat in (-1, 2):
        with pytest.raises(IndexError, match=f"there is no seat {seat}"):
            BOARD.value(meeting(), seat)
        with pytest.raises(IndexError, match=f"there is no seat {seat}"):
            BOARD.features(meeting(), seat)


@pytest.mark.parametrize("options", [{}, {"lanes": 1, "rules": "rust"}])
def test_it_looks_at_nothing_that_its_seat_cannot_see(options: dict[str, Any]) -> None:
    differ = 0
    for seed in range(1 if PURE else 6):
        for state in positions(seed, every=17, **options):
            for seat in (0, 1):
                features, value = BOARD.features(state, seat), BOARD.value(state, seat)
                for i in range(2):
                    world = state.seat(seat).resample(i)
                    assert BOARD.features(world, seat) == features
                    assert BOARD.value(world, seat) == value
                    differ += world != state
    assert differ > 10


# ---- files -------------------------------------------------------------------------------------------------------


def weights(**changes: Any) -> dict[str, Any]:
    return {"base": 0.0, "linear": [0.0] * N, **changes}


def hidden(n: int, **changes: Any) -> dict[str, Any]:
    return weights(hidden={"first": [[0.0] * n for _ in range(N)], "bias": [0.0] * n, "last": [0.0] * n, **changes})


@pytest.mark.parametrize("content", [weights(), weights(base=1), hidden(1), hidden(MOST_HIDDEN), weights(hidden=None)])
def test_weights_of_any_size_that_fits_are_taken(tmp_path: Path, content: dict[str, Any]) -> None:
    path = tmp_path / "w.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert game("locm").evaluator(str(path)).value(meeting(), 0) == pytest.approx(network(content, [0.0] * N))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (weights(linear=[0.0] * (N - 1)), f"linear must be a list of {N} numbers, not {N - 1}"),
        (weights(linear=[0.0] * (N + 1)), f"linear must be a list of {N} numbers, not {N + 1}"),
        (weights(linear="0"), "linear must be a list"),
        (weights(linear=[0.0] * (N - 1) + [math.nan]), "linear holds something that is not a finite number"),
        (weights(linear=[math.inf] * N), "linear holds something that is not a finite number"),
        (weights(linear=[None] * N), "linear holds something that is not a finite number"),
        (weights(linear=[True] * N), "linear holds something that is not a finite number"),
        (weights(linear=["1"] * N), "linear holds something that is not a finite number"),
        (weights(linear=[10**400] * N), "linear holds something that is not a finite number"),
        (weights(base=math.nan), "base holds something that is not a finite number"),
        (weights(base=[0.0]), "base holds something that is not a finite number"),
        ({"linear": [0.0] * N}, "a table with base, linear"),
        ({"base": 0.0}, "a table with base, linear"),
        (weights(more=1), "a table with base, linear"),
        ([0.0] * N, "a table with base, linear"),
        ({"format": "cardlab vector", "version": 1, "best": []}, "a table with base, linear"),
        (7, "a table with base, linear"),
        (hidden(MOST_HIDDEN + 1), f"a hidden layer has 1 to {MOST_HIDDEN} units"),
        (hidden(0), "a hidden layer has 1 to"),
        (hidden(2, first=[[0.0] * 2] * (N - 1)), f"a weight for each of {N} features"),
        (hidden(2, first=7), f"a weight for each of {N} features"),
        (hidden(2, first=[[0.0] * 2] * (N - 1) + [[0.0]]), "hidden must be a list of 2 numbers, not 1"),
        (hidden(2, last=[0.0] * 3), "hidden must be a list of 2 numbers, not 3"),
        (hidden(2, last=[0.0, math.nan]), "hidden holds something that is not a finite number"),
        (hidden(2, bias=0.0), "the hidden layer has first, bias and last"),
        (weights(hidden=[1]), "the hidden layer has first, bias and last"),
        (weights(hidden={"first": []}), "the hidden layer has first, bias and last"),
    ],
)
def test_other_weights_are_refused_with_what_is_wrong(tmp_path: Path, content: Any, words: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(OptionError, match=words) as refusal:
        make_agent(game("locm"), f"beam,evaluator={path}")
    assert str(refusal.value).startswith(str(path))


@pytest.mark.parametrize("content", [b"", b"[1, 2", b"base = 1", b"\xff\xfe\x00", b"[" * 100_000])
def test_files_without_json_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "w.json"
    path.write_bytes(content)
    with pytest.raises(RunError, match=r"w\.json: is (broken JSON|not a text file)"):
        game("locm").evaluator(str(path))


def test_missing_and_huge_files_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "huge.json").write_bytes(b" " * (MOST_BYTES + 1))
    for name, words in (
        ("none", "there is no file"),
        ("folder", "cannot be read"),
        ("huge", "too large"),
        ("x" * 300, "cannot be read"),
    ):
        with pytest.raises(RunError, match=words):
            game("locm").evaluator(str(tmp_path / f"{name}.json"))


def test_evaluators_have_names() -> None:
    locm = game("locm")
    assert list(locm.evaluators()) == ["board"] and locm.evaluator(None) is None
    with pytest.raises(OptionError, match=r"'borad'. Did you mean 'board'\?"):
        locm.evaluator("borad")


def test_a_search_asks_the_evaluator_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "flat.json"
    path.write_text(json.dumps(weights(base=2.0)), encoding="utf-8")
    state = lay({"board": [creature(1, 1)], "deck": [3] * 3}, {"deck": [3] * 3})
    agent = make_agent(state.game, f"beam,evaluator={path}")
    agent.choose(state.seat(0), 1)
    assert agent.report.lines[0].value == pytest.approx(1 / (1 + math.exp(-2)))
