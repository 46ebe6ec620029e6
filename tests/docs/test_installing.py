"""The commands that install cardlab are carried out as pages show them, in a copy of the checkout, and what they install plays.

Libraries come from the environment of the tests in place of a package index, and what is compiled from the copy, as compiling
takes minutes. `make thorough` has neither: then pip fetches and compiles everything.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, commands, name_of
from tests.docs.test_examples import timeless
from tests.effort import THOROUGH

PAGES = [ROOT / "docs" / "students.md", ROOT / "docs" / "install.md"]
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "src")
SHORT_CUT = {
    "PYTHONPATH": sysconfig.get_path("purelib"),
    "PIP_NO_INDEX": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip takes it as the value of build-isolation
    "CARDLAB_GAMES": "none",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What a clone has that an installation needs, with what was compiled in it."""
    copy = tmp_path / "checkout"
    copy.mkdir()
    for name in NEEDED:
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, copy / name)
    return copy


def environment(home: Path) -> dict[str, str]:
    """As a person has it who begins, with the Python of the tests."""
    ours = ("PYTHON", "PIP_", "VIRTUAL_ENV", "COLUMNS", "CARDLAB_")
    bare = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    path = f"{Path(sys.executable).parent}{os.pathsep}{bare['PATH']}"
    return {**bare, "HOME": str(home), "PATH": path, **({} if THOROUGH else SHORT_CUT)}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_page_installs_a_cardlab_that_plays(page: Path, checkout: Path, tmp_path: Path) -> None:
    """One shell does it all, since its second command changes the shell."""
    shown = list(commands(page))
    setup = [command.words for command in shown if "setup" in command.marks]
    first = next(command for command in shown if command.run)
    where = "python -c 'import cardlab; print(cardlab.__file__)'"
    script = ["set -e", *setup, "echo ----", "command -v cardlab", where, first.words]
    words = ["bash", "-c", "\n".join(script)]
    done = subprocess.run(words, cwd=checkout, env=environment(tmp_path), capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    program, package, printed = done.stdout.partition("----\n")[2].split("\n", 2)
    assert (program, package) == (f"{checkout}/.venv/bin/cardlab", f"{checkout}/src/cardlab/__init__.py")
    assert timeless(printed) == timeless(first.output)
    if any("--install-completion" in words for words in setup):
        assert "_CARDLAB_COMPLETE" in (tmp_path / ".bash_completions" / "cardlab.sh").read_text(encoding="utf-8")
