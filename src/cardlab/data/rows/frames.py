"""Rows as tables of a data frame library, in the form of databases and Parquet files or in that of CSV files, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cardlab.core.game import Game
from cardlab.data.rows.deals import UNKNOWN
from cardlab.data.rows.rows import Real, Rows, Whole, Words
from cardlab.data.rows.schema import RUN_NAME, Field, check_names, fields_of
from cardlab.errors import CardlabError, RunError

if TYPE_CHECKING:
    import polars as pl

BAD_IN_CSV = '|"\n\r'
"""Characters that no text in a CSV file may have: commas are written as bars there, so that nothing needs quotes."""


def to_frame(rows: Rows, csv: bool = False) -> pl.DataFrame:
    """The table of these rows."""
    import polars as pl

    width = range(rows.numbers.shape[1])
    numbers = iter([rows.numbers[:, i] for i in width])
    columns = [_shown(f, next(numbers) if f.column else getattr(rows, f.name), csv) for f in fields_of(rows.game)]
    return pl.DataFrame(columns)


def _shown(field: Field, column: Any, csv: bool) -> pl.Series:
    import polars as pl

    if field.column is not None:
        show = (field.column.csv if csv else None) or field.column.show
        known, codes = np.unique(column, return_inverse=True)
        plain = csv and field.type == "bool"
        values = [int(show(number)) if plain else show(number) for number in known.tolist()]
        return pl.Series(field.name, values, dtype=_dtype("int" if plain else field.type)).gather(codes.reshape(-1))
    if isinstance(column, Words):
        names = [_bare(field, name) if csv else name for name in column.names]
        return pl.Series(field.name, names, dtype=pl.String).gather(column.codes)
    if field.type == "real":
        return pl.Series(field.name, column).fill_nan(None) if field.nullable else pl.Series(field.name, column)
    return pl.Series(field.name, column.astype(np.int64) if csv else column)


def _bare(field: Field, text: str) -> str:
    if any(character in text for character in BAD_IN_CSV):
        raise RunError(f"a CSV file cannot hold the {field.name} {text!r}: collect into a Parquet file")
    return text.replace(",", "|")


def _dtype(type_name: str) -> Any:
    import polars as pl

    return {"text": pl.String, "int": pl.Int64, "bool": pl.Boolean, "real": pl.Float64}[type_name]


def stored_types(game: Game) -> dict[str, Any]:
    """Names and types of a game's table."""
    return {field.name: _dtype(field.type) for field in fields_of(game)}


def from_frame(
    frame: pl.DataFrame, game: Game, where: str, csv: bool = False, rotation: Mapping[str, int] | None = None
) -> Rows:
    """The rows of a table, each value checked; `where` names its origin in errors, `rotation` is what runs say about theirs."""
    check_names(where, frame.columns, game)
    read = _Reader(frame, where, csv)
    own = [read.numbers(field) for field in fields_of(game) if field.column]
    columns = {field.name: read.plain(field) for field in fields_of(game) if not field.column}
    numbers = np.stack(own, axis=1) if own else np.zeros((len(frame), 0), dtype=np.int64)
    told = [(rotation or {}).get(name, UNKNOWN) for name in columns["run"].names]
    rotated = np.array(told, dtype=np.int64)[columns["run"].codes.astype(np.int64)]
    rows = Rows(game=game, numbers=np.ascontiguousarray(numbers, dtype=np.int64), rotated=rotated, **columns)
    _check(rows, where)
    return rows


