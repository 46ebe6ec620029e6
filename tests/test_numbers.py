"""A number or a text with a name is written once: in a header if C needs it, and Python imports it from there."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "cardlab"
MEMBER = re.compile(r"^    ([A-Z][A-Z_0-9]+) = (\S.*?)$", re.M)
DECLARED = r"(?:cython\.declare\((?!cython\.const\[cython\.double).*, )?"
"""How C is told of a number. Fractions that C needs are left out: a header has whole numbers only."""
CONSTANT = re.compile(rf"""^(_?[A-Z][A-Z_0-9]+)(?:: \w+)? = {DECLARED}(-?\d[\dx_a-fA-F.]*|\(?["'][^#]*)\)?$""", re.M)
TRIFLES = {"-1", "0", "1"}


def room_of(place: str) -> str:
    """The room or the game that a file belongs to: another one may mean something else by the same name."""
    return "/".join(place.split("/")[: 2 if place.startswith("games/") else 1])


def repeated(root: Path) -> dict[tuple[str, str], list[str]]:
    """What stands under the same name twice in a room, or in a header of `core` and anywhere."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted([*root.rglob("*.pxd"), *root.rglob("*.py")]):
        for name, value in (MEMBER if path.suffix == ".pxd" else CONSTANT).findall(path.read_text(encoding="utf-8")):
            if value not in TRIFLES:
                places[name, value.lower()].append(path.relative_to(root).as_posix())
    return {key: found for key, found in places.items() if any(clashes(one, found) for one in found)}


def clashes(place: str, places: list[str]) -> bool:
    others = [other for other in places if other != place]
    everywhere = room_of(place) == "core" and place.endswith(".pxd")
    return bool(others) and (everywhere or any(room_of(other) == room_of(place) for other in others))


def test_numbers_and_texts_are_written_once() -> None:
    assert repeated(ROOT) == {}


@pytest.mark.parametrize("line", ["SEATS = 16", "SEATS: Final = 16", "SEATS = cython.declare(cython.const[cython.int], 16)"])
@pytest.mark.parametrize(("header", "other", "found"), [
    ("lab/table.pxd", "lab/game.py", True), ("core/limits.pxd", "lab/game.py", True),
    ("games/go/rules.pxd", "games/go/view.py", True),
    ("lab/table.pxd", "data/game.py", False), ("games/go/rules.pxd", "games/chess/rules.py", False),
])  # fmt: skip
def test_a_number_that_stands_twice_is_found(tmp_path: Path, line: str, header: str, other: str, found: bool) -> None:
    for name, text in ((header, "cdef enum:\n    SEATS = 16\n    ROOM = 9\n"), (other, f"import cython\n{line}\nROOM = 7\n")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert repeated(tmp_path) == ({("SEATS", "16"): sorted([header, other])} if found else {})


@pytest.mark.parametrize("line", ["ROOM = 0.5", "_ROOM = 12", 'ROOM = "closed"', 'ROOMS = ("left", "right")'])
@pytest.mark.parametrize(("other", "found"), [("lab/deep/game.py", True), ("data/game.py", False)])
def test_what_two_sources_of_a_room_say_is_found(tmp_path: Path, line: str, other: str, found: bool) -> None:
    for name in ("lab/table.py", other):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{line}\nRANDOM = draw()\n")
    assert list(repeated(tmp_path).values()) == ([[*sorted(["lab/table.py", other])]] if found else [])
