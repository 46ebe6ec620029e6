"""Agents in Python are tried in a process of their own before anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardlab
from cardlab.lab.engine import Conditions
from cardlab.lab.matches.tryout import TryoutWork, problems_of

GOOD = "    def choose(self, seat):\n        return seat.legal()[0]\n"


def test_an_agent_that_waits_reads_or_ends_its_process_does_not_hold_up_the_others(tmp_path: Path) -> None:
    files = {
        "waits": "import time\ntime.sleep(600)\n",
        "reads": "name = input()\n",
        "ends": "import os\nos._exit(3)\n",
        "good": "",
        "stops": "raise KeyboardInterrupt\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(f"{text}class A:\n{GOOD}")
    texts = {name: f"python:{tmp_path / name}.py:A" for name in files}
    found = problems_of(cardlab.game("castle"), ["lowest", *texts.values()], Conditions(1), seconds=0.3)
    said = {name: found[text].removeprefix(f"{text}: ") for name, text in texts.items() if text in found}
    assert said == {
        "waits": "not loaded after 0.3 s; does something at the top of the file, or in __init__, wait or go on for ever?",
        "reads": "EOFError: EOF when reading a line (reads.py, line 1): "
        "it waits for somebody at the keyboard, and there is nobody",
        "ends": "ended its process while it was loaded (exit code 3)",
        "stops": "KeyboardInterrupt: ",
    }


@pytest.mark.parametrize("silent", [False, True])
def test_what_an_agent_prints_while_it_is_tried_is_seen_or_lost(
    tmp_path: Path, silent: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "loud.py").write_text(f"import sys\nprint('one')\nprint('two', file=sys.stderr)\nclass A:\n{GOOD}")
    assert problems_of(cardlab.game("castle"), [f"python:{file}:A"], Conditions(1), silent=silent) == {}
    out, errors = capfd.readouterr()
    assert (out, sorted(errors.split())) == ("", [] if silent else ["one", "two"])


def test_agents_that_are_not_written_in_python_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.lab.matches.tryout.Staff", None)
    assert problems_of(cardlab.game("castle"), ["lowest", "cmd:nobody", object()], Conditions()) == {}


def test_who_takes_long_is_named() -> None:
    work = TryoutWork(cardlab.game("castle"), ("python:a.py:A", "python:b.py:B"), 60.0)
    assert work.slow(1, 0, 10.2) == "loading python:b.py:B has taken 10 s; it is given up after 60 s"
