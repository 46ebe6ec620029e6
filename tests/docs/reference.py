"""The command reference, made from the command line itself: what each command is for, its examples, arguments and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer

from cardlab.cli.commandline import build_app
from cardlab.cli.helps import place_of


def command_reference() -> str:
    """Every command, in the order in which the program lists them."""
    program: Any = typer.main.get_command(build_app())
    return "\n\n".join(part for name, command in program.commands.items() for part in _told("cardlab", name, command))


def _told(before: str, name: str, command: Any) -> Iterator[str]:
    """One command, and those that stand below it."""
    called = f"{before} {name}"
    level = "##" if before == "cardlab" else "###"
    yield f"{level} {called}"
    yield f"```text\n{_usage(called, command)}\n```"
    words, _, examples = re.sub(r"Example: (.*)", r"Examples:\n\n\1", command.help).partition("Examples:")
    yield re.sub(r"[ \n]+", " ", words.replace("\n\n", "\x1e")).strip().replace("\x1e", "\n\n").replace("\n\n ", "\n\n")
    if shown := _examples(examples):
        yield f"```console\n{shown}\n```"
    hints = get_type_hints(command.callback, include_extras=True) if command.callback is not None else {}
    shown_ones = [parameter for parameter in command.params if not parameter.hidden]
    rows = [row for parameter in shown_ones if (row := _row(parameter, hints.get(parameter.name))) is not None]
    if rows:
        yield "\n".join(["| | value | default | meaning |", "| --- | --- | --- | --- |", *rows])
    for below, inner in getattr(command, "commands", {}).items():
        yield from _told(called, below, inner)


def _usage(called: str, command: Any) -> str:
    if hasattr(command, "commands"):
        return f"{called} COMMAND"
    arguments = [place_of(parameter) for parameter in command.params if parameter.param_type_name == "argument"]
    return " ".join([called, *arguments, "[OPTIONS]"])


def _examples(text: str) -> str:
    """The examples as commands; what stands between them goes without saying."""
    lines = [re.sub(r"\s+", " ", part).strip() for part in text.split("\n\n")]
    return "\n".join(f"$ {line}" for line in lines if line.startswith("cardlab "))


def _row(parameter: Any, hint: Any) -> str | None:
    if parameter.param_type_name == "argument":
        return _cells(f"`{parameter.metavar or parameter.name.upper()}`", "", "", parameter.help)
    if parameter.name == "help":
        return None
    names = ", ".join(f"`{name}`" for name in sorted([*parameter.opts, *parameter.secondary_opts], key=len))
    value = "" if parameter.is_flag else get_args(hint)[1].metavar or _kind(hint)
    default = parameter.default
    if parameter.is_flag or not isinstance(default, str | int | float | Path) or default == "":
        return _cells(names, value, "", parameter.help)
    return _cells(names, value, f"`{default}`", parameter.help)


def _kind(hint: Any) -> str:
    """What an option without a word for it takes, by the annotation of the function that is called."""
    annotated, told = get_args(hint)[:2]
    kinds = {int: "a whole number", float: "a number", Path: "a file"}
    name = next((words for kind, words in kinds.items() if kind in (annotated, *get_args(annotated))), "a text")
    low, high = getattr(told, "min", None), getattr(told, "max", None)
    ends = [f"from {low:,g}" if low is not None else "", f"to {high:,g}" if high is not None else ""]
    return " ".join([name, *(end for end in ends if end)])


def _cells(*cells: str | None) -> str:
    return "| " + " | ".join((cell or "").replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
