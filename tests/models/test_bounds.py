"""A small file cannot ask for much memory: what its operations give is bounded before anything runs."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper

from cardlab.errors import RunError
from cardlab.models.bounds import BATCH, RULES, check_bounds
from cardlab.models.modelfile import read_model
from cardlab.models.onnx import Broken, read_graph
from tests.models.onnxfiles import ML, card, convolution, model, save, tensor, trees

ROOT = Path(__file__).parents[2]


def whole(name: str, numbers: Any) -> Any:
    return tensor(name, numbers, np.int64)


def constant(nodes: list[Any], weights: list[Any], axes: int) -> Any:
    """A model to which the sum of something that depends on weights alone is added, so that it is computed in advance."""
    tail = [
        helper.make_node("ReduceSum", ["y", "all"], ["z"], keepdims=0), helper.make_node("MatMul", ["x", "w"], ["m"]),
        helper.make_node("Add", ["m", "z"], ["a"]), helper.make_node("Sigmoid", ["a"], ["p"]),
    ]  # fmt: skip
    return model([*nodes, *tail], [tensor("w", np.ones((23, 1))), whole("all", list(range(axes))), *weights])


def concatenated() -> Any:
    names = ["c", *(f"y{i}" for i in range(18)), "y"]
    nodes = [helper.make_node("Concat", [a, a], [b], axis=0) for a, b in pairwise(names)]
    return constant(nodes, [tensor("c", np.ones(1000))], 1)


def outer() -> Any:
    nodes = [
        helper.make_node("Add", ["c", "d"], ["s"]), helper.make_node("Reshape", ["s", "to"], ["t"]),
        helper.make_node("Mul", ["t", "e"], ["y"]),
    ]  # fmt: skip
    numbers = [tensor("c", np.ones((700, 1))), tensor("d", np.ones((1, 600))), tensor("e", np.ones((1, 500)))]
    return constant(nodes, [*numbers, whole("to", [-1, 1])], 2)


def gathered() -> Any:
    nodes = [helper.make_node("Gather", ["c", "i"], ["s"]), helper.make_node("Gather", ["s", "i"], ["t"], axis=1)]
    nodes.append(helper.make_node("Gather", ["t", "i"], ["y"], axis=2))
    return constant(nodes, [tensor("c", np.ones((1, 1, 1))), whole("i", [0] * 900)], 3)


def from_nothing() -> Any:
    nodes = [helper.make_node("ReduceSum", ["c", "first"], ["y"], keepdims=1)]
    return constant(nodes, [tensor("c", np.ones((0, 1 << 30))), whole("first", [0])], 2)


def padded() -> Any:
    nodes = [helper.make_node("Pad", ["c", "pads"], ["y"])]
    return constant(nodes, [tensor("c", [1.0]), whole("pads", [0, 1 << 29])], 1)


def multiplied() -> Any:
    """Little room, but as many multiplications as one likes."""
    names = ["s", *(f"m{i}" for i in range(98)), "y"]
    nodes = [helper.make_node("Mul", ["c", "d"], ["s"])]
    nodes += [helper.make_node("MatMul", [a, a], [b]) for a, b in pairwise(names)]
    return constant(nodes, [tensor("c", np.ones((500, 1))), tensor("d", np.ones((1, 500)))], 2)


def many_answers() -> Any:
    nodes = [
        helper.make_node("LinearRegressor", ["x"], ["y"], domain=ML, coefficients=[1.0] * 23, targets=1 << 26),
        helper.make_node("ReduceSum", ["y", "all"], ["p"]),
    ]
    return model(nodes, [whole("all", [1])])


def unfolded() -> Any:
    """The convolution itself has a small result; on the way there every window is written out."""
    nodes = [
        helper.make_node("Reshape", ["x", "to"], ["i"]),
        helper.make_node("Conv", ["i", "k"], ["c"], kernel_shape=[64, 64], pads=[64, 64, 64, 64]),
        helper.make_node("ReduceSum", ["c", "all"], ["p"], keepdims=0),
    ]
    return model(nodes, [whole("to", [-1, 1, 1, 23]), tensor("k", np.ones((1, 1, 64, 64))), whole("all", [1, 2, 3])])


BOMBS = {
    "concatenated": concatenated, "outer": outer, "gathered": gathered, "from nothing": from_nothing, "padded": padded,
    "multiplied": multiplied, "many answers": many_answers, "unfolded": unfolded,
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_small_files_that_ask_for_much_are_refused(name: str, tmp_path: Path) -> None:
    path = save(BOMBS[name](), tmp_path / "model.onnx")
    with pytest.raises(RunError, match=r"model.onnx: is not a model that cardlab can use: its \w+ makes it too large"):
        read_model(path)


OPEN = """
import resource, sys
import onnxruntime, numpy
from cardlab import game
from cardlab.models.modelfile import load_model
from cardlab.errors import RunError

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    found = load_model(game("castle"), sys.argv[1])
    found.judge(numpy.zeros((32, found.encoder.size)))
