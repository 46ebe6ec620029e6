"""Packages that are broken: named in the error, and in nobody else's way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import cardlab
from cardlab.errors import PluginError
assert {"castle", "odd"} <= set(cardlab.game_names())
try:
    cardlab.game("odd")
except PluginError as error:
    print(error)
assert cardlab.game("castle").new(1).player == 0
try:
    cardlab.make_agent(cardlab.game("castle"), "oddly")
except PluginError as error:
    print(error)
assert cardlab.make_agent(cardlab.game("castle"), "random").spec == "random"
"""


def install(folder: Path, module: str, target: str) -> None:
    """A package as pip would leave it: a module, and a dist-info with entry points."""
    (folder / "oddpack.py").write_text(module)
    info = folder / "odd_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[cardlab.games]\nodd = {target}\n\n[cardlab.agents]\noddly = {target}\n")


@pytest.mark.parametrize(
    ("module", "target", "words"),
    [
        ("raise RuntimeError('half written')", "oddpack:Odd", "RuntimeError: half written"),
        ("import sys; sys.exit(3)", "oddpack:Odd", "SystemExit: 3"),
        ("import no_such_library_anywhere", "oddpack:Odd", "no_such_library_anywhere"),
        ("Odd = 5", "oddpack:Odd", "is not a"),
        ("Other = 5", "oddpack:Odd", "AttributeError"),
        ("", "no_such_module_anywhere:Odd", "ModuleNotFoundError"),
    ],
    ids=["raises", "exits", "needs more", "wrong object", "missing name", "missing module"],
)
def test_a_broken_package_is_named_and_others_still_work(tmp_path: Path, module: str, target: str, words: str) -> None:
    install(tmp_path, module, target)
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    game_error, agent_error = done.stdout.splitlines()
    assert "the game 'odd' of the package 'odd-package'" in game_error and words in game_error
    assert "the agent 'oddly' of the package 'odd-package'" in agent_error and words in agent_error


def test_a_game_class_without_its_facts_is_refused(tmp_path: Path) -> None:
    install(
        tmp_path, "from cardlab import PlainGame\nclass Odd(PlainGame):\n    name = 'odd'\n    title = 'Odd'\n", "oddpack:Odd"
    )
    code = "import cardlab\ntry:\n    cardlab.game('odd')\nexcept cardlab.CardlabError as e:\n    print(type(e).__name__, e)\n"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("PluginError the game 'odd' of the package 'odd-package'")
    assert "does not declare its about" in done.stdout


def test_a_game_under_another_name_is_refused(tmp_path: Path) -> None:
    facts = "from cardlab.games.castle import Castle\nclass Odd(Castle):\n    name = 'even'\n"
    install(tmp_path, facts, "oddpack:Odd")
    code = "import cardlab\ntry:\n    cardlab.game('odd')\nexcept cardlab.CardlabError as error:\n    print(error)\n"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60)
    assert "calls itself 'even'" in done.stdout
