"""The page about the house says what is so: its rooms, their order, the shape of a game, the way of a move."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.docs.pages import ROOT
from tests.docs.way import Hop

SOURCE = ROOT / "src" / "cardlab"
GAMES = sorted(path.parent.name for path in (SOURCE / "games").glob("*/game.py"))
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS_OF_A_GAME = {"rules", "words", "agents", "data", "screen"}
MOST_FILES = 15
MOST_HOPS = 30


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.fixture(scope="module")
def house() -> ModuleType:
    """The script that draws the house."""
    spec = importlib.util.spec_from_file_location("house", ROOT / "scripts" / "house.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_what_the_sources_say(house: ModuleType) -> None:
    assert house.PICTURE.read_text(encoding="utf-8") == house.picture()


def test_rooms_are_those_of_the_package_in_the_order_that_lint_checks(house: ModuleType) -> None:
    there = {
        path.name.removesuffix(".py")
        for path in SOURCE.iterdir()
        if not path.name.startswith("_") and path.suffix in ("", ".py")
    }
    told = [row[0] for row in rows("Rooms")]
    assert told == [room for floor in house.floors() for room in floor]
    assert set(told) == there


def test_where_to_begin_is_a_file_of_the_room() -> None:
    for room, _, begin in rows("Rooms"):
        assert (SOURCE / begin).is_file() and begin.split("/")[0].removesuffix(".py") == room


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_rooms_of_every_game_and_few_files(name: str) -> None:
    folder = SOURCE / "games" / name
    rooms = {path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert rooms - {"protocol"} == ROOMS_OF_A_GAME
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", "game"}
    files = {
        path.with_suffix("")
        for path in folder.rglob("*")
        if path.suffix in (".py", ".pxd", ".h") and path.stem != "__init__" and path.parent.name not in ("agents", "protocol")
    }
    assert 10 < len(files) <= MOST_FILES


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Hop]]:
    env = {**os.environ, "CARDLAB_PURE": "1", "CARDLAB_HOME": str(tmp_path_factory.mktemp("home"))}
    command = [sys.executable, "-m", "tests.docs.way"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return {
        name: [(file, function) for file, function in way] for name, way in json.loads(done.stdout.splitlines()[-1]).items()
    }


def test_the_way_of_a_move_is_the_one_that_is_told(ways: dict[str, list[Hop]]) -> None:
    there = [*ways["asked"], *ways["changed"]]
    back = [hop for name in ("kept", "shown") for hop in ways[name] if hop not in there]
    assert [(file, function) for file, function, _ in rows("The way of a move")] == [*there, *back]
    assert len(there) + len(back) < MOST_HOPS


def test_the_page_fits_on_a_page() -> None:
    assert len(re.sub(r"^\|.*\n", "", PAGE, flags=re.M).split()) < 500 and PAGE.count("![") == 1


def test_the_page_is_found_from_the_others() -> None:
    assert "architecture.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in ("README.md", "CONTRIBUTING.md", "docs/index.md"):
        assert "architecture.md" in Path(ROOT / page).read_text(encoding="utf-8"), page
