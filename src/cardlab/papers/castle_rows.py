"""What the learning experiments of the Castle study learn from: rows of the search against the lowest-card player.

They are recorded once and kept in a file, which an interrupted collection goes on with.
"""

from __future__ import annotations

import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardlab.core.rng import derive
from cardlab.lab import Conditions
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording
from cardlab.lab.storage.runfile import default_path, home
from cardlab.papers.experiment import Call
from cardlab.registry import game as find_game

if TYPE_CHECKING:
    from cardlab.data.rows import Rows
    from cardlab.lab.collecting.collection import Collection

GAME = "castle"
AS_STUDIED = "memory=table,policy=random,c=0.7,vary=0"
ITERATIONS = {"small": 200, "paper": 3200}
GAMES = {"small": 1500, "paper": 22_000}


def folder_of(call: Call) -> Path:
    """Where models and tables are kept."""
    return call.folder if call.folder is not None else home() / "studies" / "castle"


def collection_of(call: Call, games: int) -> Collection:
    """The games that are recorded. Their deals are not those of the matches in which models are tried."""
    from cardlab.lab.collecting.collection import Collection

    agents = (f"ismcts:{ITERATIONS[call.scale]},{AS_STUDIED}", "lowest")
    seed = derive(call.seed, "castle rows") >> 1
    return Collection.of(Match.of(GAME, agents, games=games, seed=seed), Recording(observe=(0,)))


def rows_path(call: Call, collection: Collection) -> Path:
    """The file of a collection."""
    path = default_path(collection.spec()).with_suffix(".parquet")
    return path if call.folder is None else call.folder / path.name


def recorded(call: Call, games: int) -> tuple[Rows, Path]:
    """The rows of so many games, and their file; games that it does not hold yet are played."""
    from cardlab.data.files.filetarget import FileTarget
    from cardlab.lab.collecting import run_collection

    collection = collection_of(call, games)
    path = rows_path(call, collection)
    target = FileTarget(path)
    if not call.resume and path not in _fresh:
        path.unlink(missing_ok=True)
        shutil.rmtree(target.parts, ignore_errors=True)
    run_collection(collection, target, Conditions(call.workers, call.progress), resume=True)
    _fresh.add(path)
    return _read(path, games), path


_fresh: set[Path] = set()
"""Files that this process has completed. Asking for fresh ones does not mean to play twice."""


@lru_cache(maxsize=1)
def _read(path: Path, games: int) -> Rows:
    from cardlab.data import read_rows

    return read_rows([path], find_game(GAME), limit_games=games)
