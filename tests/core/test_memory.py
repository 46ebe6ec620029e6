"""A struct as a table of plain numbers: what lies where, beside the layout that C itself gives it."""

from __future__ import annotations

import ctypes
import random
import struct
from pathlib import Path
from typing import Any

import pytest

from cardlab import game
from cardlab.core.headers import Header, read_header
from cardlab.core.memory import Layout, layout_of, read_memory, write_memory
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.errors import PluginError, PositionError
from tests.effort import PURE
from tests.testing.duel import Duel

KINDS: dict[str, Any] = {
    "int8_t": ctypes.c_int8, "uint8_t": ctypes.c_uint8, "int16_t": ctypes.c_int16, "uint16_t": ctypes.c_uint16,
    "int32_t": ctypes.c_int32, "int": ctypes.c_int, "bint": ctypes.c_int, "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64, "float": ctypes.c_float, "double": ctypes.c_double,
}  # fmt: skip
Told = list[tuple[str, str, tuple[int, ...]]]
SPECS = ["castle", "castle,players=4,ranking=yes,repetition=2", "castle,castle=swap,packs=2,players=8", "locm", "locm,lanes=1"]


def header(folder: Path, structs: dict[str, Told]) -> Header:
    """A header with these structs, as it would be written."""
    lines = []
    for name, fields in structs.items():
        lines.append(f"ctypedef struct {name}:")
        lines += [f"    {kind} {field}{''.join(f'[{n}]' for n in shape)}" for field, kind, shape in fields]
    path = folder / f"{len(list(folder.iterdir()))}.pxd"
    path.write_text("\n".join(lines) + "\n")
    return read_header(path)


def in_c(structs: dict[str, Told]) -> dict[str, Any]:
    """The same structs as C lays them out."""
    made: dict[str, Any] = {}
    for name, fields in structs.items():
        rows = []
        for field, kind, shape in fields:
            ctype = made.get(kind) or KINDS[kind]
            for n in reversed(shape):
                ctype = ctype * n
            rows.append((field, ctype))
        made[name] = type(name, (ctypes.Structure,), {"_fields_": rows})
    return made


def layout(folder: Path, structs: dict[str, Told], name: str) -> Layout:
    told = header(folder, structs)
    return Layout(told, told.structs[name])


NESTED: dict[str, Told] = {
    "Creature": [("id", "uint8_t", ()), ("attack", "int16_t", ()), ("marks", "uint8_t", ())],
    "Side": [("health", "int8_t", ()), ("board", "Creature", (3,)), ("key", "uint64_t", ())],
    "Table": [
        ("phase", "uint8_t", ()), ("side", "Side", (2,)), ("deck", "uint8_t", (2, 3)), ("worth", "double", ()),
        ("best", "Creature", ()), ("turn", "uint16_t", ()),
    ],
}  # fmt: skip


def test_nested_structs_arrays_and_gaps_lie_where_c_puts_them(tmp_path: Path) -> None:
    made, ctype = layout(tmp_path, NESTED, "Table"), in_c(NESTED)["Table"]
    assert (made.size, made.align) == (ctypes.sizeof(ctype), ctypes.alignment(ctype)) == (96, 8)
    assert {name: place.at for name, place in made.places.items()} == {
        name: getattr(ctype, name).offset for name, *_ in NESTED["Table"]
    }


def test_an_empty_list_of_structs_leaves_them_all_zero(tmp_path: Path) -> None:
    made = layout(tmp_path, NESTED, "Table")
    for values in ({"side": []}, {"side": [{"board": []}]}, {"side": [{"board": []}, {"board": []}]}):
        data = bytearray(made.size)
        made.write(data, values)
        assert not any(data)


def test_values_are_read_and_written_as_c_does(tmp_path: Path) -> None:
    made, table = layout(tmp_path, NESTED, "Table"), in_c(NESTED)["Table"]()
    table.phase, table.worth, table.turn = 3, -0.25, 65_535
    table.side[1].key, table.side[1].health, table.side[1].board[2].attack = 2**64 - 1, -128, -300
    table.deck[1][2], table.best.id = 9, 255
    idle = {"id": 0, "attack": 0, "marks": 0}
    values = {
        "phase": 3,
        "side": [
            {"health": 0, "board": [idle, idle, idle], "key": 0},
            {"health": -128, "board": [idle, idle, {"id": 0, "attack": -300, "marks": 0}], "key": 2**64 - 1},
        ],
        "deck": [[0, 0, 0], [0, 0, 9]],
        "worth": -0.25,
        "best": {"id": 255, "attack": 0, "marks": 0},
        "turn": 65_535,
    }
    assert made.read(bytes(table)) == values
    data = bytearray(made.size)
    made.write(data, values)
    assert bytes(data) == bytes(table)


def test_what_is_not_told_is_zero(tmp_path: Path) -> None:
    made = layout(tmp_path, NESTED, "Table")
    data = bytearray(made.size)
    made.write(data, {"deck": [[1], [2, 3]], "side": [{}, {"board": [{"id": 4}]}]})
    found = made.read(bytes(data))
    assert found["deck"] == [[1, 0, 0], [2, 3, 0]]
    assert [creature["id"] for creature in found["side"][1]["board"]] == [4, 0, 0] and found["phase"] == 0


