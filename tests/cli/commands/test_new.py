"""`cardlab new`: names that are refused, files that are not written over, and what becomes of a template."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from cardlab.cli import main
from cardlab.cli.commandline import build_app
from cardlab.cli.skeleton import TEMPLATES

ROOT = Path(__file__).parents[3]
KINDS = {
    "game": ["game"],
    "compiled": ["game", "--compiled"],
    "agent": ["agent", "--folder", "files"],
    "package": ["agent", "--package"],
}
LONG = "abcdefghij_klmnopqrst_uvwxyz12"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def new(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The code with which the command ends, and what it says."""
    with pytest.raises(SystemExit) as end:
        main(["new", *words])
    said = capsys.readouterr()
    return (end.value.code if isinstance(end.value.code, int) else 0), said.out + said.err


def files(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["game", "High-Tide"], "such as high_tide"),
        (["game", "7"], "such as my_game"),
        (["game", "a__b"], "small letters, digits and single underscores"),
        (["game", "../tide"], "small letters"),
        (["game", "tide\n"], "small letters"),
        (["game", "x" * 31], "up to 30"),
        (["agent", "9lives"], "is no name for an agent"),
        (["game", "castle"], "there is a game called 'castle' already"),
        (["agent", "ismcts"], "there is an agent called 'ismcts' already"),
        (["agent", "lowest"], "there is an agent called 'lowest' already"),
        (["agent", "json"], "a module 'json' exists already"),
        (["agent", "cardlab"], "a module 'cardlab' exists already"),
        (["agent", "typer"], "a module 'typer' exists already"),
        (["game", "none"], "its class would be called None"),
        (["game", "position"], "its class would be called Position"),
        (["game", "state", "--compiled"], "its class would be called State"),
        (["agent", "seat"], "its class would be called Seat"),
        (["agent", "dreamer", "--game", "bridge"], "there is no game 'bridge'"),
        (["agent", "dreamer", "--game", "castle,players=99"], "option players"),
    ],
)
def test_names_that_would_do_harm_are_refused(
    capsys: pytest.CaptureFixture[str], here: Path, words: list[str], reason: str
) -> None:
    code, said = new(capsys, *words)
    assert code == 2 and reason in " ".join(said.split())
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_exists_is_written_over_only_by_force(capsys: pytest.CaptureFixture[str], here: Path, kind: str) -> None:
    what, *rest = KINDS[kind]
    assert new(capsys, what, "tide", *rest)[0] == 0
    before = files(here)
    changed = here / next(name for name in sorted(before) if name.endswith(".py"))
    changed.write_text("mine", encoding="utf-8")
    code, said = new(capsys, what, "tide", *rest)
    assert code == 2 and "exists already" in said and "--force" in said
    assert changed.read_text(encoding="utf-8") == "mine"
    (changed.parent / "other.txt").write_text("stays", encoding="utf-8")
    assert new(capsys, what, "tide", *rest, "--force")[0] == 0
    assert files(here) == {**before, (changed.parent / "other.txt").relative_to(here).as_posix(): "stays"}


