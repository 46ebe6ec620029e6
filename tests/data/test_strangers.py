"""Damaged files, broken URLs, foreign folders: one clear error each, and never a password in it."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from cardlab import CardlabError
from cardlab.data import read_rows
from cardlab.data.databases.database import Database, check_path
from cardlab.data.databases.loading import load_files
from cardlab.data.files import taster as taster_module
from cardlab.data.files.taster import Taster
from cardlab.data.targets import open_target
from cardlab.errors import RunError
from cardlab.lab.collecting import collect as collect_rows
from tests.cli.commands.test_collect import run
from tests.data.samples import CASTLE, collect, collection

SECRET = "s3cret"
BROKEN = [
    "postgresql//me:s3cret@host/db", "postgres:/me:s3cret@host/db", "mysql:me:s3cret@host/db", "postgresql;//me:s3cret@host/db",
    "postgresql:me:s3cret@host/rows.parquet",
    "//me:s3cret@host/db", "me:s3cret@host/db", "postgresql+psycopg:/me:s3cret@host/db",
    "mariadb//host/db?password=s3cret", "sqlite:/s3cret.db", "POSTGRESQL//me:s3cret@host/db", "mysql:\\\\me:s3cret@host/db",
    "host/db?user=me&password=s3cret", " postgresql:/me:s3cret@host/db/", "postgresql:///me:s3cret@host/db",
]  # fmt: skip


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_url_is_refused_without_showing_it(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        f"collect castle lowest random -n 2 --to '{text}'",
        f"load none.parquet --to '{text}'",
        f"train castle --model linear --data '{text}'",
    ):
        code, out, err = run(capsys, words)
        assert code == 2 and "write it like sqlite:///" in err and SECRET not in out + err, words
    with pytest.raises(RunError) as caught:
        collect_rows("castle", ["lowest", "random"], Path(text), games=2)
    assert SECRET not in str(caught.value)
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    "text",
    ["rows.parquet", "a/b", "mysql/rows.csv", "my:rows.parquet", "./a:b@c.parquet", "/tmp/me:x@y/rows", "me@home.csv", "a//b"],
)
def test_files_may_have_odd_names(text: str) -> None:
    check_path(text)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite:///rows.db?pasword=s3cret", "sqlite:///rows.db: the driver refuses what the URL says"),
        ("sqlite:///rows.db?timeout=soon", "sqlite:///rows.db"),
        ("mysql://me@localhost/db?pwd=s3cret", "mysql://me@localhost/db: the driver refuses what the URL says"),
        ("mysql://me@localhost/db?connect_timeout=soon", "mysql://me@localhost/db"),
        ("postgresql://me@localhost:1/db?secrit=s3cret", "postgresql://me@localhost:1/db: "),
    ],
)
def test_unknown_parameters_are_told_and_not_shown(url: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, f"collect castle lowest random -n 2 --to '{url}'")
    assert code == 2 and words in err and SECRET not in out + err and "Traceback" not in err
    with pytest.raises(CardlabError) as caught:
        read_rows([url], CASTLE)
    assert SECRET not in str(caught.value)


def test_shown_urls_hold_only_what_is_known_to_be_harmless() -> None:
    shown = Database("postgresql://me:s3cret@host/db?sslmode=require&pwd=s3cret&sslkey=s3cret").shown
    assert shown == "postgresql://me:***@host/db?sslmode=require"


DAMAGE = """
import random, sys
from pathlib import Path
from cardlab import CardlabError, game
from cardlab.data import read_rows

castle, luck, refused = game("castle"), random.Random(7), 0
good = Path(sys.argv[1]).read_bytes()
for number in range(int(sys.argv[2])):
    data = bytearray(good)
    for _ in range(luck.randrange(1, 4)):
        data[luck.randrange(len(data))] = luck.randrange(256)
    Path(sys.argv[3]).write_bytes(bytes(data))
    try:
        read_rows([sys.argv[3]], castle)
    except CardlabError as error:
        assert sys.argv[3] in str(error)
        refused += 1
