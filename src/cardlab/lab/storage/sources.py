"""The files that agents' texts name, by what they hold: an agent whose file has changed is another agent.

Noted are the file of a ``python:`` agent or game with those beside it that it imports, models and vectors named in options, and
the files that the command line of a ``cmd:`` agent names. A program that is found by its bare name, such as ``python``, is not.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardlab.core.sourcetext import files_behind
from cardlab.core.spec import OUTSIDE, Spec
from cardlab.errors import OptionError


def named_files(agents: Iterable[str]) -> dict[str, str]:
    """A digest of the content of each file, by the name it has in the text."""
    found = {}
    for agent in agents:
        for name, path in _paths(agent):
            try:
                if os.path.isfile(path):
                    found[name] = _digest(path)
            except (OSError, ValueError):
                continue
    return dict(sorted(found.items()))


def _paths(agent: str) -> Iterator[tuple[str, str]]:
    """Names in a text that may be files, and where they would be. Values of options are looked through like agents."""
    texts = [agent]
    while texts:
        try:
            spec = Spec.parse(texts.pop(), "agent", OUTSIDE)
        except OptionError:
            continue
        if spec.unread:
            yield from _python_paths(spec.value) if spec.name == "python" else ((word, word) for word in _words(spec.value))
            continue
        for value in spec.options.values():
            texts.append(value)
            yield from ((word, word) for word in {value, *re.split(r"[():]", value)} if "." in word or "/" in word)


def _python_paths(place: str) -> Iterator[tuple[str, str]]:
    """The file that is named, or that of a module."""
    file, colon, _ = place.rpartition(":")
    module = place.rpartition(".")[0]
    if colon:
        yield file, file
        yield from ((other.as_posix(), str(other)) for other in files_behind(Path(file)))
    elif (origin := _origin(module)) is not None:
        yield module, origin


def _words(command: str) -> list[str]:
    try:
        program, *words = shlex.split(command)
    except ValueError:
        return []
    return [program, *words, *(word.partition("=")[2] for word in words)] if "/" in program else words


def _origin(module: str) -> str | None:
    try:
        spec = importlib.util.find_spec(module) if module else None
    except (ImportError, AttributeError, ValueError):
        return None
    return spec.origin if spec is not None else None


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
