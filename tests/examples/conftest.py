"""Magpies, the example with compiled rules, built from a copy so that the source tree stays clean."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.effort import PURE

EXAMPLE = Path(__file__).parents[2] / "examples" / "cardlab-magpies"


@pytest.fixture(scope="session")
def magpies_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package lies, compiled and with its entry points; in the uncompiled build as it is."""
    folder = tmp_path_factory.mktemp("magpies") / "source"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("*.so", "*.pyd", "build", "*.egg-info", "__pycache__"))
    steps = ["egg_info"] if PURE else ["build_ext", "--inplace", "egg_info"]
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", *steps],
        cwd=folder,
        env={**os.environ, "CARDLAB_PURE": ""},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def magpies(magpies_folder: Path) -> Iterator[SimpleNamespace]:
    """The modules of the package."""
    sys.path.insert(0, str(magpies_folder))
    names = ("plain", "game", "rules", "trinkets", "table", "words")
    yield SimpleNamespace(**{name: import_module(f"cardlab_magpies.{name}") for name in names})
    sys.path.remove(str(magpies_folder))
