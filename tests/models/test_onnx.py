"""Reading ONNX files by hand: what is in them, and that anything else is refused before it costs anything."""

from __future__ import annotations

import random
import struct
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from cardlab.models.onnx import Broken, Graph, read_graph


def model(nodes: list[Any], weights: list[Any] = (), size: int = 3, **about: str) -> Any:  # type: ignore[assignment]
    """A model from x to p."""
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", size])],
        [helper.make_tensor_value_info("p", TensorProto.FLOAT, ["n", 1])], list(weights),
    )  # fmt: skip
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    for key, value in about.items():
        helper.set_model_props(made, {key: value})
    return made


def read(made: Any) -> Graph:
    return read_graph(made.SerializeToString())


def tensor(name: str, numbers: Any, kind: Any = np.float32) -> Any:
    return numpy_helper.from_array(np.array(numbers, dtype=kind), name)


def varint(number: int) -> bytes:
    """A whole number as protocol buffers write it."""
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def part(number: int, data: bytes | int) -> bytes:
    """A field of a message."""
    if isinstance(data, int):
        return varint(number << 3) + varint(data)
    return varint(number << 3 | 2) + varint(len(data)) + data


def test_nodes_weights_ports_and_texts_are_read() -> None:
    nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["h"], transB=1, alpha=0.5), helper.make_node("Sigmoid", ["h"], ["p"])]
    graph = read(model(nodes, [tensor("w", [[1, 2, 3]]), tensor("b", [-0.5])], cardlab="a card"))
    assert [(node.op, node.domain, node.inputs, node.outputs) for node in graph.nodes] == [
        ("Gemm", "", ["x", "w", "b"], ["h"]),
        ("Sigmoid", "", ["h"], ["p"]),
    ]
    assert graph.nodes[0].attributes == {"transB": 1, "alpha": 0.5} and graph.nodes[1].attributes == {}
    assert graph.weights["w"].shape == (1, 3) and list(graph.weights["w"].numbers) == [1, 2, 3]
    assert list(graph.weights["b"].numbers) == [-0.5]
    assert (graph.inputs, graph.outputs) == ({"x": (None, 3)}, {"p": (None, 1)})
    assert graph.about == {"cardlab": "a card"}


def test_numbers_are_read_in_all_forms() -> None:
    plain = helper.make_tensor("plain", TensorProto.FLOAT, [2, 2], [1, 2, 3, 4])
    whole = helper.make_tensor("whole", TensorProto.INT64, [3], [-1, 0, 1 << 40])
    raw = tensor("raw", [-5, 7], np.int64)
    empty = tensor("empty", np.zeros((0, 4)))
    single = tensor("single", 2.5)
    double = tensor("double", [0.1, -1e300], np.float64)
    found = read(model([], [plain, whole, raw, empty, single, double])).weights
    assert {name: (t.shape, list(t.numbers)) for name, t in found.items()} == {
        "plain": ((2, 2), [1, 2, 3, 4]),
        "whole": ((3,), [-1, 0, 1 << 40]),
        "raw": ((2,), [-5, 7]),
        "empty": ((0, 4), []),
        "single": ((), [2.5]),
        "double": ((2,), [0.1, -1e300]),
    }


def test_attributes_are_read_in_all_forms() -> None:
    node = helper.make_node(
        "Odd", ["x"], ["p"], domain="ai.onnx.ml", one=-3, real=0.25, text="SUM", many=[1, -2, 3], reals=[0.5, 1.5],
        texts=["LEAF", "BRANCH_LEQ"], numbers=tensor("t", [1, 2]),
    )  # fmt: skip
    (found,) = read(model([node])).nodes
    assert found.domain == "ai.onnx.ml"
    held = dict(found.attributes)
    assert list(held.pop("numbers").numbers) == [1, 2]
    assert held == {
        "one": -3, "real": 0.25, "text": "SUM", "many": [1, -2, 3], "reals": [0.5, 1.5], "texts": ["LEAF", "BRANCH_LEQ"],
    }  # fmt: skip


@pytest.mark.parametrize("kind", [np.float16, np.int32, np.int8, np.bool_])
def test_numbers_of_other_kinds_are_refused(kind: Any) -> None:
    with pytest.raises(Broken, match="other than floats and 64-bit whole numbers"):
        read(model([], [tensor("w", [1, 0], kind)]))


def test_graphs_within_graphs_are_refused() -> None:
    inner = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "inner", [], [])
    node = helper.make_node("If", ["x"], ["p"], then_branch=inner, else_branch=inner)
    with pytest.raises(Broken, match="graph within a graph"):
        read(model([node]))


