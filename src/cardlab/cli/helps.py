"""How the help of a command looks: usage as the pages write it, and words for values in place of Python's types."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

_WORDS: dict[type, str] = {int: "N", float: "X", Path: "PATH", str: "NAME"}


def place_of(argument: Any) -> str:
    """An argument as it stands in a usage line; what can be left out stands in brackets."""
    name: str = argument.metavar or argument.name.upper()
    return name if argument.required or name.startswith("[") else f"[{name}]"


class PlainCommand(TyperCommand):
    """A command with such a help."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What is written after the name of the command."""
        return [*(place_of(one) for one in self.params if one.param_type_name == "argument"), "[OPTIONS]"]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print it."""
        _name_values(self.get_params(ctx), self.callback)
        super().format_help(ctx, formatter)


class PlainGroup(TyperGroup):
    """The same for a command that has others below it."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Whatever has options of its own: which command it is comes first."""
        return ["COMMAND ..."]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print it."""
        _name_values(self.get_params(ctx), self.callback)
        super().format_help(ctx, formatter)


def wear_plain_helps(app: typer.Typer) -> None:
    """Let all commands of a program have such helps."""
    for command in app.registered_commands:
        command.cls = PlainCommand
    for group in app.registered_groups:
        group.cls = PlainGroup
        if group.typer_instance is not None:
            wear_plain_helps(group.typer_instance)


def _name_values(parameters: list[Any], callback: Callable[..., Any] | None) -> None:
    """Say what an option takes by a word; flags and arguments, whose names say it, get none."""
    hints = get_type_hints(callback) if callback is not None else {}
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: ""
        elif parameter.metavar is None:
            parameter.metavar = "" if parameter.is_flag else _word_for(hints.get(parameter.name))


def _word_for(hint: Any) -> str:
    kinds = (hint, *get_args(hint))
    return next((word for kind, word in _WORDS.items() if kind in kinds), "TEXT")
