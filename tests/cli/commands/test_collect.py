"""`cardlab collect` and `cardlab load` on the command line."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cardlab import play_match
from cardlab.cli.commands.collect import resume_command
from cardlab.data.databases.sqltarget import Retries, SqlTarget
from tests.cli import calling

PROGRAM = [sys.executable, "-c", "from cardlab.cli import main; main()"]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str, str]:
    return calling.run(capsys, *shlex.split(words))


def test_the_summary_tells_games_wins_rows_and_target(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "collect castle lowest random -n 60 --seed 7 --to rows.parquet --run mine")
    role = play_match("castle", ["lowest", "random"], games=60, seed=7).roles[0]
    rows = len(pl.read_parquet("rows.parquet"))
    assert (code, rows) == (0, role.decisions)
    lines = out.splitlines()
    assert lines[:3] == [
        "castle · 60 games · seed 7 · run mine",
        f"observed  lowest: won {role.wins}, score {100 * role.score:.1f}% ({role.interval})",
        f"rows      {rows:,} to rows.parquet",
    ]
    assert re.fullmatch(r"time      \d+\.\d s, \d+\.\d{4} s/game", lines[3])


def test_agents_may_follow_their_option(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "collect castle lowest random -n 10 --to one.parquet")
    run(capsys, "collect castle --agents lowest random --observe 0 -n 10 --to other.parquet")
    assert Path("one.parquet").read_bytes() == Path("other.parquet").read_bytes()


def test_json_holds_the_same_and_all_can_be_observed(capsys: pytest.CaptureFixture[str]) -> None:
    words = "collect castle lowest random --players 3 -o limit=900 --observe all -n 6 --to rows.csv --json"
    data = json.loads(run(capsys, words)[1])
    frame = pl.read_csv("rows.csv", infer_schema=False)
    assert (data["options"], data["observe"]) == ({"players": "3", "limit": "900"}, [0, 1, 2])
    assert (data["finished"], data["complete"], data["rows"], data["rows_unsent"]) == (6, True, len(frame), 0)
    assert frame["rule_flags"].unique().to_list() == ["players=3|limit=900"]


def test_resuming_makes_a_collection_longer(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "collect castle lowest random -n 10 --to rows.parquet")
    code, _, err = run(capsys, "collect castle lowest random -n 20 --to rows.parquet")
    assert (code, "holds 10 games of this run already. Go on with it (--resume)" in err) == (2, True)
    data = json.loads(run(capsys, "collect castle lowest random -n 20 --to rows.parquet --resume --json")[1])
    assert (data["finished"], data["played"]) == (20, 10)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("castle lowest random", "say where the rows go: --to rows.parquet"),
        ("castle lowest random --to rows.json", "files of rows end in .parquet or .csv"),
        ("castle lowest random --observe me --to rows.csv", "--observe me: write the place of an agent"),
        ("castle lowest random --observe 2 --to rows.csv", "there is no agent 2 to observe"),
        ("castle lowest random --by lowest --to rows.csv", "say how many"),
        ("castle lowest random --playouts 5 --by ismcts:10 --to rows.csv", "playouts need a mere rule"),
        ("castle lowest random --run 'a b' --to rows.csv", "cannot name a run"),
        ("castle --to rows.csv", "name at least one agent"),
        ("castle lowest random --to rows.csv --fallback unsent", "--fallback is for rows that a database does not take"),
        ("castle nobody --to rows.csv", "'nobody'"),
    ],
)
def test_mistakes_are_told_in_one_line_before_any_work(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, f"collect {words}")
    assert (code, out) == (2, "")
    assert "Error: " in err
    assert message in err
    assert "Traceback" not in err
    assert [path.name for path in Path().iterdir() if path.suffix] == []


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on() -> None:
    words = ["collect", "castle", "ismcts:300", "lowest", "-n", "5000", "--batch", "2", "--to", "rows.parquet", "--json"]
    process = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    parts = Path(".rows.parquet.parts")
    end = time.monotonic() + 60
    while not list(parts.glob("part-*.parquet")) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    data = json.loads(out)
    assert process.returncode == 130, err
    assert (0 < data["finished"] < 5000, data["complete"]) == (True, False)
    assert f"Interrupted. {data['finished']} finished games are kept. Go on with:\n  cardlab {' '.join(words)} --resume" in err
    assert sum(len(pl.read_parquet(part)) for part in parts.glob("*.parquet")) == data["rows"]
    assert not Path("rows.parquet").exists()


def _closed_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


def test_a_server_that_cannot_be_reached_is_an_error_and_nothing_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, f"collect castle lowest --to postgresql://me:h1dden@127.0.0.1:{_closed_port()}/rows")
    assert (code, out) == (2, "")
    assert "refused" in err
    assert "h1dden" not in err


def test_unsent_rows_are_counted_and_loaded_later(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """The database takes the first batch and nothing after it."""
    from sqlalchemy.exc import OperationalError

    from cardlab.data.databases import sqltarget
    from cardlab.data.databases.store import Store

    replace, sent = Store.replace, []

    def failing(store: Store, batch: Any) -> None:
        if sent:
            raise OperationalError("INSERT", {}, Exception("server closed\nthe connection"))
        sent.append(batch)
        replace(store, batch)

    monkeypatch.setattr(Store, "replace", failing)
    monkeypatch.setattr(sqltarget, "Retries", lambda: Retries(2, 0.01))
    words = "collect castle lowest random -n 30 --batch 10 --workers 1 --to sqlite:///rows.db --json"
    code, out, err = run(capsys, words)
    data = json.loads(out)
    assert code == 1
    assert (data["finished"], len(data["unsent"])) == (30, 2)
    assert data["rows_unsent"] == data["rows"] - len(sent[0].rows)
    assert f"{data['rows_unsent']:,} rows could not be sent to sqlite:///rows.db: server closed the connection" in err
    command = next(line for line in err.splitlines() if line.startswith("  cardlab load "))
    assert command.split()[2:4] == data["unsent"]
    monkeypatch.setattr(Store, "replace", replace)
    code, out, _ = run(capsys, command.removeprefix("  cardlab "))
    assert (code, out) == (
        0,
        f"{data['rows_unsent']:,} rows of 20 games in 2 files: {data['rows_unsent']:,} loaded, 0 there already\n",
    )
    loaded = json.loads(run(capsys, "load cardlab-unsent --to sqlite:///rows.db --json")[1])
    assert loaded == {"files": 2, "games": 20, "rows": data["rows_unsent"], "loaded": 0, "there": data["rows_unsent"]}


def test_commands_that_are_shown_have_no_password() -> None:
    words = ["collect", "castle", "lowest", "--to", "postgresql://me:s3cret@host/rows", "-n", "5"]
    shown = "cardlab collect castle lowest --to postgresql://me@host/rows -n 5 --resume"
    assert resume_command(words) == shown
    assert resume_command(["--to=mysql://me:s3cret@host/rows"]) == "cardlab --to=mysql://me@host/rows --resume"


def test_the_load_command_names_files_and_database_but_no_password(tmp_path: Path) -> None:
    target = SqlTarget("mysql://me:s3cret@host:99/rows?ssl_passphrase=hidden")
    target.unsent = [tmp_path / "a b.parquet"]
    assert target.load_command() == f"cardlab load '{tmp_path}/a b.parquet' --to mysql://me@host:99/rows"
    assert target.shown == "mysql://me:***@host:99/rows"


def test_collecting_loads_no_slow_library_before_it_is_needed() -> None:
    code = (
        "import sys, cardlab.cli.commandline as c; c.build_app(); print({'polars', 'numpy', 'sqlalchemy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)
    assert done.stdout == "set()\n", done.stderr
