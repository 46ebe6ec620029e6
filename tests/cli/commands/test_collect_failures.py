"""Agents that fail, databases that are full, two writers: what `cardlab collect` says about it, and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cardlab import CardlabError
from cardlab.data import read_rows
from cardlab.data.databases.sqltarget import Retries, SqlTarget
from cardlab.errors import RunError
from cardlab.lab.collecting import collect
from tests.cli.commands.test_collect import run
from tests.data.samples import CASTLE, collection
from tests.data.samples import collect as carry_out

BAD = """
class Always:
    def choose(self, seat):
        raise ValueError("boom \\x1b[31m\\udc80")


class Sometimes:
    def choose(self, seat):
        return seat.legal()[0] if seat.player != 1 else 99


class Slow:
    def choose(self, seat):
        import time
        time.sleep(0.2)
        return seat.legal()[0]
"""


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text(BAD)


@pytest.mark.parametrize("to", ["rows.parquet", "rows.csv", "rows/", "sqlite:///rows.db"])
@pytest.mark.parametrize("order", ["lowest python:bad.py:Always", "python:bad.py:Always lowest"])
def test_games_in_which_an_agent_failed_give_no_rows(to: str, order: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, f"collect castle {order} -n 6 --to {to}")
    assert code == 1
    assert "castle · 0 of 6 games" in out and "no game was collected" in out and "won" not in out
    assert "failed    6 of 6 games: they gave no rows" in out and "python:bad.py:Always: 6 by agent error" in out
    assert "ValueError: boom" in out and "\x1b[31m" not in out and "rows      0 to" in out
    with pytest.raises(CardlabError):
        read_rows([to], CASTLE)


def test_other_games_are_kept_and_failed_ones_are_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = "collect castle python:bad.py:Sometimes lowest -n 10 --batch 3 --to rows.parquet"
    code, out, _ = run(capsys, words)
    assert code == 1 and "castle · 5 of 10 games" in out and "5 by illegal action" in out
    assert set(pl.read_parquet("rows.parquet")["game_id"]) == {0, 2, 4, 6, 8}
    Path("bad.py").write_text(BAD.replace("99", "seat.legal()[0]"))
    code, out, _ = run(capsys, words + " --resume")
    assert code == 0 and "castle · 10 games" in out and "failed" not in out
    assert set(pl.read_parquet("rows.parquet")["game_id"]) == set(range(10))


def test_rows_of_failed_games_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = "collect castle lowest python:bad.py:Always -n 6 --to rows.parquet --keep-failed --json"
    code, out, _ = run(capsys, words)
    data = json.loads(out)
    assert code == 0 and (data["finished"], data["wins"]) == (6, 6)
    assert data["failures"] == {"python:bad.py:Always": {"agent error": 6}} and "boom" in data["errors"]["0"]
    assert pl.read_parquet("rows.parquet")["won"].all()
    plain = run(capsys, "collect castle lowest python:bad.py:Always -n 6 --to other.parquet --json")[1]
    assert json.loads(plain)["run"] != data["run"], "it decides about the rows"


def test_in_python_failures_are_counted_too() -> None:
    found = collect("castle", ["python:bad.py:Sometimes", "lowest"], "rows.parquet", games=8)
    assert (found.games, found.failed, found.arrived) == (4, 4, False)
    assert found.failures == {"python:bad.py:Sometimes": {"illegal action": 4}}
    assert collect("castle", ["random", "lowest"], "other.parquet", games=8).arrived


@pytest.fixture
def full_database() -> Iterator[None]:
    """Databases in files that do not grow any more once they hold the tables."""
    from sqlalchemy import Engine, event

    def limit(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA max_page_count = 24")

    event.listen(Engine, "connect", limit)
    yield
    event.remove(Engine, "connect", limit)


@pytest.mark.usefixtures("full_database")
def test_a_full_database_is_told_with_an_exit_code(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.data.databases.sqltarget.Retries", lambda: Retries(1, 0.0))
    code, out, err = run(capsys, "collect castle lowest random -n 40 --batch 20 --to sqlite:///rows.db")
    total = sum(len(pl.read_parquet(path)) for path in Path("cardlab-unsent").iterdir())
    assert code == 1 and "rows      0 to sqlite:///rows.db" in out and f"unsent    {total:,} rows" in out
    assert "database or disk is full" in err and "cardlab load cardlab-unsent/" in err
    data = json.loads(run(capsys, "collect castle lowest random -n 40 --resume --to sqlite:///rows.db --json")[1])
    assert (data["rows_arrived"], data["rows_unsent"]) == (0, total)


def test_loading_into_a_full_database_says_how_far_it_came(
    capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    run(capsys, "collect castle lowest random -n 2 --to small.parquet")
    run(capsys, "collect castle lowest random -n 400 --seed 1 --to large.parquet")
    request.getfixturevalue("full_database")
    code, out, err = run(capsys, "load small.parquet large.parquet --to sqlite:///rows.db")
    few = len(pl.read_parquet("small.parquet"))
    assert code == 2 and out == "" and "database or disk is full" in err and f"{few} rows were loaded before that" in err


@pytest.mark.usefixtures("full_database")
def test_rows_that_nothing_can_hold_are_called_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*batch: object) -> Path:
        raise RunError("part.parquet: cannot be written: No space left on device")

    monkeypatch.setattr("cardlab.data.databases.sqltarget.put_part", no_room)
    target = SqlTarget(f"sqlite:///{tmp_path / 'rows.db'}", patience=Retries(1, 0.0))
    with pytest.raises(RunError, match=r"disk is full; .*No space left on device\. [\d,]+ rows are lost; .*--resume"):
        carry_out(collection(20), target, batch=20)


@pytest.mark.parametrize("to", ["rows.parquet", "rows.csv", "rows/"])
def test_a_full_disk_loses_only_the_last_batch(
    to: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardlab.core.files import whole_file

    def full(path: Path) -> Any:
        if "20" in path.name:
            raise RunError(f"{path}: cannot be written: No space left on device")
        return whole_file(path)

    monkeypatch.setattr("cardlab.data.files.rowfiles.whole_file", full)
    words = f"collect castle lowest random -n 40 --batch 20 --workers 1 --to {to}"
    code, _, err = run(capsys, words)
    assert code == 2 and "No space left on device. " in err and "rows are lost; batches before them are safe" in err
    monkeypatch.setattr("cardlab.data.files.rowfiles.whole_file", whole_file)
    code, out, _ = run(capsys, words + " --resume")
    assert code == 0 and "castle · 40 games" in out and read_rows([to], CASTLE).games == 40


@pytest.mark.parametrize("to", ["rows.parquet", "rows.csv", "rows/"])
def test_two_collections_do_not_write_to_one_place_at_once(to: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["collect", "castle", "python:bad.py:Slow", "lowest", "-n", "200", "--to", to]
    program = [sys.executable, "-c", "from cardlab.cli import main; main()", *words]
    first = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lock = Path("rows") if to == "rows/" else Path(f".{to}.lock")
    try:
        end = time.monotonic() + 60
        while not (lock.exists() and is_held(lock)) and time.monotonic() < end:
            time.sleep(0.05)
        code, _, err = run(capsys, f"collect castle lowest random -n 2 --to {to}")
        assert code == 2 and "another collection is writing there" in err
    finally:
        first.kill()
        first.wait()
    assert run(capsys, f"collect castle lowest random -n 2 --to {to}")[0] == 0, "a killed writer holds nothing"
    assert not Path(f".{to}.lock").exists()


def is_held(path: Path) -> bool:
    import fcntl

    file = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