class _Reader:
    """Columns of one table, decoded by their different values."""

    def __init__(self, frame: pl.DataFrame, where: str, csv: bool) -> None:
        self.frame, self.where, self.csv = frame, where, csv

    def numbers(self, field: Field) -> Whole:
        """What the observer saw."""
        assert field.column is not None
        return self._decoded(self._typed(field), field.column.read)

    def plain(self, field: Field) -> Any:
        """A column that every game's table has."""
        series = self._typed(field)
        if field.type == "text":
            return self._words(series)
        if field.type == "real":
            return self._reals(series, field)
        if field.type == "bool":
            return self._decoded(series, _read_flag).astype(np.bool_)
        return self._decoded(series, int) if self.csv else series.to_numpy().astype(np.int64)

    def _typed(self, field: Field) -> pl.Series:
        """The column, unless it holds something else than it should."""
        series = self.frame[field.name]
        if self.csv:
            return series
        fits = {"text": series.dtype.is_(_dtype("text")), "int": series.dtype.is_integer(), "real": series.dtype.is_numeric()}
        if not fits.get(field.type, series.dtype.is_(_dtype("bool"))):
            raise RunError(f"{self.where}: column {field.name}: is of type {series.dtype}, should be {field.type}")
        if series.null_count() and not field.nullable:
            raise RunError(f"{self.where}: column {field.name}: a value is missing")
        return series

    def _words(self, series: pl.Series) -> Words:
        import polars as pl

        names = sorted(series.unique().to_list())
        codes = series.replace_strict(names, list(range(len(names))), return_dtype=pl.Int64).to_numpy()
        return Words.coded(codes, [name.replace("|", ",") for name in names] if self.csv else names)

    def _reals(self, series: pl.Series, field: Field) -> Real:
        import polars as pl

        numbers = series.replace("", None) if self.csv and field.nullable else series
        missing = numbers.null_count()
        numbers = numbers.cast(pl.Float64, strict=False)
        if numbers.null_count() > missing:
            wrong = series.filter(numbers.is_null() & (series != ""))
            text = wrong[0] if len(wrong) else ""
            raise RunError(f"{self.where}: column {field.name}: {text!r} is not a number")
        return np.array(numbers.fill_null(float("nan")).to_numpy(), dtype=np.float64)

    def _decoded(self, series: pl.Series, read: Callable[[Any], int]) -> Whole:
        import polars as pl

        values = series.unique().to_list()
        numbers = [self._number(series.name, value, read) for value in values]
        if not values:
            return np.zeros(0, dtype=np.int64)
        return series.replace_strict(values, numbers, return_dtype=pl.Int64).to_numpy().astype(np.int64)

    def _number(self, name: str, value: Any, read: Callable[[Any], int]) -> int:
        try:
            number = int(read(value))
            if not -(1 << 63) <= number < 1 << 63:
                raise ValueError("is too large")
        except (ValueError, TypeError, OverflowError, AttributeError, KeyError) as error:
            raise RunError(f"{self.where}: column {name}: cannot hold {value!r} ({error})") from None
        return number


def _read_flag(value: Any) -> int:
    if str(value).lower() not in ("0", "1", "true", "false"):
        raise ValueError("is neither 1 nor 0")
    return int(str(value).lower() in ("1", "true"))


def _check(rows: Rows, where: str) -> None:
    """Raise RunError for rows that no collection of this game could have made."""
    players = rows.game.players
    wrong = {
        "game_id": rows.game_id < 0,
        "turn_no": rows.turn_no < 0,
        "n_players": rows.n_players != players,
        "seat": (rows.seat < 0) | (rows.seat >= players),
        "value": np.isinf(rows.value),
        "playouts": (rows.playouts < 0) | (rows.playouts > 1),
        "score": ~((rows.score >= 0) & (rows.score <= 1)),
    }
    for name, found in wrong.items():
        if found.any():
            value = getattr(rows, name)[found.argmax()].item()
            raise RunError(f"{where}: column {name}: {value} cannot be in a game of {rows.game.spec()} for {players} players")
    if (rows.won != (rows.score == 1.0)).any():
        raise RunError(f"{where}: column won: does not say what the score says, which is 1 for games won")
    if bad := [name for name in rows.run.names if not RUN_NAME.fullmatch(name)]:
        raise RunError(f"{where}: column run: {bad[0]!r} does not name a run")
    for text in rows.move.names:
        try:
            if text:
                rows.game.parse_action(text)
        except (CardlabError, ValueError) as error:
            raise RunError(f"{where}: column move: {error}") from None
