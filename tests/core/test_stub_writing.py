"""What is compiled, and how the stubs of compiled modules are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab.core.compiled import compiled_sources, is_compiled
from cardlab.core.stubs import StubError, make_stubs, write_stubs

IMPORTS = "from libc.stdint cimport int64_t\n\n"
EXTERN = 'cdef extern from "bits.h" nogil:\n    int pack(int kind)\n'

HEADER = """
from shop.till cimport Coin

cpdef enum:
    MOST = 12
cpdef enum Kind:
    SELL = 1
    BUY = 2

cdef class Shop:
    cdef readonly object goods  # type: list[Coin]
    cdef readonly double price, change  # in coins
    cdef public Coin coin  # type: Coin | None
    cdef int secret
    cdef int _sell(self, int n) noexcept nogil

cdef int count(Shop s) noexcept nogil
"""
SOURCE = '''
import cython

OPEN = cython.declare(cython.const[cython.int], 9)
NAMES = ("a", "b")  # type: tuple[str, ...]

class Shop(Door):
    """A shop."""

    def __init__(self, goods, *coins, most: cython.int = MOST, **names):
        # type: (Iterable[_T], Coin, int, str) -> None
        pass

    @property
    def worth(self):
        # type: () -> Kind
        return 1

    def sell(self, coin: Coin, n: cython.int):
        # type: (...) -> _T | None
        return None

    def __repr__(self):
        return ""

    def _sell(self, n):
        return n

def count(s):
    return 1

def offer(
    coin,  # type: Coin
    n: cython.double = 1,
):
    # type: (...) -> Shop
    return coin
'''
STUB = """
from collections.abc import Iterable
from enum import IntEnum
from shop.door import Door
from shop.till import Coin
from typing import Final, TypeVar
_T = TypeVar("_T")
MOST: Final[int]

class Kind(IntEnum):
    SELL = 1
    BUY = 2
NAMES: tuple[str, ...]

class Shop(Door):
    @property
    def goods(self) -> list[Coin]: ...
    @property
    def price(self) -> float: ...
    @property
    def change(self) -> float: ...
    coin: Coin | None
    def __init__(self, goods: Iterable[_T], *coins: Coin, most: int=MOST, **names: str) -> None: ...
    @property
    def worth(self) -> Kind: ...
    def sell(self, coin: Coin, n: int) -> _T | None: ...
def offer(coin: Coin, n: float=1) -> Shop: ...
"""


@pytest.mark.parametrize(
    ("header", "compiled"),
    [
        ("", False),
        (IMPORTS + EXTERN, False),
        (IMPORTS, True),
        (IMPORTS + EXTERN + "\ncdef class Table:\n    cdef int n\n", True),
    ],
    ids=["a folder's", "only functions of C", "only names of others", "functions of C and a class"],
)
def test_a_header_says_whether_its_source_is_compiled(tmp_path: Path, header: str, compiled: bool) -> None:
    source = tmp_path / "table.py"
    source.with_suffix(".pxd").write_text(header)
    assert not is_compiled(source)
    source.write_text("")
    assert is_compiled(source) == compiled


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A package with one compiled module, and three doors."""
    folder = tmp_path / "shop"
    (folder / "other").mkdir(parents=True)
    (folder / "rules.pxd").write_text(HEADER)
    (folder / "rules.py").write_text(SOURCE)
    for place in ("door", "other/door", "other/gate"):
        (folder / f"{place}.py").write_text("class Door: ...")
    return folder


def test_a_stub_tells_what_source_header_and_comments_tell(shop: Path) -> None:
    write_stubs(shop.parent, compiled_sources(shop))
    assert shop.joinpath("rules.pyi").read_text().partition("\n")[2] == STUB.lstrip("\n")


def test_stubs_of_what_is_compiled_no_more_go_and_those_of_others_stay(shop: Path) -> None:
    write_stubs(shop.parent, compiled_sources(shop))
    shop.joinpath("door.pyi").write_text("class Door: ...")
    write_stubs(shop.parent, [])
    assert {path.name for path in shop.glob("*.pyi")} == {"door.pyi"}


@pytest.mark.parametrize(
    ("file", "old", "new", "error"),
    [
        ("rules.py", "        # type: () -> Kind\n", "", "shop.rules.Shop.worth: say its types below its first line"),
        (
            "rules.py",
            "(Iterable[_T], Coin, int, str)",
            "(Coin, int, str)",
            "Shop.__init__: 4 arguments, but 3 types in its comment",
        ),
        ("rules.py", "coin,  # type: Coin", "coin,", r"shop.rules.offer: what is coin\? Name all types"),
        ("rules.py", "  # type: tuple[str, ...]", "", "shop.rules.NAMES: say its type behind it"),
        ("rules.pxd", "  # type: list[Coin]", "", r"shop.rules: what is goods\? Say it in the header"),
        ("rules.py", "-> Kind", "-> Kid", r"which Kid is meant\? No module defines it"),
        ("door.py", "Door", "Way", r"which Door is meant\? It is in shop.other.door, shop.other.gate; import the right one"),
    ],
)
def test_a_type_that_nobody_tells_is_an_error_that_says_where_to_write_it(
    shop: Path, file: str, old: str, new: str, error: str
) -> None:
    path = shop / file
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(StubError, match=error):
        make_stubs(shop.parent, compiled_sources(shop))
