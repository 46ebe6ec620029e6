"""Files of rows: Parquet, which say what run they belong to, and CSV. Written whole or not at all."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.core.files import whole_file
from cardlab.core.game import Game
from cardlab.data.files.taster import TASTER
from cardlab.data.rows import Rows
from cardlab.data.rows.deals import rotation_of
from cardlab.data.rows.frames import from_frame, to_frame
from cardlab.data.rows.runs import Batch, GameRecord, Run, merged, records_of
from cardlab.errors import CardlabError, RunError
from cardlab.registry import game as find_game

FORMAT = "cardlab rows 1"
PARQUET, CSV = ".parquet", ".csv"
GROUP_ROWS = 100_000


@dataclass(frozen=True)
class FileCard:
    """What a Parquet file says about itself: its run and the finished games, those without rows too."""

    run: Run
    games: list[GameRecord]


@contextmanager
def whole_table(path: Path) -> Iterator[Path]:
    """A draft that polars writes, which takes its place when it is complete."""
    import polars as pl

    try:
        with whole_file(path) as draft:
            yield draft
    except pl.exceptions.PolarsError as error:
        raise RunError(f"{path}: cannot be written: {_first_line(error)}") from None


def write_parquet(path: Path, batch: Batch) -> None:
    """A Parquet file with these games."""
    with whole_table(path) as draft:
        to_frame(batch.rows).write_parquet(draft, metadata=_metadata(batch.run, batch.games), row_group_size=GROUP_ROWS)


def merge_parquet(path: Path, run: Run, games: Sequence[GameRecord], parts: Sequence[Path]) -> None:
    """One file of several whose games follow each other. Never more than a piece of it is in memory."""
    import polars as pl

    with whole_table(path) as draft:
        pl.scan_parquet(list(parts), glob=False).sink_parquet(
            draft, metadata=_metadata(run, games), row_group_size=GROUP_ROWS, maintain_order=True
        )


def write_csv(path: Path, parts: Iterator[Rows]) -> None:
    """A CSV file of all these rows, with a header."""
    with whole_table(path) as draft, draft.open("wb") as file:
        for number, rows in enumerate(parts):
            to_frame(rows, csv=True).write_csv(file, include_header=number == 0, quote_style="never")


def read_file(path: Path, game: Game) -> Rows:
    """All rows of a Parquet or CSV file, checked."""
    import polars as pl

    csv = check_suffix(path) == CSV
    with _readable(path):
        read = pl.read_csv(path, infer_schema=False, glob=False).fill_null("") if csv else pl.read_parquet(path, glob=False)
    card = find_card(path)
    if card is not None and card.run.game.name != game.name:
        raise RunError(f"{path}: holds rows of {card.run.game.name}, not of {game.name}")
    rotation = {card.run.name: rotation_of(card.run.spec)} if card is not None else {}
    return from_frame(read, game, str(path), csv, rotation)


def check_suffix(path: Path) -> str:
    """`.parquet` or `.csv`; RunError for anything else."""
    suffix = path.suffix.lower()
    if suffix not in (PARQUET, CSV):
        raise RunError(
            f"{path}: files of rows end in {PARQUET} or {CSV}; end a folder with a slash ({path}/); "
            f"write databases as URLs (sqlite:///{path.with_suffix('.db')}, postgresql://…, mysql://…)"
        )
    return suffix


def read_card(path: Path) -> FileCard:
    """What a Parquet file says about itself."""
    import polars as pl

    with _readable(path):
        text = pl.read_parquet_metadata(path).get("cardlab", "")
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise ValueError
        run = Run(str(data["run"]), find_game(str(data["game"])), dict(data["spec"]))
        games = [GameRecord(int(a), float(b), int(c), int(d)).check() for a, b, c, d in data["games"]]
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise RunError(f"{path}: was not written by cardlab: it does not say what run it holds") from None
    return FileCard(run, games)


def find_card(path: Path) -> FileCard | None:
    """What a file says about itself; None if it says nothing: a CSV file, or one that passed through other programs."""
    try:
        return read_card(path) if check_suffix(path) == PARQUET else None
    except CardlabError:
        return None


def header(path: Path) -> list[str]:
    """The names of the columns of a Parquet or CSV file."""
    import polars as pl

    with _readable(path):
        if check_suffix(path) == CSV:
            return pl.read_csv(path, n_rows=0, infer_schema=False, glob=False).columns
        return list(pl.read_parquet_schema(path))


def card_of(path: Path, run: Run) -> FileCard:
    """The run that a file holds, which should be this one, and its games; of a CSV file as far as its rows tell."""
    if check_suffix(path) == PARQUET:
        return read_card(path)
    rows = read_file(path, run.game)
    names = rows.run.used() or (run.name,)
    if len(names) > 1:
        raise RunError(f"{path}: holds {len(names)} runs, not one")
    return FileCard(Run(names[0], run.game, {}), records_of(rows))


def put_part(folder: Path, batch: Batch, stem: str = "part") -> Path:
    """Write games to their place in a folder of parts, together with games of the same place that are there already."""
    path = folder / f"{stem}-{batch.first:09}{PARQUET}"
    if path.exists():
        card = read_card(path)
        batch.run.check_same(str(path), card.run.name, card.run.spec)
        rows = Rows.joined([batch.rows, read_file(path, batch.run.game)]).ordered()
        batch = Batch(batch.run, merged(card.games, batch.games), rows, batch.first)
    write_parquet(path, batch)
    return path


def parts_in(folder: Path) -> list[Path]:
    """The Parquet files of a folder, in the order of their names; left-over drafts are not among them."""
    return sorted(path for path in folder.glob(f"*{PARQUET}") if not path.name.startswith("."))


def _metadata(run: Run, games: Sequence[GameRecord]) -> dict[str, str]:
    card = {"format": FORMAT, "run": run.name, "game": run.game.spec(), "spec": run.spec, "games": games}
    return {"cardlab": json.dumps(card, separators=(",", ":"), sort_keys=True)}


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Errors of reading as clear ones. What would end the process is found out by another one before."""
    import polars as pl

    if path.suffix.lower() == PARQUET:
        TASTER.taste(path)
    try:
        yield
    except FileNotFoundError:
        raise RunError(f"there is no file {path}") from None
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise RunError(f"{path}: cannot be read: {_first_line(error)}") from None


def _first_line(error: Any) -> str:
    """What the library said, or what the operating system told it."""
    cause = re.search(r"\(os error (\d+)\)", str(error))
    return os.strerror(int(cause[1])) if cause else str(error).strip().partition("\n")[0]
