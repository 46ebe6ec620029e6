"""Putting files of rows into a database, as often as one likes: every row gets there once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cardlab.core.game import Game
from cardlab.data.databases.database import Database, check_path, is_url
from cardlab.data.databases.store import Store
from cardlab.data.files.rowfiles import find_card, header, read_file
from cardlab.data.rows import Rows
from cardlab.data.rows.runs import Batch, GameRecord, Run, records_of
from cardlab.data.rows.schema import fields_of
from cardlab.data.source import files_in
from cardlab.errors import CardlabError, RunError
from cardlab.registry import game as find_game
from cardlab.registry import game_kind, game_names

BATCH_GAMES = 200


@dataclass(frozen=True)
class Loaded:
    """What came of it."""

    files: int
    games: int
    rows: int
    loaded: int

    @property
    def there(self) -> int:
        """Rows that were there already."""
        return self.rows - self.loaded


def load_files(
    sources: Sequence[str | Path],
    url: str,
    batch_games: int = BATCH_GAMES,
    progress: Callable[[int, int], object] | None = None,
) -> Loaded:
    """Put all rows of these files into a database. All files are checked before anything is changed."""
    if not is_url(url):
        check_path(url)
        raise RunError(f"{url}: rows are loaded into databases; write it like sqlite:///file.db")
    database = Database(url)
    files = [(path, game_of(path)) for source in sources for path in files_in(source)]
    total = sum(len(read_file(path, game)) for path, game in files)
    stores = {game: Store(database, game) for _, game in files}
    for store in stores.values():
        store.prepare()
    games = rows = loaded = 0
    for path, game in files:
        for batch in _batches(path, game, stores[game], batch_games):
            loaded += _added(stores[game], batch, loaded)
            games, rows = games + len(batch.games), rows + len(batch.rows)
            if progress is not None:
                progress(rows, total)
    return Loaded(len(files), games, rows, loaded)


def _added(store: Store, batch: Batch, before: int) -> int:
    """How many rows of the batch were not there; an error says how many got there before it."""
    try:
        with store.database.told():
            return store.add_missing(batch)
    except RunError as error:
        raise RunError(
            f"{error}. {before:,} rows were loaded before that; load the files again when it is mended: those stay as they are"
        ) from None


def game_of(path: Path) -> Game:
    """The game of a file's rows: as it says, or as its columns tell."""
    if (card := find_card(path)) is not None:
        return card.run.game
    names = set(header(path))
    for game in _games_with_rows():
        if {field.name for field in fields_of(game)} == names:
            return game
    raise RunError(f"{path}: has not the columns of any game: {', '.join(sorted(names))}")


def _games_with_rows() -> Iterator[Game]:
    for name in game_names():
        try:
            kind = game_kind(name)
        except CardlabError:  # a broken game of another package has no rows
            continue
        for players in range(kind.min_players, kind.max_players + 1):
            try:
                game = find_game(name, **({"players": players} if kind.max_players > kind.min_players else {}))
                if game.observer() is None:
                    break
            except CardlabError:
                break
            yield game


def _batches(path: Path, game: Game, store: Store, size: int) -> Iterator[Batch]:
    """The games of a file, run by run, so many at a time."""
    rows = read_file(path, game).ordered()
    card = find_card(path)
    for code, name in enumerate(rows.run.names):
        own = rows.take(rows.run.codes == code)
        if card is not None and card.run.name == name:
            run, records = card.run, card.games
        else:
            run, records = Run(name, game, {}), records_of(own)
        store.claim(run)
        yield from _split(run, own, records, size)


def _split(run: Run, rows: Rows, records: list[GameRecord], size: int) -> Iterator[Batch]:
    for start in range(0, len(records), size):
        piece = records[start : start + size]
        ids = np.array([record.game_id for record in piece], dtype=np.int64)
        yield Batch(run, piece, rows.take(np.isin(rows.game_id, ids)))