@pytest.mark.parametrize("seed", range(3 if PURE else 30))
def test_any_structs_lie_as_in_c(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    structs: dict[str, Told] = {}
    for n in range(3):
        kinds = [*KINDS, *structs] if rng.random() < 0.7 else [*KINDS]
        structs[f"S{n}"] = [
            (f"f{i}", rng.choice(kinds), tuple(rng.randint(1, 4) for _ in range(rng.choice((0, 0, 1, 2)))))
            for i in range(rng.randint(1, 6))
        ]
    made, ctype = layout(tmp_path, structs, "S2"), in_c(structs)["S2"]
    assert (made.size, made.align) == (ctypes.sizeof(ctype), ctypes.alignment(ctype))
    assert {name: place.at for name, place in made.places.items()} == {
        name: getattr(ctype, name).offset for name, *_ in structs["S2"]
    }
    data = bytearray(made.size)
    values = filled(structs, "S2", rng)
    made.write(data, values)
    assert made.read(bytes(data)) == values


def filled(structs: dict[str, Told], name: str, rng: random.Random) -> dict[str, Any]:
    """Values for all fields of a struct, the smallest and largest ones among them."""

    def one(kind: str) -> Any:
        if kind in structs:
            return filled(structs, kind, rng)
        if kind in ("float", "double"):
            return rng.choice((0.0, -0.5, 3.25))
        bits, signed = 8 * ctypes.sizeof(KINDS[kind]), not kind.startswith("u")
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        return rng.choice((low, high, 1))

    def many(kind: str, shape: tuple[int, ...]) -> Any:
        return [many(kind, shape[1:]) for _ in range(shape[0])] if shape else one(kind)

    return {field: many(kind, shape) for field, kind, shape in structs[name]}


@pytest.mark.parametrize("values", [{"phase": 256}, {"phase": -1}, {"phase": "3"}, {"turn": 65_536}, {"deck": [[300]]}])
def test_a_value_that_does_not_fit_is_refused(values: dict[str, Any], tmp_path: Path) -> None:
    made = layout(tmp_path, NESTED, "Table")
    with pytest.raises(struct.error):
        made.write(bytearray(made.size), values)


@pytest.mark.parametrize("values", [{"deck": [[1]] * 3}, {"deck": [[1, 2, 3, 4]]}, {"side": [{"board": [{}] * 4}]}])
def test_more_values_than_there_is_room_for_are_refused(values: dict[str, Any], tmp_path: Path) -> None:
    made = layout(tmp_path, NESTED, "Table")
    with pytest.raises(ValueError, match=r"4 values where there is room for 3|3 values where there is room for 2"):
        made.write(bytearray(made.size), values)


@pytest.mark.parametrize("kind", ["object", "Nobody", "char"])
def test_only_plain_numbers_are_part_of_a_struct(kind: str, tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=rf"a struct of a state holds plain numbers; {kind} is none"):
        layout(tmp_path, {"Table": [("turn", "int", ()), ("odd", kind, ())]}, "Table")


def test_bytes_of_another_size_are_refused() -> None:
    kind = type(game("castle").new(1))
    with pytest.raises(PluginError, match=f"the struct of CastleState has 10 bytes, but by its header {layout_of(kind).size}"):
        read_memory(kind, bytes(10))


def test_a_class_without_a_struct_has_no_layout() -> None:
    with pytest.raises(PluginError, match="State has no struct called 'z' in its header"):
        layout_of(State)


# ---- the states of games -----------------------------------------------------------------------------------------


def some(spec: str) -> list[State]:
    """Positions of a game, early and late."""
    found = []
    for moves in (0, 3, 40, 100, 300):
        state = game(spec).new(moves)
        state.rollout(Rng(moves), moves)
        found.append(state)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_a_state_is_set_to_what_was_read_of_it(spec: str) -> None:
    """What follows from the other fields is worked out anew, and comes out the same."""
    for state in some(spec):
        twin = state.game.blank()
        twin.poke(state.peek())
        assert twin.peek() == state.peek() and twin.memory == state.memory
        assert twin == state and twin.legal() == state.legal()


@pytest.mark.skipif(PURE, reason="the uncompiled build keeps no bytes")
@pytest.mark.parametrize("spec", SPECS)
def test_the_bytes_of_a_state_are_those_of_its_fields(spec: str) -> None:
    for state in some(spec):
        kind = type(state)
        assert len(state.memory) == layout_of(kind).size
        assert read_memory(kind, state.memory) == state.peek()
        assert write_memory(kind, state.peek()) == state.memory


@pytest.mark.parametrize(
    ("spec", "fields"),
    [
        ("castle", {"phase": 256}),
        ("castle", {"anchor": 2**64}),
        ("castle", {"decisions": 2**31}),
        ("castle", {"hand": [0] * 9}),
        ("castle", {"down": [[0] * 5]}),
        ("locm", {"health": [2**40, 0]}),
        ("locm", {"board": [[{"attack": 2**40}]]}),
    ],
)
def test_a_position_whose_numbers_do_not_fit_is_refused(spec: str, fields: dict[str, Any]) -> None:
    state = game(spec).new(1)
    before = state.peek()
    with pytest.raises(PositionError, match="a number of this position is too large"):
        state.poke(fields)
    assert state.peek() == before


def test_a_game_in_plain_python_has_no_struct() -> None:
    state = Duel().new(1)
    assert state.memory == b"" and state.seat(0).memory == b""
    with pytest.raises(PluginError, match="the states of duel have no struct: answer _memory and _width"):
        state.poke({})
    with pytest.raises(PluginError, match="the states of duel have no struct: answer _memory and _width"):
        state.peek()
