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
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from cardlab.core import bits
from cardlab.core.compiled import is_compiled
from cardlab.core.headers import Fields, FieldType, header_of

_RANGES = {
    "uint8_t": (0, 0xFF), "int8_t": (-0x80, 0x7F), "uint16_t": (0, 0xFFFF), "int16_t": (-0x8000, 0x7FFF),
    "int32_t": (-(1 << 31), (1 << 31) - 1), "uint32_t": (0, (1 << 32) - 1), "int": (-(1 << 31), (1 << 31) - 1),
    "int64_t": (-(1 << 63), (1 << 63) - 1), "uint64_t": (0, (1 << 64) - 1), "bint": (0, 1),
}  # fmt: skip
_FLOATS = {"double", "float"}
_LIBC = {"log": math.log, "sqrt": math.sqrt, "exp": math.exp, "pow": math.pow, "fabs": math.fabs, "floor": math.floor}
_CIMPORTS = "cython.cimports."
_LOADING: dict[str, list[tuple[str, str]]] = {}
"""Modules that are being loaded, each with the modules that wait for a name of it: rules and their state know each other."""


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
        if isinstance(value, CheckedStruct):
            self._items[self._index(i)].assign(value)
        else:
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

    def put(self, values: Sequence[Any]) -> None:
        """Set the first elements from plain values."""
        for i, value in enumerate(values):
            inner = self[i]
            if isinstance(inner, CheckedArray | CheckedStruct):
                inner.put(value)
            else:
                self[i] = value


class CheckedStruct:
    """Base of the classes made from ``ctypedef struct``."""

    _fields: ClassVar[Fields] = {}
    _structs: ClassVar[dict[str, type]] = {}

    def __init__(self) -> None:
        for name, told in self._fields.items():
            object.__setattr__(self, name, _fresh(told, self._structs))

    def __setattr__(self, name: str, value: Any) -> None:
        if self._fields[name].shape:
            raise TypeError(f"an array field ({name}) cannot be assigned as a whole")
        if isinstance(value, CheckedStruct):
            getattr(self, name).assign(value)
        else:
            object.__setattr__(self, name, _checked(self._fields[name].ctype, value))

    def __bytes__(self) -> bytes:
        """All fields as bytes: what the memory of the struct is in C."""
        return repr(self.plain()).encode()

    def plain(self, only: Iterable[str] | None = None) -> dict[str, Any]:
        """The fields as plain values: all, or only some."""
        return {name: _plain(getattr(self, name)) for name in (self._fields if only is None else only)}

    def put(self, values: Mapping[str, Any]) -> None:
        """Set some fields from plain values."""
        for name, value in values.items():
            if self._fields[name].shape or isinstance(value, Mapping):
                getattr(self, name).put(value)
            else:
                setattr(self, name, value)

    def assign(self, other: CheckedStruct) -> None:
        """Copy all fields, as a struct assignment in C does."""
        for name in self._fields:
            value = getattr(other, name)
            if isinstance(value, CheckedArray | CheckedStruct):
                getattr(self, name).assign(value)
            else:
                object.__setattr__(self, name, value)


class _Field:
    """A cdef attribute: zero at first, structs copied on assignment, numbers checked."""

    def __init__(self, name: str, told: FieldType, structs: dict[str, type]) -> None:
        self.name, self.told, self.structs = "_c_" + name, told, structs

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        if owner is None:
            return self
        store = owner.__dict__
        if self.name not in store:
            store[self.name] = _fresh(self.told, self.structs)
        return store[self.name]

    def __set__(self, owner: Any, value: Any) -> None:
        if self.told.ctype in self.structs and not self.told.shape:
            self.__get__(owner).assign(value)
        else:
            owner.__dict__[self.name] = _checked(self.told.ctype, value)


def _plain(value: Any) -> Any:
    if isinstance(value, CheckedArray):
        return [_plain(item) for item in value]
    return value.plain() if isinstance(value, CheckedStruct) else value


