"""ONNX graphs as compiled models: chains of dense layers, with features that also count directly or without, and trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlab.models.dense import MAX_LAYERS, MAX_WIDTH, DenseModel, WideModel
from cardlab.models.onnx import DOUBLE, FLOAT, Graph, Node, Tensor
from cardlab.models.trees import TreesModel

if TYPE_CHECKING:
    from cardlab.core.features import Encoder
    from cardlab.models.model import Model

Layers = list[tuple[list[Any], list[float]]]
Wide = tuple[Layers, list[float], float]
TreeNodes = tuple[list[tuple[int, float, int, int]], list[int], float, bool]


def native_model(encoder: Encoder, graph: Graph) -> Model | None:
    """The model compiled, if it is of a kind that can be."""
    if (layers := dense_layers(graph)) is not None:
        return DenseModel(encoder, layers)
    if (wide := wide_layers(graph)) is not None:
        return WideModel(encoder, *wide)
    if (trees := tree_nodes(graph)) is not None:
        return TreesModel(encoder, *trees)
    return None


def dense_layers(graph: Graph) -> Layers | None:
    """Weights (a row for each input) and biases of a chain Gemm [Relu Gemm]* Sigmoid; None if the graph is something else."""
    if not _is_chain(graph.nodes) or not graph.nodes or graph.nodes[-1].op != "Sigmoid":
        return None
    return _chain_layers(graph, graph.nodes[:-1])


def wide_layers(graph: Graph) -> Wide | None:
    """The layers of a chain, the weights that features have directly, and the constant; None if the graph is something else.

    A graph of that kind adds up a chain Gemm [Relu Gemm]* and one more Gemm of its input, both as doubles.
    """
    chain, rest = graph.nodes[:-6], graph.nodes[-6:]
    if len(chain) < 3 or [node.op for node in rest] != ["Cast", "Cast", "Gemm", "Add", "Sigmoid", "Cast"]:
        return None
    deep, features, direct, total, chance, single = rest
    if not _is_chain([*chain, deep], deep.outputs) or not _is_chain([features, direct], direct.outputs):
        return None
    both = sorted([*deep.outputs, *direct.outputs])
    if sorted(total.inputs) != both or not _is_chain([total, chance, single], first=total.inputs):
        return None
    if [node.attributes.get("to") for node in (deep, features, single)] != [DOUBLE, DOUBLE, FLOAT]:
        return None
    layers, beside = _chain_layers(graph, chain), _chain_layers(graph, [direct])
    if layers is None or beside is None or len(beside[0][1]) != 1:
        return None
    weights, constant = beside[0]
    return layers, [row[0] for row in weights], constant[0]


def _chain_layers(graph: Graph, nodes: Sequence[Node]) -> Layers | None:
    """The layers of Gemm [Relu Gemm]*, if compiled chains have room for them; larger ones run in ONNX Runtime."""
    ops = [node.op for node in nodes]
    if ops != [*["Gemm", "Relu"] * (len(ops) // 2), "Gemm"] or len(ops) >= 2 * MAX_LAYERS:
        return None
    found: Layers = []
    for node in nodes[::2]:
        if not _is_plain(node) or len(node.inputs) != 3 or not all(name in graph.weights for name in node.inputs[1:]):
            return None
        weights, bias = (graph.weights[name] for name in node.inputs[1:])
        if len(bias.numbers) > MAX_WIDTH:
            return None
        found.append((_rows(weights, bool(node.attributes.get("transB", 0))), list(bias.numbers)))
    return found


def _is_plain(node: Node) -> bool:
    """Whether a Gemm takes its input as it is, and weights and biases in full."""
    full = all(node.attributes.get(name, 1.0) == 1.0 for name in ("alpha", "beta"))
    return full and not node.attributes.get("transA", 0)


def _is_chain(nodes: Sequence[Node], last: Sequence[str] = ("p",), first: Sequence[str] = ("x",)) -> bool:
    """Whether each operation takes what the one before gave, from the first name to the last."""
    name = first[0]
    for node in nodes:
        if not node.inputs or node.inputs[0] != name or len(node.outputs) != 1:
            return False
        name = node.outputs[0]
    return name == last[0]


def _rows(tensor: Tensor, transposed: bool) -> list[Any]:
    first, second = tensor.shape
    numbers = tensor.numbers
    if transposed:
        return [numbers[i::second] for i in range(second)]
    return [numbers[i * second : (i + 1) * second] for i in range(first)]


def tree_nodes(graph: Graph) -> TreeNodes | None:
    """Nodes, roots, the constant and whether a sigmoid follows, of a TreeEnsembleRegressor; None for something else."""
    ops = [node.op for node in graph.nodes]
    if not _is_chain(graph.nodes) or ops not in (["TreeEnsembleRegressor"], ["TreeEnsembleRegressor", "Sigmoid"]):
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
