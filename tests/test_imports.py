"""Which room imports which, and what a plain ``import cardlab`` brings along."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import cardlab

PROJECT = Path(__file__).parents[1]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=120, check=False, cwd=PROJECT)


def lint_imports(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command(sys.argv[1:])"
    return run("-c", call, "--no-cache", *arguments)


def loaded_after(code: str) -> set[str]:
    answer = run("-c", f"import sys\n{code}\nprint('\\n'.join(sys.modules))")
    assert answer.returncode == 0, answer.stderr
    return set(answer.stdout.split())


def test_rooms_import_only_what_lies_below_them() -> None:
    answer = lint_imports()
    assert answer.returncode == 0, answer.stdout
    assert "0 broken" in answer.stdout


def test_a_forbidden_import_would_be_found(tmp_path: Path) -> None:
    """The lab does import the core: a contract that forbids it must be reported as broken."""
    config = tmp_path / "contracts.ini"
    config.write_text(
        "[importlinter]\nroot_package = cardlab\n"
        "[importlinter:contract:1]\nname = upside down\ntype = layers\ncontainers = cardlab\nlayers =\n    core\n    lab\n"
    )
    answer = lint_imports("--config", str(config))
    assert answer.returncode == 1
    assert "1 broken" in answer.stdout


def test_importing_cardlab_loads_nothing_slow() -> None:
    slow = {"cardlab.lab", "cardlab.games.castle", "cardlab.cli", "typer", "rich", "textual", "pydantic", "importlib.metadata"}
    assert loaded_after("import cardlab") & slow == set()


def test_listing_the_games_loads_neither_the_lab_nor_the_screen() -> None:
    loaded = loaded_after(
        "import cardlab.cli, contextlib\nwith contextlib.suppress(SystemExit): cardlab.cli.main(['games', '--json'])"
    )
    assert "cardlab.games.castle.rules.play" in loaded
    assert loaded & {"cardlab.lab", "cardlab.play", "cardlab.papers", "textual", "openskill"} == set()


def test_every_public_name_can_be_reached() -> None:
    assert sorted(cardlab.__all__) == sorted(set(cardlab.__all__))
    assert [name for name in cardlab.__all__ if not hasattr(cardlab, name)] == []
    assert set(cardlab.__all__) <= set(dir(cardlab))


def test_the_functions_of_the_lab_are_at_the_top() -> None:
    from cardlab import lab

    assert cardlab.play_match is lab.play_match
    assert cardlab.play_tournament is lab.play_tournament
    assert cardlab.Match is lab.Match


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'cardlab' has no attribute 'play_matches'"):
        _ = cardlab.play_matches


def test_the_version_is_that_of_the_package() -> None:
    assert cardlab.__version__ == version("cardlab")


def test_python_m_cardlab_is_the_program() -> None:
    answer = run("-m", "cardlab", "--version")
    assert answer.returncode == 0
    assert answer.stdout == f"cardlab {version('cardlab')}\n"


def test_nothing_below_the_screens_knows_terminals_or_their_colours() -> None:
    rooms = [PROJECT / "src" / "cardlab" / room for room in ("core", "agents", "games")]
    sources = [path for room in rooms for path in room.rglob("*.py")]
    assert len(sources) > 50
    found = [path.name for path in sources if re.search(r"(import|from) (rich|textual)|#[0-9a-f]{6}\b", path.read_text())]
    assert found == []
