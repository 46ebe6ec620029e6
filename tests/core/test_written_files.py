"""Agents whose code lies in several files, and what is known of a file without running it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardlab.core.plugins import load_object
from cardlab.core.sourcetext import classes_with, files_behind
from cardlab.lab import play_match

BASE = "class Base:\n    place = {place}\n    def choose(self, seat):\n        return seat.legal()[self.place]\n"


@pytest.fixture(autouse=True)
def same_modules() -> Iterator[None]:
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_file_imports_those_beside_it_and_not_those_of_another_folder(tmp_path: Path) -> None:
    for name, place in (("a", 0), ("b", -1)):
        written(tmp_path / name, _base=BASE.format(place=place), agent="from _base import Base\nclass Mine(Base):\n    pass\n")
    texts = [f"python:{tmp_path}/{name}/agent.py:Mine" for name in "ab"]
    assert [load_object(text).place for text in (*texts, *texts)] == [0, -1, 0, -1]


def test_each_copy_of_an_agent_has_files_of_its_own(tmp_path: Path) -> None:
    folder = written(tmp_path, counts="seen = []\n", agent="from counts import seen\nclass A:\n    mine = seen\n")
    one, two = (load_object(f"python:{folder}/agent.py:A") for _ in range(2))
    one.mine.append(1)
    assert two.mine == []


def test_what_is_imported_later_is_still_found(tmp_path: Path) -> None:
    folder = written(tmp_path, later_one="VALUE = 7\n", agent="def f():\n    import later_one\n    return later_one.VALUE\n")
    assert load_object(f"python:{folder}/agent.py:f")() == 7


def test_a_file_does_not_stand_in_for_a_library_of_the_same_name(tmp_path: Path) -> None:
    folder = written(tmp_path, colorsys="raise ValueError\n", agent="import colorsys\nclass A:\n    lib = colorsys\n")
    assert hasattr(load_object(f"python:{folder}/agent.py:A").lib, "rgb_to_hsv")


def test_an_agent_of_two_files_plays_in_processes(tmp_path: Path) -> None:
    folder = written(tmp_path, _base=BASE.format(place=0), agent="import _base\nclass Mine(_base.Base):\n    pass\n")
    result = play_match("castle", [f"python:{folder}/agent.py:Mine", "lowest"], games=2, workers=1)
    assert result.games == 2 and not result.errors


def test_classes_that_inherit_the_method_are_found_without_running_the_file(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        _base=BASE.format(place=0),
        named="from _base import Base as B\nclass Mine(B):\n    pass\n",
        whole="import _base as b\nclass Mine(b.Base):\n    pass\n",
        own="class Base:\n    def choose(self, seat): ...\nclass Mine(Base):\n    pass\n",
        far="from somebody import Agent\nclass Mine(Agent):\n    pass\n",
        neither="import enum\nclass Colour(enum.Enum):\n    RED = 1\n",
        ring="from ring import A\nclass A(A):\n    pass\n",
    )
    found = {file.stem: classes_with(file, "choose") for file in sorted(folder.glob("*.py"))}
    assert found == {
        "_base": ["Base"], "named": ["Mine"], "whole": ["Mine"], "own": ["Mine"], "far": ["Mine"], "neither": [], "ring": [],
    }  # fmt: skip


def test_files_behind_a_file_are_those_that_it_imports_and_that_they_import(tmp_path: Path) -> None:
    folder = written(tmp_path, agent="import one, json\n", one="from two import x\n", two="import agent\nx = 1\n", other="")
    assert [file.name for file in files_behind(folder / "agent.py")] == ["one.py", "two.py"]
