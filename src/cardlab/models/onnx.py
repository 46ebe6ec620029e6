"""Reading ONNX files without a library: what a graph is made of, and nothing that could run.

Only what models of cardlab consist of is understood. Graphs within graphs, functions, data in other files and tensors of other
types than floats and whole numbers are refused, and every length is checked, since such files come from strangers.
"""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cardlab.errors import RunError

FLOAT, INT64, DOUBLE = 1, 7, 11
_CODES = {FLOAT: "f", INT64: "q", DOUBLE: "d"}
MOST_NODES = 1000
MOST_NUMBERS = 1 << 22
"""In one attribute. Trees in a file of the largest size have fewer nodes."""


@dataclass
class Tensor:
    """Numbers with a shape."""

    name: str
    shape: tuple[int, ...]
    numbers: array[Any]


@dataclass
class Node:
    """One operation."""

    op: str
    domain: str
    inputs: list[str]
    outputs: list[str]
    attributes: dict[str, Any]


@dataclass
class Graph:
    """A model: operations in their order, weights, the shapes of inputs and outputs, and texts about it."""

    nodes: list[Node] = field(default_factory=list)
    weights: dict[str, Tensor] = field(default_factory=dict)
    inputs: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    outputs: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)


class Broken(RunError):
    """Bytes that are no model that cardlab could use."""


Field = tuple[int, int, Any]


def read_graph(data: bytes) -> Graph:
    """The graph in the bytes of an ONNX file; raises `Broken`."""
    try:
        return _model(memoryview(data))
    except (struct.error, UnicodeDecodeError, ValueError, IndexError, OverflowError, TypeError):
        raise Broken("it is no ONNX model, or damaged") from None


def _fields(data: memoryview) -> Iterator[Field]:
    """The fields of a message: number, wire type, value (a whole number, or bytes)."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield number, kind, value
            continue
        if kind == 2:
            size, at = _varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(kind, -1)
        if size < 0 or at + size > len(data):
            raise ValueError
        yield number, kind, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value & (1 << 64) - 1, at
        if shift > 63:
            raise ValueError


def _text(value: Any) -> str:
    return _bytes(value).decode("utf-8")


def _bytes(value: Any) -> bytes:
    """Never `bytes` of a number, which would be that many zeros."""
    if isinstance(value, int):
        raise ValueError
    return bytes(value)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _model(data: memoryview) -> Graph:
    graph = Graph()
    found = False
    for number, kind, value in _fields(data):
        if number == 7 and kind == 2:
            _graph(value, graph)
            found = True
        elif number == 14 and kind == 2:
            entry = {n: _text(v) for n, k, v in _fields(value) if k == 2}
            graph.about[entry.get(1, "")] = entry.get(2, "")
        elif number in (20, 25):
            raise Broken("it holds functions or training, which cardlab does not run")
    if not found:
        raise ValueError
    return graph


def _graph(data: memoryview, graph: Graph) -> None:
    for number, kind, value in _fields(data):
        if kind != 2:
            continue
        if number == 1:
            graph.nodes.append(_node(value))
        elif number == 5:
            tensor = _tensor(value)
            if tensor.name in graph.weights:
                raise Broken("two of its weights have the same name")
            graph.weights[tensor.name] = tensor
        elif number in (11, 12):
            name, shape = _port(value)
            (graph.inputs if number == 11 else graph.outputs)[name] = shape
        elif number == 15:
            raise Broken("it holds sparse weights, which cardlab does not read")
        if len(graph.nodes) > MOST_NODES:
            raise Broken(f"it has more than {MOST_NODES} operations")


def _node(data: memoryview) -> Node:
    node = Node("", "", [], [], {})
    for number, kind, value in _fields(data):
        if kind != 2:
            continue
        if number == 1:
            node.inputs.append(_text(value))
        elif number == 2:
            node.outputs.append(_text(value))
        elif number == 4:
            node.op = _text(value)
        elif number == 5:
            name, found = _attribute(value)
            if name in node.attributes:
                raise Broken(f"its {node.op} has two attributes of the same name")
            node.attributes[name] = found
        elif number == 7:
            node.domain = _text(value)
    return node


def _attribute(data: memoryview) -> tuple[str, Any]:
    name = ""
    single: Any = None
    many: list[Any] = []
    for number, kind, value in _fields(data):
        if number == 1:
            name = _text(value)
        elif number == 2:
            single = struct.unpack("<f", value)[0]
        elif number == 3:
            single = _signed(value)
        elif number == 4:
            single = _text(value)
        elif number == 5:
            single = _tensor(value)
        elif number in (6, 11):
            raise Broken("it holds a graph within a graph, which cardlab does not run")
        elif number == 7:
            many += _floats(value)
        elif number == 8:
            many += _wholes(value, kind)
        elif number == 9:
            many.append(_text(value))
        if len(many) > MOST_NUMBERS:
            raise Broken("it is too large")
    return name, many if many else single


def _floats(value: memoryview) -> array[Any]:
    return _little_endian("f", value)


def _wholes(value: Any, kind: int) -> list[int]:
    if kind == 0:
        return [_signed(value)]
    numbers, at = [], 0
    if len(value) > MOST_NUMBERS and sum(byte < 128 for byte in value) > MOST_NUMBERS:
        raise Broken("it is too large")
    while at < len(value):
        number, at = _varint(value, at)
        numbers.append(_signed(number))
    return numbers


def _little_endian(code: str, value: memoryview) -> array[Any]:
    import sys

    numbers = array(code)
    numbers.frombytes(_bytes(value))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _tensor(data: memoryview) -> Tensor:
    name, shape, kind_of_data = "", [], 0
    raw, plain, wholes = None, array("f"), array("q")
    for number, kind, value in _fields(data):
        if number == 1:
            shape += _wholes(value, kind)
        elif number == 2:
            kind_of_data = value
        elif number == 4:
            plain.extend(_floats(value))
        elif number == 7:
            wholes.extend(_wholes(value, kind))
        elif number == 8:
            name = _text(value)
        elif number == 9:
            raw = value
        elif number in (13, 14) and not (number == 14 and value == 0):
            raise Broken("its weights lie in another file; cardlab reads models that are one file")
    if kind_of_data not in _CODES or (kind_of_data == DOUBLE and raw is None):
        raise Broken("it holds numbers other than floats and 64-bit whole numbers")
    numbers = (plain if kind_of_data == FLOAT else wholes) if raw is None else _little_endian(_CODES[kind_of_data], raw)
    if any(d < 0 for d in shape) or len(numbers) != math.prod(shape):
        raise ValueError
    return Tensor(name, tuple(shape), numbers)


def _port(data: memoryview) -> tuple[str, tuple[int | None, ...]]:
    """Name and shape of an input or output; None is any size."""
    name, shape = "", []
    for number, kind, value in _fields(data):
        if number == 1 and kind == 2:
            name = _text(value)
        elif number == 2 and kind == 2:
            for dim in _dims(value):
                sizes = [v for n, k, v in _fields(dim) if n == 1 and k == 0]
                shape.append(sizes[0] if sizes else None)
    return name, tuple(shape)


def _dims(kind_of_value: memoryview) -> Iterator[memoryview]:
    for number, kind, tensor in _fields(kind_of_value):
        if number != 1 or kind != 2:
            raise Broken("its inputs and outputs must be plain tensors")
        for part, wire, shape in _fields(tensor):
            if part == 2 and wire == 2:
                yield from (dim for n, k, dim in _fields(shape) if n == 1 and k == 2)
