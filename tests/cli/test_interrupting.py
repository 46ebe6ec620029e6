"""Ctrl-C in a long tournament: what is finished is shown at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = "import sys; sys.modules['openskill'] = None; from cardlab.cli import main; main()"
"""Without the extra for ratings that grow game by game: those are for other uses, and slow."""


def processor_seconds(pid: int) -> float:
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_after_ctrl_c_the_table_of_70000_games_costs_less_than_two_seconds(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play = ["tournament", "castle", "lowest", "random", "-n", "1000000", "--run-file", str(file), "--json"]
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        run = subprocess.Popen([sys.executable, "-c", PROGRAM, *play], stdout=out, stderr=err)
    end = time.monotonic() + 120
    while time.monotonic() < end and run.poll() is None and not (file.exists() and file.stat().st_size > 4_500_000):
        time.sleep(0.02)
    before = processor_seconds(run.pid)
    run.send_signal(signal.SIGINT)
    _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    assert run.returncode == 130, (tmp_path / "err").read_text()
    result = json.loads((tmp_path / "out").read_text())
    assert result["finished"] >= 70_000 and not result["complete"]
    assert used.ru_utime + used.ru_stime - before < 2 * result["finished"] / 70_000
