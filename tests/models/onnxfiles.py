"""Model files made by hand: dense layers, trees, a convolution, and cards that tell what they are for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from cardlab import Game, game
from cardlab.models.modelfile import FORMAT

ML = "ai.onnx.ml"


def card(rules: Game | None = None, encoder: str = "svm", **changed: Any) -> dict[str, Any]:
    """What a model file says about itself."""
    rules = rules or game("castle")
    plain = {
        "format": FORMAT, "kind": "test", "game": rules.name, "players": [rules.players], "encoder": encoder,
        "size": rules.encoder(encoder).size, "columns": [column.name for column in rules.observer().columns][:4],
    }  # fmt: skip
    return {**plain, **changed}


def tensor(name: str, numbers: Any, kind: Any = np.float32) -> Any:
    """Weights."""
    return numpy_helper.from_array(np.array(numbers, dtype=kind), name)


def model(nodes: Sequence[Any], weights: Sequence[Any], size: int = 23, about: Any = None, output: Any = ("n", 1)) -> Any:
    """A model from x to p, with a card (a text is taken as it is; "" for none)."""
    graph = helper.make_graph(
        list(nodes), "model", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", size])],
        [helper.make_tensor_value_info("p", TensorProto.FLOAT, list(output))], list(weights),
    )  # fmt: skip
    domains = [helper.make_opsetid("", 17), helper.make_opsetid(ML, 3)]
    made = helper.make_model(graph, opset_imports=domains, ir_version=9)
    text = about if isinstance(about, str) else json.dumps(about or card(size=size))
    if text:
        helper.set_model_props(made, {"cardlab": text})
    return made


def dense(sizes: Sequence[int] = (23, 6, 1), transposed: bool = True, seed: int = 1, **rest: Any) -> Any:
    """A chain of layers with random weights."""
    rng = np.random.default_rng(seed)
    nodes, weights, name = [], [], "x"
    for i in range(len(sizes) - 1):
        numbers = rng.normal(0, 0.5, (sizes[i], sizes[i + 1]))
        weights += [tensor(f"w{i}", numbers.T if transposed else numbers), tensor(f"b{i}", rng.normal(0, 0.5, sizes[i + 1]))]
        nodes.append(helper.make_node("Gemm", [name, f"w{i}", f"b{i}"], [f"h{i}"], transB=int(transposed)))
        last = i == len(sizes) - 2
        nodes.append(helper.make_node("Sigmoid" if last else "Relu", [f"h{i}"], ["p" if last else f"r{i}"]))
        name = f"r{i}"
    return model(nodes, weights, sizes[0], **rest)


def wide(sizes: Sequence[int] = (23, 6, 1), seed: int = 1, **rest: Any) -> Any:
    """Such a chain beside which features count directly too, both as doubles."""
    rng = np.random.default_rng(seed + 100)
    made = dense(sizes, seed=seed, **rest)
    made.graph.node.pop()
    chain, weights = list(made.graph.node), list(made.graph.initializer)
    more = [
        helper.make_node("Cast", [chain[-1].output[0]], ["deep"], to=TensorProto.DOUBLE),
        helper.make_node("Cast", ["x"], ["features"], to=TensorProto.DOUBLE),
        helper.make_node("Gemm", ["features", "direct", "constant"], ["beside"]),
        helper.make_node("Add", ["beside", "deep"], ["total"]),
        helper.make_node("Sigmoid", ["total"], ["chance"]),
        helper.make_node("Cast", ["chance"], ["p"], to=TensorProto.FLOAT),
    ]
    direct = tensor("direct", rng.normal(0, 0.5, (sizes[0], 1)), np.float64)
    return model([*chain, *more], [*weights, direct, tensor("constant", [0.125], np.float64)], sizes[0], **rest)


def trees(count: int = 4, squash: bool = True, base: float | None = 0.25, seed: int = 2, size: int = 23, **changed: Any) -> Any:
    """An ensemble of full trees of depth 3 with random weights; `changed` replaces attributes."""
    rng = np.random.default_rng(seed)
    a: dict[str, Any] = {f"nodes_{name}": [] for name in ("treeids", "nodeids", "featureids", "values", "modes")}
    a |= {f"nodes_{name}": [] for name in ("truenodeids", "falsenodeids")}
    a |= {f"target_{name}": [] for name in ("treeids", "nodeids", "ids", "weights")}
    for tree in range(count):
        for i in range(15):
            inner = i < 7
            values = (tree, i, int(rng.integers(size)) if inner else 0, float(np.float32(rng.normal(0, 0.3))) if inner else 0.0)
            for name, value in zip(("treeids", "nodeids", "featureids", "values"), values, strict=True):
                a[f"nodes_{name}"].append(value)
            a["nodes_modes"].append("BRANCH_LEQ" if inner else "LEAF")
            a["nodes_truenodeids"].append(2 * i + 1 if inner else 0)
            a["nodes_falsenodeids"].append(2 * i + 2 if inner else 0)
            if not inner:
                for name, value in (("treeids", tree), ("nodeids", i), ("ids", 0), ("weights", float(rng.normal(0, 0.4)))):
                    a[f"target_{name}"].append(value)
    a |= {"n_targets": 1, "aggregate_function": "SUM", **({} if base is None else {"base_values": [base]}), **changed}
    first = helper.make_node("TreeEnsembleRegressor", ["x"], ["s" if squash else "p"], domain=ML, **a)
    return model([first, helper.make_node("Sigmoid", ["s"], ["p"])] if squash else [first], [], size)


def convolution() -> Any:
    """A small network over the picture of 4 x 41 points."""
    rng = np.random.default_rng(3)
    nodes = [
        helper.make_node("Reshape", ["x", "shape"], ["i"]),
        helper.make_node("Conv", ["i", "k"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"]),
        helper.make_node("MaxPool", ["r"], ["m"], kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Flatten", ["m"], ["f"]),
        helper.make_node("Gemm", ["f", "w", "b"], ["h"]),
        helper.make_node("Sigmoid", ["h"], ["p"]),
    ]
    weights = [
        tensor("shape", [-1, 1, 4, 41], np.int64), tensor("k", rng.normal(0, 0.5, (2, 1, 3, 3))),
        tensor("w", rng.normal(0, 0.3, (80, 1))), tensor("b", [0.1]),
    ]  # fmt: skip
    return model(nodes, weights, 164, card(encoder="image"))


def save(made: Any, path: Path) -> Path:
    """Write a model to a file."""
    path.write_bytes(made if isinstance(made, bytes) else made.SerializeToString())
    return path


def by_runtime(path: Path, rows: Any) -> list[float]:
    """What ONNX Runtime itself answers."""
    import onnxruntime

    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    return [float(p) for p in session.run(["p"], {"x": np.asarray(rows, np.float32)})[0].reshape(-1)]
