"""Carrying out a run on the command line: progress, run file, output, and what to do after Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from cardlab.cli.progressbar import shown_progress
from cardlab.cli.shared import check_writable, print_json, resume_command, write_csv
from cardlab.cli.terminal import say
from cardlab.lab.engine import Conditions, Interrupted
from cardlab.lab.storage.runfile import RunFile, default_path

INTERRUPTED = 130


@dataclass(frozen=True)
class Output:
    """Where results go."""

    json: bool
    csv: Path | None
    resume: bool
    run_file: Path | None


@dataclass
class CommandRun:
    """A run of a command: under which conditions, into which file, and in the end what came out."""

    conditions: Conditions
    file: RunFile
    result: Any = None


@contextmanager
def carried_out(workers: int | None, spec: dict[str, Any], output: Output, show: Callable[[Any], None]) -> Iterator[CommandRun]:
    """While it is open, a run is carried out; then its result is shown. Exits with 130 after an interruption."""
    check_writable(output.csv)
    named = output.run_file is not None
    file = RunFile(output.run_file or default_path(spec), spec, output.resume, required=named, replace=not named)
    if output.resume and not file.loaded:
        say(f"nothing to resume in {file.path}: starting from the first game", err=True)
    for note in file.notes:
        say(f"Note: {note}", err=True, fg="yellow")
    try:
        with shown_progress() as tell:
            run = CommandRun(Conditions(workers, tell), file)
            yield run
    except Interrupted as stop:
        _report(stop.result, output, show)
        _say_how_to_resume(file)
        raise typer.Exit(INTERRUPTED) from None
    _report(run.result, output, show)
    if file.problem:
        say(f"Warning: raw results were not kept: {file.problem}", err=True, fg="yellow")


def _report(result: Any, output: Output, show: Callable[[Any], None]) -> None:
    if output.json:
        print_json(result.to_dict())
    else:
        show(result)
    if output.csv is not None:
        write_csv(output.csv, result.rows())


def _say_how_to_resume(file: RunFile) -> None:
    if file.problem:
        say(f"Interrupted. Nothing can be resumed: {file.problem}", err=True, fg="yellow")
    elif file.written:
        say(f"Interrupted. Finished games are kept in {file.path}. Go on with:", err=True, fg="yellow")
        say(f"  {resume_command()}", err=True)
    else:
        say("Interrupted before the first game was finished.", err=True, fg="yellow")
