"""ONNX graphs as compiled models: chains of dense layers, and ensembles of trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.models.dense import MAX_LAYERS, MAX_WIDTH
from cardlab.models.onnx import Graph, Node, Tensor

"""What compiled chains have room for; larger ones run in ONNX Runtime."""
Layers = list[tuple[list[Any], list[float]]]
Trees = tuple[list[tuple[int, float, int, int]], list[int], float, bool]


def dense_layers(graph: Graph) -> Layers | None:
    """Weights (a row for each input) and biases of a chain Gemm [Relu Gemm]* Sigmoid; None if the graph is something else."""
    ops = [node.op for node in graph.nodes]
    if not _is_chain(graph) or len(ops) % 2 or ops != [*["Gemm", "Relu"] * (len(ops) // 2 - 1), "Gemm", "Sigmoid"]:
        return None
    found: Layers = []
    if len(ops) > 2 * MAX_LAYERS:
        return None
    for node in graph.nodes[::2]:
        plain = all(node.attributes.get(name, 1.0) == 1.0 for name in ("alpha", "beta")) and not node.attributes.get(
            "transA", 0
        )
        if not plain or len(node.inputs) != 3 or not all(name in graph.weights for name in node.inputs[1:]):
            return None
        weights, bias = (graph.weights[name] for name in node.inputs[1:])
        if len(bias.numbers) > MAX_WIDTH:
            return None
        found.append((_rows(weights, bool(node.attributes.get("transB", 0))), list(bias.numbers)))
    return found


def _is_chain(graph: Graph) -> bool:
    """Whether each operation takes what the one before gave, from x to p."""
    name = "x"
    for node in graph.nodes:
        if not node.inputs or node.inputs[0] != name or len(node.outputs) != 1:
            return False
        name = node.outputs[0]
    return name == "p"


def _rows(tensor: Tensor, transposed: bool) -> list[Any]:
    first, second = tensor.shape
    numbers = tensor.numbers
    if transposed:
        return [numbers[i::second] for i in range(second)]
    return [numbers[i * second : (i + 1) * second] for i in range(first)]


def tree_nodes(graph: Graph) -> Trees | None:
    """Nodes, roots, the constant and whether a sigmoid follows, of a TreeEnsembleRegressor; None for something else."""
    ops = [node.op for node in graph.nodes]
    if not _is_chain(graph) or ops not in (["TreeEnsembleRegressor"], ["TreeEnsembleRegressor", "Sigmoid"]):
        return None
    trees = graph.nodes[0]
    plain = (
        trees.attributes.get("aggregate_function", "SUM") == "SUM" and trees.attributes.get("post_transform", "NONE") == "NONE"
    )
    modes = trees.attributes["nodes_modes"]
    if trees.attributes.get("n_targets", 1) != 1 or any(trees.attributes.get("target_ids") or ()):
        return None
    if not plain or set(modes) - {"BRANCH_LEQ", "LEAF"}:
        return None
    base = trees.attributes.get("base_values") or [0.0]
    return *_linked(trees, modes), float(base[0]), len(ops) == 2


def _linked(trees: Node, modes: Sequence[str]) -> tuple[list[tuple[int, float, int, int]], list[int]]:
    """Nodes with places in one list instead of numbers within trees, and the place of each tree's first node."""
    a = trees.attributes
    keys = list(zip(a["nodes_treeids"], a["nodes_nodeids"], strict=True))
    place = {key: i for i, key in enumerate(keys)}
    if len(place) != len(keys):
        raise ValueError("two nodes have the same number")
    worth: dict[tuple[int, int], float] = {}
    for tree, node, weight in zip(a["target_treeids"], a["target_nodeids"], a["target_weights"], strict=True):
        worth[tree, node] = worth.get((tree, node), 0.0) + weight
    nodes, roots, seen = [], [], set()
    columns = (a[f"nodes_{name}"] for name in ("featureids", "values", "truenodeids", "falsenodeids"))
    for key, mode, feature, value, yes, no in zip(keys, modes, *columns, strict=True):
        if key[0] not in seen:
            seen.add(key[0])
            roots.append(place[key])
        if mode == "LEAF":
            nodes.append((-1, worth.get(key, 0.0), 0, 0))
        else:
            nodes.append((feature, value, place[key[0], yes], place[key[0], no]))
    return nodes, roots
