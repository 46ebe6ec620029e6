"""What the tab key completes, and how the shell gets to know of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardlab.cli.commandline import build_app


def offered(typed: str) -> list[str]:
    """What is offered for the last word of a command line."""
    words = f"cardlab {typed}"
    shell = {"_CARDLAB_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    return CliRunner().invoke(build_app(), [], env=shell, prog_name="cardlab").stdout.split()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("repro", ["reproduce"]),
        ("match castle,pl", ["castle,players="]),
        ("match castle,players=3,jok", ["castle,players=3,jokers="]),
        ("match castle ismcts:40,c", ["ismcts:40,c="]),
        ("match locm greedy,draft=own,w", ["greedy,draft=own,weights="]),
        ("match castle -o jo", ["jokers="]),
        ("match castle -o four=", ["four=proper", "four=legacy", "four=off"]),
        ("match castle -o voluntary_pickup=", ["voluntary_pickup=yes", "voluntary_pickup=no"]),
        ("match castle -o jokers=", []),
        ("match castle js", ["json:"]),
        ("match nogame -o x", []),
        ("match nogame,", []),
        ("play castle --vs lo", ["lowest"]),
        ("reproduce l", ["locm"]),
        ("reproduce castle --scale p", ["paper"]),
        ("reproduce locm table1-c", ["table1-corrected"]),
        ("train castle --model fo", ["forest"]),
        ("train castle --encoder sv", ["svm"]),
        ("train castle --target pl", ["playouts"]),
        ("train castle --model net -P hid", ["hidden="]),
        ("evaluate locm contest1", ["contest1", "contest1_published"]),
        ("evaluate locm best.json --against rand", ["random"]),
        ("evolve locm --what gr", ["greedy"]),
        ("evolve locm --method ag-w", ["ag-weights"]),
        ("evolve locm --player gr", ["greedy"]),
        ("learn tribute --form th", ["thesis"]),
        ("learn tribute --opponent decision", ["decision_tree"]),
    ],
)
def test_names_are_completed(typed: str, expected: list[str]) -> None:
    assert offered(typed) == expected


def test_experiments_that_were_named_already_are_not_offered_again() -> None:
    assert "X2" in offered("reproduce castle X")
    assert "X2" not in offered("reproduce castle X2 X")


@pytest.mark.parametrize(("shell", "option"), [("bash", "--install-completion"), ("fish", "--show-completion")])
def test_a_shell_can_be_told(shell: str, option: str, tmp_path: Path) -> None:
    code = "import sys; sys.argv[0] = 'cardlab'; from cardlab.cli import main; main()"
    env = {**os.environ, "HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run([sys.executable, "-c", code, option, shell], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    written = [file.read_text() for file in tmp_path.rglob("*") if file.is_file()]
    assert any("_CARDLAB_COMPLETE" in text for text in [done.stdout, *written])
    assert bool(written) == (option == "--install-completion")
