"""The tables of a database: the rows of a game, the games of all runs, the runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlab.core.game import Game
from cardlab.data.rows.schema import KEY, check_names, fields_of
from cardlab.errors import RunError

if TYPE_CHECKING:
    from sqlalchemy import Column, Connection, MetaData, Table


@dataclass(frozen=True)
class SqlTables:
    """The tables that the rows of one game need."""

    game: Game
    meta: MetaData
    rows: Table
    games: Table
    runs: Table

    @classmethod
    def of(cls, game: Game) -> SqlTables:
        """The tables as they should be."""
        from sqlalchemy import BigInteger, Column, Double, MetaData, Text

        meta = MetaData()
        counts: list[Column[Any]] = [Column(name, BigInteger(), nullable=False) for name in ("n_rows", "decisions")]
        score: Column[Any] = Column("score", Double(), nullable=False)
        texts: list[Column[Any]] = [Column(name, Text(), nullable=False) for name in ("game", "spec", "created")]
        return cls(
            game,
            meta,
            _table(f"{game.name}_rows", meta, _row_columns(game)),
            _table("cardlab_games", meta, [_key("run"), _key("game_id"), score, *counts]),
            _table("cardlab_runs", meta, [_key("run"), *texts]),
        )

    def check(self, connection: Connection, where: str) -> None:
        """Raise RunError if a table is there with other columns."""
        from sqlalchemy import inspect

        inspector = inspect(connection)
        for table in (self.rows, self.games, self.runs):
            if inspector.has_table(table.name):
                place = f"{where}: table {table.name}"
                there = {column["name"]: column["type"] for column in inspector.get_columns(table.name)}
                self._check_names(place, table, list(there))
                _check_types(place, table, there)
                _check_key(place, table, inspector.get_pk_constraint(table.name)["constrained_columns"])

    def _check_names(self, place: str, table: Table, there: list[str]) -> None:
        wanted = table.c.keys()
        if table is self.rows:
            check_names(place, there, self.game)
        elif set(there) != set(wanted):
            raise RunError(f"{place}: has the columns {', '.join(there)} instead of {', '.join(wanted)}")


def _table(name: str, meta: MetaData, columns: list[Column[Any]]) -> Table:
    from sqlalchemy import Table

    exact: dict[str, Any] = {}
    for kind in ("mysql", "mariadb"):
        exact |= {f"{kind}_engine": "InnoDB", f"{kind}_charset": "utf8mb4", f"{kind}_collate": "utf8mb4_bin"}
    return Table(name, meta, *columns, **exact)


def _row_columns(game: Game) -> list[Column[Any]]:
    from sqlalchemy import BigInteger, Boolean, Column, Double, Text

    types: dict[str, Any] = {"text": Text, "int": BigInteger, "bool": Boolean, "real": Double}
    fields = fields_of(game)
    return [_key(f.name) if f.name in KEY else Column(f.name, types[f.type](), nullable=f.nullable) for f in fields]


def _key(name: str) -> Column[Any]:
    from sqlalchemy import BigInteger, Column, String

    text = String(64).with_variant(String(64, collation="C"), "postgresql")
    kind: Any = text if name == "run" else BigInteger()
    return Column(name, kind, primary_key=True, autoincrement=False)


def _check_types(where: str, table: Table, there: dict[str, Any]) -> None:
    """Databases have types of their own, so only the family counts; some keep yes and no as numbers."""
    for column in table.columns:
        wanted, found = _family(column.type), _family(there[column.name])
        if found != wanted and not (wanted == "bool" and found == "int"):
            raise RunError(f"{where}: column {column.name}: is of type {there[column.name]}, should be {wanted}")


def _check_key(where: str, table: Table, there: list[str]) -> None:
    wanted = table.primary_key.columns.keys()
    if set(there) != set(wanted):
        raise RunError(f"{where}: its key is {', '.join(there) or 'missing'}, should be {', '.join(wanted)}")


def _family(kind: Any) -> str:
    from sqlalchemy import types

    families: tuple[tuple[Any, str], ...] = (
        (types.Boolean, "bool"),
        (types.Integer, "int"),
        ((types.Numeric, types.Float), "real"),
        (types.String, "text"),
    )
    return next((name for family, name in families if isinstance(kind, family)), str(kind))
