"""The network that judges battles: its values, that it sees no more than its seat, and the files it comes from."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.errors import OptionError, RunError
from cardlab.games.locm.agents.kinds import MOST_BYTES, MOST_HIDDEN, OWN_FILE
from cardlab.games.locm.data.observer import FEATURE_NAMES
from cardlab.games.locm.rules.state import LocmState
from cardlab.models.dense import WideModel
from cardlab.models.model import SeatBySeat
from cardlab.models.modelfile import read_model
from cardlab.models.native import wide_layers
from tests.effort import PURE
from tests.games.locm.samples import positions, some_side
from tests.games.locm.tables import creature, holding, lay, play

N = len(FEATURE_NAMES)
BOARD: SeatBySeat = game("locm").evaluator("board")


def meeting() -> LocmState:
    """A battle in which much is different for the two sides."""
    first = holding(3, 117, 151, 153, 116, board=[creature(3, 4, "GW"), creature(6, 2, "BDL", lane=1)], deck=[1] * 6)
    return lay(first, holding(1, 2, board=[creature(2, 9, "G"), creature(10, 10, lane=1)], deck=[1] * 9), turn=6)


def features(state: LocmState, seat: int) -> list[float]:
    """What the network looks at."""
    return [number / 1000 for number in state.game.observer().observe_state(state, seat)]


# ---- values ------------------------------------------------------------------------------------------------------


def test_who_stands_better_is_more_likely_to_win() -> None:
    even = BOARD.value(lay({}, {}, turn=10), 0)
    stronger = [{"health": 60}, {"board": [creature(9, 9, "GW"), creature(9, 9, lane=1)]}]
    for more in stronger:
        assert BOARD.value(lay(more, {}, turn=10), 0) > even > BOARD.value(lay({}, more, turn=10), 0)
        assert BOARD.value(lay({}, more, turn=10), 1) > BOARD.value(lay(more, {}, turn=10), 1)


def network(weights: dict[str, Any], x: list[float]) -> float:
    """The same network in plain words."""
    total = weights["base"] + sum(w * v for w, v in zip(weights["linear"], x, strict=True))
    hidden = weights.get("hidden") or {"first": [], "bias": [], "last": []}
    for j, (bias, last) in enumerate(zip(hidden["bias"], hidden["last"], strict=True)):
        total += last * max(0.0, bias + sum(v * row[j] for v, row in zip(x, hidden["first"], strict=True)))
    return 1 / (1 + math.exp(-total))


def own_weights() -> dict[str, Any]:
    """What is in cardlab's own file, in the words of version 0.1."""
    wide = wide_layers(read_model(OWN_FILE).graph)
    assert wide is not None
    ((first, bias), (last, zero)), linear, base = wide
    assert zero == [0.0]
    hidden = {"first": [list(row) for row in first], "bias": bias, "last": [row[0] for row in last]}
    return {"base": base, "linear": linear, "hidden": hidden}


def test_cardlabs_own_network_comes_from_a_model_file() -> None:
    assert type(BOARD) is SeatBySeat and type(BOARD.model) is WideModel and BOARD.native
    card = read_model(OWN_FILE).card
    assert (card.kind, card.game, card.players, card.encoder, card.size) == ("wide", "locm", (2,), "board", N)
    assert card.columns == FEATURE_NAMES
    weights = own_weights()
    assert (weights["base"], weights["linear"][:3], weights["linear"][-1]) == (0.00237, [0.10719, 0.15262, 0.10319], 0.08212)
    assert len(weights["hidden"]["bias"]) == MOST_HIDDEN


def test_weights_as_version_0_1_wrote_them_judge_like_the_model_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(own_weights()), encoding="utf-8")
    old = game("locm").evaluator(str(path))
    for state in positions(3, every=11):
        for seat in (0, 1):
            assert old.value(state, seat) == BOARD.value(state, seat)


def test_the_model_file_can_be_named_like_any_other() -> None:
    state = lay({"board": [creature(1, 1)], "deck": [3] * 3}, {"deck": [3] * 3})
    values = []
    for name in ("board", str(OWN_FILE)):
        agent = make_agent(state.game, f"beam,evaluator={name}")
        agent.choose(state.seat(0), 1)
        values.append([line.value for line in agent.report.lines])
    assert values[0] == values[1]


def test_the_value_is_that_of_the_network_over_the_features(tmp_path: Path) -> None:
    rng = random.Random(1)
    hidden = {
        "first": [[rng.gauss(0, 0.3) for _ in range(5)] for _ in range(N)],
        "bias": [rng.gauss(0, 1) for _ in range(5)],
        "last": [rng.gauss(0, 1) for _ in range(5)],
    }
    linear = {"base": 0.25, "linear": [rng.gauss(0, 0.1) for _ in range(N)]}
    for weights in (own_weights(), linear, {**linear, "hidden": hidden}, {**linear, "hidden": None}):
        path = tmp_path / "weights.json"
        path.write_text(json.dumps(weights), encoding="utf-8")
        evaluator = game("locm").evaluator(str(path))
        for _ in range(2 if PURE else 20):
            state = lay(some_side(rng, 2), some_side(rng, 2), player=rng.randint(0, 1))
            for seat in (0, 1):
                expected = network(weights, features(state, seat))
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
        with pytest.raises(OptionError, match=f"there is no seat {seat}: seats are 0 to 1"):
            BOARD.value(meeting(), seat)


@pytest.mark.parametrize("options", [{}, {"lanes": 1, "rules": "rust"}])
def test_it_looks_at_nothing_that_its_seat_cannot_see(options: dict[str, Any]) -> None:
    differ = 0
    for seed in range(1 if PURE else 6):
        for state in positions(seed, every=17, **options):
            for seat in (0, 1):
                judge = state.game.evaluator("board")
                value = judge.value(state, seat)
                for i in range(2):
                    world = state.seat(seat).resample(i)
                    assert judge.value(world, seat) == value
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
