"""Every example in the documentation does what the page says."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, blocks, commands, name_of, write_files

MARK = "\x1e"
WITH_PYTHON = [page for page in PAGES if any(block.runs for block in blocks(page))]
WITH_COMMANDS = [page for page in PAGES if any(command.run or command.screen for command in commands(page))]


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A real process in the page's folder, whose `cardlab` and `python` are those under test."""
    env = {**os.environ, "CARDLAB_HOME": str(folder / "home"), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=300)


SILENT = "import os, sys; sys.stdout = sys.stdout if __name__ == '__main__' else open(os.devnull, 'w')"
"""Workers of a match read the script too: what they would print is not what the page shows."""


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with the files that the page shows, and the examples that it may name."""
    write_files(request.param, tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.parametrize(("page", "folder"), [(p, p) for p in WITH_PYTHON], ids=map(name_of, WITH_PYTHON), indirect=["folder"])
def test_python_blocks_run_and_print_what_is_shown(page: Path, folder: Path) -> None:
    """One script per page, with each block on the lines it has there, so that a traceback names the line of the page."""
    found = list(blocks(page))
    script = [""] * len(page.read_text(encoding="utf-8").splitlines())
    script[0] = SILENT
    for block in found:
        if block.runs:
            script[block.line - 1] = f"print('{MARK}{block.line}')"
            script[block.line : block.line + len(block.code.splitlines())] = block.code.splitlines()
    (folder / f"{page.stem}.md.py").write_text("\n".join(script), encoding="utf-8")
    done = run([sys.executable, f"{page.stem}.md.py"], folder)
    assert done.returncode == 0, done.stderr
    printed = dict(part.split("\n", 1) for part in done.stdout.split(MARK)[1:])
    for block, after in zip(found, [*found[1:], None], strict=True):
        if block.runs and after is not None and after.language == "output":
            assert printed[str(block.line)].rstrip() == after.code.rstrip(), f"{name_of(page)}:{after.line}"


def test_excerpts_are_what_the_files_say() -> None:
    quoted = [(page, block) for page in PAGES for block in blocks(page) if block.excerpt is not None]
    assert quoted
    for page, block in quoted:
        assert block.code in (ROOT / str(block.excerpt)).read_text(encoding="utf-8"), f"{name_of(page)}:{block.line}"


@pytest.mark.parametrize(
    ("page", "folder"), [(p, p) for p in WITH_COMMANDS], ids=map(name_of, WITH_COMMANDS), indirect=["folder"]
)
def test_commands_print_what_is_shown(page: Path, folder: Path) -> None:
    for command in commands(page):
        if command.screen:
            opens_a_screen(shlex.split(command.words), folder)
        if command.run:
            done = run(["bash", "-c", command.words], folder)
            where = f"{name_of(page)}:{command.line}: {command.words}"
            refused, in_vain = command.output.startswith("Error:"), done.stderr.startswith("No result:")
            assert in_vain or (done.returncode != 0) == refused, f"{where}\n{done.stderr}"
            if command.output.strip():
                told = done.stderr if refused else done.stdout
                assert timeless(told) == timeless(command.output), where


def opens_a_screen(words: list[str], folder: Path) -> None:
    """The program in a terminal of its own, whose keyboard is ours: it draws something, and ends when `q` is pressed."""
    master, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (40, 120))
    env = {**os.environ, "CARDLAB_HOME": str(folder / "home"), "TERM": "xterm-256color"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    process = subprocess.Popen(
        words, cwd=folder, env=env, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
    )
    os.close(terminal)
    seen, pressed, end = b"", False, time.monotonic() + 120
    try:
        while process.poll() is None and time.monotonic() < end:
            if select.select([master], [], [], 0.2)[0]:
                with contextlib.suppress(OSError):
                    seen += os.read(master, 1 << 16)
            elif b"astle" in seen:
                os.write(master, b"q")
                pressed = True
        assert (process.poll(), pressed) == (0, True), f"{words}: {seen[-2000:].decode(errors='replace')}"
    finally:
        process.kill()
        process.wait()
        os.close(master)


def timeless(text: str) -> list[str]:
    """Lines without times, rules, spacing and warnings about the build. Shares, which end in %, stay."""
    lines = [re.sub(r"\d+\.\d+(?![\d%–])", "#", line) for line in text.splitlines()]
    lines = [re.sub(r"# +[\d,]+ *$", "# #", line) for line in lines]  # a slow move of 100 ms and more has no point
    lines = [re.sub(r"# (µs|ms|s) each$", "# each", line) for line in lines]
    lines = [re.sub(r"(?<=# s) \(\d+:\d\d:\d\d\)$", "", line) for line in lines]  # pytest, when it took more than a minute
    return [" ".join(line.split()) for line in lines if re.search(r"[^\s─]", line) and not line.startswith("Warning: ")]


def test_times_are_left_out_of_comparisons_and_shares_are_not() -> None:
    rows = " lowest   91.2%  89.1–93.0%  0.0031\n slow   91.2%  89.1–93.0%  31  0  3  9.81   1,190 "
    assert timeless(f"castle · 4 games · 0.25 s\n ───\n\n{rows}\n fast   7 decisions  0.2 µs each") == [
        "castle · 4 games · # s",
        "lowest 91.2% 89.1–93.0% #",
        "slow 91.2% 89.1–93.0% 31 0 3 # #",
        "fast 7 decisions # each",
    ]


def test_every_cardlab_command_shown_is_understood() -> None:
    import typer

    from cardlab import game, make_agent
    from cardlab.cli.commandline import build_app

    program = typer.main.get_command(build_app())
    seen = 0
    for page in PAGES:
        for command in commands(page):
            words = shlex.split(re.split(r" (?:[|>] |2>&1)", command.words)[0], comments=True)
            if words[0] != "cardlab" or words[1].startswith("-") or command.output.startswith("Error:"):
                continue
            seen += 1
            context = program.commands[words[1]].make_context(words[1], words[2:])  # type: ignore[attr-defined]
            if str(context.params.get("game_name", "")).partition(",")[0] == "castle":
                rules = game(context.params["game_name"])
                for text in (*context.params.get("agents", ()), *(context.params.get("vs") or ())):
                    if not text.startswith(("python:", "json")) and not text.endswith((".py", "/")):
                        make_agent(rules, text)
    assert seen > 30
