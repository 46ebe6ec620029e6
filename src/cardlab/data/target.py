"""Where collected rows go: a file, a folder of files, or a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from cardlab.data.rows.runs import Batch, GameRecord, Run
from cardlab.errors import RunError

Hurry = Callable[[], bool]
"""Whether the one who waits wants to come to an end."""


class Target(Protocol):
    """A place for the rows of one run. It is begun, gets batches of whole games, and is finished when there are no more."""

    @property
    def shown(self) -> str:
        """The place as people may see it: without passwords."""

    @property
    def unsent(self) -> Sequence[Path]:
        """Files with batches that did not get to their place."""

    @property
    def unsent_rows(self) -> int:
        """How many rows they hold."""

    def begin(self, run: Run, resume: bool) -> list[GameRecord]:
        """Check that the place can take the run; the games that it holds already. Raises before any work is done."""

    def put(self, batch: Batch, hurry: Hurry) -> None:
        """Keep a batch, so that it survives whatever happens next."""

    def finish(self) -> None:
        """All games are there."""

    def close(self) -> None:
        """Nothing more will be put, whether all games are there or not."""


def lost(batch: Batch, why: object) -> RunError:
    """What to say when rows could be kept nowhere."""
    return RunError(
        f"{why}. {len(batch.rows):,} rows are lost; batches before them are safe. When there is room again, go on with "
        "--resume: it plays the missing games again"
    )


def nothing_there(where: str, games: int, resume: bool) -> None:
    """Raise RunError if there is something of the run already and nobody asked to go on with it."""
    if games and not resume:
        raise RunError(f"{where}: holds {games:,} games of this run already. Go on with it (--resume) or choose another target")
