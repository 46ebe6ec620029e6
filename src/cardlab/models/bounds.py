"""How large the results of a model's operations can get, found out before anything is run.

A file of a few kB can ask for any amount of memory, and ONNX Runtime computes what depends on weights alone while it opens the
file, past its own limit. So the shapes of all results are worked out here, for a batch of positions, as upper bounds: a graph
whose bounds are too large, or cannot be known because sizes are computed, is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from cardlab.models.onnx import Broken, Graph, Node

BATCH = 32
MOST_NUMBERS = 1 << 25
"""In all results together, for a batch: 256 MB of the largest type."""
MOST_STEPS = 1 << 33
"""Multiplications for a batch, some seconds."""
MOST_AXES = 8
NUMBER_TYPES = (1, 6, 7, 9, 11)
"""Singles, whole numbers of 32 and 64 bits, yes and no, doubles."""

Shape = tuple[int, ...]
Rule = Callable[["_Step"], Shape]


def check_bounds(graph: Graph, size: int) -> dict[str, Shape]:
    """Largest shapes for a batch of positions with so many numbers each; `Broken` if they need too much memory or time."""
    shapes: dict[str, Shape] = {name: tensor.shape for name, tensor in graph.weights.items()}
    shapes["x"] = (BATCH, size)
    numbers = steps = 0
    for node in graph.nodes:
        step = _Step(graph, node, shapes)
        shape = RULES[node.op](step)
        if any(name in shapes for name in node.outputs):
            raise Broken(f"its {node.op} gives what is there already")
        shapes.update(dict.fromkeys(node.outputs, shape))
        numbers += max(1, len(node.outputs)) * math.prod(max(1, length) for length in shape)
        steps += step.cost
        if numbers > MOST_NUMBERS or steps > MOST_STEPS or len(shape) > MOST_AXES:
            raise Broken(f"its {node.op} makes it too large: for {BATCH} positions it would need too much memory or time")
    return shapes


class _Step:
    """An operation with the shapes of what it takes. `cost` counts multiplications and room on the side."""

    def __init__(self, graph: Graph, node: Node, shapes: dict[str, Shape]) -> None:
        self.graph, self.node = graph, node
        if missing := [name for name in node.inputs if name and name not in shapes]:
            raise Broken(f"its {node.op} takes {missing[0]!r:.40}, which nothing before it gives")
        self.taken = [shapes[name] for name in node.inputs if name]
        self.cost = 0

    def shape(self, place: int = 0) -> Shape:
        """The shape of an input."""
        if place >= len(self.taken):
            raise Broken(f"its {self.node.op} takes too little")
        return self.taken[place]

    def numbers(self, place: int, name: str) -> list[int] | None:
        """Whole numbers that must be known: those of an input, which must be weights, or else of an attribute."""
        if place < len(self.node.inputs) and self.node.inputs[place]:
            tensor = self.graph.weights.get(self.node.inputs[place])
            if tensor is None:
                raise Broken(f"its {self.node.op} computes the size of its result, which no model of cardlab needs")
            return [int(number) for number in tensor.numbers]
        return self.wholes(name)

    def wholes(self, name: str) -> list[int] | None:
        """An attribute that is a list of whole numbers."""
        found = self.node.attributes.get(name)
        if found is None:
            return None
        if not isinstance(found, list) or not all(isinstance(number, int) for number in found):
            raise Broken(f"its {self.node.op} has an unreasonable {name}")
        return found

    def whole(self, name: str, default: int) -> int:
        """An attribute that is a whole number."""
        found = self.node.attributes.get(name, default)
        if not isinstance(found, int):
            raise Broken(f"its {self.node.op} has an unreasonable {name}")
        return found

    def axis(self, number: int, axes: int) -> int:
        """An axis counted from the front."""
        if not -axes <= number < axes:
            raise Broken(f"its {self.node.op} names an axis that is not there")
        return number % axes


def _same(step: _Step) -> Shape:
    return step.shape()


def _cast(step: _Step) -> Shape:
    if step.whole("to", 0) not in NUMBER_TYPES:
        raise Broken("its Cast makes something else than numbers")
    return step.shape()


def _broadcast(step: _Step) -> Shape:
    step.shape(1)
    return _stretched(step.taken)


def _stretched(shapes: Sequence[Shape]) -> Shape:
    axes = max(len(shape) for shape in shapes)
    wide = [(1,) * (axes - len(shape)) + shape for shape in shapes]
    return tuple(max(lengths) for lengths in zip(*wide, strict=True))


def _matmul(step: _Step) -> Shape:
    a, b = step.shape(0), step.shape(1)
    if not a or not b:
        raise Broken("its MatMul takes single numbers")
    rows, columns = a[-2:-1], b[-1:] if len(b) > 1 else ()
    shape = (*_stretched([a[:-2], b[:-2]]), *rows, *columns)
    step.cost = math.prod(shape) * max(a[-1], b[-2] if len(b) > 1 else b[0])
    return shape


def _gemm(step: _Step) -> Shape:
    a, b = step.shape(0), step.shape(1)
    if len(a) != 2 or len(b) != 2:
        raise Broken("its Gemm takes something else than tables")
    a = a[::-1] if step.whole("transA", 0) else a
    b = b[::-1] if step.whole("transB", 0) else b
    step.cost = a[0] * b[1] * max(a[1], b[0])
    return a[0], b[1]


def _concat(step: _Step) -> Shape:
    axes = len(step.shape())
    if any(len(shape) != axes for shape in step.taken):
        raise Broken("its Concat takes tables of different kinds")
    axis = step.axis(step.whole("axis", 1), axes)
    joined = sum(shape[axis] for shape in step.taken)
    widest = _stretched(step.taken)
    return (*widest[:axis], joined, *widest[axis + 1 :])


def _gather(step: _Step) -> Shape:
    data, places = step.shape(0), step.shape(1)
    axis = step.axis(step.whole("axis", 0), len(data))
    return (*data[:axis], *places, *data[axis + 1 :])


def _flatten(step: _Step) -> Shape:
    shape = step.shape()
    axis = step.whole("axis", 1)
    axis = axis + len(shape) if axis < 0 else axis
    return math.prod(shape[:axis]), math.prod(shape[axis:])


def _reshape(step: _Step) -> Shape:
    shape, wanted = step.shape(), step.numbers(1, "shape")
    if wanted is None or len(wanted) > MOST_AXES or any(length < -1 for length in wanted):
        raise Broken("its Reshape does not say a shape")
    lengths = [shape[i] if length == 0 and i < len(shape) else length for i, length in enumerate(wanted)]
    known = math.prod(max(1, length) for length in lengths)
    return tuple(-(-math.prod(shape) // known) if length == -1 else length for length in lengths)


def _transpose(step: _Step) -> Shape:
    shape = step.shape()
    order = step.wholes("perm") or list(range(len(shape)))[::-1]
    return tuple(shape[step.axis(i, len(shape))] for i in order)


def _squeeze(step: _Step) -> Shape:
    shape, axes = step.shape(), step.numbers(1, "axes")
    if axes is None:
        raise Broken("its Squeeze does not say which axes")
    gone = {step.axis(i, len(shape)) for i in axes}
    return tuple(length for i, length in enumerate(shape) if i not in gone)


def _unsqueeze(step: _Step) -> Shape:
    shape, axes = step.shape(), step.numbers(1, "axes")
    if axes is None or len(axes) > MOST_AXES:
        raise Broken("its Unsqueeze does not say which axes")
    total = len(shape) + len(axes)
    new, rest = {step.axis(i, total) for i in axes}, iter(shape)
    return tuple(1 if i in new else next(rest, 1) for i in range(total))


def _reduce(step: _Step) -> Shape:
    shape, axes = step.shape(), step.numbers(1, "axes")
    if not axes:
        return shape if step.whole("noop_with_empty_axes", 0) else (1,) * len(shape) if step.whole("keepdims", 1) else ()
    if min(axes) < 0:
        raise Broken("its ReduceSum counts axes from the end, which ONNX Runtime gets wrong where there are no numbers")
    gone = {step.axis(i, len(shape)) for i in axes}
    if step.whole("keepdims", 1):
        return tuple(1 if i in gone else length for i, length in enumerate(shape))
    return tuple(length for i, length in enumerate(shape) if i not in gone)


def _pad(step: _Step) -> Shape:
    shape, pads = step.shape(), step.numbers(1, "pads")
    if pads is None or len(pads) != 2 * len(shape) or len(step.node.inputs) > 3:
        raise Broken("its Pad does not say how much for each axis")
    around = zip(pads[: len(shape)], pads[len(shape) :], strict=True)
    return tuple(length + max(0, a) + max(0, b) for length, (a, b) in zip(shape, around, strict=True))


def _conv(step: _Step) -> Shape:
    x, kernels = step.shape(0), step.shape(1)
    if len(x) != len(kernels) or len(x) < 3:
        raise Broken("its Conv takes no pictures")
    places = tuple(_windows(step, x[2:], list(kernels[2:])))
    unfolded = x[0] * math.prod(kernels[1:]) * math.prod(places) * max(1, step.whole("group", 1))
    step.cost = unfolded * kernels[0]
    if unfolded > MOST_NUMBERS:
        raise Broken("its Conv makes it too large")
    return (x[0], kernels[0], *places)


def _pool(step: _Step) -> Shape:
    x, kernel = step.shape(), step.wholes("kernel_shape")
    if kernel is None or len(x) != len(kernel) + 2:
        raise Broken("its MaxPool takes no pictures")
    return (*x[:2], *_windows(step, x[2:], kernel))


def _windows(step: _Step, lengths: Shape, kernel: list[int]) -> Iterator[int]:
    """In how many places a window fits, along each axis."""
    n = len(lengths)
    strides, pads = step.wholes("strides") or [1] * n, step.wholes("pads") or [0] * 2 * n
    spread = step.wholes("dilations") or [1] * n
    if len(strides) != n or len(pads) != 2 * n or len(spread) != n or len(kernel) != n:
        raise Broken(f"its {step.node.op} takes pictures of another kind")
    if min(*strides, *spread, *kernel, 1) < 1 or min(pads) < 0:
        raise Broken(f"its {step.node.op} has unreasonable windows")
    for i, length in enumerate(lengths):
        if step.node.attributes.get("auto_pad", "NOTSET") in ("SAME_UPPER", "SAME_LOWER"):
            yield -(-length // strides[i])
        else:
            yield max(0, length + pads[i] + pads[i + n] - spread[i] * (kernel[i] - 1) - 1) // strides[i] + 2


def _regression(name: str) -> Rule:
    def rule(step: _Step) -> Shape:
        answers = step.whole(name, 1)
        if answers < 1:
            raise Broken(f"its {step.node.op} gives nothing")
        step.cost = step.shape()[0] * sum(len(a) for a in step.node.attributes.values() if isinstance(a, list))
        return (step.shape()[0], answers) if step.shape() else (1, answers)

    return rule


RULES: dict[str, Rule] = {
    **dict.fromkeys(("Clip", "Exp", "Identity", "Neg", "Relu", "Scaler", "Sigmoid", "Softmax", "Tanh"), _same),
    **dict.fromkeys(("Add", "Div", "Mul", "Sub"), _broadcast),
    "Cast": _cast, "Concat": _concat, "Conv": _conv, "Flatten": _flatten, "Gather": _gather, "Gemm": _gemm, "MatMul": _matmul,
    "MaxPool": _pool, "Pad": _pad, "ReduceSum": _reduce, "Reshape": _reshape, "Slice": _same, "Squeeze": _squeeze,
    "Transpose": _transpose, "Unsqueeze": _unsqueeze, "LinearRegressor": _regression("targets"),
    "SVMRegressor": _regression("n_targets"), "TreeEnsembleRegressor": _regression("n_targets"),
}  # fmt: skip
"""What is known of each operation that models may use."""
