"""Models as ONNX nodes: the canonical forms, and numbers at the edges."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardlab.models.native import wide_layers
from cardlab.models.onnx import read_graph
from cardlab.training.exporting import Trees, dense_graph, rounded_down, tree_graph, unscaled, wide_graph
from cardlab.training.modelwriter import model_bytes, run_model


def nodes(data: bytes) -> list[Any]:
    import onnx

    return list(onnx.load_from_string(data).graph.node)


def test_thresholds_are_rounded_down_so_that_equal_numbers_go_left() -> None:
    exact = np.array([0.1, 0.5, -0.1, 1 / 3, 1e-50, -1e-50])
    down = rounded_down(exact)
    assert down.dtype == np.float32
    assert (down.astype(np.float64) <= exact).all()
    assert (np.nextafter(down, np.float32(np.inf)).astype(np.float64) > exact).all()
    assert down[1] == 0.5


def test_trees_decide_at_the_threshold_as_scikit_learn_does() -> None:
    """0.1 as a single is above 0.1 as a double: plain rounding would send it the wrong way."""
    x = np.array([[0.1], [np.nextafter(np.float32(0.1), np.float32(0))]], np.float32)
    tree = {
        "feature": np.array([0, -2, -2]), "threshold": np.array([0.1, -2.0, -2.0]), "left": np.array([1, -1, -1]),
        "right": np.array([2, -1, -1]), "value": np.array([0.0, 0.25, 0.75]),
    }  # fmt: skip
    data = model_bytes(tree_graph(Trees.joined([tree]), None, sigmoid=False), 1, {})
    assert x.astype(np.float64)[:, 0].tolist()[0] > 0.1
    assert run_model(data, x).tolist() == [0.75, 0.25]


def test_trees_are_added_up_with_the_base() -> None:
    leaf = {"feature": np.array([-2]), "threshold": np.array([0.0]), "left": np.array([-1]), "right": np.array([-1])}
    trees = Trees.joined([{**leaf, "value": np.array([1.0])}, {**leaf, "value": np.array([0.5])}])
    data = model_bytes(tree_graph(trees, -1.5, sigmoid=True), 2, {})
    assert run_model(data, np.zeros((1, 2), np.float32)).tolist() == [0.5]
    tree, sigmoid = nodes(data)
    assert (tree.op_type, tree.domain, sigmoid.op_type, list(sigmoid.output)) == (
        "TreeEnsembleRegressor", "ai.onnx.ml", "Sigmoid", ["p"],
    )  # fmt: skip
    found = {attribute.name: attribute for attribute in tree.attribute}
    assert list(found["nodes_treeids"].ints) == [0, 1] and list(found["nodes_nodeids"].ints) == [0, 0]
    assert found["aggregate_function"].s == b"SUM" and found["n_targets"].i == 1
    assert set(found["nodes_modes"].strings) == {b"LEAF"}


def test_a_dense_chain_is_gemm_relu_gemm_sigmoid() -> None:
    layers = [(np.array([[1.0, -1.0], [2.0, 0.0]]), np.array([0.0, -1.0])), (np.array([[1.0, 1.0]]), np.array([-2.0]))]
    data = model_bytes(dense_graph(layers), 2, {})
    assert [node.op_type for node in nodes(data)] == ["Gemm", "Relu", "Gemm", "Sigmoid"]
    logit = max(0.0, 3 - 1) + max(0.0, 2 * 3 - 1) - 2
    assert run_model(data, np.array([[3, 1]], np.float32))[0] == pytest.approx(1 / (1 + np.exp(-logit)))


def test_direct_weights_stand_beside_the_chain_and_keep_all_their_digits() -> None:
    layers = [(np.array([[1.0, -1.0], [2.0, 0.0]]), np.array([0.0, -1.0])), (np.array([[1.0, 1.0]]), np.array([-2.0]))]
    data = model_bytes(wide_graph(layers, np.array([0.1, -0.2]), 0.3), 2, {})
    assert [node.op_type for node in nodes(data)][3:] == ["Cast", "Cast", "Gemm", "Add", "Sigmoid", "Cast"]
    logit = max(0.0, 3 - 1) + max(0.0, 2 * 3 - 1) - 2 + 0.3 - 0.2 + 0.3
    assert run_model(data, np.array([[3, 1]], np.float32))[0] == pytest.approx(1 / (1 + np.exp(-logit)))
    found = wide_layers(read_graph(data))
    assert found is not None and found[1:] == ([0.1, -0.2], 0.3)
    assert [list(row) for row in found[0][0][0]] == [[1.0, 2.0], [-1.0, 0.0]]


def test_scaling_is_folded_into_the_first_layer() -> None:
    weights, biases = unscaled((np.array([[2.0, 4.0]]), np.array([1.0])), np.array([10.0, 20.0]), np.array([2.0, 8.0]))
    assert weights.tolist() == [[1.0, 0.5]]
    assert biases.tolist() == [1.0 - 10.0 - 10.0]
