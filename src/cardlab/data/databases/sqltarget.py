"""Rows in a database. When it cannot be reached any more, batches go to files that can be loaded later."""

from __future__ import annotations

import os
import shlex
import time
from dataclasses import dataclass
from pathlib import Path

from cardlab.data.databases.database import Database, public_url
from cardlab.data.databases.store import Store
from cardlab.data.files.rowfiles import put_part
from cardlab.data.rows.runs import Batch, GameRecord, Run
from cardlab.data.target import Hurry, lost, nothing_there
from cardlab.errors import RunError

UNSENT = Path("cardlab-unsent")
NAP_SECONDS = 0.05


@dataclass(frozen=True)
class Retries:
    """How often a batch is tried, and how long the first pause is; each further one is three times as long."""

    tries: int = 3
    seconds: float = 1.0


class SqlTarget:
    """Tables in a database, a transaction for each batch."""

    def __init__(self, url: str, fallback: Path | None = None, patience: Retries | None = None) -> None:
        self.database = Database(url)
        self.public = public_url(url)
        self.fallback = fallback or UNSENT
        self.patience = patience or Retries()
        self.unsent: list[Path] = []
        self.unsent_rows = 0
        self.problem = ""
        self._down = False
        self._store: Store | None = None

    @property
    def shown(self) -> str:
        """The URL without its password."""
        return self.database.shown

    def begin(self, run: Run, resume: bool) -> list[GameRecord]:
        """Connect, make or check the tables, and look which games are there."""
        _check_fallback(self.fallback)
        self._store = Store(self.database, run.game)
        self._store.prepare()
        games = self._store.claim(run)
        nothing_there(f"{self.shown}: {self._store.rows.name}", len(games), resume)
        return games

    def put(self, batch: Batch, hurry: Hurry) -> None:
        """Send a batch; after several tries in vain it goes to a file. A server that was down gets one try for each batch."""
        for number in range(1 if self._down else self.patience.tries):
            if number:
                _wait(self.patience.seconds * 3 ** (number - 1), hurry)
            if self._sent(batch):
                self._down = False
                return
        self._down = True
        path = self._kept(batch)
        if path not in self.unsent:
            self.unsent.append(path)
        self.unsent_rows += len(batch.rows)

    def finish(self) -> None:
        """Every batch is where it belongs already."""

    def close(self) -> None:
        """Connections last for a batch only."""

    def load_command(self) -> str:
        """How the files get to the database later. The password is not in it."""
        return shlex.join(["cardlab", "load", *map(str, self.unsent), "--to", self.public])

    def _kept(self, batch: Batch) -> Path:
        """The file of a batch that could not be sent."""
        try:
            return put_part(self.fallback, batch, f"{batch.run.game.name}-{batch.run.name}")
        except RunError as error:
            raise lost(batch, f"{self.shown}: {self.problem}; and no file could keep the rows either: {error}") from None

    def _sent(self, batch: Batch) -> bool:
        from sqlalchemy.exc import SQLAlchemyError

        assert self._store is not None
        try:
            self._store.replace(batch)
        except (SQLAlchemyError, OSError) as error:
            self.problem = self.database.reason(error)
            return False
        return True


def _wait(seconds: float, hurry: Hurry) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not hurry():
        time.sleep(min(NAP_SECONDS, left))


def _check_fallback(folder: Path) -> None:
    """Complain before the work, not when the server has gone."""
    place = folder.absolute()
    while not place.exists():
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK):
        raise RunError(f"{folder}: unsent rows could not be written there. Choose another folder (--fallback)")
