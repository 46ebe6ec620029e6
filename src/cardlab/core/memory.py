"""A state's struct as a table of plain numbers, and back. The header (``.pxd``) says what lies where; nothing else must.

In C a struct is a block of bytes, whose layout follows from the types of its fields; in the uncompiled build it is an object
that checks them. Whoever reads or writes positions sees the same either way: names, numbers, lists, tables within tables.
"""

from __future__ import annotations

import functools
import itertools
import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardlab.core.headers import Fields, FieldType, Header, find_struct, header_of
from cardlab.errors import PluginError

_CODES = {
    "int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i", "int": "i", "bint": "i", "uint32_t": "I",
    "int64_t": "q", "uint64_t": "Q", "float": "f", "double": "d",
}  # fmt: skip
STRUCT = "z"
"""What the states of compiled games call their struct."""


class Layout:
    """Where the fields of a struct lie in memory."""

    def __init__(self, header: Header, fields: Fields) -> None:
        self.places: dict[str, _Place] = {}
        at, self.values, self.format = 0, 0, ""
        for name, told in fields.items():
            place = self.places[name] = _Place(header, told, at, self.values)
            self.format += f"{place.at - at}x{place.format}"
            self.values += place.values
            at = place.end
        self.align: int = max((place.align for place in self.places.values()), default=1)
        self.size: int = -(-at // self.align) * self.align
        self.format += f"{self.size - at}x"
        self._whole = struct.Struct("=" + self.format)
        self._names = tuple(self.places) if all(place.single for place in self.places.values()) else None

    def read(self, data: bytes, only: Iterable[str] | None = None) -> dict[str, Any]:
        """The fields as plain values: all, or only some."""
        if only is not None:
            return {name: self.places[name].read(data) for name in only}
        return self.take([*self._whole.unpack(data)], 0)

    def take(self, values: list[Any], first: int) -> dict[str, Any]:
        """The fields, of the numbers of a struct of structs: those of this one begin at a place."""
        if self._names is not None:
            return dict(zip(self._names, values[first : first + self.values], strict=True))
        return {
            name: values[first + place.first] if place.single else place.take(values, first)
            for name, place in self.places.items()
        }

    def take_each(self, values: list[Any], starts: range) -> list[dict[str, Any]]:
        """The same for each struct of an array, of which there may be a hundred."""
        if self._names is None:
            return [self.take(values, first) for first in starts]
        names, step = self._names, self.values
        return [dict(zip(names, values[first : first + step], strict=True)) for first in starts]

    def write(self, data: bytearray, values: Mapping[str, Any], start: int = 0) -> None:
        """Put values in their places; fields that are not told stay zero."""
        if self._names is not None and values.keys() <= self.places.keys():
            self._whole.pack_into(data, start, *[values.get(name, 0) for name in self._names])
            return
        for name, value in values.items():
            self.places[name].write(data, value, start)


class _Place:
    """One field: a number, a struct, or an array of them."""

    def __init__(self, header: Header, told: FieldType, at: int, first: int) -> None:
        self.shape = told.shape
        found = find_struct(header, told.ctype)
        self.inner = Layout(*found) if found is not None else None
        if self.inner is None and told.ctype not in _CODES:
            raise PluginError(f"a struct of a state holds plain numbers; {told.ctype} is none")
        self.code = "" if self.inner else _CODES[told.ctype]
        self.width: int = self.inner.size if self.inner else struct.calcsize("=" + self.code)
        self.align: int = self.inner.align if self.inner else self.width
        self.count: int = functools.reduce(int.__mul__, self.shape, 1)
        self.at = -(-at // self.align) * self.align
        self.end: int = self.at + self.count * self.width
        self.format: str = self.inner.format * self.count if self.inner else f"{self.count}{self.code}"
        self.first, self.values = first, self.count * (self.inner.values if self.inner else 1)
        self.single: bool = self.inner is None and not self.shape
        self._row = struct.Struct("=" + self.format)

    def read(self, data: bytes) -> Any:
        """What stands there in the memory of a whole struct."""
        return self.take([*self._row.unpack_from(data, self.at)], -self.first)

    def take(self, values: list[Any], first: int) -> Any:
        """What stands there, of the numbers of a struct that begin at a place."""
        first += self.first
        if self.single:
            return values[first]
        if self.inner is None:
            return _cut(values, first, self.shape)
        starts = range(first, first + self.values, self.inner.values)
        return _folded(self.inner.take_each(values, starts), self.shape)

    def write(self, data: bytearray, value: Any, start: int) -> None:
        first, items = start + self.at, _unfolded(value, self.shape, 0 if self.inner is None else {})
        if self.inner is not None:
            for n, item in enumerate(items):
                if item:
                    self.inner.write(data, item, first + n * self.width)
        else:
            self._row.pack_into(data, first, *items)


def _cut(values: list[Any], first: int, shape: Sequence[int]) -> list[Any]:
    """The numbers from a place on as lists within lists."""
    if len(shape) == 1:
        return values[first : first + shape[0]]
    width = math.prod(shape[1:])
    places = range(first, first + shape[0] * width, width)
    if len(shape) == 2:
        return [values[at : at + width] for at in places]
    return [_cut(values, at, shape[1:]) for at in places]


def _folded(items: Sequence[Any], shape: Sequence[int]) -> Any:
    """A row of items as lists within lists."""
    if not shape:
        return items[0]
    if len(shape) == 1:
        return list(items)
    width = len(items) // shape[0]
    return [_folded(items[n * width : (n + 1) * width], shape[1:]) for n in range(shape[0])]


def _unfolded(value: Any, shape: Sequence[int], nothing: Any) -> list[Any]:
    """The reverse; shorter lists, empty ones too, are filled up with nothing."""
    if not shape:
        return [value]
    if len(value) > shape[0]:
        raise ValueError(f"{len(value)} values where there is room for {shape[0]}")
    if len(shape) == 1:
        return [*value, *[nothing] * (shape[0] - len(value))]
    full = len(shape) == 2 and all(len(row) == shape[1] for row in value)
    rows = value if full else [_unfolded(item, shape[1:], nothing) for item in value]
    width = functools.reduce(int.__mul__, shape[1:], 1)
    missing = (shape[0] - len(value)) * width
    return [*itertools.chain.from_iterable(rows), *[nothing] * missing]


@functools.cache
def layout_of(kind: type) -> Layout:
    """The layout of the struct of a class of states."""
    for base in kind.__mro__:
        header = header_of(base.__module__)
        told = header.classes.get(base.__name__, {}).get(STRUCT)
        if told is not None and (found := find_struct(header, told.ctype)) is not None:
            return Layout(*found)
    raise PluginError(f"{kind.__name__} has no struct called {STRUCT!r} in its header")


def read_memory(kind: type, data: bytes, only: Iterable[str] | None = None) -> dict[str, Any]:
    """The struct of a state as plain values; all its fields, or only some."""
    layout = layout_of(kind)
    if layout.size != len(data):
        raise PluginError(
            f"the struct of {kind.__name__} has {len(data)} bytes, but by its header {layout.size}: build it anew"
        )
    return layout.read(data, only)


def write_memory(kind: type, values: Mapping[str, Any]) -> bytes:
    """The bytes of a struct with these values; a value that does not fit raises struct.error or ValueError."""
    layout = layout_of(kind)
    data = bytearray(layout.size)
    layout.write(data, values)
    return bytes(data)
