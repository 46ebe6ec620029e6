"""Models against the same arithmetic in NumPy, and what is refused: wrong sizes, broken trees, careless functions."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.agents.evaluators import find_evaluator, function_evaluator
from cardlab.core.features import Encoder
from cardlab.errors import CardlabError, OptionError, RunError, WrongGame
from cardlab.models.dense import DenseModel, WideModel
from cardlab.models.function import FunctionModel
from cardlab.models.model import SeatBySeat
from cardlab.models.trees import TreesModel
from tests.games.castle.tables import lay

Layers = list[tuple[Any, Any]]
LEAF = -1


def svm() -> Encoder:
    return game("castle").encoder("svm")


def some_layers(sizes: tuple[int, ...], seed: int = 1, scale: float = 0.4) -> Layers:
    rng = np.random.default_rng(seed)
    return [
        (rng.normal(0, scale, (n, m)).astype(np.float32), rng.normal(0, scale, m).astype(np.float32))
        for n, m in pairwise(sizes)
    ]


def by_numpy(layers: Layers, x: Any) -> Any:
    """The chain in double precision."""
    h = np.asarray(x, np.float64)
    for i, (weights, biases) in enumerate(layers):
        h = h @ np.asarray(weights, np.float64) + biases
        if i < len(layers) - 1:
            h = np.maximum(h, 0)
    return 1 / (1 + np.exp(-h[:, 0]))


def some_rows(n: int = 20, seed: int = 3) -> Any:
    rows = np.random.default_rng(seed).normal(0, 1, (n, 23)).astype(np.float32)
    rows[:, ::3] = 0
    return rows


@pytest.mark.parametrize("sizes", [(23, 1), (23, 5, 1), (23, 16, 7, 1), (23, 4, 4, 4, 4, 4, 4, 4, 1)])
@pytest.mark.parametrize("room", [1, 7, 64])
def test_dense_layers_agree_with_numpy(sizes: tuple[int, ...], room: int) -> None:
    layers = some_layers(sizes)
    rows = some_rows()
    found = DenseModel(svm(), layers, room).judge(rows)
    assert found == pytest.approx(by_numpy(layers, rows).tolist(), rel=1e-5)


def test_dense_layers_by_hand() -> None:
    weights = np.zeros((23, 2), np.float32)
    weights[0], weights[1] = (1, -1), (2, 0)
    model = DenseModel(svm(), [(weights, [0.5, 0.25]), ([[1], [-3]], [0.125])])
    rows = np.zeros((3, 23))
    rows[1, :2] = (1, 1)
    rows[2, :2] = (-1, 0.125)
    before = [0.5 - 0.75 + 0.125, 3.5 - 0 + 0.125, 0 - 3.75 + 0.125]
    assert model.judge(rows) == pytest.approx([1 / (1 + math.exp(-z)) for z in before], rel=1e-6)


def test_very_sure_networks_stay_between_0_and_1() -> None:
    for bias, wanted in ((1e30, 1.0), (-1e30, 0.0), (0.0, 0.5)):
        (found,) = DenseModel(svm(), [(np.zeros((23, 1)), [bias])]).judge(np.zeros((1, 23)))
        assert found == pytest.approx(wanted, abs=1e-20)


def test_networks_that_overflow_are_refused_or_stay_between_0_and_1() -> None:
    """Two weights that are finite and add up to what is no number: infinity minus infinity."""
    weights = np.zeros((23, 2), np.float32)
    weights[0] = (3e38, 3e38)
    model = DenseModel(svm(), [(weights, [3e38, 3e38]), ([[1], [-1]], [0])])
    rows = np.ones((1, 23), np.float32)
    try:
        (found,) = model.judge(rows)
    except CardlabError:
        return
    assert 0 <= found <= 1


@pytest.mark.parametrize(
    ("layers", "words"),
    [
        ([], "1 to 8 layers, not 0"),
        (some_layers((23, *[2] * 8, 1)), "1 to 8 layers, not 9"),
        (some_layers((22, 1)), "layer 1 of the model does not take 23 numbers"),
        ([*some_layers((23, 4)), *some_layers((5, 1))], "layer 2 of the model does not take 4 numbers"),
        ([(np.zeros((23, 2)), [0.0])], "layer 1"),
        (some_layers((23, 2)), "must end in one number"),
        ([(np.full((23, 1), np.nan), [0.0])], "must be finite"),
        ([(np.zeros((23, 1)), [np.inf])], "must be finite"),
        ([(np.full((23, 1), 1e39), [0.0])], "must be finite"),
    ],
)
def test_layers_that_do_not_fit_are_refused(layers: Layers, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        DenseModel(svm(), layers)


@pytest.mark.parametrize("sizes", [(23, 5, 1), (23, 32, 1), (23, 16, 7, 1)])
@pytest.mark.parametrize("room", [1, 7])
def test_layers_beside_direct_weights_agree_with_numpy(sizes: tuple[int, ...], room: int) -> None:
    layers, rows = some_layers(sizes), some_rows()
    direct = np.random.default_rng(7).normal(0, 0.4, 23)
    chain = by_numpy(layers, rows)
    total = np.log(chain / (1 - chain)) + rows.astype(float) @ direct - 0.75
    found = WideModel(svm(), layers, direct.tolist(), -0.75, room).judge(rows)
    assert found == pytest.approx((1 / (1 + np.exp(-total))).tolist(), rel=1e-5)


def test_a_position_is_judged_as_precisely_as_sums_in_doubles_allow() -> None:
    """The answer for a single position is no single: beside it, a chance of one in a million million can be told."""
    state = game("castle").new(1)
    nothing = [(np.zeros((23, 1)), [0.0]), ([[0.0]], [0.0])]
    wide = WideModel(svm(), nothing, [0.0] * 23, 28.0)
    assert wide.value(state, 0) == 1 / (1 + math.exp(-28.0)) < 1.0
    assert wide.judge(np.zeros((1, 23))) == [1.0]


@pytest.mark.parametrize(
    ("sizes", "direct", "constant", "words"),
    [
        ((23, 1), [0.0] * 23, 0.0, "has a hidden layer"),
        ((23, 2, 1), [0.0] * 22, 0.0, "the direct part of the model does not take 23 numbers"),
        ((23, 2, 1), [0.0] * 24, 0.0, "the direct part of the model does not take 23 numbers"),
        ((23, 2, 1), [0.0] * 22 + [math.nan], 0.0, "must be finite"),
        ((23, 2, 1), [0.0] * 23, math.inf, "must be finite"),
    ],
)
def test_direct_weights_that_do_not_fit_are_refused(
    sizes: tuple[int, ...], direct: list[float], constant: float, words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        WideModel(svm(), some_layers(sizes), direct, constant)


TREES = [
    (0, 0.5, 1, 2), (LEAF, 0.25, 0, 0), (3, -1.0, 3, 4), (LEAF, 0.5, 0, 0), (LEAF, -0.125, 0, 0),
    (22, 0.0, 6, 7), (LEAF, 0.0625, 0, 0), (LEAF, 1.0, 0, 0),
]  # fmt: skip


def points() -> Any:
    rows = np.zeros((4, 23), np.float32)
    rows[1, 0], rows[1, 3] = 0.75, -1
    rows[2, 0], rows[2, 22] = 0.75, 1
    rows[3, 0] = np.nextafter(np.float32(0.5), np.float32(1))
    return rows


@pytest.mark.parametrize("room", [1, 3, 8])
def test_trees_by_hand(room: int) -> None:
    """A value equal to the threshold goes left."""
    sums = [0.25 + 0.0625, 0.5 + 0.0625, -0.125 + 1.0, -0.125 + 0.0625]
    plain = TreesModel(svm(), TREES, [0, 5], 0.125, False, room)
    assert plain.judge(points()) == pytest.approx([s + 0.125 for s in sums])
    squashed = TreesModel(svm(), TREES, [0, 5], -0.5, True, room)
    assert squashed.judge(points()) == pytest.approx([1 / (1 + math.exp(0.5 - s)) for s in sums], rel=1e-6)


def test_sums_of_leaves_are_cut_to_chances() -> None:
    for base, squash, wanted in ((5.0, False, 1.0), (-5.0, False, 0.0), (1e30, True, 1.0), (-1e30, True, 0.0)):
        assert TreesModel(svm(), [(LEAF, 0.5, 0, 0)], [0], base, squash).judge(np.zeros((1, 23))) == [wanted]


def test_trees_agree_with_a_walk_in_python() -> None:
    rng = np.random.default_rng(4)
    nodes, roots = [], []
    for _ in range(5):
        first = len(nodes)
        roots.append(first)
        for i in range(31):
            inner = i < 15
            place = (int(rng.integers(23)), float(np.float32(rng.normal())), first + 2 * i + 1, first + 2 * i + 2)
            nodes.append(place if inner else (LEAF, float(np.float32(rng.normal(0, 0.3))), 0, 0))

    def walk(row: Any) -> float:
        total = 0.1
        for root in roots:
            node = nodes[root]
            while node[0] >= 0:
                node = nodes[node[2] if row[node[0]] <= np.float32(node[1]) else node[3]]
            total += node[1]
        return 1 / (1 + math.exp(-total))

    rows = some_rows(50)
    assert TreesModel(svm(), nodes, roots, 0.1, True, 16).judge(rows) == pytest.approx([walk(r) for r in rows], rel=1e-6)


@pytest.mark.parametrize(
    ("nodes", "roots", "words"),
    [
        ([(0, 0.5, 0, 1), (LEAF, 1, 0, 0)], [0], "node 0 of the model leads to no later node"),
        ([(0, 0.5, 1, 2), (0, 0.5, 0, 2), (LEAF, 1, 0, 0)], [0], "node 1 of the model leads to no later node"),
        ([(0, 0.5, 1, 2), (LEAF, 1, 0, 0)], [0], "node 0 of the model leads to no later node"),
        ([(0, 0.5, 1, -1), (LEAF, 1, 0, 0)], [0], "node 0 of the model leads to no later node"),
        ([(23, 0.5, 1, 1), (LEAF, 1, 0, 0)], [0], "not made for encoding svm"),
        ([(-2, 0.5, 1, 1), (LEAF, 1, 0, 0)], [0], "node 0 of the model is broken"),
        ([(0, math.nan, 1, 1), (LEAF, 1, 0, 0)], [0], "node 0 of the model is broken"),
        ([(LEAF, math.inf, 0, 0)], [0], "node 0 of the model is broken"),
        ([(LEAF, 1.0, 0, 0)], [1], "trees without a root"),
        ([(LEAF, 1.0, 0, 0)], [-1], "trees without a root"),
        ([(LEAF, 1.0, 0, 0)], [], "no trees"),
        ([], [0], "trees without a root"),
    ],
)
def test_broken_trees_are_refused(nodes: Any, roots: list[int], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        TreesModel(svm(), nodes, roots, 0.0, False)


@pytest.mark.parametrize("squash", [False, True])
@pytest.mark.parametrize("base", [math.nan, math.inf, -math.inf])
def test_a_constant_that_is_no_number_is_refused(base: float, squash: bool) -> None:
    with pytest.raises(OptionError, match="finite"):
        TreesModel(svm(), [(LEAF, 0.5, 0, 0)], [0], base, squash)


@pytest.mark.parametrize("size", [22, 24, 0])
def test_features_of_another_size_are_refused(size: int) -> None:
    models = [
        DenseModel(svm(), some_layers((23, 1))),
        TreesModel(svm(), TREES, [0], 0.0, False),
        FunctionModel(svm(), lambda x: x[:, 0]),
    ]
    for model in models:
        with pytest.raises(OptionError, match=f"has 23 numbers, not {size}"):
            model.judge([[0.0] * size])
        assert model.judge([]) == []


@pytest.mark.parametrize("room", [0, -1, 1025, 10**9])
def test_room_for_no_or_too_many_positions_is_refused(room: int) -> None:
    with pytest.raises(OptionError, match="1 to 1024 positions"):
        DenseModel(svm(), some_layers((23, 1)), room)


def test_what_a_model_says_about_itself() -> None:
    dense, function = DenseModel(svm(), some_layers((23, 1)), 5), FunctionModel(svm(), lambda x: x[:, 0])
    assert (dense.native, dense.batch, dense.room, dense.encoder.text) == (True, 1, 5, "svm")
    assert (function.native, function.batch, function.room) == (False, 32, 32)
    dense.reserve(9)
    assert dense.room == 9 and len(dense.judge(some_rows(20))) == 20


def test_a_position_is_judged_for_each_seat_that_there_is() -> None:
    castle = game("castle")
    model = DenseModel(castle.encoder("svm"), some_layers((23, 8, 1)))
    both, state = SeatBySeat(model), castle.new(4)
    for seat in (0, 1):
        (wanted,) = model.judge(castle.encoder("svm").encode_states([state], [seat]))
        assert both.value(state, seat) == model.value(state, seat) == wanted
    assert (both.model, both.game, both.native, both.parts()) == (model, castle, True, (model,))
    for judge in (model, both):
        with pytest.raises(OptionError, match="there is no seat 2: seats are 0 to 1"):
            judge.value(state, 2)
        with pytest.raises(WrongGame):
            judge.value(game("locm").new(1), 0)


def test_an_evaluator_that_is_at_work_says_so() -> None:
    """A function that asks the model it belongs to."""
    state = game("castle").new(1)
    model: FunctionModel = FunctionModel(svm(), lambda x: [model.value(state, 0)])
    with pytest.raises(RunError, match="is at work already"):
        model.value(state, 0)


# ---- functions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "shape"), [("svm", (23,)), ("image", (4, 41)), ("rich", (366,))])
def test_a_function_is_given_the_shape_of_the_encoding(text: str, shape: tuple[int, ...]) -> None:
    seen: list[Any] = []

    def note(x: Any) -> Any:
        seen.append((x.shape, x.dtype))
        return np.full(len(x), 0.25)

    model = FunctionModel(game("castle").encoder(text), note, 8)
    assert model.judge(np.zeros((19, math.prod(shape)))) == [0.25] * 19
    assert seen == [((8, *shape), np.float32), ((8, *shape), np.float32), ((3, *shape), np.float32)]


def test_a_function_is_given_the_features() -> None:
    rows = np.random.default_rng(1).random((5, 164), dtype=np.float32)
    model = FunctionModel(game("castle").encoder("image"), lambda x: x[:, 2, 5], 2)
    assert model.judge(rows) == pytest.approx(rows[:, 2 * 41 + 5].tolist())


@pytest.mark.parametrize(
    "answer",
    [
        lambda n: np.full((n, 1), 0.75),
        lambda n: [0.75] * n,
        lambda n: tuple([0.75] * n),
        lambda n: np.full(n, 0.75, np.float16),
        lambda n: np.full((1, n), 0.75),
    ],
)
def test_answers_of_any_form_are_taken(answer: Any) -> None:
    assert FunctionModel(svm(), lambda x: answer(len(x))).judge(np.zeros((3, 23))) == [0.75] * 3


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda n: [0.5] * (n - 1), "must give 3 chances from 0 to 1, not"),
        (lambda n: np.full((n, 2), 0.5), "must give 3 chances"),
        (lambda n: 0.5, "must give 3 chances"),
        (lambda n: [], "must give 3 chances"),
        (lambda n: [0.5, math.nan, 0.5], r"not \[0.5, nan, 0.5\]"),
        (lambda n: [0.5, math.inf, 0.5], "inf"),
        (lambda n: [0.5, 1.5, 0.5], r"not \[0.5, 1.5, 0.5\]"),
        (lambda n: [0.5, -0.01, 0.5], "-0.01"),
        (lambda n: np.full(1000, 0.5), "not 1000 numbers"),
        (lambda n: None, "the evaluator"),
        (lambda n: "many", "the evaluator failed"),
        (lambda n: {"p": 0.5}, "the evaluator failed"),
        (lambda n: [[0.5], [0.5, 0.5]], "the evaluator failed"),
        (lambda n: [1 + 2j] * n, "the evaluator"),
    ],
)
def test_wrong_answers_are_refused(answer: Any, words: str) -> None:
    with pytest.raises(RunError, match=words):
        FunctionModel(svm(), lambda x: answer(len(x))).judge(np.zeros((3, 23)))


@pytest.mark.parametrize("error", [ValueError, TypeError, ZeroDivisionError, KeyError, RuntimeError, IndexError, MemoryError])
def test_a_function_that_raises_is_named_as_the_culprit(error: type[Exception]) -> None:
    def fail(x: Any) -> Any:
        raise error("boom")

    with pytest.raises(RunError, match=f"the evaluator failed: {error.__name__}: .*boom"):
        FunctionModel(svm(), fail).judge(np.zeros((1, 23)))


def test_a_function_may_be_interrupted() -> None:
    def interrupt(x: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        FunctionModel(svm(), interrupt).judge(np.zeros((1, 23)))


# ---- as evaluators ----------------------------------------------------------------------------------------------


def test_a_callable_is_taken_as_evaluator_with_any_encoding() -> None:
    rules = game("castle")
    model = find_evaluator(rules, lambda x: x[:, 0], "svm")
    assert isinstance(model, FunctionModel) and model.encoder.text == "svm"
    assert function_evaluator(rules, lambda x: x[:, 0]).encoder.text == "rich"
    assert find_evaluator(rules, model) is model and find_evaluator(rules, None) is None


def test_judged_features_are_those_of_the_position() -> None:
    state = lay(["3 5 5 6 J J", "4"], ["4 10 K", "J J"], ["2 2 2", "3 3 3"], pile="A")
    layers = some_layers((23, 6, 1))
    features = svm().encode_states([state], [0])
    assert DenseModel(svm(), layers).judge(features) == pytest.approx(by_numpy(layers, features).tolist(), rel=1e-6)
