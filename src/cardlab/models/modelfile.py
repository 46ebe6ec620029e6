"""Model files: ONNX with a card that says what the model was made for.

A model takes the features of one encoding (`x`, one row for each position) and gives the chance of the viewing seat to win
(`p`). Chains of dense layers and ensembles of trees run compiled; other models through ONNX Runtime, if only known operations
occur.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.files import read_bytes
from cardlab.core.parts import need
from cardlab.errors import CardlabError, RunError
from cardlab.models.bounds import RULES, check_bounds
from cardlab.models.function import FunctionModel
from cardlab.models.model import Model
from cardlab.models.native import native_model
from cardlab.models.onnx import Broken, Graph, read_graph
from cardlab.models.runtime import session

if TYPE_CHECKING:
    from cardlab.core.features import Encoder
    from cardlab.core.game import Game

FORMAT = "cardlab model 1"
MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class ModelCard:
    """What a model file says about itself."""

    kind: str
    game: str
    players: tuple[int, ...]
    encoder: str
    size: int
    columns: tuple[str, ...]
    rest: dict[str, Any]


@dataclass(frozen=True)
class ModelFile:
    """A model file that was read and checked."""

    path: Path
    data: bytes
    graph: Graph
    card: ModelCard


def read_model(path: str | Path) -> ModelFile:
    """Read a model file; anything that is none raises RunError."""
    data = read_bytes(path, MOST_BYTES)
    try:
        graph = read_graph(data)
        card = _card(graph.about.get("cardlab"))
        _check_graph(graph, card)
    except Broken as error:
        raise RunError(f"{path}: is not a model that cardlab can use: {error}") from None
    return ModelFile(Path(path), data, graph, card)


def load_model(game: Game, path: str | Path) -> Model:
    """The model in a file as an evaluator for a game, or an error that says why it does not fit."""
    file = read_model(path)
    encoder = _encoder(game, file)
    try:
        native = native_model(encoder, file.graph)
    except (CardlabError, ValueError, IndexError, KeyError, TypeError, OverflowError) as error:
        raise RunError(f"{file.path}: is not a model that cardlab can use: {error}") from None
    return native if native is not None else FunctionModel(encoder, session(file.path, file.data, file.card.size))


def _card(text: str | None) -> ModelCard:
    if text is None:
        raise Broken("it has no card that says which game and which features it is for; train it with `cardlab train`")
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise Broken(f"its card is of the form {data['format']!r:.40}, not {FORMAT!r}")
        card = ModelCard(
            str(data["kind"]), str(data["game"]), tuple(int(n) for n in data["players"]), str(data["encoder"]),
            int(data["size"]), tuple(str(name) for name in data["columns"]), dict(data),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise Broken("its card is damaged") from None
    if not 1 <= card.size <= 1_000_000:
        raise Broken("its card is damaged")
    return card


def _check_graph(graph: Graph, card: ModelCard) -> None:
    inputs = [name for name in graph.inputs if name not in graph.weights]
    if inputs != ["x"] or list(graph.outputs) != ["p"]:
        raise Broken("a model takes x and gives p, nothing else")
    if len(graph.inputs["x"]) != 2 or graph.inputs["x"][1] != card.size:
        raise Broken(f"it does not take the {card.size} numbers that its card tells")
    for node in graph.nodes:
        if node.op not in RULES or node.domain not in ("", "ai.onnx", "ai.onnx.ml"):
            raise Broken(f"it uses the operation {node.op!r:.40}, which no model of cardlab needs")
        for name in ("kernel_shape", "pads", "strides", "dilations"):
            sizes = node.attributes.get(name) or []
            if not isinstance(sizes, list) or any(not isinstance(size, int) or abs(size) > 64 for size in sizes):
                raise Broken(f"its {node.op} has an unreasonable {name}")
    check_bounds(graph, card.size)


def _encoder(game: Game, file: ModelFile) -> Encoder:
    card = file.card
    if card.game != game.name:
        raise RunError(f"{file.path}: was trained for {card.game!r:.40}, not for {game.name}")
    if game.players not in card.players:
        trained = ", ".join(str(n) for n in card.players) or "no"
        raise RunError(f"{file.path}: was trained on games for {trained} players, not for {game.players}")
    names = tuple(column.name for column in need(game, "observer").columns)
    try:
        encoder = game.encoder(card.encoder)
    except CardlabError as error:
        raise RunError(f"{file.path}: was trained on other features: {error}") from None
    if encoder.size != card.size or names[: len(card.columns)] != card.columns:
        raise RunError(
            f"{file.path}: was trained on {card.size} features of encoding {card.encoder} by another version of cardlab, "
            f"which here are {encoder.size}; train it again"
        )
    return encoder