except RunError:
    pass
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def largest() -> Any:
    """As much as is allowed, all of it known in advance."""
    names = ["c", *(f"y{i}" for i in range(12)), "y"]
    nodes = [helper.make_node("Concat", [a, a], [b], axis=0) for a, b in pairwise(names)]
    return constant(nodes, [tensor("c", np.ones(2000))], 1)


@pytest.mark.parametrize("made", [concatenated, outer, largest, convolution])
def test_opening_and_asking_a_model_takes_little_memory(made: Any, tmp_path: Path) -> None:
    path = save(made(), tmp_path / "model.onnx")
    done = subprocess.run([sys.executable, "-c", OPEN, str(path)], capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(done.stdout) < 512, f"{done.stdout} MB"


def one(op: str, inputs: list[str], weights: list[Any], domain: str = "", **attributes: Any) -> tuple[str, Any]:
    """A model that is one operation."""
    made = model([helper.make_node(op, inputs, ["p"], domain=domain, **attributes)], weights)
    del made.graph.output[0].type.tensor_type.shape.dim[:]
    made.graph.output[0].type.tensor_type.ClearField("shape")
    return op, made


SINGLE = [
    *(one(op, ["x"], []) for op in ("Exp", "Identity", "Neg", "Relu", "Sigmoid", "Softmax", "Tanh", "Flatten", "Transpose")),
    *(one(op, ["x", "c"], [tensor("c", np.ones((5, 1, 23)))]) for op in ("Add", "Sub", "Mul", "Div")),
    one("Cast", ["x"], [], to=1), one("Clip", ["x", "low"], [tensor("low", 0.0)]),
    one("Concat", ["x", "x", "x"], [], axis=-1), one("Gather", ["x", "i"], [whole("i", [[1, 2, 3], [4, 5, 6]])], axis=1),
    one("Gemm", ["x", "w", "b"], [tensor("w", np.ones((7, 23))), tensor("b", np.ones(7))], transB=1),
    one("MatMul", ["x", "w"], [tensor("w", np.ones((4, 23, 2)))]), one("MatMul", ["x", "w"], [tensor("w", np.ones(23))]),
    one("MatMul", ["v", "w"], [tensor("v", np.ones(9)), tensor("w", np.ones((9, 4)))]),
    one("MatMul", ["v", "v"], [tensor("v", np.ones(9))]), one("Gather", ["x", "i"], [whole("i", 3)], axis=-1),
    one("MatMul", ["v", "w"], [tensor("v", np.ones(9)), tensor("w", np.ones((5, 9, 4)))]), one("Flatten", ["x"], [], axis=0),
    one("MatMul", ["u", "w"], [tensor("u", np.ones((5, 1, 2, 9))), tensor("w", np.ones((6, 9, 4)))]),
    one("Flatten", ["x"], [], axis=-1), one("Flatten", ["u"], [tensor("u", np.ones((5, 1, 2, 9)))], axis=2),
    one("Reshape", ["x", "s"], [whole("s", [-1])]), one("Reshape", ["u", "s"], [tensor("u", 2.0), whole("s", [1, 1])]),
    one("Concat", ["u", "u"], [tensor("u", np.ones((5, 1, 2)))], axis=0), one("ReduceSum", ["x"], [], noop_with_empty_axes=1),
    one("Add", ["u", "v"], [tensor("u", np.ones((5, 1, 2))), tensor("v", np.ones((4, 1)))]), one("Pad", ["u", "pads"],
        [tensor("u", np.ones((5, 1))), whole("pads", [-1, 2, -2, 3])]),
    one("Transpose", ["u"], [tensor("u", np.ones((5, 1, 2)))]),
    one("Gemm", ["u", "u"], [tensor("u", np.ones((5, 3)))], transA=1),
    one("ReduceSum", ["x"], [], keepdims=0),
    one("Pad", ["x", "pads"], [whole("pads", [0, 1, 2, 3])]),
    one("ReduceSum", ["x", "axes"], [whole("axes", [1])], keepdims=0),
    one("ReduceSum", ["x"], []), one("Reshape", ["x", "s"], [whole("s", [0, -1, 1])]),
    one("Slice", ["x", "a", "b", "axes"], [whole("a", [2]), whole("b", [9]), whole("axes", [1])]),
    one("Squeeze", ["c", "axes"], [tensor("c", np.ones((3, 1, 2))), whole("axes", [1])]),
    one("Unsqueeze", ["x", "axes"], [whole("axes", [0, -1])]), one("Transpose", ["x"], [], perm=[1, 0]),
    one("LinearRegressor", ["x"], [], ML, coefficients=[0.1] * 46, targets=2),
    one("Scaler", ["x"], [], ML, offset=[0.0], scale=[1.0]),
    one("SVMRegressor", ["x"], [], ML, coefficients=[0.1, 0.2], support_vectors=[0.1] * 46, n_supports=2, rho=[0.0],
        kernel_type="LINEAR", kernel_params=[1.0, 0.0, 1.0]),
    one("Conv", ["c", "k"], [tensor("c", np.ones((2, 3, 9, 8))), tensor("k", np.ones((5, 3, 3, 2)))],
        strides=[2, 1], pads=[1, 0, 2, 1]),
    one("Conv", ["c", "k"], [tensor("c", np.ones((2, 4, 9, 8))), tensor("k", np.ones((6, 2, 3, 2)))],
        group=2, auto_pad="SAME_UPPER"),
    one("MaxPool", ["c"], [tensor("c", np.ones((2, 3, 9, 8)))], kernel_shape=[2, 3], strides=[2, 2], ceil_mode=1),
    ("TreeEnsembleRegressor", trees(2, squash=False)),
]  # fmt: skip


@pytest.mark.parametrize(("op", "made"), SINGLE, ids=[op for op, _ in SINGLE])
def test_bounds_are_not_below_what_the_runtime_gives(op: str, made: Any) -> None:
    import onnxruntime

    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    fed = {"x": np.ones((BATCH, 23), np.float32)} if any(given.name == "x" for given in session.get_inputs()) else {}
    (real,) = session.run(["p"], fed)
    bound = check_bounds(read_graph(made.SerializeToString()), 23)["p"]
    assert len(bound) == real.ndim and all(most >= length for most, length in zip(bound, real.shape, strict=True))
    if op not in ("Slice", "Conv", "MaxPool", "Pad"):
        assert bound == real.shape


def random_step(luck: random.Random, known: list[str], number: int) -> tuple[Any, list[Any]]:
    """An operation on results so far, with numbers of its own; most of them fit together."""
    a, b = luck.choice(known), luck.choice(known)
    axis, some = luck.randrange(-3, 3), [luck.randrange(-3, 3) for _ in range(luck.randrange(1, 3))]
    sizes = [luck.choice((-1, 0, 1, 2, 3, 4, 6)) for _ in range(luck.randrange(1, 5))]
    pads = [luck.randrange(-1, 3) for _ in range(2 * luck.randrange(1, 4))]
    own = [whole(f"n{number}", luck.choice((some, sizes, pads, [[0, 1, 0]], 0)))]
    named, made = f"n{number}", f"t{number}"
    kinds: list[tuple[str, list[str], dict[str, Any]]] = [
        ("Add", [a, b], {}), ("MatMul", [a, b], {}),
        ("Gemm", [a, b], {"transA": luck.randrange(2), "transB": luck.randrange(2)}),
        ("Concat", [a, b, a], {"axis": axis}), ("Gather", [a, named], {"axis": axis}), ("Flatten", [a], {"axis": axis}),
        ("Reshape", [a, named], {}), ("Transpose", [a], {}), ("Squeeze", [a, named], {}), ("Unsqueeze", [a, named], {}),
        ("ReduceSum", [a, named], {"keepdims": luck.randrange(2)}), ("Pad", [a, named], {}), ("Slice", [a, "from", "to"], {}),
        ("MaxPool", [a], {"kernel_shape": [2], "strides": [luck.randrange(1, 3)], "ceil_mode": luck.randrange(2)}),
        ("Conv", [a, b], {"pads": [luck.randrange(3), luck.randrange(3)]}),
    ]  # fmt: skip
    op, inputs, attributes = luck.choice(kinds)
    return helper.make_node(op, inputs, [made], **attributes), own


@pytest.mark.parametrize("seed", range(6))
def test_no_graph_gives_more_than_its_bounds(seed: int) -> None:
    import onnxruntime

    luck = random.Random(seed)
    compared = 0
    for _ in range(8):
        weights = [tensor("c", np.ones((2, 3))), tensor("d", np.ones((1, 2, 3))), tensor("e", np.ones(3))]
        weights += [whole("from", [1]), whole("to", [3])]
        nodes, known = [], ["x", "c", "d", "e"]
        for number in range(12):
            node, own = random_step(luck, known, number)
            made = model([*nodes, node], [*weights, *own])
            made.graph.output[0].CopyFrom(helper.make_tensor_value_info(f"t{number}", TensorProto.FLOAT, None))
            try:
                session = onnxruntime.InferenceSession(made.SerializeToString(), _quiet(), providers=["CPUExecutionProvider"])
                (real,) = session.run([f"t{number}"], {"x": np.ones((BATCH, 23), np.float32)} if session.get_inputs() else {})
                bound = check_bounds(read_graph(made.SerializeToString()), 23)[f"t{number}"]
            except Broken:
                continue
            except Exception as refused:
                if "ONNXRuntimeError" not in str(refused):
                    raise
                continue
            assert len(bound) == real.ndim, node
            assert all(most >= length for most, length in zip(bound, real.shape, strict=True)), f"{node} {bound} {real.shape}"
            nodes.append(node)
            weights += own
            known.append(f"t{number}")
            compared += 1
    assert compared > 20


def _quiet() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    return options


def test_every_operation_is_compared_with_the_runtime() -> None:
    assert {op for op, _ in SINGLE} == set(RULES)


@pytest.mark.parametrize(
    ("nodes", "weights", "words"),
    [
        ([("Reshape", ["x", "x"], {})], [], "computes the size of its result"),
        ([("Reshape", ["x"], {})], [], "does not say a shape"),
        ([("Pad", ["x"], {})], [], "does not say how much"),
        ([("Squeeze", ["x"], {})], [], "does not say which axes"),
        ([("Concat", ["x", "x"], {"axis": 7})], [], "names an axis that is not there"),
        ([("Gemm", ["x"], {})], [], "takes too little"),
        ([("Cast", ["x"], {"to": 8})], [], "something else than numbers"),
        ([("MaxPool", ["c"], {"kernel_shape": [2, 2], "strides": [0, 1]})], ["c"], "unreasonable windows"),
        ([("Relu", ["y"], {})], [], "takes 'y', which nothing before it gives"),
        ([("Transpose", ["x"], {"perm": [0.5]})], [], "unreasonable perm"),
        ([("ReduceSum", ["x"], {"axes": [-1]})], [], "counts axes from the end"),
    ],
)
def test_what_cannot_be_bounded_is_refused(nodes: list[Any], weights: list[str], words: str) -> None:
    made = model(
        [helper.make_node(op, inputs, ["p"], **attributes) for op, inputs, attributes in nodes],
        [tensor(name, np.ones((2, 3, 9, 8))) for name in weights],
    )
    with pytest.raises(Broken, match=words):
        check_bounds(read_graph(made.SerializeToString()), 23)


def test_names_stand_for_one_thing() -> None:
    """A reader that took another of two values than the runtime would bound something else than what is run."""
    made = padded()
    made.graph.initializer.append(whole("pads", [0, 1]))
    with pytest.raises(Broken, match="two of its weights have the same name"):
        read_graph(made.SerializeToString())
    made = convolution()
    made.graph.node[1].attribute.append(helper.make_attribute("pads", [0, 0, 0, 0]))
    with pytest.raises(Broken, match="two attributes of the same name"):
        read_graph(made.SerializeToString())
    made = model([helper.make_node("Relu", ["x"], ["x"])], [], about=card())
    with pytest.raises(Broken, match="gives what is there already"):
        check_bounds(read_graph(made.SerializeToString()), 23)


def test_long_lists_are_refused_before_they_are_made() -> None:
    made = trees(1)
    made.graph.node[0].attribute.append(helper.make_attribute("more", [1] * 5_000_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Broken, match="too large"):
        read_graph(made.SerializeToString())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
