"""A header is read as the compiler reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab.core.headers import FieldType, find_struct, header_of, read_header
from cardlab.errors import PluginError

TEXT = """\
from libc.stdint cimport int32_t, uint8_t
from libc.math cimport log
from cardlab.core.limits cimport EVERYBODY, MAX_ACTIONS
from cardlab.core.rng cimport Rng
from cardlab.core.luck cimport Luck

cdef extern from "bits.h":
    int lowest_bit(unsigned int bits) nogil
    int count_bits "popcount"(unsigned int bits) nogil

cdef enum:
    SEATS = 4
    CARDS = 52
    LINKS = SEATS + CARDS + 1

cpdef enum Kind:
    PASS, PLAY
    TAKE = 7

ctypedef uint8_t card_t

# One player.
ctypedef struct Hand:
    card_t cards[CARDS]
    uint8_t n   # how many there are

ctypedef struct Table:
    Hand hand[SEATS]
    int32_t line[2][SEATS + 1]
    int32_t player, turn
    double* weights
    Luck luck

cdef class Rules:
    cdef readonly int lanes
    cdef public object game
    cdef Table z
    cdef Rng rng
    cdef void* spare
    cdef int play(self, int card) except -1 nogil
    @staticmethod
    cdef Rules make(int lanes)
"""


@pytest.fixture(scope="module")
def header(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("header") / "rules.pxd"
    path.write_text(TEXT)
    return read_header(path)


def test_numbers_are_worked_out(header) -> None:  # type: ignore[no-untyped-def]
    assert header.numbers == {"SEATS": 4, "CARDS": 52, "LINKS": 57, "PASS": 0, "PLAY": 1, "TAKE": 7}
    assert header.enums == {"Kind": {"PASS": 0, "PLAY": 1, "TAKE": 7}}


def test_a_struct_has_its_fields_in_order(header) -> None:  # type: ignore[no-untyped-def]
    assert list(header.structs) == ["Hand", "Table"]
    assert list(header.structs["Hand"].items()) == [("cards", FieldType("uint8_t", (52,))), ("n", FieldType("uint8_t"))]
    assert list(header.structs["Table"].items()) == [
        ("hand", FieldType("Hand", (4,))),
        ("line", FieldType("int32_t", (2, 5))),
        ("player", FieldType("int32_t")),
        ("turn", FieldType("int32_t")),
        ("weights", FieldType("object")),
        ("luck", FieldType("Luck")),
    ]


def test_a_class_has_its_fields_but_not_its_methods(header) -> None:  # type: ignore[no-untyped-def]
    assert header.classes == {
        "Rules": {
            "lanes": FieldType("int"), "game": FieldType("object"), "z": FieldType("Table"), "rng": FieldType("Rng"),
            "spare": FieldType("object"),
        }
    }  # fmt: skip


def test_names_of_others_and_functions_of_c_are_told(header) -> None:  # type: ignore[no-untyped-def]
    assert header.functions == ["lowest_bit", "count_bits"] and header.aliases == {"card_t": "uint8_t"}
    assert header.taken == {
        "int32_t": "libc", "uint8_t": "libc", "log": "libc", "EVERYBODY": "cardlab.core.limits",
        "MAX_ACTIONS": "cardlab.core.limits", "Rng": "cardlab.core.rng", "Luck": "cardlab.core.luck",
    }  # fmt: skip


def test_a_struct_of_another_header_is_found_there(header) -> None:  # type: ignore[no-untyped-def]
    assert find_struct(header, "Hand") == (header, header.structs["Hand"])
    home = header_of("cardlab.core.luck")
    assert find_struct(header, "Luck") == (home, home.structs["Luck"])
    assert (
        find_struct(header, "int32_t") is None and find_struct(header, "Rng") is None and find_struct(header, "Nobody") is None
    )


def test_numbers_of_other_headers_give_lengths(tmp_path: Path) -> None:
    path = tmp_path / "some.pxd"
    path.write_text(
        "from cardlab.games.castle.rules.dealing cimport SEATS, u64\n"
        "ctypedef struct Row:\n    u64 hand[SEATS + 1]\n    u64 key\n"
    )
    assert read_header(path).structs["Row"] == {"hand": FieldType("uint64_t", (9,)), "key": FieldType("uint64_t")}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12), ("0x1FFE", 0x1FFE), ("-1", -1), ("SEATS", 8), ("SEATS + 1 + RANKS", 23), ("SEATS * 4 - 2", 30),
        ("1 << 7", 128), ("(SEATS + 2) // 3", 3), ("1 | 4", 5),
    ],
)  # fmt: skip
def test_numbers_may_be_reckoned(text: str, number: int, tmp_path: Path) -> None:
    path = tmp_path / "some.pxd"
    taken = "from cardlab.games.castle.rules.dealing cimport (  # from elsewhere\n    RANKS,\n    SEATS,\n)\n"
    path.write_text(f"{taken}cdef enum:\n\tROOM = {text}\n")
    assert read_header(path).numbers == {"ROOM": number}


@pytest.mark.parametrize("text", ["sizeof(int)", "NOBODY", "4 5", "'A'", "SEATS ** 2"])
def test_a_number_that_cannot_be_told_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.pxd"
    path.write_text(f"cdef enum:\n    SEATS = 2\ncdef struct Row:\n    int cards[{text}]\n")
    with pytest.raises(PluginError, match="in a header is no number that can be told from the headers alone") as caught:
        read_header(path)
    assert repr(text) in str(caught.value)


def test_a_module_without_a_header_declares_nothing() -> None:
    for module in ("cardlab.errors", "cardlab.core.reading", "json", "sys"):
        found = header_of(module)
        assert (found.numbers, found.structs, found.classes, found.taken) == ({}, {}, {}, {})


def test_the_struct_of_a_game_is_declared_once_in_its_header() -> None:
    castle, locm = (header_of(f"cardlab.games.{name}.rules.state") for name in ("castle", "locm"))
    assert castle.structs["CastleFields"]["down"] == FieldType("uint8_t", (8, 4))
    assert castle.classes["CastleState"]["z"] == FieldType("CastleFields")
    assert locm.structs["LocmFields"]["board"] == FieldType("Creature", (2, 6))
