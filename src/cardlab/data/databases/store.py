"""What is done with the tables of a database: runs are entered, batches put in, rows read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cardlab.core.game import Game
from cardlab.data.databases.database import Database
from cardlab.data.databases.sqltables import SqlTables
from cardlab.data.rows import Rows
from cardlab.data.rows.deals import rotation_of
from cardlab.data.rows.frames import from_frame, stored_types, to_frame
from cardlab.data.rows.runs import Batch, GameRecord, Run
from cardlab.data.rows.schema import KEY
from cardlab.errors import RunError

if TYPE_CHECKING:
    import polars as pl
    from sqlalchemy import Connection, Table

IDS_AT_ONCE = 500
ROWS_AT_ONCE = 50_000


class Store:
    """The tables for one game in a database."""

    def __init__(self, database: Database, game: Game) -> None:
        self.database, self.game = database, game
        self.tables = SqlTables.of(game)
        self.rows, self.games, self.runs = self.tables.rows, self.tables.games, self.tables.runs

    def prepare(self) -> None:
        """Make the tables that are missing; raise RunError if one is there with other columns. Nothing is changed then."""
        with self.database.told(), self.database.transaction() as connection:
            self.tables.check(connection, self.database.shown)
            self.tables.meta.create_all(connection)

    def check(self) -> None:
        """Raise RunError unless the table of rows is there as it should be."""
        from sqlalchemy import inspect

        with self.database.told(), self.database.transaction() as connection:
            if not inspect(connection).has_table(self.rows.name):
                raise RunError(f"{self.database.shown}: there is no table {self.rows.name}: nothing was collected there")
            self.tables.check(connection, self.database.shown)

    def claim(self, run: Run) -> list[GameRecord]:
        """Enter a run, or raise RunError if another one has its name; the games that are there."""
        from sqlalchemy import insert, select, update

        where = f"{self.database.shown}: {self.rows.name}"
        spec = json.dumps(run.spec, sort_keys=True)
        with self.database.told(), self.database.transaction() as connection:
            known = connection.execute(
                select(self.runs.c.game, self.runs.c.spec).where(self.runs.c.run == run.name)
            ).one_or_none()
            if known is None:
                made = datetime.now(UTC).isoformat(timespec="seconds")
                connection.execute(insert(self.runs).values(run=run.name, game=run.game.spec(), spec=spec, created=made))
            else:
                run.check_same(where, run.name, _spec(known.spec))
                if run.spec and not _spec(known.spec):
                    connection.execute(update(self.runs).where(self.runs.c.run == run.name).values(spec=spec))
            chosen = select(self.games).where(self.games.c.run == run.name).order_by(self.games.c.game_id)
            found = [GameRecord(r.game_id, r.score, r.n_rows, r.decisions) for r in connection.execute(chosen)]
        try:
            return [record.check() for record in found]
        except (ValueError, TypeError) as error:
            raise RunError(f"{self.database.shown}: table {self.games.name} is damaged: {error}") from None

    def replace(self, batch: Batch) -> None:
        """Put whole games in, in one transaction; what was there of them before is gone. So it may be repeated."""
        with self.database.transaction() as connection:
            self._delete(connection, self.rows, batch)
            self._insert(connection, to_frame(batch.rows).to_dicts())
            self._enter_games(connection, batch)

    def add_missing(self, batch: Batch) -> int:
        """Put in those rows of whole games that are not there, in one transaction; how many they were."""
        with self.database.transaction() as connection:
            there = self._keys(connection, batch)
            fresh = [row for row in to_frame(batch.rows).to_dicts() if (row["game_id"], row["turn_no"]) not in there]
            self._insert(connection, fresh)
            known = self._known_games(connection, batch)
            new = [record for record in batch.games if record.game_id not in known]
            if new:
                self._enter_games(connection, Batch(batch.run, new, batch.rows))
            return len(fresh)

    def read(self, limit_games: int | None = None) -> Iterator[Rows]:
        """All rows in the order of their keys, piece by piece."""
        from sqlalchemy import select

        order = [self.rows.c[name] for name in KEY]
        types, where = stored_types(self.game), f"{self.database.shown}: {self.rows.name}"
        seen: set[tuple[str, int]] = set()
        with self.database.told(), self.database.connection() as connection:
            rotation = self._rotation(connection)
            chosen = select(self.rows).order_by(*order)
            with connection.execution_options(yield_per=ROWS_AT_ONCE).execute(chosen) as answer:
                for lines in answer.partitions():
                    rows = from_frame(_frame(lines, types, where), self.game, where, rotation=rotation)
                    yield rows
                    seen.update(zip(rows.run.texts(), rows.game_id.tolist(), strict=True))
                    if limit_games is not None and len(seen) > limit_games:
                        return

    def _rotation(self, connection: Connection) -> dict[str, int]:
        """What the runs that are known here say about their seats."""
        from sqlalchemy import inspect, select

        if not inspect(connection).has_table(self.runs.name):
            return {}
        chosen = select(self.runs.c.run, self.runs.c.spec)
        return {line.run: rotation_of(_spec(line.spec)) for line in connection.execute(chosen)}

    def _delete(self, connection: Connection, table: Table, batch: Batch) -> None:
        from sqlalchemy import delete

        for ids in _pieces([record.game_id for record in batch.games]):
            connection.execute(delete(table).where(table.c.run == batch.run.name, table.c.game_id.in_(ids)))

    def _insert(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        from sqlalchemy import insert

        if rows:
            connection.execute(insert(self.rows), rows)

    def _enter_games(self, connection: Connection, batch: Batch) -> None:
        from sqlalchemy import insert

        self._delete(connection, self.games, batch)
        lines = [
            {"run": batch.run.name, "game_id": g.game_id, "score": g.score, "n_rows": g.rows, "decisions": g.decisions}
            for g in batch.games
        ]
        connection.execute(insert(self.games), lines)

    def _keys(self, connection: Connection, batch: Batch) -> set[tuple[int, int]]:
        from sqlalchemy import select

        found: set[tuple[int, int]] = set()
        for ids in _pieces([record.game_id for record in batch.games]):
            chosen = select(self.rows.c.game_id, self.rows.c.turn_no)
            chosen = chosen.where(self.rows.c.run == batch.run.name, self.rows.c.game_id.in_(ids))
            found.update((game, turn) for game, turn in connection.execute(chosen))
        return found

    def _known_games(self, connection: Connection, batch: Batch) -> set[int]:
        from sqlalchemy import select

        found: set[int] = set()
        for ids in _pieces([record.game_id for record in batch.games]):
            chosen = select(self.games.c.game_id).where(self.games.c.run == batch.run.name, self.games.c.game_id.in_(ids))
            found.update(connection.scalars(chosen))
        return found


def _frame(lines: Sequence[Any], types: dict[str, Any], where: str) -> pl.DataFrame:
    """Lines of a database as a table. Some databases keep any value in any column."""
    import polars as pl

    try:
        return pl.DataFrame([tuple(line) for line in lines], schema=types, orient="row")
    except (pl.exceptions.PolarsError, TypeError, ValueError, OverflowError) as error:
        told = str(error).strip().partition("\n")[0]
        raise RunError(f"{where}: holds values of other types than its columns: {told}") from None


def _pieces(ids: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), IDS_AT_ONCE):
        yield list(ids[start : start + IDS_AT_ONCE])


def _spec(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}
