"""The help of every command: usage as the pages write it, words for values, and lines that fit into 80 columns."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from cardlab.cli.commandline import build_app
from tests.cli.calling import run


def commands() -> dict[str, Any]:
    program: Any = typer.main.get_command(build_app())
    found = {}
    for name, command in program.commands.items():
        found[name] = command
        found |= {f"{name} {below}": inner for below, inner in getattr(command, "commands", {}).items()}
    return found


COMMANDS = commands()


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    return run(capsys, *words, "--help")[1]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        ("", "COMMAND ..."),
        ("match", "match GAME AGENT... [OPTIONS]"),
        ("play", "play [GAME] [OPTIONS]"),
        ("reproduce", "reproduce [STUDY] [EXPERIMENT]... [OPTIONS]"),
        ("train", "train GAME [SOURCE]... [OPTIONS]"),
        ("bench", "bench [GAME] [OPTIONS]"),
        ("load", "load FILE... [OPTIONS]"),
        ("new", "new COMMAND ..."),
        ("new game", "new game NAME [OPTIONS]"),
    ],
)
def test_usage_lines_are_those_of_the_pages(capsys: pytest.CaptureFixture[str], command: str, usage: str) -> None:
    """Before it stands the name of the program, which here is that of the tests."""
    line = next(line for line in help_of(capsys, *command.split()).splitlines() if line.startswith(" Usage: "))
    assert line.rstrip().endswith(f" {usage}")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_helps_hold_no_types_of_python_and_no_example_is_broken(capsys: pytest.CaptureFixture[str], command: str) -> None:
    told = help_of(capsys, *command.split())
    assert re.search(r"<\w|list\[|\{|\[\[|\bNone\b|default: 0\.0\]", told) is None
    assert max(map(len, told.splitlines())) <= 80
    examples = [" ".join(line.split()) for line in COMMANDS[command].help.splitlines() if line.startswith("  cardlab ")]
    printed = [" ".join(line.split()) for line in told.splitlines()]
    assert [line for line in examples if line not in printed] == []


def test_every_option_that_takes_something_says_what(capsys: pytest.CaptureFixture[str]) -> None:
    lines = help_of(capsys, "match").splitlines()
    rows = {found[1]: found[2] for line in lines if (found := re.match(r"│ (--[\w-]+)(?:  +-\w+)?  +(\S*)", line))}
    taken = {name: rows[name] for name in ("--games", "--p0", "--csv", "--for", "--enable-logs")}
    assert taken == {"--games": "N", "--p0": "X", "--csv": "FILE", "--for": "TIME", "--enable-logs": "SEATS"}
