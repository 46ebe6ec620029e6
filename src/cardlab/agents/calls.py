"""How an agent written in Python wants to be called: by the names of the parameters of its methods."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from cardlab.errors import PluginError

USAGE = "write choose(self, seat) or choose(self, seat, rng)"
TOLD: Mapping[str, tuple[tuple[str, ...], str]] = {
    "new_game": ((), "before each game"),
    "hear": (("event",), "whenever something happens"),
    "game_over": (("seat", "result"), "after each game"),
}
"""Methods by which a player may be told something: what they are called with, and when."""
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


def check_listeners(player: Any) -> None:
    """Raise if a method by which a player is told something, where there is one, cannot be called as it will be."""
    for method, (told, when) in TOLD.items():
        if hasattr(player, method):
            _check_listener(player, method, told, when)


def _check_listener(player: Any, method: str, told: tuple[str, ...], when: str) -> None:
    name, handed = f"{type(player).__name__}.{method}", f"with {' and '.join(told)}" if told else "without arguments"
    if not callable(getattr(player, method)):
        raise PluginError(f"{name} is no method: it is called {handed} {when}")
    parameters = _parameters(getattr(player, method), name)
    usage = f"write {method}({', '.join(('self', *told))})"
    needed = [parameter.name for parameter in parameters if _is_needed(parameter)]
    places = [parameter for parameter in parameters if parameter.kind in (*_POSITIONAL, inspect.Parameter.VAR_POSITIONAL)]
    many = any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in parameters)
    if len(needed) > len(told):
        raise PluginError(f"{name} wants {', '.join(needed)}, but it is called {handed} {when}: {usage}")
    if len(places) < len(told) and not many:
        raise PluginError(f"{name} has no place for what it is told: it is called {handed} {when}: {usage}")


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
