"""One name, one thing: no two public classes and no two files of the package are called alike; tests mirror its tree."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "cardlab"

SAME_FILES = {
    "cards.py",
    "columns.py",
    "encoders.py",
    "game.py",
    "kinds.py",
    "options.py",
    "protocol.py",
    "scenario.py",
    "state.py",
}
"""What a room for all games declares, and each game has of its own under the same name."""
DECLARING = ("core", "agents", "bots")

SAME_CLASSES: set[str] = set()
"""Public classes that share their name with others: none."""

Found = dict[str, set[str]]


def place_of(path: Path) -> str:
    """Where a file stands. All games have the same rooms."""
    parts = path.relative_to(ROOT).parts
    if parts[0] == "games" and len(parts) > 2:
        return "/".join(("games", "*", *parts[2:]))
    return "/".join(parts)


def sources() -> Iterator[Path]:
    return (path for path in sorted(ROOT.rglob("*.py")) if path.name != "__init__.py")


def files() -> Found:
    found: Found = defaultdict(set)
    for path in sources():
        found[path.name].add(place_of(path))
    return found


def classes() -> Found:
    found: Found = defaultdict(set)
    for path in sources():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(place_of(path))
    return found


def shared(found: Found) -> Found:
    return {name: places for name, places in found.items() if len(places) > 1}


def test_no_two_files_have_the_same_name() -> None:
    assert {name: places for name, places in shared(files()).items() if name not in SAME_FILES} == {}


def test_no_two_public_classes_have_the_same_name() -> None:
    assert {name: places for name, places in shared(classes()).items() if name not in SAME_CLASSES} == {}


def test_what_shares_its_name_is_declared_once_and_then_each_games_own() -> None:
    for name in SAME_FILES:
        declared, *own = sorted(files()[name], key=lambda place: place.startswith("games/"))
        assert declared.split("/")[0] in DECLARING, f"{name}: {declared} declares nothing for games"
        assert len(own) == 1 and own[0].startswith("games/*/"), f"{name}: also {own}"


def test_every_exception_is_still_needed() -> None:
    assert SAME_FILES - set(shared(files())) == set()
    assert SAME_CLASSES - set(shared(classes())) == set()


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("games/castle/rules/play.py", "games/*/rules/play.py"),
        ("games/locm/game.py", "games/*/game.py"),
        ("lab/matches/match.py", "lab/matches/match.py"),
    ],
)
def test_the_same_room_of_several_games_is_one_place(path: str, place: str) -> None:
    assert place_of(ROOT / path) == place


def test_the_tests_mirror_the_tree() -> None:
    tests = Path(__file__).parent
    rooms = {path.relative_to(ROOT) for path in ROOT.rglob("__init__.py")}
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")} - {Path()}
    assert {folder.as_posix() for folder in folders if folder / "__init__.py" not in rooms} == {"docs", "examples"}
    untested = {path.parts[0] for path in rooms if len(path.parts) > 1} - {folder.parts[0] for folder in folders}
    games = {path.parts[1] for path in rooms if path.parts[0] == "games" and len(path.parts) > 2}
    assert (
        untested == set()
        and {folder.parts[1] for folder in folders if folder.parts[0] == "games" and folder.parts[1:]} == games
    )
