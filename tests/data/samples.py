"""Small collections for the tests, and ways to compare what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from sqlalchemy import text

from cardlab import game
from cardlab.data import Rows, Words
from cardlab.data.databases.database import Database
from cardlab.data.rows.schema import fields_of
from cardlab.data.target import Target
from cardlab.data.targets import open_target
from cardlab.lab import Conditions
from cardlab.lab.collecting import run_collection
from cardlab.lab.collecting.collection import Collected, Collection
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording

CASTLE = game("castle")


def collection(
    games: int = 40, agents: tuple[object, ...] = ("lowest", "random"), name: str | None = None, **rest: Any
) -> Collection:
    """The rows of the first agent's decisions."""
    keep_failed = rest.pop("keep_failed", False)
    recording = Recording(
        observe=rest.pop("observe", (0,)), **{k: rest.pop(k) for k in ("playouts", "by", "walk") if k in rest}
    )
    return Collection.of(Match.of(rest.pop("rules", CASTLE), list(agents), games=games, **rest), recording, name, keep_failed)


def collect(what: Collection, to: str | Path | Target, batch: int = 10, resume: bool = False, workers: int = 2) -> Collected:
    """Carry it out."""
    target = open_target(str(to)) if isinstance(to, str | Path) else to
    return run_collection(what, target, Conditions(workers), batch=batch, resume=resume)


def assert_same_rows(one: Rows, other: Rows) -> None:
    """All columns agree exactly."""
    assert len(one) == len(other) and np.array_equal(one.deals, other.deals)
    for name, column in vars(one).items():
        theirs = getattr(other, name)
        if isinstance(column, Words):
            assert column.texts() == theirs.texts(), name
        elif isinstance(column, np.ndarray) and name not in ("groups", "rotated"):
            assert np.array_equal(column, theirs, equal_nan=column.dtype.kind == "f"), name


def table_of(url: str, name: str = "castle_rows") -> list[tuple[Any, ...]]:
    """A whole table as a plain SQL client gets it, in the order of its key; numbers stand for yes and no."""
    names = ", ".join(field.name for field in fields_of(CASTLE)) if name == "castle_rows" else "*"
    order = {"castle_rows": "run, game_id, turn_no", "cardlab_games": "run, game_id", "cardlab_runs": "run"}[name]
    with Database(url).transaction() as connection:
        return [tuple(row) for row in connection.execute(text(f"SELECT {names} FROM {name} ORDER BY {order}"))]


def lines_of(path: Path) -> list[tuple[Any, ...]]:
    """A whole Parquet file in the same form."""
    return pl.read_parquet(path).rows()
