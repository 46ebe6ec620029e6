"""What every database must do. Each server's test file makes a class of these for itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from cardlab.data import read_rows
from cardlab.data.databases.database import Database
from cardlab.data.databases.loading import load_files
from cardlab.data.databases.sqltarget import Retries, SqlTarget
from cardlab.data.rows.runs import Batch
from cardlab.data.target import Hurry
from cardlab.errors import RunError
from cardlab.lab.engine import Staff
from tests.data.databases.servers import PASSWORD, Server
from tests.data.samples import CASTLE, assert_same_rows, collect, collection, lines_of, table_of

QUICK = Retries(tries=2, seconds=0.05)


class Wrecked:
    """A target whose server is killed in the middle of a transaction, and perhaps started again before a later batch."""

    def __init__(self, server: Server, inner: SqlTarget, kill: int, start: int | None = None) -> None:
        self.server, self.inner, self.kill, self.start = server, inner, kill, start
        self.batch = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def put(self, batch: Batch, hurry: Hurry) -> None:
        self.batch += 1
        if self.batch == self.start:
            self.server.start()
        if self.batch != self.kill:
            self.inner.put(batch, hurry)
            return
        store: Any = self.inner._store
        store._enter_games = lambda *_: self.server.kill()
        self.inner.put(batch, hurry)
        del store._enter_games


class DatabaseSuite:
    """Tests for one kind of database; `url` is that of an empty one."""

    @pytest.fixture
    def url(self) -> str:
        raise NotImplementedError

    def test_the_table_is_the_parquet_file_of_the_same_run(self, url: str, tmp_path: Path) -> None:
        what = collection(20, ("ismcts:20", "lowest"), playouts=3, by="lowest")
        collect(what, tmp_path / "rows.parquet")
        result = collect(what, url)
        assert table_of(url) == lines_of(tmp_path / "rows.parquet")
        assert_same_rows(read_rows([url], CASTLE), read_rows([tmp_path / "rows.parquet"], CASTLE))
        assert table_of(url, "cardlab_games") == [(what.run.name, *record) for record in result.records]
        assert [row[:2] for row in table_of(url, "cardlab_runs")] == [(what.run.name, "castle")]

    def test_going_on_plays_what_is_missing(self, url: str, tmp_path: Path) -> None:
        collect(collection(30), tmp_path / "rows.parquet")
        collect(collection(10), url)
        with pytest.raises(RunError, match="holds 10 games of this run already"):
            collect(collection(30), url)
        assert collect(collection(30), url, resume=True).played == 20
        assert table_of(url) == lines_of(tmp_path / "rows.parquet")

    def test_loading_twice_gives_every_row_once(self, url: str, tmp_path: Path) -> None:
        rows = collect(collection(30), tmp_path / "rows.parquet").rows
        collect(collection(30), tmp_path / "rows.csv")
        collect(collection(10), url)
        there = len(table_of(url))
        first = load_files([tmp_path / "rows.parquet"], url, batch_games=7)
        assert (first.rows, first.loaded, first.there) == (rows, rows - there, there)
        second = load_files([tmp_path / "rows.csv", tmp_path / "rows.parquet"], url)
        assert (second.files, second.rows, second.loaded) == (2, 2 * rows, 0)
        assert table_of(url) == lines_of(tmp_path / "rows.parquet")
        assert len(table_of(url, "cardlab_games")) == 30

    def test_several_runs_share_a_table(self, url: str) -> None:
        one, other = collection(4, name="Runs"), collection(6, seed=5, name="runs")
        total = collect(one, url).rows + collect(other, url).rows
        rows = read_rows([url], CASTLE)
        assert len(rows) == len(table_of(url)) == total
        assert (rows.games, rows.run.names) == (10, ("Runs", "runs"))
        assert read_rows([url], CASTLE, limit_games=5).games == 5

    def test_a_run_of_the_same_name_is_refused(self, url: str) -> None:
        collect(collection(4, name="mine"), url)
        with pytest.raises(RunError, match="its run mine is another one: seed is 0 there and 1 here"):
            collect(collection(4, name="mine", seed=1), url, resume=True)

    def test_a_table_with_other_columns_is_refused_before_any_work(self, url: str, tmp_path: Path) -> None:
        collect(collection(2), tmp_path / "rows.parquet")
        collect(collection(2), url)
        with Database(url).transaction() as connection:
            connection.execute(text("ALTER TABLE castle_rows DROP COLUMN hand"))
            connection.execute(text("ALTER TABLE castle_rows ADD COLUMN shoes INTEGER"))
        with pytest.raises(
            RunError, match=r"table castle_rows: has not the columns .* missing are hand; unknown are shoes"
        ) as told:
            collect(collection(2, seed=9), url)
        assert PASSWORD not in str(told.value)
        with pytest.raises(RunError, match="missing are hand"):
            load_files([tmp_path / "rows.parquet"], url)
        with pytest.raises(RunError, match="missing are hand"):
            read_rows([url], CASTLE)
        assert len(table_of(url, "cardlab_runs")) == 1

    def test_a_batch_whose_outcome_is_unknown_may_be_sent_again(self, url: str, tmp_path: Path, monkeypatch: Any) -> None:
        """The transaction holds, but the answer is lost: as if the connection broke right after the commit."""
        from sqlalchemy.exc import OperationalError

        from cardlab.data.databases.store import Store

        sent = []
        replace = Store.replace

        def losing(store: Store, batch: Batch) -> None:
            replace(store, batch)
            sent.append(batch)
            if len(sent) % 2:
                raise OperationalError("COMMIT", {}, Exception("server closed the connection"))

        monkeypatch.setattr(Store, "replace", losing)
        result = collect(collection(20), SqlTarget(url, tmp_path / "unsent", QUICK))
        assert (len(sent), result.target.unsent_rows) == (4, 0)
        collect(collection(20), tmp_path / "rows.parquet")
        assert table_of(url) == lines_of(tmp_path / "rows.parquet")


class ServerSuite(DatabaseSuite):
    """More tests, for databases that are servers."""

    @pytest.fixture
    def server(self) -> Server:
        raise NotImplementedError

    @pytest.fixture
    def url(self, server: Server) -> str:
        with Database(server.url()).transaction() as connection:
            for name in ("castle_rows", "cardlab_games", "cardlab_runs"):
                connection.execute(text(f"DROP TABLE IF EXISTS {name}"))
        return server.url()

    @pytest.mark.parametrize("start", [7, None], ids=["restarted", "not restarted"])
    def test_no_row_is_lost_and_none_is_there_twice_when_the_server_is_killed(
        self, server: Server, url: str, start: int | None, tmp_path: Path
    ) -> None:
        what = collection(50)
        target = SqlTarget(url, tmp_path / "unsent", QUICK)
        result = collect(what, Wrecked(server, target, 4, start), batch=5, workers=1)
        assert (result.games, result.complete) == (50, True)
        assert [path.name for path in target.unsent] == [
            f"castle-{what.run.name}-{5 * batch:09}.parquet" for batch in range(3, 6 if start else 10)
        ]
        if start is None:
            server.start()
        collect(what, tmp_path / "rows.parquet")
        done = load_files(target.unsent, url)
        assert done.rows == target.unsent_rows
        assert table_of(url) == lines_of(tmp_path / "rows.parquet")
        assert table_of(url, "cardlab_games") == [(what.run.name, *record) for record in result.records]
        assert load_files([tmp_path / "unsent"], url).loaded == 0

    def test_no_server_is_an_error_before_any_work(self, server: Server, url: str, tmp_path: Path, monkeypatch: Any) -> None:
        monkeypatch.setattr(Staff, "run", lambda *_: pytest.fail("a game was played"))
        server.kill()
        try:
            with pytest.raises(RunError) as told:
                collect(collection(4), SqlTarget(url, tmp_path / "unsent", QUICK))
        finally:
            server.start()
        assert "://lab:***@127.0.0.1" in str(told.value)
        assert "refused" in str(told.value)
        assert PASSWORD not in str(told.value)
        assert list(tmp_path.iterdir()) == []

    def test_a_wrong_password_is_told_but_not_shown(self, server: Server) -> None:
        with pytest.raises(RunError) as told:
            collect(collection(4), server.url("lab:wr0ng-w0rd@"))
        assert "lab" in str(told.value)
        assert "wr0ng-w0rd" not in str(told.value)

    def test_what_the_url_lacks_comes_from_the_environment(self, server: Server, url: str, monkeypatch: Any) -> None:
        monkeypatch.setenv("CARDLAB_DB_USER", "lab")
        monkeypatch.setenv("CARDLAB_DB_PASSWORD", PASSWORD)
        result = collect(collection(4), server.url(""))
        assert "lab" not in result.target.shown
        assert len(table_of(url)) == result.rows
        assert collect(collection(6), server.url("lab@"), resume=True).played == 2

    def test_no_password_gets_to_the_screen_or_into_files(
        self, server: Server, url: str, tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from cardlab.cli import main
        from cardlab.data.databases import sqltarget

        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sqltarget, "Retries", lambda: QUICK)
        put = SqlTarget.put

        def wrecked(target: SqlTarget, batch: Batch, hurry: Hurry) -> None:
            server.kill()
            put(target, batch, hurry)

        monkeypatch.setattr(SqlTarget, "put", wrecked)
        try:
            with pytest.raises(SystemExit):
                main(["collect", "castle", "lowest", "-n", "10", "--to", url])
        finally:
            server.start()
        told = capsys.readouterr()
        assert "could not be sent" in told.err
        assert PASSWORD not in told.out + told.err
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert len(files) == 1
        assert PASSWORD.encode() not in files[0].read_bytes()
        command = next(line for line in told.err.splitlines() if line.startswith("  cardlab load "))
        monkeypatch.setenv("CARDLAB_DB_PASSWORD", PASSWORD)
        with pytest.raises(SystemExit) as end:
            main(command.split()[1:])
        assert end.value.code == 0
        assert len(table_of(url, "cardlab_games")) == 10
