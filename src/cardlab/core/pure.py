"""The uncompiled build: the same sources, run by Python, with every index and every number checked.

Set ``CARDLAB_PURE=1`` before cardlab is imported. Modules that are normally compiled are then loaded from their
``.py`` files, and the C declarations in the ``.pxd`` beside them are turned into checked Python stand-ins: structs
that copy on assignment, arrays that refuse an index or a value that C would silently get wrong, enums, and names
that were cimported.
"""

from __future__ import annotations

import enum
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import math
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from cardlab.core import bits
from cardlab.core.compiled import is_compiled

_RANGES = {
    "uint8_t": (0, 0xFF), "int8_t": (-0x80, 0x7F), "uint16_t": (0, 0xFFFF), "int16_t": (-0x8000, 0x7FFF),
    "int32_t": (-(1 << 31), (1 << 31) - 1), "uint32_t": (0, (1 << 32) - 1), "int": (-(1 << 31), (1 << 31) - 1),
    "int64_t": (-(1 << 63), (1 << 63) - 1), "uint64_t": (0, (1 << 64) - 1), "bint": (0, 1),
}  # fmt: skip
_FLOATS = {"double", "float"}
_LIBC = {"log": math.log, "sqrt": math.sqrt, "exp": math.exp, "pow": math.pow, "fabs": math.fabs, "floor": math.floor}
_HEADERS: dict[str, dict[str, Any]] = {}


class CheckedArray:
    """A C array that complains where C would corrupt memory."""

    __slots__ = ("_items", "_type")

    def __init__(self, ctype: str, shape: Sequence[int], structs: dict[str, type]) -> None:
        self._type = ctype
        inner = shape[1:]
        if inner:
            self._items: list[Any] = [CheckedArray(ctype, inner, structs) for _ in range(shape[0])]
        else:
            self._items = [_zero(ctype, structs) for _ in range(shape[0])]

    def _index(self, i: int) -> int:
        if not 0 <= i < len(self._items):
            raise IndexError(f"index {i} outside an array of {len(self._items)}")
        return i

    def __getitem__(self, i: int) -> Any:
        return self._items[self._index(i)]

    def __setitem__(self, i: int, value: Any) -> None:
        self._items[self._index(i)] = _checked(self._type, value)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def assign(self, other: CheckedArray) -> None:
        """Copy all elements, as a struct assignment in C does."""
        for i, value in enumerate(other._items):
            if isinstance(value, CheckedArray | CheckedStruct):
                self._items[i].assign(value)
            else:
                self._items[i] = value


class CheckedStruct:
    """Base of the classes made from ``ctypedef struct``."""

    _fields: ClassVar[dict[str, tuple[str, tuple[int, ...]]]] = {}
    _structs: ClassVar[dict[str, type]] = {}

    def __init__(self) -> None:
        for name, (ctype, shape) in self._fields.items():
            value = CheckedArray(ctype, shape, self._structs) if shape else _zero(ctype, self._structs)
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        ctype, shape = self._fields[name]
        if shape:
            raise TypeError(f"an array field ({name}) cannot be assigned as a whole")
        object.__setattr__(self, name, _checked(ctype, value))

    def __bytes__(self) -> bytes:
        """All fields as bytes: what the memory of the struct is in C."""
        return repr([_plain(getattr(self, name)) for name in self._fields]).encode()

    def assign(self, other: CheckedStruct) -> None:
        """Copy all fields, as a struct assignment in C does."""
        for name, (_, shape) in self._fields.items():
            if shape:
                getattr(self, name).assign(getattr(other, name))
            else:
                object.__setattr__(self, name, getattr(other, name))


class _Field:
    """A cdef attribute: zero at first, structs copied on assignment, numbers checked."""

    def __init__(self, name: str, ctype: str, shape: tuple[int, ...], structs: dict[str, type]) -> None:
        self.name, self.ctype, self.shape, self.structs = "_c_" + name, ctype, shape, structs

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        if owner is None:
            return self
        store = owner.__dict__
        if self.name not in store:
            fresh = CheckedArray(self.ctype, self.shape, self.structs) if self.shape else _zero(self.ctype, self.structs)
            store[self.name] = fresh
        return store[self.name]

    def __set__(self, owner: Any, value: Any) -> None:
        if self.ctype in self.structs and not self.shape:
            self.__get__(owner).assign(value)
        else:
            owner.__dict__[self.name] = _checked(self.ctype, value)


def _plain(value: Any) -> Any:
    if isinstance(value, CheckedArray):
        return [_plain(item) for item in value]
    return bytes(value) if isinstance(value, CheckedStruct) else value


def _zero(ctype: str, structs: dict[str, type]) -> Any:
    if ctype in structs:
        return structs[ctype]()
    if ctype in _FLOATS:
        return 0.0
    return 0 if ctype in _RANGES else None


