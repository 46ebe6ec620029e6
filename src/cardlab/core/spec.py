"""Things that are named by a text: ``name``, ``name:value``, ``name:value,option=value,…``.

Games, agents, encodings and methods are all written like this, in Python, on the command line and in files:

* A comma in brackets belongs to a value, ``split,row=(ismcts:400,c=0.7)``. Brackets around a whole value are taken off, so
  that it can be read like any other text.
* A value in double quotes may hold anything, ``evaluator="a,b.onnx"``; a quote in it is written twice.
* After some names everything up to the end is one value, as it stands, ``cmd:./bot --fast``. Their options go before it,
  ``cmd[time=2]:./bot``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from cardlab.errors import OptionError, UnknownName

OUTSIDE: Mapping[str, str] = {
    "python": "what you wrote in Python is named python:module.Class or python:file.py:Class",
    "cmd": "a bot is written cmd:COMMAND or cmd[name=value,…]:COMMAND",
    "json": "a bot that speaks JSON is written json:COMMAND or json[name=value,…]:COMMAND",
}
"""Names that lead out of cardlab, with how they are written: what follows is a place or a command line, not ours to read."""
PROGRAMS = ("cmd", "json")
"""Those of them that begin a command line."""
MAX_DEPTH = 16
"""Agents within agents, as brackets within brackets: more are no use, and would not fit on the stack."""
_UNREAD = re.compile(r"\s*([\w-]+)\s*(?::|\[(?P<inside>(?:\"[^\"]*\"|[^\"\]]|\](?!:))*)\]:)(?P<value>.*)", re.DOTALL)
_NO_NAME = re.compile(r'[()"]')

Thing = TypeVar("Thing")


def is_outside(text: str, *names: str) -> bool:
    """Whether a text leads out of cardlab, by one of these names (none: by any of them)."""
    return text.startswith(tuple(f"{name}{sign}" for name in names or OUTSIDE for sign in ":["))


@dataclass(frozen=True)
class Spec:
    """A text in its parts. `unread`: the value is all that follows the name, as it stands."""

    name: str
    value: str = ""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    unread: bool = False

    @classmethod
    def parse(cls, text: str, what: str, unread: Mapping[str, str] | None = None, noun: str = "option") -> Spec:
        """Read a text that names `what`. `unread` holds the names whose value is not ours to read, with how to write them."""
        if not isinstance(text, str):
            raise OptionError(f"{what} is named by a text, not by {text!r:.60}")
        where, bare = f"{what} {text!r}", _bare(text)
        text = text if bare == text.strip() else bare
        for name, usage in (unread or {}).items():
            if re.match(rf"\s*{name}\s*[:\[]", text):
                return cls._of_unread(name, text, f"{where}: {usage}", where, noun)
        head, *parts = _parts(where, text)
        name, _, value = head.partition(":")
        if _NO_NAME.search(name):
            raise OptionError(f"{where}: {name.strip()!r} cannot be a name; brackets and quotes are for values")
        return cls(name.strip(), _bare(value), read_options(where, parts, noun))

    @classmethod
    def _of_unread(cls, name: str, text: str, usage: str, where: str, noun: str) -> Spec:
        found = _UNREAD.fullmatch(text)
        if found is None:
            raise OptionError(usage)
        inside = found["inside"] or ""
        return cls(name, found["value"], read_options(where, _parts(where, inside) if inside.strip() else (), noun), True)

    @property
    def head(self) -> str:
        """The text without its options."""
        if self.unread:
            return f"{self.name}:{self.value}"
        return f"{self.name}:{_written(self.value)}" if self.value else self.name

    def __str__(self) -> str:
        options = write_options(self.options)
        if self.unread:
            return f"{self.name}[{options}]:{self.value}" if options else self.head
        return f"{self.head},{options}" if options else self.head


def read_options(where: str, parts: Iterable[str], noun: str = "option") -> dict[str, str]:
    """Texts of the form name=value as a table, each name once."""
    found: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        name = name.strip()
        if not equals or not name or _NO_NAME.search(name):
            raise OptionError(
                f"{where}: {part.strip()!r} is not {'an' if noun[0] in 'aeiou' else 'a'} {noun}; write name=value"
            )
        if name in found:
            raise OptionError(f"{where}: {noun} {name!r} is given twice; write each name once")
        found[name] = _bare(value)
    return found


def write_options(options: Mapping[str, str]) -> str:
    """Options as they are written after a name."""
    return ",".join(f"{name}={_written(value)}" for name, value in options.items())


def look_up(what: str, name: str, known: Mapping[str, Thing], error: type[UnknownName] = UnknownName, hint: str = "") -> Thing:
    """The known thing of that name, or an error that tells which there are and which was probably meant."""
    if name not in known:
        raise error(what, name, known, hint)
    return known[name]


def _parts(where: str, text: str) -> list[str]:
    """A text cut at its commas, but for those in brackets and quotes."""
    if complaint := _unbalanced(text):
        raise OptionError(f"{where}: {complaint}")
    cuts = [-1, *(at for at, sign, depth in _unquoted(text) if sign == "," and not depth), len(text)]
    return [text[start + 1 : end] for start, end in itertools.pairwise(cuts)]


def _unbalanced(text: str) -> str:
    """What is wrong with the brackets and quotes of a text, if anything."""
    depths = [0, *(depth for _, _, depth in _unquoted(text))]
    if text.count('"') % 2:
        return 'a quote is not closed; a value with quotes is written "…", with each of them twice'
    if min(depths) < 0 or depths[-1]:
        return 'a bracket has no partner; a value with such a bracket is written in quotes, "…"'
    return f"brackets stand in brackets more than {MAX_DEPTH} deep" if max(depths) > MAX_DEPTH else ""


def _unquoted(text: str) -> Iterator[tuple[int, str, int]]:
    """The characters that stand in no quotes, with their places, and how many brackets are open after each."""
    depth, quoted = 0, False
    for at, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif not quoted:
            depth += (sign == "(") - (sign == ")")
            yield at, sign, depth


def _bare(value: str) -> str:
    """A value without the brackets or quotes around it."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1].replace('""', ""):
        return value[1:-1].replace('""', '"')
    closed = next((at for at, _, depth in _unquoted(value) if not depth), None) if value.startswith("(") else None
    return value[1:-1] if closed is not None and closed == len(value) - 1 else value


def _written(value: str) -> str:
    """A value with the brackets or quotes that it needs."""
    if _unbalanced(value) or _unbalanced(f"({value})") or "]:" in value:
        return '"' + value.replace('"', '""') + '"'
    plain = _bare(value) == value and not any(sign == "," and not depth for _, sign, depth in _unquoted(value))
    return value if plain else f"({value})"