print(refused)
"""


@pytest.mark.parametrize(("form", "times"), [("parquet", 700), ("csv", 60), ("db", 150)])
def test_damaged_files_are_refused(form: str, times: int) -> None:
    """In a process of its own, since a reader that panics may end it."""
    target = "sqlite:///good.db" if form == "db" else f"good.{form}"
    collect(collection(1), target)
    code = DAMAGE.replace("read_rows([sys", 'read_rows(["sqlite:///" + sys').replace("[3]], castle", "[3]], castle")
    program = [sys.executable, "-c", code if form == "db" else DAMAGE, f"good.{form}", str(times), f"bad.{form}"]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > times / 10 and "panicked" not in done.stderr


def test_a_reader_that_dies_or_panics_makes_the_file_a_damaged_one(monkeypatch: pytest.MonkeyPatch) -> None:
    collect(collection(2), "rows.parquet")
    taster, path, good = Taster(), Path("rows.parquet"), taster_module._READ
    for ending in ("import os; os.abort()", "raise KeyboardInterrupt"):
        monkeypatch.setattr(taster_module, "_READ", good.replace("pl.read_parquet(path, glob=False)", ending))
        taster.close()
        with pytest.raises(RunError, match=r"rows.parquet: is damaged: it cannot be read as Parquet"):
            taster.taste(path)
    monkeypatch.setattr(taster_module, "_READ", good)
    taster.close()
    taster.taste(path)
    monkeypatch.setattr(taster, "_ask", lambda path: pytest.fail("it was tried before"))
    taster.taste(path)
    taster.taste(Path("none.parquet"))


def test_a_panic_of_the_library_is_a_clear_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(*path: object, **how: object) -> None:
        raise pl.exceptions.PanicException("called `Option::unwrap()` on a `None` value\nbacktrace")

    collect(collection(2), "rows.parquet")
    monkeypatch.setattr(pl, "read_parquet", panic)
    with pytest.raises(RunError, match=r"rows.parquet: cannot be read: called `Option::unwrap"):
        read_rows(["rows.parquet"], CASTLE)


def test_folders_with_foreign_files_are_told() -> None:
    collect(collection(4), "rows/", batch=2)
    shutil.copy("rows/part-000000000.parquet", "rows/.hidden.parquet")
    Path("rows/notes.txt").write_text("mine")
    assert read_rows(["rows"], CASTLE).games == 4
    Path("rows/other.parquet").write_bytes(random.Random(1).randbytes(500))
    with pytest.raises(RunError, match=r"other.parquet: cannot be read"):
        read_rows(["rows"], CASTLE)
    with pytest.raises(RunError, match=r"other.parquet: "):
        collect(collection(8), "rows/", resume=True)
    pl.DataFrame({"a": [1]}).write_parquet("rows/other.parquet")
    with pytest.raises(RunError, match=r"other.parquet: has not the columns"):
        read_rows(["rows"], CASTLE)
    with pytest.raises(RunError, match=r"other.parquet: was not written by cardlab"):
        collect(collection(8), "rows/", resume=True)


@pytest.mark.parametrize("name", ["rows.db", "rows"])
def test_a_file_that_is_no_database_is_told(name: str) -> None:
    Path(name).write_text("my notes, which are no database " * 50)
    with pytest.raises(RunError, match=f"sqlite:///{name}: file is not a database"):
        read_rows([f"sqlite:///{name}"], CASTLE)
    with pytest.raises(RunError, match="file is not a database"):
        collect(collection(2), f"sqlite:///{name}")
    with pytest.raises(RunError, match="no file"):
        load_files(["none.parquet"], f"sqlite:///{name}")
    assert open_target(f"sqlite:///{name}").shown == f"sqlite:///{name}"


def test_a_small_file_with_very_many_rows_is_refused_before_it_is_read() -> None:
    columns = {name: pl.repeat(0, 2_000_000, eager=True) for name in ("game_id", "turn_no")}
    pl.DataFrame(columns).write_parquet("rows.parquet")
    assert Path("rows.parquet").stat().st_size < 100_000
    with pytest.raises(RunError, match=r"rows.parquet: holds more rows than a file of its size can"):
        read_rows(["rows.parquet"], CASTLE)


@pytest.mark.parametrize(
    "game", ["[-1,1.0,5,5]", "[0,5.0,5,5]", "[0,NaN,5,5]", "[1e999,1.0,5,5]", "[0,1" + "0" * 400 + ",5,5]", "[0,1.0,-5,5]"]
)
def test_games_that_cannot_be_are_no_games_of_a_file(game: str) -> None:
    collect(collection(2), "rows/")
    path = Path("rows/part-000000000.parquet")
    card = pl.read_parquet_metadata(path)["cardlab"]
    start = card.index('"games":[') + len('"games":[')
    pl.read_parquet(path).write_parquet(path, metadata={"cardlab": card[:start] + game + "," + card[start:]})
    with pytest.raises(RunError, match="was not written by cardlab"):
        collect(collection(4), "rows/", resume=True)


@pytest.mark.parametrize("change", ["score = 7", "game_id = -game_id - 1", "n_rows = -1"])
def test_games_that_cannot_be_are_no_games_of_a_database(change: str) -> None:
    import sqlite3

    collect(collection(2), "sqlite:///rows.db")
    with sqlite3.connect("rows.db") as connection:
        connection.execute(f"UPDATE cardlab_games SET {change}")
    with pytest.raises(RunError, match="table cardlab_games is damaged"):
        collect(collection(4), "sqlite:///rows.db", resume=True)