def _checked(ctype: str, value: Any) -> Any:
    bounds = _RANGES.get(ctype)
    if bounds and not bounds[0] <= value <= bounds[1]:
        raise OverflowError(f"{value} does not fit into {ctype}")
    return value


class _Header:
    """What one ``.pxd`` declares."""

    def __init__(self, path: Path) -> None:
        self.names: dict[str, Any] = {}
        self.structs: dict[str, type] = {}
        self.aliases: dict[str, str] = {}
        self.fields: dict[str, dict[str, tuple[str, tuple[int, ...]]]] = {}
        self._lines = path.read_text(encoding="utf-8").splitlines()
        self._parse()

    def _parse(self) -> None:
        block: tuple[str, str] | None = None
        members: dict[str, int] = {}
        for line in [*self._lines, "end"]:
            text = line.split("#")[0].rstrip()
            if not text.strip():
                continue
            if not line.startswith(" "):
                if block and block[0] == "enum" and block[1]:
                    self.names[block[1]] = enum.IntEnum(block[1], members)
                block, members = self._open(text), {}
            elif block and block[0] == "enum":
                for part in text.split(","):
                    key, _, value = part.partition("=")
                    if key.strip():
                        members[key.strip()] = self._number(value) if value.strip() else len(members)
                        self.names[key.strip()] = members[key.strip()]
            elif block and block[0] == "extern":
                if found := re.search(r"(\w+)(?: \"\w+\")?\(", text):
                    self.names[found[1]] = getattr(bits, found[1])
            elif block and block[0] in ("struct", "class"):
                self._member(block, text.strip())

    def _open(self, text: str) -> tuple[str, str] | None:
        if found := re.match(r"from (\S+) cimport (.+)", text):
            self._cimport(found[1], [name.strip() for name in found[2].strip("() ").split(",")])
        elif found := re.match(r"c(?:p)?def enum ?(\w*):", text):
            return "enum", found[1]
        elif text.startswith("cdef extern"):
            return "extern", ""
        elif found := re.match(r"ctypedef struct (\w+):", text):
            fields: dict[str, Any] = {}
            kind = type(found[1], (CheckedStruct,), {"_fields": fields, "_structs": self.structs})
            self.structs[found[1]] = self.names[found[1]] = kind
            self.fields[found[1]] = fields
            return "struct", found[1]
        elif found := re.match(r"cdef class (\w+)", text):
            self.fields.setdefault(found[1], {})
            return "class", found[1]
        elif found := re.match(r"ctypedef (\w+) (\w+)$", text):
            self.aliases[found[2]] = found[1]
            self.names[found[2]] = int
        return None

    def _cimport(self, module: str, names: list[str]) -> None:
        if module.startswith("libc"):
            self.names.update({name: _LIBC[name] for name in names if name in _LIBC})
            return
        source = importlib.import_module(module)
        for name in names:
            if not hasattr(source, name):
                raise ImportError(f"{module} has no {name}")
            value = getattr(source, name)
            self.names[name] = value
            if isinstance(value, type) and issubclass(value, CheckedStruct):
                self.structs[name] = value

    def _number(self, text: str) -> int:
        """A number, the name of one, or a sum of these."""
        terms = [term.strip() for term in text.split("+")]
        return sum(int(self.names[term]) if term in self.names else int(term) for term in terms)

    def _member(self, block: tuple[str, str], text: str) -> None:
        if "(" in text or text.startswith("@"):
            return
        text = re.sub(r"^(cdef|readonly|public)\s+", "", re.sub(r"^cdef\s+", "", text))
        ctype, _, names = text.partition(" ")
        pointer = ctype.endswith("*")
        ctype = self.aliases.get(ctype, ctype)
        for name in names.split(","):
            base = re.search(r"\w+", name)[0]  # type: ignore[index]
            shape = tuple(map(self._number, re.findall(r"\[([^\]]+)\]", name)))
            self.fields[block[1]][base] = ("object" if pointer or "*" in name else ctype, shape)


class _PureLoader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        if not is_compiled(Path(self.path)):
            super().exec_module(module)
            return
        header = _Header(Path(self.path).with_suffix(".pxd"))
        vars(module).update(header.names)
        super().exec_module(module)
        for class_name, fields in header.fields.items():
            kind = vars(module).get(class_name)
            if kind is None or issubclass(kind, CheckedStruct):
                continue
            for name, (ctype, shape) in fields.items():
                setattr(kind, name, _Field(name, ctype, shape, header.structs))


class _PureFinder(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> Any:
        if not name.startswith("cardlab.") or path is None:
            return None
        for folder in path:
            source = Path(folder) / (name.rpartition(".")[2] + ".py")
            if source.exists():
                loader = _PureLoader(name, str(source))
                return importlib.util.spec_from_file_location(name, source, loader=loader)
        return None


def install() -> None:
    """Load all of cardlab's modules from their sources from now on."""
    if not any(isinstance(finder, _PureFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _PureFinder())
