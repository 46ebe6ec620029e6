"""Commands that play in their own process try agents in Python in another one first, as match and tournament do."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cardlab.lab.engine import threads
from cardlab.play import launch
from tests.cli.calling import run

ENDS = "import os\nos._exit(3)\nclass A:\n    def choose(self, seat):\n        return seat.legal()[0]\n"
ENDLESS = "class Endless:\n    def choose(self, seat):\n        while True:\n            pass\n"
NOTHING = "class Nothing:\n    def choose(self, seat):\n        seat.legal()[0]\n"


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name, text in {"ends": ENDS, "endless": ENDLESS, "nothing": NOTHING}.items():
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code, _, said = run(capsys, *words)
    assert code == 2
    return said


@pytest.mark.parametrize(
    "words",
    [
        "play castle --vs {}",
        "play castle --vs lowest --hint {}",
        "watch castle lowest {} --text",
        "evaluate castle lowest --agent {}",
        "evolve castle --method random --budget 100 --agent {}",
        "learn tribute --games 1 --opponent {}",
    ],
)
def test_an_agent_that_ends_its_process_does_not_end_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(launch, "on_terminal", lambda: True)
    said = refused(capsys, *words.format("python:ends.py:A").split())
    assert said == "Error: python:ends.py:A: ended its process while it was loaded (exit code 3)\n"


@pytest.mark.parametrize("words", ["watch castle {} lowest --text", "evaluate castle lowest --agent {} -n 2 --scenarios 1"])
def test_what_was_answered_in_place_of_an_action_is_told(capsys: pytest.CaptureFixture[str], words: str) -> None:
    said = refused(capsys, *words.format("python:nothing.py:Nothing").split())
    assert said == "Error: python:nothing.py:Nothing answered None, which is not an action\n"


def test_an_evaluation_that_does_not_get_on_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_folder: Path
) -> None:
    monkeypatch.setattr(threads, "QUIET_SECONDS", 0.2)
    (own_folder / "slow.py").write_text(
        "import time\nclass Slow:\n    first = True\n    def choose(self, seat):\n"
        "        time.sleep(1.0 * self.first)\n        self.first = False\n        return seat.legal()[0]\n"
    )
    words = "evaluate castle lowest --agent python:slow.py:Slow -n 2 --scenarios 1"
    code, _, said = run(capsys, *words.split())
    assert code == 0 and "Note: nothing was finished for " in said


def test_the_screen_is_left_at_once_while_an_agent_thinks_for_ever(own_folder: Path) -> None:
    master, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    words = [sys.executable, "-m", "cardlab", "play", "castle", "--vs", "python:endless.py:Endless", "--seat", "1"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen(words, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True)
    os.close(terminal)
    seen, pressed, end = b"", False, time.monotonic() + 60
    try:
        while process.poll() is None and time.monotonic() < end:
            if select.select([master], [], [], 0.2)[0]:
                with suppress(OSError):
                    seen += os.read(master, 1 << 16)
            if b"is thinking" in seen and not pressed:
                os.write(master, b"q")
                pressed = True
        assert (process.poll(), pressed) == (0, True)
    finally:
        process.kill()
        process.wait()
        os.close(master)
