"""`cardlab new game`: what it writes works at once, plain and compiled, and its tests find what breaks it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.projects import cardlab, change, install, run, run_tests

BUILD = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of a game in plain Python."""
    folder = tmp_path_factory.mktemp("plain")
    cardlab(folder, "new", "game", "high_tide")
    return folder / "cardlab-high-tide"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of a compiled game, built."""
    folder = tmp_path_factory.mktemp("compiled")
    cardlab(folder, "new", "game", "high_tide", "--compiled")
    done = run(folder / "cardlab-high-tide", *BUILD)
    assert done.returncode == 0, done.stderr
    assert "performance hint" not in done.stdout + done.stderr  # every C method runs without the GIL
    return folder / "cardlab-high-tide"


def copy_of(project: Path, folder: Path) -> Path:
    return Path(shutil.copytree(project, folder / project.name, copy_function=shutil.copy2))


def test_the_tests_of_a_new_game_pass_without_an_installation(plain: Path) -> None:
    done = run_tests(plain)
    assert done.returncode == 0, done.stdout
    assert "23 passed" in done.stdout


def test_a_new_game_is_known_by_its_name_once_it_is_installed(plain: Path, tmp_path: Path) -> None:
    site = install(copy_of(plain, tmp_path), tmp_path / "site")
    listed = json.loads(cardlab(tmp_path, "games", "high_tide", "--json", site=site))[0]
    assert (listed["title"], [option["name"] for option in listed["options"]]) == ("High Tide", ["hand"])
    match = ["match", "high_tide", "ismcts:50", "random", "-n", "20", "-o", "hand=3", "--json"]
    assert json.loads(cardlab(tmp_path, *match, site=site))["roles"][0]["score"] > 0.5
    assert "play " in cardlab(tmp_path, "watch", "high_tide", "ismcts:50", "random", "--text", site=site)
    law = "from cardlab.testing import check_game; print(check_game('high_tide'))"
    done = run(tmp_path, sys.executable, "-c", law, site=site)
    assert done.stdout.startswith("high_tide keeps all laws: 20 games, 160 decisions"), done.stderr


@pytest.mark.parametrize(
    ("old", "new", "test"),
    [
        ("        position.stock = [HIDDEN_CARD] * len(position.stock)\n", "", "a_player_sees"),
        ("drawn = [rest.pop(rng.below(len(rest)))", "drawn = [rest.pop(0)", "keeps_all_laws"),
        ("if {card, led} == {1, 12}:", "if False:", "the_1_beats"),
        ("return card > led", "return card < led", "the_higher_card"),
        ("float(mine > theirs)", "float(mine < theirs)", "the_greater_sum"),
        ("        check_shape(position)\n", "", "cannot_be"),
    ],
)
def test_the_tests_of_a_new_game_find_what_breaks_it(plain: Path, tmp_path: Path, old: str, new: str, test: str) -> None:
    project = copy_of(plain, tmp_path)
    change(project / "cardlab_high_tide.py", old, new)
    done = run_tests(project, "-x", "-k", test)
    assert done.returncode == 1, done.stdout


def test_the_tests_of_a_new_compiled_game_pass(compiled: Path) -> None:
    done = run_tests(compiled)
    assert done.returncode == 0, done.stdout
    assert "28 passed" in done.stdout


def test_a_new_compiled_game_is_the_plain_one_with_more(plain: Path, compiled: Path) -> None:
    """Its reference is the plain game itself, which its own test compares with the compiled rules move for move."""
    text = (compiled / "cardlab_high_tide" / "plain.py").read_text(encoding="utf-8")
    assert text.replace("PlainHighTide", "HighTide") == (plain / "cardlab_high_tide.py").read_text(encoding="utf-8")
    tests = [(project / "tests" / "test_high_tide.py").read_text(encoding="utf-8") for project in (plain, compiled)]
    assert tests[0] == tests[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return sorted(drawn), rest", "return sorted(drawn, reverse=True), rest"),
        ("if {card, led} == {1, 12}:", "if False:"),
        ("position.leader = winner", "position.leader = 0"),
        ("first = 0.5 if mine == theirs", "first = 0.0 if mine == theirs"),
    ],
)
def test_a_difference_between_plain_and_compiled_rules_is_found(compiled: Path, tmp_path: Path, old: str, new: str) -> None:
    project = copy_of(compiled, tmp_path)
    change(project / "cardlab_high_tide" / "plain.py", old, new)
    assert run_tests(project, "-x", "tests/test_compiled.py", "-k", "same_games").returncode == 1


def test_rules_that_were_changed_but_not_compiled_again_are_noticed(compiled: Path, tmp_path: Path) -> None:
    project = copy_of(compiled, tmp_path)
    (project / "cardlab_high_tide" / "rules.pxd").touch()
    done = run_tests(project, "tests/test_compiled.py")
    assert done.returncode == 1 and "python setup.py --quiet build_ext --inplace" in done.stdout


def test_a_compiled_game_is_known_by_its_name_and_searched_in_threads(compiled: Path) -> None:
    """`egg_info` writes what an installation in place would: the entry point."""
    done = run(compiled, sys.executable, "setup.py", "--quiet", "egg_info")
    assert done.returncode == 0, done.stderr
    match = ["match", "high_tide", "ismcts:200", "random", "-n", "200", "--json"]
    assert json.loads(cardlab(compiled, *match, site=compiled))["roles"][0]["interval"][0] > 0.5
    code = (
        "import cardlab; from cardlab.lab import Match; from cardlab.lab.engine import Kit; "
        "from cardlab.lab.matches.matchwork import MatchWork; "
        "match = Match.of('high_tide', ['ismcts:9', 'random']); print(MatchWork(match).threads(Kit(cardlab.Stop())))"
    )
    assert run(compiled, sys.executable, "-c", code, site=compiled).stdout.strip() == "1024"
