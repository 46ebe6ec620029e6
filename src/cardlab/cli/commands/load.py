"""`cardlab load`: files of rows into a database."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlab.cli import shared

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Parquet or CSV files of rows, or folders of them.")]
ToDatabase = Annotated[str, typer.Option("--to", metavar="URL", help="A database, such as sqlite:///rows.db.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("load")(load)


def load(files: Files, to: ToDatabase, json: shared.Json = False) -> None:
    """Put collected rows into a database: those that could not be sent, or any others.

    A row that is there already is left as it is, so a file may be loaded again. All files are checked before
    anything is changed.

    Examples:

      cardlab load cardlab-unsent --to postgresql://me@host/games

      cardlab load rows.parquet more.csv --to sqlite:///rows.db
    """
    from cardlab.data.databases.loading import load_files

    done = load_files(files, to)
    if json:
        shared.print_json({**vars(done), "there": done.there})
        return
    told = f"{done.rows:,} rows of {done.games:,} games in {done.files:,} file{'s' if done.files > 1 else ''}"
    typer.echo(f"{told}: {done.loaded:,} loaded, {done.there:,} there already")