def test_data_in_other_files_is_refused() -> None:
    away = tensor("w", [1.0, 2.0])
    away.ClearField("raw_data")
    away.data_location = TensorProto.EXTERNAL
    entry = away.external_data.add()
    entry.key, entry.value = "location", "/etc/passwd"
    with pytest.raises(Broken, match="another file"):
        read(model([], [away]))


def test_functions_training_and_sparse_weights_are_refused() -> None:
    made = model([])
    made.functions.add().name = "f"
    with pytest.raises(Broken, match="functions"):
        read(made)
    made = model([])
    made.training_info.add()
    with pytest.raises(Broken, match="training"):
        read(made)
    made = model([])
    made.graph.sparse_initializer.add()
    with pytest.raises(Broken, match="sparse"):
        read(made)


def test_too_many_operations_are_refused() -> None:
    nodes = [helper.make_node("Relu", ["x"], ["x"]) for _ in range(1001)]
    assert len(read(model(nodes[:1000])).nodes) == 1000
    with pytest.raises(Broken, match="more than 1000 operations"):
        read(model(nodes))


def test_ports_that_are_no_tensors_are_refused() -> None:
    made = model([])
    made.graph.input[0].type.Clear()
    made.graph.input[0].type.sequence_type.elem_type.tensor_type.elem_type = 1
    with pytest.raises(Broken, match="plain tensors"):
        read(made)


@pytest.mark.parametrize("shape", [[3], [1 << 40, 1 << 40], [-1, -2], [1 << 62], [0], []])
def test_weights_that_do_not_fill_their_shape_are_refused(shape: list[int]) -> None:
    made = helper.make_tensor("w", TensorProto.FLOAT, [2], struct.pack("<2f", 1, 2), raw=True)
    del made.dims[:]
    made.dims.extend(shape)
    with pytest.raises(Broken, match="damaged"):
        read(model([], [made]))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04" + bytes(60),
        b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x8c\x06system\x93.",
        b"\x89HDF\r\n\x1a\n" + bytes(40),
        b"\xff" * 64,
        bytes(64),
        b"{}",
        part(7, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        part(7, part(1, part(1, b"\xff\xfe"))),
        varint(7 << 3 | 2) + varint(1 << 60) + b"x",
        varint(7 << 3 | 3) + b"group",
        part(7, 5),
    ],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(Broken, match="no ONNX model, or damaged"):
        read_graph(data)


def test_every_beginning_of_a_file_is_refused_or_read() -> None:
    nodes = [helper.make_node("Gemm", ["x", "w"], ["h"], transB=1), helper.make_node("Sigmoid", ["h"], ["p"])]
    data = model(nodes, [tensor("w", [[1, 2, 3]])], cardlab="card").SerializeToString()
    for end in range(len(data)):
        try:
            read_graph(data[:end])
        except Broken:
            continue


@pytest.mark.parametrize("size", [50_000_000, 1 << 62])
@pytest.mark.parametrize(
    "inside",
    [
        lambda n: part(5, part(1, 1) + part(2, 1) + part(8, n)),
        lambda n: part(5, part(1, 1) + part(2, 1) + part(9, n)),
        lambda n: part(5, part(1, 1) + part(2, 1) + part(4, n)),
        lambda n: part(1, part(5, part(1, n))),
        lambda n: part(1, part(5, part(4, n))),
        lambda n: part(1, part(5, part(9, n))),
        lambda n: part(1, part(5, part(7, n))),
    ],
    ids=["name", "raw data", "floats", "attribute", "text", "texts", "reals"],
)
def test_a_number_where_bytes_belong_costs_no_memory(inside: Callable[[int], bytes], size: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Broken):
            read_graph(part(7, inside(size)))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("number", [1, 7], ids=["sizes", "whole numbers"])
def test_the_time_to_read_many_single_numbers_grows_with_their_number(number: int) -> None:
    """Eight times as many take about eight times as long, not the square of that."""

    def seconds(count: int) -> float:
        data = part(7, part(5, part(2, 7) + part(number, 3) * count))
        start = time.process_time()
        with pytest.raises(Broken):
            read_graph(data)
        return time.process_time() - start

    few, many = (min(seconds(count) for _ in range(2)) for count in (2_000, 16_000))
    assert many < 30 * few


def test_mutations_are_refused_or_read() -> None:
    rng = random.Random(1)
    node = helper.make_node("Gemm", ["x", "w"], ["h"], transB=1, alpha=2.0, texts=["a", "b"], many=[1, 2])
    data = model([node], [tensor("w", [[1, 2, 3]]), tensor("v", [1, 2], np.int64)], cardlab="card").SerializeToString()
    for _ in range(2000):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        if rng.random() < 0.3:
            del changed[rng.randrange(len(changed))]
        try:
            read_graph(bytes(changed))
        except Broken:
            continue
