"""`cardlab reproduce`: a study's experiments, its numbers beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import shared

if TYPE_CHECKING:
    from cardlab.papers.experiment import Experiment, Outcome

STUDIES = ("castle", "locm")
Study = Annotated[str, typer.Argument(metavar="STUDY", help="Whose experiments: castle, locm.")]
Ids = Annotated[
    list[str] | None, typer.Argument(metavar="[EXPERIMENT]...", help="Which ones, such as X2 or table1; default: all.")
]
Scale = Annotated[str, typer.Option("--scale", help="small: minutes. paper: the size of the study.")]
GamesPerCell = Annotated[int | None, typer.Option("-n", "--games", min=1, help="The same number of games for every match.")]
ListOnly = Annotated[bool, typer.Option("--list", help="Only say what would be played.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play everything anew instead of going on where it stopped.")]
Folder = Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="Where raw results are kept.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("reproduce")(reproduce)


def reproduce(
    study: Study,
    ids: Ids = None,
    scale: Scale = "small",
    games: GamesPerCell = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    list_only: ListOnly = False,
    json: shared.Json = False,
    csv: shared.Csv = None,
    fresh: Fresh = False,
    folder: Folder = None,
) -> None:
    """Repeat the experiments of a study and print the published numbers beside ours, with 95% intervals.

    An interrupted reproduction goes on where it stopped when it is started again. Games that a limit ended are counted as
    guarded.

    Examples:

      cardlab reproduce castle

      cardlab reproduce castle X2 X4 --scale paper

      cardlab reproduce locm table1 figure3
    """
    from cardlab.cli.progressbar import shown_progress
    from cardlab.lab import Interrupted
    from cardlab.papers.experiment import chosen, run_experiments

    experiments = chosen(_experiments(study), ids or [])
    if list_only:
        _print_plan(experiments, scale, games)
        return
    shared.check_writable(csv)
    outcomes: list[Outcome] = []
    interrupted = False
    try:
        with shown_progress() as tell:
            for outcome in run_experiments(
                experiments, scale, seed=seed, games=games, workers=workers, progress=tell, resume=not fresh, folder=folder,
                told=lambda line: typer.echo(line, err=True),
            ):  # fmt: skip
                outcomes.append(outcome)
                if not json:
                    _announce(outcome)
    except Interrupted:
        interrupted = True
    _report(outcomes, json, csv)
    if interrupted:
        typer.secho("Interrupted. Start the same command again to go on.", fg="yellow", err=True)
        raise typer.Exit(130)


def _experiments(study: str) -> tuple[Experiment, ...]:
    import importlib

    from cardlab.errors import UnknownName

    if study not in STUDIES:
        raise UnknownName("study", study, STUDIES)
    found: tuple[Experiment, ...] = importlib.import_module(f"cardlab.papers.{study}").EXPERIMENTS
    return found


def _announce(outcome: Outcome) -> None:
    found = outcome.finding
    wide = "" if found.interval is None else f" ({found.interval})"
    typer.echo(f"{outcome.experiment.id}  {outcome.cell.label}: {100 * found.rate:.1f}%{wide}", err=True)


def _report(outcomes: list[Outcome], json: bool, csv: Path | None) -> None:
    rows = [outcome.to_dict() for outcome in outcomes]
    if json:
        shared.print_json(rows)
    elif outcomes:
        _print_table(outcomes)
    if csv is not None:
        shared.write_csv(csv, rows)


def _print_table(outcomes: list[Outcome]) -> None:
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console

    console = stdout_console()
    table = new_table(
        "published and ours (score of the first agent, or accuracy)", ("", "match"),
        ("published", "its games", "ours", "95% interval", "games", "guarded", "ms/move", "agrees"),
    )  # fmt: skip
    for outcome in outcomes:
        found, published = outcome.finding, outcome.cell.published
        agrees = {None: "", True: "yes", False: "no"}[outcome.agrees]
        its_games = f"{published.games:,}" if published and published.games else ""
        table.add_row(
            outcome.experiment.id, Text(outcome.cell.label), f"{100 * published.rate:.1f}%" if published else "", its_games,
            f"{100 * found.rate:.1f}%", str(found.interval or "–"), f"{found.games:,}", str(found.guarded),
            "" if found.ms_per_decision is None else f"{found.ms_per_decision:.2f}", agrees,
        )  # fmt: skip
    console.print(table)


def _print_plan(experiments: list[Experiment], scale: str, games: int | None) -> None:
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console

    console = stdout_console()
    for experiment in experiments:
        title = f"{experiment.id}: {experiment.title}. {experiment.question}"
        table = new_table(title, ("match", "game", "agents"), ("games", "published"))
        for cell in experiment.cells:
            published = f"{100 * cell.published.rate:.1f}%" if cell.published else ""
            count = games or cell.games(scale)
            table.add_row(Text(cell.label), Text(cell.game), Text(" ".join(cell.agents)), f"{count:,}", published)
        console.print(table)
