"""What a model costs in Castle's search, beside plain ISMCTS with random playouts. The models are as large as trained ones."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.core.game import Game
from cardlab.lab.speed.measuring import Exercise, Speed, search_iterations
from cardlab.training.exporting import OnnxDraft, Trees, dense_graph, tree_graph
from cardlab.training.layers import documented_layers, picture_to_graph
from cardlab.training.modelwriter import model_bytes

PLAIN = "ismcts:3200,policy=random,memory=table,c=0.7"
DEPTH = "policy=random,memory=table,c=0.7,depth=40"
TREES, LEVELS = 100, 5


def tasks() -> list[Exercise]:
    """Plain search, and searches whose random playouts are judged after 40 moves, all over the same positions."""
    game, folder = cardlab.game("castle"), Path(tempfile.mkdtemp(prefix="cardlab-bench-"))
    image, rich = game.encoder("image"), game.encoder("rich")
    files = [
        _write(
            game, folder / "cnn.onnx", "image", picture_to_graph(documented_layers(image.shape, 0.0), image.shape, "Sigmoid")
        ),
        _write(game, folder / "linear.onnx", "rich", dense_graph([_layer(rich.size, 1)])),
        _write(game, folder / "trees.onnx", "rich", tree_graph(_trees(rich.size), 0.0, True)),
        _write(game, folder / "net.onnx", "rich", dense_graph([_layer(rich.size, 64), _layer(64, 16), _layer(16, 1)])),
    ]
    judged = [search_iterations(game, f"e-ismcts:3200,evaluator={file},{DEPTH}") for file in files]
    return [
        search_iterations(game, PLAIN),
        *judged,
        search_iterations(game, "ismcts:3200"),
        search_iterations(game, "e-ismcts:3200"),
    ]


def _write(game: Game, path: Path, encoder: str, graph: OnnxDraft) -> Path:
    size = game.encoder(encoder).size
    columns = [column.name for column in game.observer().columns]
    card = {"format": "cardlab model 1", "kind": path.stem, "game": game.name, "players": [2], "encoder": encoder}
    path.write_bytes(model_bytes(graph, size, {**card, "size": size, "columns": columns}))
    return path


def _layer(inputs: int, outputs: int) -> tuple[Any, Any]:
    draw = np.random.default_rng(inputs)
    return draw.normal(size=(outputs, inputs)) / np.sqrt(inputs), np.zeros(outputs)


def _trees(size: int) -> Trees:
    """Full binary trees with random features."""
    draw, inner = np.random.default_rng(0), 2**LEVELS - 1
    number = np.arange(2 * inner + 1)
    tree = {
        "threshold": np.full(len(number), 0.5), "left": np.where(number < inner, 2 * number + 1, -1),
        "right": np.where(number < inner, 2 * number + 2, -1), "value": draw.normal(size=len(number)) / TREES,
    }  # fmt: skip
    return Trees.joined([{**tree, "feature": draw.integers(0, size, len(number))} for _ in range(TREES)])


def report(paces: list[Speed], console: Console) -> None:
    """The table."""
    table = Table("Castle's search, iterations", "per second", "beside plain", title="Models in the search, one core, CPU time")
    names = (
        "plain ISMCTS, random playouts", "cut at 40 moves: CNN of the study, ONNX Runtime", "cut at 40 moves: linear, compiled",
        f"cut at 40 moves: {TREES} trees of {2**LEVELS} leaves, compiled", "cut at 40 moves: small network, compiled",
        "ismcts as it is by default", "e-ismcts as it is by default",
    )  # fmt: skip
    for name, pace in zip(names, paces, strict=True):
        table.add_row(name, f"{pace.per_second:,.0f}", f"{pace.per_second / paces[0].per_second:.2f}x")
    console.print(table)
