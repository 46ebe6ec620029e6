"""The path for beginners leaves no command to chance, and what any page installs exists."""

from __future__ import annotations

import re
import shlex
import tomllib

import typer

from cardlab.cli.commandline import build_app
from tests.docs.pages import PAGES, ROOT, Command, commands
from tests.docs.test_installing import PAGES as INSTALLING

PATH = ROOT / "docs" / "students.md"
SETUP = [command for page in PAGES for command in commands(page) if "setup" in command.marks]


def test_every_command_of_the_path_is_carried_out() -> None:
    """Those of its first block install: they have a test of their own, beside this one."""
    found = list(commands(PATH))
    first = found[0].line
    assert [command.words for command in found if not (command.run or command.screen or command.line == first)] == []
    assert sum(command.run for command in found) >= 6 and sum(command.screen for command in found) == 2
    assert all("setup" in command.marks for command in found if command.line == first)
    assert PATH in INSTALLING


def extras(command: Command) -> set[str]:
    named = re.search(r"\.\[([\w,]+)\]", command.words)
    return set(named[1].split(",")) if named else set()


def test_what_is_installed_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {extra for command in SETUP for extra in extras(command)}
    assert {"all", "play"} <= wanted <= {*project["optional-dependencies"]}
    program = typer.main.get_command(build_app())
    options = {name for parameter in program.params for name in parameter.opts}
    ours = [shlex.split(command.words)[1:] for command in SETUP if command.words.startswith("cardlab ")]
    assert ours and {word for words in ours for word in words} <= options


def test_the_path_is_found_at_once() -> None:
    for page in ("README.md", "docs/index.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert "students.md" in text.partition("\n## ")[0], page
