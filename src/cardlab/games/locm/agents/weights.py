"""Legends of Code and Magic: networks over the features of a board, in model files or in the weights of version 0.1."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.files import read_json, read_text
from cardlab.errors import OptionError
from cardlab.games.locm.data.observer import FEATURE_NAMES
from cardlab.models.dense import WideModel
from cardlab.models.model import SeatBySeat
from cardlab.models.modelfile import load_model

if TYPE_CHECKING:
    from cardlab.core.game import Game

FEATURES = len(FEATURE_NAMES)
MOST_HIDDEN = 64
LARGEST = 1e30
MOST_BYTES = 1 << 20
OWN_FILE = Path(__file__).parent / "board.onnx"


def load_evaluator(game: Game, name: str) -> SeatBySeat:
    """The network that comes with cardlab (``board``), or one with the weights of a JSON file as version 0.1 wrote them."""
    return SeatBySeat(load_model(game, OWN_FILE) if name == "board" else model_of(game, read_weights(Path(name))))


def model_of(game: Game, weights: dict[str, Any]) -> WideModel:
    """The model with such weights. If there is no hidden layer, one unit that says nothing stands for it."""
    hidden = weights.get("hidden") or {"first": [[0.0]] * FEATURES, "bias": [0.0], "last": [0.0]}
    layers = [(hidden["first"], hidden["bias"]), ([[weight] for weight in hidden["last"]], [0.0])]
    return WideModel(game.encoder("board"), layers, weights["linear"], weights["base"])


def read_weights(path: Path) -> dict[str, Any]:
    """The weights in a JSON file, checked."""
    weights = read_json(path, read_text(path, MOST_BYTES))
    if not isinstance(weights, dict) or not {"base", "linear"} <= set(weights) <= {"base", "linear", "hidden"}:
        raise OptionError(f"{path}: evaluator weights are a table with base, linear and, if there is a hidden layer, hidden")
    _check(path, "base", [weights["base"]], 1)
    _check(path, "linear", weights["linear"], FEATURES)
    if hidden := weights.get("hidden"):
        _check_hidden(path, hidden)
    return weights


def _check_hidden(path: Path, hidden: Any) -> None:
    if not isinstance(hidden, dict) or set(hidden) != {"first", "bias", "last"} or not isinstance(hidden["bias"], list):
        raise OptionError(f"{path}: the hidden layer has first, bias and last")
    n = len(hidden["bias"])
    if not 0 < n <= MOST_HIDDEN or not isinstance(hidden["first"], list) or len(hidden["first"]) != FEATURES:
        raise OptionError(f"{path}: a hidden layer has 1 to {MOST_HIDDEN} units with a weight for each of {FEATURES} features")
    for row in (hidden["bias"], hidden["last"], *hidden["first"]):
        _check(path, "hidden", row, n)


def _check(path: Path, name: str, values: Any, n: int) -> None:
    if not isinstance(values, list) or len(values) != n:
        found = len(values) if isinstance(values, list) else "something else"
        raise OptionError(f"{path}: {name} must be a list of {n} numbers, not {found}")
    if not all(type(value) in (int, float) and abs(value) < LARGEST for value in values):
        raise OptionError(f"{path}: {name} holds something that is not a finite number")
