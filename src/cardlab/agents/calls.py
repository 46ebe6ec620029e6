"""How an agent written in Python wants to be called: by the names of the parameters of its methods."""

from __future__ import annotations

import inspect
from enum import IntEnum
from typing import Any

from cardlab.errors import PluginError

USAGE = "write choose(self, seat) or choose(self, seat, rng)"
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class CallForm(IntEnum):
    """What `choose` is handed beside the seat: nothing, the random source in second place, or the source by its name."""

    SEAT = 0
    BOTH = 1
    NAMED = 2


def call_of(player: Any) -> CallForm:
    """How to call `player.choose`, or an error that says what is wrong with its parameters.

    The source of random numbers goes to a parameter called `rng` and to no other. Parameters with a default keep it, and
    ``*args`` and ``**kwargs`` get nothing beside the seat.
    """
    name = f"{type(player).__name__}.choose"
    if inspect.iscoroutinefunction(player.choose):
        raise PluginError(f"{name} is `async`: an agent answers at once; write a plain method")
    parameters = _parameters(player.choose, name)
    first, rest = parameters[:1], parameters[1:]
    if not first or first[0].kind not in (*_POSITIONAL, inspect.Parameter.VAR_POSITIONAL) or _is_rng(first[0]):
        raise PluginError(f"{name} has no place for the seat: {USAGE}")
    for at, parameter in enumerate(rest):
        if _is_rng(parameter):
            if at == 0 and parameter.kind in _POSITIONAL:
                _refuse_others(name, rest[1:])
                return CallForm.BOTH
            if parameter.kind is not inspect.Parameter.POSITIONAL_ONLY and parameter.name == "rng":
                _refuse_others(name, [other for other in rest if other is not parameter])
                return CallForm.NAMED
    _refuse_others(name, rest)
    return CallForm.SEAT


def check_new_game(player: Any) -> None:
    """Raise if `player.new_game`, where there is one, wants to be told something."""
    method = getattr(player, "new_game", None)
    if method is None:
        return
    name = f"{type(player).__name__}.new_game"
    if not callable(method):
        raise PluginError(f"{name} is no method: it is called without arguments before each game")
    needed = [parameter.name for parameter in _parameters(method, name) if _is_needed(parameter)]
    if needed:
        raise PluginError(f"{name} wants {', '.join(needed)}, but it is called without arguments: write new_game(self)")


def _parameters(method: Any, name: str) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(method).parameters.values())
    except (ValueError, TypeError):
        raise PluginError(f"{name} does not tell its parameters, so cardlab cannot call it: wrap it; {USAGE}") from None


def _is_rng(parameter: inspect.Parameter) -> bool:
    """Whether a parameter means the random source; an underscore says that it is not used."""
    return parameter.kind not in _MANY and parameter.name.strip("_") in ("rng", "")


def _is_needed(parameter: inspect.Parameter) -> bool:
    return parameter.default is inspect.Parameter.empty and parameter.kind not in _MANY


def _refuse_others(name: str, others: list[inspect.Parameter]) -> None:
    for parameter in others:
        if _is_needed(parameter):
            raise PluginError(
                f"{name} wants {parameter.name!r}, which nobody hands it: {USAGE}. Agents get the seat and, in a parameter "
                f"called rng, a source of random numbers; give {parameter.name!r} a default, or set it in __init__"
            )
