"""How cardlab is compiled: for the processor at hand, but in a wheel for one that everybody has."""

from __future__ import annotations

import platform
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that reads setup.py as if a command had been given, without compiling anything."""
    monkeypatch.chdir(ROOT)

    def read(command: str) -> dict[str, Any]:
        monkeypatch.setattr(sys, "argv", ["setup.py", command])
        return runpy.run_path("setup.py")

    return read


@pytest.mark.parametrize(
    ("machine", "command", "named", "processor"),
    [
        ("x86_64", "build_ext", None, "native"),
        ("x86_64", "editable_wheel", None, "native"),
        ("x86_64", "bdist_wheel", None, "x86-64-v2"),
        ("x86_64", "bdist_wheel", "native", "native"),
        ("x86_64", "build_ext", "x86-64-v3", "x86-64-v3"),
        ("x86_64", "build_ext", "", ""),
        ("aarch64", "build_ext", None, ""),
        ("aarch64", "bdist_wheel", None, ""),
    ],
)
def test_a_wheel_is_for_everybody_and_a_checkout_for_its_machine(
    script: Any, monkeypatch: pytest.MonkeyPatch, machine: str, command: str, named: str | None, processor: str
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.delenv("CARDLAB_ARCH", raising=False)
    if named is not None:
        monkeypatch.setenv("CARDLAB_ARCH", named)
    made = script(command)
    assert made["processor"]() == processor
    marched = [flag for flag in made["compile_flags"]("cardlab.agents.search") if flag.startswith("-march")]
    assert marched == ([f"-march={processor}"] if processor else [])


def test_every_header_of_a_module_is_compiled(script: Any) -> None:
    """Each compiled module of the package stands in the list, and nothing else."""
    listed = {path.with_suffix("") for path in script("build_ext")["COMPILED"]}
    built = {path.parent / path.name.split(".")[0] for path in Path("src").rglob("*.so")} - {Path("src/cardlab/core/_shared")}
    assert listed and listed == built


def test_modules_that_are_compiled_otherwise_are_there(script: Any) -> None:
    made = script("build_ext")
    names = {".".join(path.relative_to("src").with_suffix("").parts) for path in made["COMPILED"]}
    assert made["COLD"] - names == {made["SHARED"]}
    assert [ending for ending in made["LUKEWARM"] if not any(name.endswith(ending) for name in names)] == []


@pytest.mark.parametrize("file", ["pyproject.toml", "Makefile", ".ci/run"])
def test_what_is_compiled_is_listed_nowhere_by_hand(script: Any, file: str) -> None:
    told = Path(ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""
    names = [path.relative_to("src").with_suffix("") for path in script("build_ext")["COMPILED"]]
    assert [str(name) for name in names if f"src/{name}.p" in told or f'"{".".join(name.parts)}"' in told] == []


def test_the_linter_is_told_what_is_compiled(script: Any) -> None:
    compiled = script("build_ext")["COMPILED"]
    told = tomllib.loads(Path(".ruff.toml").read_text(encoding="utf-8"))
    assert told["extend"] == "pyproject.toml"
    assert set(told["lint"]["extend-per-file-ignores"]) == {path.as_posix() for path in compiled}


def test_messages_of_a_step_are_shown_only_if_it_fails(tmp_path: Path) -> None:
    log = tmp_path / "deep" / "log"

    def quietly(*command: str) -> subprocess.CompletedProcess[str]:
        words = ["bash", str(ROOT / "scripts" / "quietly.sh"), str(log), "trying something", *command]
        return subprocess.run(words, capture_output=True, text=True)

    fine = quietly("sh", "-c", "echo noise; echo more >&2")
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "cardlab: trying something\n", "")
    assert "noise\nmore\n" in log.read_text()
    bad = quietly("sh", "-c", "echo the reason; exit 3")
    assert bad.returncode == 3 and "the reason" in bad.stderr and f"All messages: {log}" in bad.stderr


@pytest.mark.parametrize(
    ("games", "kept", "left_out"),
    [
        (None, ["core/state.py", "games/castle/rules/play.py", "games/duelyst/rules/play.py"], []),
        ("castle locm", ["core/state.py", "agents/search.py", "games/castle/rules/play.py"], ["games/duelyst/rules/play.py"]),
        ("none", [], ["core/state.py", "games/castle/rules/play.py"]),
    ],
)
def test_the_build_can_begin_with_some_games(
    script: Any, monkeypatch: pytest.MonkeyPatch, games: str | None, kept: list[str], left_out: list[str]
) -> None:
    monkeypatch.delenv("CARDLAB_GAMES", raising=False)
    if games is not None:
        monkeypatch.setenv("CARDLAB_GAMES", games)
    made = script("build_ext")
    assert {Path("src/cardlab", name) for name in kept + left_out} <= set(made["COMPILED"])
    assert all(made["wanted"](Path("src/cardlab", name)) for name in kept)
    assert not any(made["wanted"](Path("src/cardlab", name)) for name in left_out)
