"""Evaluators by a text: one of the game's own, a model file, or a Python function of a NumPy batch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.errors import CardlabError, MissingExtra, OptionError, PluginError
from cardlab.models.function import FunctionModel

if TYPE_CHECKING:
    from cardlab.core.game import Game

EVALUATORS = "an evaluator of the game, a model FILE.onnx, or python:file.py:function; without one the game's first, if needed"


def find_evaluator(game: Game, text: object, encoder: str | None = None) -> Any:
    """The evaluator that a text names; None for None. Each call makes a new one, as evaluators hold what they work on."""
    if text is None:
        return None
    if not isinstance(text, str):
        return function_evaluator(game, text, encoder) if callable(text) else text
    if text.startswith("python:"):
        return function_evaluator(game, _function(text), encoder)
    if encoder is not None:
        raise OptionError(f"encoder={encoder}: only a function needs to be told its features; {text} knows them")
    if text.endswith(".onnx"):
        from cardlab.models.modelfile import load_model

        return load_model(game, Path(text))
    return game.evaluator(text)


def function_evaluator(game: Game, function: Callable[[Any], Any], encoder: str | None = None) -> FunctionModel:
    """A function as evaluator: it is given the features of n positions as an array and returns n chances to win."""
    from importlib.util import find_spec

    if find_spec("numpy") is None:
        raise MissingExtra("a function as evaluator", "onnx")
    return FunctionModel(game.encoder(encoder), function)


def _function(text: str) -> Callable[[Any], Any]:
    from cardlab.core.plugins import load_object

    try:
        function = load_object(text)
    except CardlabError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f"{text}: {type(error).__name__}: {error}") from error
    if not callable(function):
        raise PluginError(f"{text}: is no function")
    return function  # type: ignore[no-any-return]
