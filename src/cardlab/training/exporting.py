"""Models as ONNX nodes: input `x` with one row of numbers per position, output `p` with the chance to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cardlab.training.dataset import Floats, Singles
from cardlab.training.libraries import onnx

INPUT, OUTPUT = "x", "p"
_MACHINE_LEARNING = "ai.onnx.ml"


@dataclass
class OnnxDraft:
    """Nodes in order, with the weights that they name."""

    nodes: list[Any] = field(default_factory=list)
    weights: dict[str, np.ndarray[Any, Any]] = field(default_factory=dict)
    last: str = INPUT

    def add(self, kind: str, *weights: Any, domain: str = "", also: Sequence[str] = (), **attributes: Any) -> str:
        """Append a node that works on the latest result; the name of its own result."""
        names = []
        for weight in weights:
            names.append(f"w{len(self.weights)}")
            self.weights[names[-1]] = np.asarray(weight)
        result = f"{kind.lower()}{len(self.nodes)}"
        inputs = [self.last, *also, *names]
        self.nodes.append(onnx("helper").make_node(kind, inputs, [result], name=result, domain=domain, **attributes))
        self.last = result
        return result

    def finish(self) -> OnnxDraft:
        """Let the latest result be the output."""
        self.nodes[-1].output[0] = self.last = OUTPUT
        return self


@dataclass(frozen=True)
class Trees:
    """Binary trees as flat arrays, tree after tree. A row goes left if its feature is at most the threshold.

    A leaf has `left` -1. `left` and `right` are numbers of nodes within the tree, `tree` is the tree of each node.
    """

    tree: np.ndarray[Any, Any]
    feature: np.ndarray[Any, Any]
    threshold: Floats
    left: np.ndarray[Any, Any]
    right: np.ndarray[Any, Any]
    value: Floats

    @classmethod
    def joined(cls, trees: Sequence[Mapping[str, Any]]) -> Trees:
        """Trees one after the other, each given by all columns but `tree`."""
        numbers = np.concatenate([np.full(len(tree["left"]), number) for number, tree in enumerate(trees)])
        names = ("feature", "threshold", "left", "right", "value")
        return cls(numbers, *(np.concatenate([np.asarray(tree[name]) for tree in trees]) for name in names))


def dense_graph(layers: Sequence[tuple[Floats, Floats]]) -> OnnxDraft:
    """Layers of (outputs × inputs weights, biases) with ReLU between them and a sigmoid at the end."""
    graph = OnnxDraft()
    _chain(graph, layers)
    graph.add("Sigmoid")
    return graph.finish()


def wide_graph(layers: Sequence[tuple[Floats, Floats]], direct: Floats, constant: float) -> OnnxDraft:
    """Such layers beside which features also count directly, by weights of their own; the two are added as doubles."""
    double, graph = onnx().TensorProto.DOUBLE, OnnxDraft()
    _chain(graph, layers)
    deep = graph.add("Cast", to=double)
    graph.last = INPUT
    graph.add("Cast", to=double)
    graph.add("Gemm", direct.astype(np.float64)[:, None], np.array([constant], np.float64))
    graph.add("Add", also=[deep])
    graph.add("Sigmoid")
    graph.add("Cast", to=onnx().TensorProto.FLOAT)
    return graph.finish()


def _chain(graph: OnnxDraft, layers: Sequence[tuple[Floats, Floats]]) -> None:
    for number, (weights, biases) in enumerate(layers):
        if number:
            graph.add("Relu")
        graph.add("Gemm", weights.astype(np.float32), biases.astype(np.float32), transB=1)


def unscaled(layer: tuple[Floats, Floats], mean: Floats, spread: Floats) -> tuple[Floats, Floats]:
    """The layer that does to plain numbers what this one does to scaled ones."""
    weights = layer[0].astype(np.float64) / spread
    return weights, layer[1].astype(np.float64) - weights @ mean


def tree_graph(trees: Trees, base: float | None, sigmoid: bool) -> OnnxDraft:
    """The sum of the trees' leaves, and of the base if there is one."""
    leaf = trees.left < 0
    number = _within(trees.tree)
    graph = OnnxDraft()
    base_values: dict[str, Any] = {} if base is None else {"base_values": [base]}
    graph.add(
        "TreeEnsembleRegressor", domain=_MACHINE_LEARNING, n_targets=1, aggregate_function="SUM", post_transform="NONE",
        nodes_treeids=_whole(trees.tree), nodes_nodeids=_whole(number),
        nodes_featureids=_whole(np.where(leaf, 0, trees.feature)),
        nodes_modes=["LEAF" if end else "BRANCH_LEQ" for end in leaf],
        nodes_values=rounded_down(np.where(leaf, 0.0, trees.threshold)).tolist(),
        nodes_truenodeids=_whole(np.where(leaf, 0, trees.left)), nodes_falsenodeids=_whole(np.where(leaf, 0, trees.right)),
        target_treeids=_whole(trees.tree[leaf]), target_nodeids=_whole(number[leaf]), target_ids=[0] * int(leaf.sum()),
        target_weights=trees.value[leaf].astype(np.float32).tolist(), **base_values,
    )  # fmt: skip
    if sigmoid:
        graph.add("Sigmoid")
    return graph.finish()


def rounded_down(thresholds: Floats) -> Singles:
    """The largest single not above each number: for singles x, `x <= t` and `x <= rounded t` are the same."""
    nearest = thresholds.astype(np.float32)
    above = nearest.astype(np.float64) > thresholds
    return np.where(above, np.nextafter(nearest, np.float32(-np.inf)), nearest).astype(np.float32)


@dataclass(frozen=True)
class KernelSum:
    """A weighted sum of Gaussians exp(-gamma |x - vector|²) and a bias, on numbers scaled by mean and spread if given."""

    vectors: Floats
    weights: Floats
    bias: float
    gamma: float
    scale: tuple[Floats, Floats] | None = None


def kernel_graph(f: KernelSum, slope: float, offset: float) -> OnnxDraft:
    """sigmoid(slope · f + offset), computed in doubles, as large weights of both signs nearly cancel."""
    tensor, graph = onnx().TensorProto, OnnxDraft()
    x = graph.add("Cast", to=tensor.DOUBLE)
    if f.scale is not None:
        graph.add("Sub", f.scale[0])
        x = graph.add("Div", f.scale[1])
    graph.add("Mul", also=[x])
    graph.add("ReduceSum", np.array([1], np.int64), keepdims=1)
    length = graph.add("Mul", np.array(f.gamma))
    graph.last = x
    graph.add("Gemm", 2 * f.gamma * f.vectors, -f.gamma * (f.vectors**2).sum(axis=1), transB=1)
    graph.add("Sub", also=[length])
    graph.add("Exp")
    graph.add("Gemm", slope * f.weights[:, None], np.array([slope * f.bias + offset]))
    graph.add("Sigmoid")
    graph.add("Cast", to=tensor.FLOAT)
    return graph.finish()


def _within(tree: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Numbers from 0 on in each tree."""
    starts = np.flatnonzero(np.diff(tree, prepend=-1))
    return np.arange(len(tree)) - np.repeat(starts, np.diff(np.append(starts, len(tree))))


def _whole(values: np.ndarray[Any, Any]) -> list[int]:
    return [int(value) for value in values]
