"""Projects as `cardlab new` writes them, made and run by real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CARDLAB = [sys.executable, "-c", "from cardlab.cli import main; main()"]


def run(folder: Path, *words: str, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A process in a folder; what lies in `site` counts as installed."""
    env = {**os.environ, "CARDLAB_HOME": str(folder / "home"), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120"}
    env |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # a new project needs none of the plugins that are here
    env |= {"PYTHONPATH": str(site)} if site else {}
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=300)


def cardlab(folder: Path, *words: str, site: Path | None = None) -> str:
    """What a command prints that must succeed."""
    done = run(folder, *CARDLAB, *words, site=site)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_tests(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The project's own tests."""
    return run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)


def install(project: Path, site: Path) -> Path:
    """What pip makes of a project, in a folder of its own."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    done = run(project, *command, "--target", str(site), str(project))
    assert done.returncode == 0, done.stderr
    return site


def change(file: Path, old: str, new: str) -> None:
    """Plant a defect."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file.name}"
    file.write_text(text.replace(old, new), encoding="utf-8")
