"""Rows in files: one Parquet or CSV file in the end, or a folder of Parquet files.

While games are played, batches are kept as numbered Parquet files; those of a single file in a hidden folder beside it. So an
interrupted collection loses nothing, and the rows of the file are in the order of their games whoever played them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from cardlab.core.files import DRAFT
from cardlab.data.files.lock import Lock
from cardlab.data.files.rowfiles import (
    CSV,
    PARQUET,
    FileCard,
    card_of,
    check_suffix,
    merge_parquet,
    parts_in,
    put_part,
    read_card,
    read_file,
    write_csv,
    write_parquet,
)
from cardlab.data.rows import Rows
from cardlab.data.rows.frames import BAD_IN_CSV
from cardlab.data.rows.runs import Batch, GameRecord, Run, merged
from cardlab.data.target import Hurry, lost, nothing_there
from cardlab.errors import RunError


class FolderTarget:
    """Parquet files in a folder, one for each batch."""

    unsent: tuple[Path, ...] = ()
    unsent_rows = 0

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock(folder)

    @property
    def shown(self) -> str:
        """The folder."""
        return f"{self.folder}/"

    def begin(self, run: Run, resume: bool) -> list[GameRecord]:
        """Look for parts of the same run; make the folder."""
        _make(self.folder)
        self._lock.take(str(self.folder))
        games = merged(*(card.games for card in _cards(self.folder, run).values()))
        nothing_there(str(self.folder), len(games), resume)
        return games

    def put(self, batch: Batch, hurry: Hurry) -> None:
        """Write a part."""
        _put(self.folder, batch)

    def finish(self) -> None:
        """The parts are what was asked for."""

    def close(self) -> None:
        """Others may write there."""
        self._lock.free()


class FileTarget:
    """A single file, put together from parts at the end."""

    unsent: tuple[Path, ...] = ()
    unsent_rows = 0

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kind = check_suffix(path)
        self.parts = path.with_name(f".{path.name}.parts")
        self._lock = Lock(path.with_name(f".{path.name}.lock"))
        self._run: Run | None = None

    @property
    def shown(self) -> str:
        """The file."""
        return str(self.path)

    def begin(self, run: Run, resume: bool) -> list[GameRecord]:
        """Look for the file and its parts, and make a place for parts."""
        self._run = run
        if self.kind == CSV:
            _check_texts(run)
        self._lock.take(str(self.path))
        made = self._finished(run)
        kept = _cards(self.parts, run) if self.parts.is_dir() else {}
        games = merged(made, *(card.games for card in kept.values()))
        nothing_there(str(self.path if made else self.parts), len(games), resume)
        _make(self.parts)
        done = {record.game_id for record in made}
        for path, card in kept.items():
            if all(record.game_id in done for record in card.games):
                path.unlink()
        return games

    def put(self, batch: Batch, hurry: Hurry) -> None:
        """Write a part."""
        _put(self.parts, batch)

    def finish(self) -> None:
        """Put the file together."""
        assert self._run is not None
        run = self._run
        cards = {path: card_of(path, run) for path in self._pieces()}
        games = merged(*(card.games for card in cards.values()))
        pieces = [path for path, card in sorted(cards.items(), key=lambda item: item[1].games[:1]) if card.games]
        if games and not _in_turn([cards[path] for path in pieces]):
            rows = Rows.joined([read_file(path, run.game) for path in pieces]).ordered()
            self._write(iter([rows]), Batch(run, games, rows))
        elif games and self.kind == CSV:
            write_csv(self.path, (read_file(path, run.game) for path in pieces))
        elif games and pieces != [self.path]:
            merge_parquet(self.path, run, games, pieces)
        shutil.rmtree(self.parts, ignore_errors=True)

    def close(self) -> None:
        """Others may write there."""
        self._lock.free()

    def _write(self, rows: Iterator[Rows], batch: Batch) -> None:
        if self.kind == CSV:
            write_csv(self.path, rows)
        else:
            write_parquet(self.path, batch)

    def _pieces(self) -> list[Path]:
        return [*([self.path] if self.path.exists() else []), *parts_in(self.parts)]

    def _finished(self, run: Run) -> list[GameRecord]:
        if self.path.is_dir():
            raise RunError(f"{self.path}: is a folder; write {self.path}/ to collect into it")
        if not self.path.exists():
            return []
        card = card_of(self.path, run)
        run.check_same(str(self.path), card.run.name, card.run.spec)
        return card.games


def _cards(folder: Path, run: Run) -> dict[Path, FileCard]:
    """What the parts in a folder say, all of the same run; drafts of a run that was killed are thrown away."""
    for draft in folder.glob(f".*{PARQUET}.*{DRAFT}"):
        draft.unlink(missing_ok=True)
    cards = {path: read_card(path) for path in parts_in(folder)}
    for path, card in cards.items():
        run.check_same(str(path), card.run.name, card.run.spec)
    return cards


def _in_turn(cards: list[FileCard]) -> bool:
    """Whether every piece begins after the one before has ended."""
    return all(a.games[-1].game_id < b.games[0].game_id for a, b in pairwise(cards))


def _check_texts(run: Run) -> None:
    for agent in run.spec.get("agents", ()):
        if any(character in agent for character in BAD_IN_CSV):
            raise RunError(f"a CSV file cannot hold the agent {agent!r}: collect into a Parquet file")


def _put(folder: Path, batch: Batch) -> None:
    try:
        put_part(folder, batch)
    except RunError as error:
        raise lost(batch, error) from None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{folder}: cannot be made: {error.strerror or error}") from None
