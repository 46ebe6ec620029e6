"""`cardlab new agent`: a file or a package that plays at once, with tests that find a faulty player."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.projects import cardlab, change, install, run_tests


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of an agent."""
    folder = tmp_path_factory.mktemp("agent")
    cardlab(folder, "new", "agent", "day_dreamer")
    return folder


def test_the_tests_of_a_new_agent_pass(folder: Path) -> None:
    done = run_tests(folder)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.parametrize("game", ["locm"])
def test_a_new_agent_can_be_begun_for_another_game(tmp_path: Path, game: str) -> None:
    told = cardlab(tmp_path, "new", "agent", "dreamer", "--game", game)
    assert f"cardlab match {game} python:dreamer.py:Dreamer random" in told
    assert f'GAME = "{game}"' in (tmp_path / "test_dreamer.py").read_text(encoding="utf-8")
    done = run_tests(tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_command_that_is_told_plays_a_match(folder: Path) -> None:
    text = "python:day_dreamer.py:DayDreamer"
    assert f"cardlab match castle {text} random" in (folder / "day_dreamer.py").read_text(encoding="utf-8")
    role = json.loads(cardlab(folder, "match", "castle", text, "random", "-n", "20", "--json"))["roles"][0]
    assert role["score"] > 0.6 and not any(role["failures"].values())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return max(legal, key", "return min(legal, key"),
        ("legal = seat.legal()", "legal = [*seat.legal(), 1 << 40]"),
        ("seat.resample(rng)", "seat.resample(__import__('time').time_ns())"),
    ],
    ids=["worse than random", "illegal", "luck of its own"],
)
def test_the_tests_of_a_new_agent_find_a_faulty_one(folder: Path, tmp_path: Path, old: str, new: str) -> None:
    for file in folder.glob("*.py"):
        shutil.copy(file, tmp_path)
    change(tmp_path / "day_dreamer.py", old, new)
    assert run_tests(tmp_path, "-x").returncode == 1


def test_a_package_has_a_name_and_options_once_it_is_installed(tmp_path: Path) -> None:
    cardlab(tmp_path, "new", "agent", "dreamer", "--package")
    project = tmp_path / "cardlab-dreamer"
    done = run_tests(project)
    assert done.returncode == 0 and "4 passed" in done.stdout, done.stdout
    site = install(project, tmp_path / "site")
    listed = {entry["name"]: entry for entry in json.loads(cardlab(tmp_path, "agents", "--json", site=site))}
    assert listed["dreamer"]["options"][0]["name"] == "worlds"
    match = ["match", "castle", "dreamer,worlds=3", "random", "-n", "10", "--json"]
    role = json.loads(cardlab(tmp_path, *match, site=site))["roles"][0]
    assert role["games"] == 10 and not any(role["failures"].values())


@pytest.mark.parametrize("game", ["castle,players=3"])
def test_the_tests_of_a_package_pass_for_another_game(tmp_path: Path, game: str) -> None:
    """Also where a game wraps agents, as one with a draft does."""
    cardlab(tmp_path, "new", "agent", "dreamer", "--package", "--game", game)
    done = run_tests(tmp_path / "cardlab-dreamer")
    assert done.returncode == 0 and "4 passed" in done.stdout, done.stdout


def test_the_tests_of_a_package_find_an_option_that_is_not_handed_on(tmp_path: Path) -> None:
    cardlab(tmp_path, "new", "agent", "dreamer", "--package", "--game", "locm")
    project = tmp_path / "cardlab-dreamer"
    change(project / "cardlab_dreamer" / "kind.py", 'order.options["worlds"]', "10")
    assert run_tests(project, "-x", "tests/test_kind.py").returncode == 1
