"""`cardlab scenario`: cases from a file or standard input, results as JSON, complaints on standard error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

GOOD: dict[str, Any] = {"id": "good", "game": "castle", "seed": 7, "steps": ["castle K K A"], "expect": {"player": 1}}
WRONG = {**GOOD, "id": "wrong", "expect": {"player": 0}}
BROKEN = {"id": "broken", "game": "castle", "steps": ["castle"]}


def cardlab(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardlab", "scenario", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def test_results_are_printed_and_all_is_well(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([GOOD]))
    done = cardlab(str(path))
    assert done.returncode == 0, done.stderr
    assert [result["id"] for result in json.loads(done.stdout)] == ["good"]


def test_complaints_name_the_case_and_the_exit_code_tells() -> None:
    done = cardlab("-", text=json.dumps([GOOD, WRONG, BROKEN]))
    assert done.returncode == 1
    assert [result["id"] for result in json.loads(done.stdout)] == ["good", "wrong", "broken"]
    lines = [line for line in done.stderr.splitlines() if not line.startswith("Warning")]
    assert lines[0] == "case 'wrong': the end: player is 1, not 0"
    assert lines[1].startswith("case 'broken': step 1: 'castle' is not an action of Castle")
    assert len(lines) == 2


def test_single_cases_can_be_run_and_written_to_a_file(tmp_path: Path) -> None:
    path, out = tmp_path / "cases.json", tmp_path / "results.json"
    path.write_text(json.dumps([GOOD, WRONG]))
    done = cardlab(str(path), "--only", "good", "--out", str(out))
    assert (done.returncode, done.stdout) == (0, "")
    assert [result["id"] for result in json.loads(out.read_text())] == ["good"]
    missing = cardlab(str(path), "--only", "other")
    assert missing.returncode == 2 and "has no case 'other'; its cases are good, wrong" in missing.stderr


def test_what_is_no_scenario_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    for text, complaint in (("[", "is broken JSON"), ("7", "a scenario file is a list of cases")):
        path.write_text(text)
        done = cardlab(str(path))
        assert done.returncode == 2 and complaint in done.stderr and "Traceback" not in done.stderr
    assert "there is no file" in cardlab(str(tmp_path / "none.json")).stderr
