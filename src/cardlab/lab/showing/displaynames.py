"""Short names of agents for tables: as short as they can be while no two of them are alike."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from cardlab.core.spec import PROGRAMS, Spec, is_outside
from cardlab.errors import CardlabError

_NUMBER = re.compile(r" #\d+$")
_INTERPRETERS = re.compile(r"(python|pypy|node|deno|bun|java|mono|dotnet|ruby|perl|php|lua|julia|bash|sh|wine)[\d.]*(\.exe)?")


def display_names(texts: Sequence[str], short: bool = False) -> list[str]:
    """A name for each agent. What leads out of cardlab goes by its class, file or program; `short`: leave out options too."""
    numbers = [found[0] if (found := _NUMBER.search(text)) else "" for text in texts]
    bare = [text.removesuffix(number) for text, number in zip(texts, numbers, strict=True)]
    choices = {text: _choices(text, short) for text in bare}
    shared = _shared_options(choices) if short else {}
    for text, (first, *_) in choices.items():
        if text in shared:
            choices[text] = [first, shared[text], text]
    names = {text: _first_alone(text, choices) for text in choices}
    return [names[text] + number for text, number in zip(bare, numbers, strict=True)]


def _first_alone(text: str, choices: Mapping[str, Sequence[str]]) -> str:
    """The first name that nobody else could have."""
    taken = {name for other, names in choices.items() if other != text for name in names}
    return next((name for name in choices[text] if name not in taken), text)


def _choices(text: str, short: bool) -> list[str]:
    """Names for an agent, the shortest first."""
    if text.startswith("python:"):
        return [*_of_python(text.removeprefix("python:")), text]
    if is_outside(text.replace(" ", ""), *PROGRAMS):
        return [*_of_program(text), text]
    head = _read(text)
    return [head.head, text] if short and head is not None and head.options else [text]


def _of_python(place: str) -> list[str]:
    if ".py:" in place:
        file, _, name = place.rpartition(":")
        stem = PurePath(file).stem
    else:
        module, _, name = place.rpartition(".")
        stem = module.rpartition(".")[2]
    return [name, stem, f"{stem}.{name}"] if stem else [name]


def _of_program(text: str) -> list[str]:
    _, _, command = text.partition(":")
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    if words and _INTERPRETERS.fullmatch(PurePath(words[0]).name):
        words = [word for word in words[1:] if not word.startswith("-")] or words
    if not words:
        return []
    path = PurePath(words[0])
    return [path.stem, path.name, " ".join([path.name, *words[1:]])]


def _shared_options(choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Texts with options, without those that all agents of the same head have alike."""
    read = {text: spec for text in choices if (spec := _read(text)) is not None and spec.options and not spec.unread}
    found = {}
    for text, spec in read.items():
        alike = [other.options for other in read.values() if other.head == spec.head]
        own = {name: _file_name(value) for name, value in spec.options.items() if any(o.get(name) != value for o in alike)}
        found[text] = ",".join([spec.head, *(f"{name}={value}" for name, value in own.items())])
    return found


def _file_name(value: str) -> str:
    """The last part of a path; any other value as it is."""
    return PurePath(value).name if "/" in value and "(" not in value else value


def _read(text: str) -> Spec | None:
    try:
        return Spec.parse(text, "agent")
    except CardlabError:
        return None
