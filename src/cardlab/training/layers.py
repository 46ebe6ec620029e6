"""Networks as PyTorch layers, and the same layers as ONNX nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from cardlab.errors import OptionError
from cardlab.training.dataset import Floats
from cardlab.training.exporting import OnnxDraft, dense_graph, unscaled
from cardlab.training.libraries import torch

DOCUMENTED = ((5, 3), (10, 3), (20, 2), (40, 2), (60, 2))
"""Channels and kernel of each convolution of the documented network."""
TEMPLATE_CLASSES = 10


def dense_layers(size: int, hidden: Sequence[int], dropout: float = 0.0) -> Any:
    """Fully connected layers with ReLU and dropout between them; one output."""
    nn = torch().nn
    layers = []
    for wide, narrow in zip((size, *hidden), hidden, strict=False):
        layers += [nn.Linear(wide, narrow), nn.ReLU(), nn.Dropout(dropout)]
    return nn.Sequential(*layers, nn.Linear(hidden[-1], 1))


def documented_layers(shape: Sequence[int], dropout: float) -> Any:
    """Five convolutions, each halved by a pool; outputs (lost, won). Padding is that of "same" in Keras."""
    nn, (high, wide) = torch().nn, picture(shape)
    layers = [nn.Unflatten(1, (1, high, wide))]
    channels = 1
    for number, (more, kernel) in enumerate(DOCUMENTED):
        if kernel % 2 == 0:
            layers.append(nn.ZeroPad2d((0, 1, 0, 1)))
        layers += [nn.Conv2d(channels, more, kernel, padding=(kernel - 1) // 2), nn.ReLU(), nn.MaxPool2d(2, ceil_mode=True)]
        if 0 < number < len(DOCUMENTED) - 1:
            layers.append(nn.Dropout(dropout))
        channels, high, wide = more, math.ceil(high / 2), math.ceil(wide / 2)
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(channels * high * wide, 2))


def bundled_layers(shape: Sequence[int]) -> Any:
    """Two convolutions, then the ten classes of a template of which 0 is lost and 1 is won."""
    nn, (high, wide) = torch().nn, picture(shape)
    return nn.Sequential(
        nn.Unflatten(1, (1, high, wide)), nn.Conv2d(1, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 32, 3), nn.ReLU(),
        nn.Flatten(), nn.Linear(32 * (high - 2) * (wide - 2), TEMPLATE_CLASSES),
    )  # fmt: skip


def picture(shape: Sequence[int]) -> tuple[int, int]:
    """Height and width of an encoding that is a picture."""
    if len(shape) != 2 or min(shape) < 3:
        raise OptionError(
            f"a convolutional network needs an encoding that is a picture, such as image with 4 × 41 numbers; "
            f"this one is {' × '.join(map(str, shape))}"
        )
    return shape[0], shape[1]


def parameters(network: Any) -> int:
    """How many numbers a network learns."""
    return sum(weights.numel() for weights in network.parameters() if weights.requires_grad)


def dense_to_graph(network: Any, mean: Floats, spread: Floats) -> OnnxDraft:
    """A network of dense layers on scaled numbers as nodes on plain numbers."""
    nn = torch().nn
    layers = [(_array(layer.weight), _array(layer.bias)) for layer in network if isinstance(layer, nn.Linear)]
    return dense_graph([unscaled(layers[0], mean, spread), *layers[1:]])


def picture_to_graph(network: Any, shape: Sequence[int], last: str) -> OnnxDraft:
    """A convolutional network as nodes; `last` (Sigmoid or Softmax) makes its outputs activations of (lost, won)."""
    nn = torch().nn
    graph = OnnxDraft()
    graph.add("Reshape", np.array([-1, 1, *shape], np.int64))
    for layer in network:
        if isinstance(layer, nn.Conv2d):
            bare = layer.padding == (0, 0) and layer.kernel_size == (3, 3)
            graph.add("Conv", *_weights(layer), kernel_shape=layer.kernel_size, auto_pad="VALID" if bare else "SAME_UPPER")
        elif isinstance(layer, nn.MaxPool2d):
            graph.add("MaxPool", kernel_shape=[2, 2], strides=[2, 2], auto_pad="SAME_UPPER")
        elif isinstance(layer, nn.ReLU):
            graph.add("Relu")
        elif isinstance(layer, nn.Linear):
            graph.add("Flatten", axis=1)
            graph.add("Gemm", *_weights(layer), transB=1)
    axis: dict[str, Any] = {"axis": 1} if last == "Softmax" else {}
    graph.add(last, **axis)
    both = graph.add("Gather", np.array([0, 1], np.int64), axis=1)
    total = graph.add("ReduceSum", np.array([1], np.int64), keepdims=1)
    graph.last = both
    graph.add("Gather", np.array([1], np.int64), axis=1)
    graph.add("Div", also=[total])
    return graph.finish()


def _weights(layer: Any) -> tuple[Any, Any]:
    return _array(layer.weight).astype(np.float32), _array(layer.bias).astype(np.float32)


def _array(weights: Any) -> Floats:
    found: Floats = weights.detach().numpy().astype(np.float64)
    return found