def _fresh(told: FieldType, structs: dict[str, type]) -> Any:
    return CheckedArray(told.ctype, told.shape, structs) if told.shape else _zero(told.ctype, structs)


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
    return int(value) if isinstance(value, bool) else value


class _Names:
    """What a module finds in its header: numbers, enums, checked structs, functions of C, and names of other modules."""

    def __init__(self, module: str) -> None:
        self.module, self.header = module, header_of(module)
        self.structs: dict[str, type] = {}
        self.found: dict[str, Any] = {}
        for name, home in self.header.taken.items():
            self._take(name, home)
        self.found.update(self.header.numbers)
        self.found.update({name: enum.IntEnum(name, members) for name, members in self.header.enums.items()})
        self.found.update({name: getattr(bits, name) for name in self.header.functions})
        self.found.update(dict.fromkeys(self.header.aliases, int))
        for name, fields in self.header.structs.items():
            kind = type(name, (CheckedStruct,), {"_fields": fields, "_structs": self.structs})
            self.structs[name] = self.found[name] = kind

    def _take(self, name: str, home: str) -> None:
        if home == "libc":
            if name in _LIBC:
                self.found[name] = _LIBC[name]
            return
        source = importlib.import_module(home)
        if name in vars(source):
            self.take_in(name, vars(source)[name])
        elif home in _LOADING:
            _LOADING[home].append((self.module, name))
        else:
            raise ImportError(f"{home} has no {name}")

    def take_in(self, name: str, value: Any) -> None:
        """A name of another module."""
        self.found[name] = value
        if isinstance(value, type) and issubclass(value, CheckedStruct):
            self.structs[name] = value


class _PureLoader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        if not is_compiled(Path(self.path)):
            super().exec_module(module)
            return
        _LOADING[module.__name__] = []
        names = _Names(module.__name__)
        vars(module).update(names.found)
        super().exec_module(module)
        for class_name, fields in names.header.classes.items():
            kind = vars(module).get(class_name)
            for name, told in fields.items() if kind is not None else ():
                setattr(kind, name, _Field(name, told, names.structs))
        for other, name in _LOADING.pop(module.__name__):
            vars(sys.modules[other])[name] = vars(module)[name]


class _Cimported(ModuleType):
    """Stands in for a module in ``from cython.cimports.cardlab... import``, by which rules and their state know each other."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        home = importlib.import_module(self.__name__.removeprefix(_CIMPORTS))
        if name in vars(home) or home.__name__ not in _LOADING:
            return getattr(home, name)

        def later(*arguments: Any) -> Any:
            return getattr(home, name)(*arguments)

        return later


class _CimportLoader(importlib.abc.Loader):
    def create_module(self, spec: Any) -> ModuleType:
        return _Cimported(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Names are looked for when they are asked for."""


class _PureFinder(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> Any:
        if name.startswith(_CIMPORTS):
            return importlib.machinery.ModuleSpec(name, _CimportLoader(), is_package=True)
        for folder in path if path is not None else sys.path:
            source = Path(folder) / (name.rpartition(".")[2] + ".py")
            if _is_ours(name, source):
                loader = _PureLoader(name, str(source))
                return importlib.util.spec_from_file_location(name, source, loader=loader)
        return None


def _is_ours(name: str, source: Path) -> bool:
    """Whether it is a module of cardlab, or one of somebody's game that is compiled against cardlab's headers."""
    if name.startswith("cardlab."):
        return source.exists()
    header = source.with_suffix(".pxd")
    return header.exists() and is_compiled(source) and "from cardlab." in header.read_text(encoding="utf-8")


def install() -> None:
    """Load all of cardlab's modules, and compiled ones of games that build on it, from their sources from now on."""
    if not any(isinstance(finder, _PureFinder) for finder in sys.meta_path):
        importlib.import_module("cython")  # it brings a package of that name of its own
        sys.meta_path.insert(0, _PureFinder())
        package = ModuleType(_CIMPORTS.rstrip("."))
        package.__path__ = []
        package.__spec__ = importlib.machinery.ModuleSpec(package.__name__, None, is_package=True)
        sys.modules[package.__name__] = package
