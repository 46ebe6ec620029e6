"""Texts such as name:value,option=value are taken apart in one place, and one function guesses what was meant."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cardlab

SOURCE = Path(cardlab.__file__).parent
SIGNS = {"=", ":", ",", "[", "("}
PARSER = "core/spec.py"
OTHER_TEXTS = {
    "agents/making.py": "the name of a class at the end of a place in Python",
    "cli/commands/collect.py": "a list of percentages; an option of a command line that holds a password",
    "cli/commands/ratings.py": "the name of a game in a result that was stored",
    "cli/commands/reproduce.py": "names of games in the rows of a study",
    "cli/completion.py": "an option of which only the beginning is there; the words that an option takes",
    "core/game.py": "versions of rules in old files",
    "core/headers.py": "declarations of C",
    "core/options.py": "what a declared option needs of another one",
    "core/plugins.py": "a place in Python",
    "core/stubs.py": "declarations of Python",
    "core/vectorfile.py": "cells of a CSV file",
    "lab/showing/displaynames.py": "names of agents made shorter for a table",
    "lab/storage/sources.py": "a command line",
    "papers/agents.py": "names of agents made shorter for a table",
    "papers/duelyst_times.py": "labels of cells, cut for a table",
    "play/playscreen.py": "the name of an agent made shorter for a line",
    "registry.py": "a game at a place in Python, whose options are then read by the parser",
    "training/modelkinds.py": "a place in Python",
}
"""What else is taken apart at these signs, file by file: each is no text that names a thing."""


def takes_apart(source: str) -> set[str]:
    """The signs at which a source takes texts apart."""
    return {
        str(call.args[0].value)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("split", "rsplit", "partition", "rpartition")
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and call.args[0].value in SIGNS
    }


def found() -> set[str]:
    """Files that take texts apart. Games do so with what is written in their own formats, which their rooms know."""
    paths = (path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] != "games")
    return {path.relative_to(SOURCE).as_posix() for path in paths if takes_apart(path.read_text(encoding="utf-8"))}


def test_texts_that_name_things_are_read_in_one_place() -> None:
    assert found() - set(OTHER_TEXTS) == {PARSER}


def test_what_is_excepted_is_still_there() -> None:
    assert set(OTHER_TEXTS) - found() == set()


def test_games_read_no_texts_that_name_things() -> None:
    """Their options, agents and encodings come to them as values."""
    odd = [
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "games").rglob("*.py")
        if path.stem in ("game", "kinds", "options") and takes_apart(path.read_text(encoding="utf-8"))
    ]
    assert odd == []


def test_one_function_finds_what_was_probably_meant() -> None:
    guessing = [path for path in SOURCE.rglob("*.py") if "difflib" in path.read_text(encoding="utf-8")]
    assert [path.name for path in guessing] == ["errors.py"]


@pytest.mark.parametrize(
    "line", ['name, _, value = text.partition(":")', 'parts = text.split(",")', 'a = b.rpartition("=")[2]']
)
def test_another_parser_is_noticed(line: str) -> None:
    assert takes_apart(f"def read(text):\n    {line}\n") and not takes_apart("words = text.split()")