def test_an_empty_folder_may_be_used_and_one_that_cannot_be_made_is_an_error(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    (here / "empty").mkdir()
    assert new(capsys, "game", "tide", "--folder", "empty")[0] == 0
    (here / "file").touch()
    code, said = new(capsys, "game", "tide", "--folder", "file/deep")
    assert code == 2 and "cannot be written" in said


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_the_project_of_its_own_name_and_no_word_of_it_is_left_in_others(
    capsys: pytest.CaptureFixture[str], here: Path, kind: str
) -> None:
    what, *rest = KINDS[kind]
    for name in (f"my{what}", "tide"):
        assert new(capsys, what, name, *[word.replace("files", name) for word in rest])[0] == 0
    for path, text in files(here / (f"my{what}" if kind == "agent" else f"cardlab-my{what}")).items():
        template = TEMPLATES / kind / f"{path}.in"
        if template.exists() and "AGENT_" not in (source := template.read_text(encoding="utf-8")):
            title = f"My {what.capitalize()}", f"My{what}"
            assert text == source.replace(*title).replace(f"My{what.capitalize()}", f"My{what}").replace("THE_GAME", "castle")
    for path, text in files(here / ("tide" if kind == "agent" else "cardlab-tide")).items():
        assert not re.search(r"my[-_ ]?(game|agent)|THE_GAME|AGENT_", path + text, re.IGNORECASE), path


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["a", LONG])
def test_names_of_any_length_give_tidy_code(capsys: pytest.CaptureFixture[str], here: Path, kind: str, name: str) -> None:
    what, *rest = KINDS[kind]
    assert new(capsys, what, name, *rest)[0] == 0
    (project,) = here.iterdir()
    ruff = [sys.executable, "-m", "ruff"]
    usual = ["--isolated", "--no-cache", "--line-length", "128"]
    rules = ["--select", "E,W,F,I,B,UP,C4,PIE,RUF,D", "--ignore", "D203,D213,D102,D103,D105,D107,D400,D401,D413,F821"]
    for command in ([*ruff, "check", *usual, *rules, "."], [*ruff, "format", "--check", *usual, "."]):
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, env=os.environ)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("kind", ["game", "compiled", "package"])
def test_the_commands_of_a_readme_are_those_that_are_told_and_are_understood(
    capsys: pytest.CaptureFixture[str], here: Path, kind: str
) -> None:
    what, *rest = KINDS[kind]
    said = new(capsys, what, "tide", *rest)[1]
    shown = re.findall(r"^\$ (.+)$", (here / "cardlab-tide" / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    steps = [line.strip() for line in said.splitlines() if line.startswith("  ") and not line.startswith("  cd ")]
    assert {step.partition(" random")[0] for step in steps} <= {command.partition(" random")[0] for command in shown}
    program = typer.main.get_command(build_app())
    for words in (shlex.split(command) for command in shown):
        if words[0] == "cardlab":
            program.commands[words[1]].make_context(words[1], words[2:])  # type: ignore[attr-defined]


PACKED = """
from setuptools.dist import Distribution
package = Distribution()
package.parse_config_files()
build = package.get_command_obj("build_py")
build.ensure_finalized()
build.manifest_files = {}
print("\\n".join(build.find_data_files("cardlab.cli", "src/cardlab/cli")))
"""


def test_templates_go_along_with_an_installation() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PACKED], cwd=ROOT, capture_output=True, text=True)
    packed = {(ROOT / line).resolve() for line in done.stdout.splitlines()}
    assert {path.resolve() for path in TEMPLATES.rglob("*.in")} <= packed, done.stderr
    assert (TEMPLATES / "game" / "pyproject.toml.in").exists()


def test_a_game_text_that_could_end_a_string_of_the_test_file_is_refused(
    capsys: pytest.CaptureFixture[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Odd:
        def spec(self) -> str:
            return 'castle,deck="; import os; "'

    monkeypatch.setattr("cardlab.cli.commands.new.game", lambda text: Odd())
    code, said = new(capsys, "agent", "dreamer", "--game", "odd")
    assert code == 2 and "plain words and numbers" in said and list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (["game", "high_tide"], "pip install pytest"),
        (["game", "high_tide", "--compiled"], "pip install 'setuptools>=77' 'Cython>=3.1,<4' pytest"),
        (["agent", "dreamer"], "pip install pytest"),
        (["agent", "dreamer", "--package"], "pip install pytest"),
    ],
)
def test_what_building_and_testing_takes_comes_first_if_it_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], step: str
) -> None:
    assert step not in new(capsys, *words)[1]
    monkeypatch.setattr("cardlab.cli.commands.new.importlib.util.find_spec", lambda name: None)
    code, said = new(capsys, *words, "--force")
    steps = [line.strip() for line in said.splitlines() if line.startswith("  ")]
    assert code == 0 and steps[:2].count(step) == 1 and next(line for line in steps if "pytest" in line) == step
