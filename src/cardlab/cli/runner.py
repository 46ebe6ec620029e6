"""Carrying out a run on the command line: progress, run file, output, and what to do after Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from cardlab.cli.durations import seconds_of
from cardlab.cli.progressbar import shown_progress
from cardlab.cli.shared import INTERRUPTED, check_writable, print_json, resume_command, write_csv
from cardlab.cli.tables import Form, print_in_form
from cardlab.cli.terminal import note, say
from cardlab.lab.engine import Conditions, Interrupted
from cardlab.lab.showing.sheet import Sheet
from cardlab.lab.storage.runfile import RunFile, default_path

FAILED = 1


@dataclass(frozen=True)
class Output:
    """Where results go, and in which form."""

    json: bool
    csv: Path | None
    resume: bool
    run_file: Path | None
    markdown: bool = False
    latex: bool = False
    show_games: bool = False

    def check(self) -> None:
        """Raise for what cannot be had."""
        Form.of(self.json, self.markdown, self.latex)
        check_writable(self.csv)

    @property
    def for_people(self) -> bool:
        """Whether stdout is for tables that people read."""
        return not (self.json or self.markdown or self.latex)


@dataclass(frozen=True)
class Shown:
    """How a kind of result is shown: printed for people, as whole tables, and as rows of files by the ends of their names."""

    show: Callable[[Any], None]
    sheets: Callable[[Any], list[Sheet]]
    files: Callable[[Any], Mapping[str, Iterable[dict[str, Any]]]]
    useless: Callable[[Any], list[str]]
    """Agents that failed in every game, so that nothing is known of them."""


@dataclass(frozen=True)
class Length:
    """How long a run goes on, if not for a number of games."""

    time: str | None = None
    until_stopped: bool = False

    @property
    def seconds(self) -> float | None:
        """The time in seconds."""
        return None if self.time is None else seconds_of(self.time)


@dataclass
class CommandRun:
    """A run of a command: under which conditions, into which file, and in the end what came out."""

    conditions: Conditions
    file: RunFile
    result: Any = None


@contextmanager
def carried_out(conditions: Conditions, spec: dict[str, Any], output: Output, shown: Shown) -> Iterator[CommandRun]:
    """While it is open, a run is carried out; then its result is shown. Exits with 130 after an interruption."""
    output.check()
    named = output.run_file is not None
    file = RunFile(output.run_file or default_path(spec), spec, output.resume, required=named, replace=not named)
    if output.resume and not file.loaded:
        say(f"nothing to resume in {file.path}: starting from the first game", err=True)
    for line in file.notes:
        note(line)
    try:
        with told(conditions, output) as followed:
            run = CommandRun(followed, file)
            yield run
    except Interrupted as stop:
        if stop.result.games or not output.for_people:
            _report(stop.result, output, shown)
        _say_how_to_resume(file)
        raise typer.Exit(INTERRUPTED) from None
    _report(run.result, output, shown)
    if run.conditions.closing().by_clock and file.written:
        ended = "Stopped" if run.conditions.endless else "Time is up"
        say(f"{ended}. Finished games are kept in {file.path}. Add more with:", err=True)
        say(f"  {resume_command()}", err=True)
    if file.problem:
        say(f"Warning: raw results were not kept: {file.problem}", err=True, fg="yellow")
    if useless := shown.useless(run.result):
        say(f"No result: {', '.join(useless)} failed in every game", err=True, fg="red")
        raise typer.Exit(FAILED)


@contextmanager
def told(conditions: Conditions, output: Output) -> Iterator[Conditions]:
    """The conditions with those who are told of the run: a bar, or a line for each game; and of agents that are slow."""
    if output.show_games:
        yield replace(conditions, each_game=lambda line: say(line, err=not output.for_people), notice=note)
        return
    with shown_progress() as tell:
        yield replace(conditions, progress=tell, notice=note)


def _report(result: Any, output: Output, shown: Shown) -> None:
    if output.json:
        print_json(result.to_dict())
    elif output.markdown or output.latex:
        print_in_form(lambda width: shown.sheets(result), Form(markdown=output.markdown, latex=output.latex))
    else:
        shown.show(result)
    if output.csv is not None:
        for ending, rows in shown.files(result).items():
            write_csv(output.csv.with_name(f"{output.csv.stem}{ending}{output.csv.suffix}"), rows)


def _say_how_to_resume(file: RunFile) -> None:
    if file.problem:
        say(f"Interrupted. Nothing can be resumed: {file.problem}", err=True, fg="yellow")
    elif file.written:
        say(f"Interrupted. Finished games are kept in {file.path}. Go on with:", err=True, fg="yellow")
        say(f"  {resume_command()}", err=True)
    else:
        say("Interrupted before the first game was finished.", err=True, fg="yellow")
