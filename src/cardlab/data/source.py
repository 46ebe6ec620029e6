"""Reading rows for training: from files, folders of files and databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardlab.core.game import Game
from cardlab.core.parts import need
from cardlab.data.databases.database import Database, check_path, is_url
from cardlab.data.databases.store import Store
from cardlab.data.files.rowfiles import CSV, PARQUET, read_file
from cardlab.data.rows import Rows
from cardlab.errors import RunError

Told = Callable[[str], object]


def read_rows(
    sources: Sequence[str | Path], game: Game, *, limit_games: int | None = None, progress: Told | None = None
) -> Rows:
    """All rows of these sources, sorted by run, game and turn, each once.

    Sources are Parquet and CSV files, folders of them, and URLs of databases. `limit_games` keeps the first so many games.
    `progress` is told what is read next. Whatever cannot be a row of the game raises RunError.
    """
    if limit_games is not None and limit_games < 1:
        raise RunError(f"the number of games to read is at least 1, not {limit_games}")
    need(game, "observer")
    parts = [rows for source in sources for rows in _read(source, game, limit_games, progress) if len(rows)]
    if not parts:
        raise RunError(f"no rows of {game.spec()} in {', '.join(_shown(source) for source in sources) or 'no source'}")
    return Rows.joined(parts).ordered().first_games(limit_games)


def files_in(source: str | Path) -> list[Path]:
    """The files of rows that a path names: itself, or all in a folder."""
    path = Path(source)
    if not path.exists():
        check_path(source)
        raise RunError(f"there is no file {path}")
    if not path.is_dir():
        return [path]
    files = sorted(p for p in path.iterdir() if p.suffix.lower() in (PARQUET, CSV) and not p.name.startswith("."))
    if not files:
        raise RunError(f"{path}: there are no {PARQUET} or {CSV} files in this folder")
    return files


def _read(source: str | Path, game: Game, limit_games: int | None, progress: Told | None) -> Iterator[Rows]:
    told = progress or (lambda text: None)
    if isinstance(source, str) and is_url(source):
        store = Store(Database(source), game)
        told(store.database.shown)
        store.check()
        yield from store.read(limit_games)
        return
    for path in files_in(source):
        told(str(path))
        yield read_file(path, game)


def _shown(source: str | Path) -> str:
    return Database(source).shown if isinstance(source, str) and is_url(source) else str(source)
