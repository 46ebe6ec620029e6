"""What a header (``.pxd``) declares: numbers, structs, the fields of classes. Read from the file, for all who need to know.

The uncompiled build makes checked stand-ins of it, and `cardlab.core.memory` finds a state's fields in its struct by it, so
that a field is described once, where the struct is.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import operator
import re
from dataclasses import dataclass, field
from pathlib import Path

from cardlab.errors import PluginError

Shape = tuple[int, ...]
_OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift, ast.BitOr: operator.or_,
}  # fmt: skip


@dataclass(frozen=True)
class FieldType:
    """A C type, and the lengths of the array if it is one."""

    ctype: str
    shape: Shape = ()


Fields = dict[str, FieldType]


@dataclass
class Header:
    """What one header declares by itself, and what it takes from others."""

    numbers: dict[str, int] = field(default_factory=dict)
    enums: dict[str, dict[str, int]] = field(default_factory=dict)
    structs: dict[str, Fields] = field(default_factory=dict)
    classes: dict[str, Fields] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    """Functions of C that the header only names."""
    taken: dict[str, str] = field(default_factory=dict)
    """Names that come from other modules, with the module."""


@functools.cache
def header_of(module: str) -> Header:
    """The header of a module; an empty one if it has none."""
    spec = importlib.util.find_spec(module)
    origin = spec.origin if spec is not None else None
    if origin is None:
        return Header()
    path = Path(origin).with_name(Path(origin).name.partition(".")[0] + ".pxd")
    return read_header(path) if path.exists() else Header()


def read_header(path: Path) -> Header:
    """The header in a file."""
    return _Reader(path.read_text(encoding="utf-8")).header


def find_struct(header: Header, name: str) -> tuple[Header, Fields] | None:
    """A struct that a header declares or takes from another one, and where it is declared."""
    if name in header.structs:
        return header, header.structs[name]
    return find_struct(header_of(header.taken[name]), name) if name in header.taken else None


class _Reader:
    """Reads a header line by line."""

    def __init__(self, text: str) -> None:
        self.header = Header()
        self._kind = self._name = ""
        bare = "\n".join(line.split("#")[0].rstrip() for line in text.splitlines())
        for line in re.sub(r"cimport \(([^)]*)\)", lambda names: f"cimport {' '.join(names[1].split())}", bare).splitlines():
            if line.strip():
                self._inside(line.strip()) if line[0].isspace() else self._open(line)

    def _open(self, text: str) -> None:
        """A line that begins something."""
        header, self._kind, self._name = self.header, "", ""
        if found := re.match(r"from (\S+) cimport (.+)", text):
            names = filter(None, (name.strip() for name in found[2].split(",")))
            header.taken.update(dict.fromkeys(names, "libc" if found[1].startswith("libc") else found[1]))
        elif found := re.match(r"c(?:p)?def enum ?(\w*):", text):
            self._kind, self._name = "enum", found[1]
            if found[1]:
                header.enums[found[1]] = {}
        elif text.startswith("cdef extern"):
            self._kind = "extern"
        elif found := re.match(r"(?:ctypedef|cdef) struct (\w+):", text):
            self._kind, self._name = "struct", found[1]
            header.structs[found[1]] = {}
        elif found := re.match(r"cdef class (\w+)", text):
            self._kind, self._name = "class", found[1]
            header.classes.setdefault(found[1], {})
        elif found := re.match(r"ctypedef (\w+) (\w+)$", text):
            header.aliases[found[2]] = found[1]

    def _inside(self, text: str) -> None:
        """A line of what was begun."""
        if self._kind == "enum":
            for part in filter(None, (part.strip() for part in text.split(","))):
                self._member(*(word.strip() for word in part.partition("=")[::2]))
        elif self._kind == "extern":
            if found := re.search(r"(\w+)(?: \"\w+\")?\(", text):
                self.header.functions.append(found[1])
        elif self._kind == "struct" or (self._kind == "class" and "(" not in text and not text.startswith("@")):
            self._field(re.sub(r"^(cdef|readonly|public)\s+", "", re.sub(r"^cdef\s+", "", text)))

    def _member(self, key: str, value: str) -> None:
        enum = self.header.enums.get(self._name)
        number = self._number(value) if value else len(enum or {})
        self.header.numbers[key] = number
        if enum is not None:
            enum[key] = number

    def _field(self, text: str) -> None:
        fields = (self.header.structs if self._kind == "struct" else self.header.classes)[self._name]
        ctype, _, names = text.partition(" ")
        for name in names.split(","):
            base = re.search(r"\w+", name)[0]  # type: ignore[index]
            shape = tuple(map(self._number, re.findall(r"\[([^\]]+)\]", name)))
            plain = "object" if ctype.endswith("*") or "*" in name else self._plain(ctype)
            fields[base] = FieldType(plain, shape)

    def _plain(self, ctype: str) -> str:
        """A type by its own name, where another one stands for it."""
        if ctype in self.header.aliases:
            return self.header.aliases[ctype]
        home = self.header.taken.get(ctype, "libc")
        return ctype if home == "libc" else header_of(home).aliases.get(ctype, ctype)

    def _number(self, text: str) -> int:
        """A number, the name of one, or what is reckoned from these."""
        try:
            return self._value(ast.parse(text.strip(), mode="eval").body)
        except (KeyError, SyntaxError):
            raise PluginError(f"{text.strip()!r} in a header is no number that can be told from the headers alone") from None

    def _value(self, term: ast.expr) -> int:
        if isinstance(term, ast.BinOp):
            return int(_OPERATORS[type(term.op)](self._value(term.left), self._value(term.right)))
        if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.USub):
            return -self._value(term.operand)
        if isinstance(term, ast.Constant) and isinstance(term.value, int):
            return term.value
        name = ast.unparse(term)
        return self.header.numbers[name] if name in self.header.numbers else _number_of(self.header.taken[name], name)


def _number_of(module: str, name: str) -> int:
    header = header_of(module)
    return header.numbers[name] if name in header.numbers else _number_of(header.taken[name], name)
