"""`cardlab reproduce`: a study's experiments, its numbers beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlab.cli import completion, shared

if TYPE_CHECKING:
    from cardlab.cli.tables import Form
    from cardlab.lab.showing.sheet import Sheet
    from cardlab.papers.experiment import Call, Experiment, Outcome

SPARE = ("its games", "guarded", "ms/move")
"""Columns that are left out, one after another, where a screen is narrow."""
NAME_WIDTH = 24
STUDIES = ("castle", "locm", "unicorns", "tribute", "duelyst", "agents")
WHOSE = "Whose experiments: castle, locm, unicorns, tribute, duelyst; or agents: every agent on every game."
Study = Annotated[str | None, typer.Argument(metavar="[STUDY]", help=WHOSE, autocompletion=completion.complete_study)]
Ids = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[EXPERIMENT]...",
        help="Which ones, such as X2 or table1; default: all.",
        autocompletion=completion.complete_experiment,
    ),
]
Scale = Annotated[
    str,
    typer.Option(
        "--scale",
        help="small: minutes for an experiment. paper: the study's size.",
        autocompletion=completion.complete_scale,
    ),
]
GamesPerCell = Annotated[int | None, typer.Option("-n", "--games", min=1, help="The same number of games for every match.")]
ListOnly = Annotated[
    bool, typer.Option("--list", help="Only say what would be played, and how long it takes; without a study: all studies.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play everything anew instead of going on where it stopped.")]
Folder = Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="Where raw results are kept.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("reproduce")(reproduce)


def reproduce(
    study: Study = None,
    ids: Ids = None,
    scale: Scale = "small",
    games: GamesPerCell = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    list_only: ListOnly = False,
    json: shared.Json = False,
    markdown: shared.Markdown = False,
    latex: shared.Latex = False,
    csv: shared.Csv = None,
    fresh: Fresh = False,
    folder: Folder = None,
) -> None:
    """Repeat the experiments of a study and print the published numbers beside ours, with 95% intervals.

    An interrupted reproduction goes on where it stopped when it is started again. Games that a limit ended are counted as
    guarded.

    Examples:

      cardlab reproduce --list

      cardlab reproduce castle

      cardlab reproduce castle X2 X4 --scale paper

      cardlab reproduce locm table1 figure3

      cardlab reproduce unicorns control table6.1

      cardlab reproduce tribute table4.1

      cardlab reproduce duelyst figure2 --scale paper
    """
    from cardlab.cli.progressbar import shown_progress
    from cardlab.cli.tables import Form
    from cardlab.lab import Interrupted
    from cardlab.papers.experiment import Call, check_scale, chosen, run_experiments

    form = Form.of(json, markdown, latex)
    check_scale(scale)
    call = Call(scale, seed, games, workers)
    if study is None:
        if not list_only:
            raise typer.BadParameter(f"say which study: {', '.join(STUDIES)}; --list says how long each takes")
        _print_studies(call, form)
        return
    experiments = chosen(_experiments(study), ids or [])
    if list_only:
        _print_plan(experiments, call, form)
        return
    typer.echo(f"{study}: {_duration([each.seconds(call) for each in experiments])}", err=True)
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
                if form == Form():
                    _announce(outcome)
    except Interrupted:
        interrupted = True
    _report(outcomes, form, csv)
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


def _report(outcomes: list[Outcome], form: Form, csv: Path | None) -> None:
    from cardlab.cli.tables import print_in_form

    rows = [outcome.to_dict() for outcome in outcomes]
    if form.json:
        shared.print_json(rows)
    elif outcomes:
        print_in_form(lambda width: [outcome_sheet(outcomes, width)], form)
    if csv is not None:
        shared.write_csv(csv, rows)


def outcome_sheet(outcomes: Sequence[Outcome], width: int | None) -> Sheet:
    """All cells as a table for a screen of so many columns (None: everything)."""
    from cardlab.lab.showing.sheet import FOLDED_NAME

    columns = ["published", "its games", "ours", "95% interval", "games", "guarded", "ms/move", "agrees"]
    sheet = _result_sheet(outcomes, columns)
    for spare in SPARE:
        if width is None or sheet.least_width() + NAME_WIDTH - FOLDED_NAME <= width:
            break
        columns.remove(spare)
        sheet = _result_sheet(outcomes, columns)
    return sheet


def _result_sheet(outcomes: Sequence[Outcome], columns: Sequence[str]) -> Sheet:
    from cardlab.lab.showing.sheet import Sheet

    rows = []
    for outcome in outcomes:
        found, published = outcome.finding, outcome.cell.published
        cells = {
            "published": f"{100 * published.rate:.1f}%" if published else "",
            "its games": f"{published.games:,}" if published and published.games else "",
            "ours": f"{100 * found.rate:.1f}%",
            "95% interval": str(found.interval or "–"),
            "games": f"{found.games:,}",
            "guarded": str(found.guarded),
            "ms/move": "" if found.ms_per_decision is None else f"{found.ms_per_decision:.2f}",
            "agrees": {None: "", True: "yes", False: "no"}[outcome.agrees],
        }
        rows.append((outcome.experiment.id, outcome.cell.label, *(cells[column] for column in columns)))
    title = "published and ours (score of the first agent, or accuracy)"
    return Sheet(title, ("", "match", *columns), tuple(rows), 2, folds=True)


def _print_studies(call: Call, form: Form) -> None:
    """How many experiments each study has, and how long all of them take."""
    from cardlab.cli.durations import in_words
    from cardlab.cli.tables import print_in_form
    from cardlab.lab.showing.sheet import Sheet
    from cardlab.papers.experiment import SCALES

    found = {study: _experiments(study) for study in STUDIES}
    seconds = {
        study: {scale: [each.seconds(replace(call, scale=scale)) for each in experiments] for scale in SCALES}
        for study, experiments in found.items()
    }
    if form.json:
        shared.print_json(
            [
                {
                    "study": study,
                    "experiments": [each.id for each in found[study]],
                    "seconds": {s: _sum(t) for s, t in times.items()},
                }
                for study, times in seconds.items()
            ]
        )
        return
    rows = tuple(
        (
            study,
            str(len(experiments)),
            *("–" if (known := _sum(seconds[study][scale])) is None else in_words(known) for scale in SCALES),
        )
        for study, experiments in found.items()
    )
    head = ("study", "experiments", *(f"--scale {scale}" for scale in SCALES))
    print_in_form(lambda width: [Sheet("studies, and about how long they take here", head, rows, 1)], form)


def _print_plan(experiments: list[Experiment], call: Call, form: Form) -> None:
    from cardlab.cli.tables import Form, print_in_form
    from cardlab.papers.experiment import SCALES

    if form.json:
        shared.print_json([row for experiment in experiments for row in _plan_rows(experiment, call)])
        return
    print_in_form(lambda width: [_plan_sheet(experiment, call) for experiment in experiments], form)
    for scale in SCALES:
        told = _duration([experiment.seconds(replace(call, scale=scale)) for experiment in experiments])
        typer.echo(f"\nall of these at the {scale} scale: {told}", err=form != Form())


def _plan_rows(experiment: Experiment, call: Call) -> list[dict[str, Any]]:
    return [
        {
            "experiment": experiment.id, "cell": cell.label, "game": cell.game, "agents": list(cell.agents),
            "games": call.games or cell.games(call.scale), "published": cell.published.rate if cell.published else None,
        }
        for cell in experiment.cells
    ]  # fmt: skip


def _plan_sheet(experiment: Experiment, call: Call) -> Sheet:
    """What would be played. What all cells have in common stands above them."""
    from cardlab.lab.showing.sheet import Sheet

    rows = _plan_rows(experiment, call)
    game, own_games = _in_common([row["game"].split(",") for row in rows])
    agents = [row["agents"] for row in rows]
    rival = agents[0][-1] if len(rows) > 1 and all(len(who) > 1 and who[-1] == agents[0][-1] for who in agents) else ""
    above = f"{experiment.id}: {experiment.title}. {experiment.question} {_duration([experiment.seconds(call)])}"
    above += f" · {game}" if game else ""
    above += f" · against {rival}" if rival else ""
    cells = []
    for row, own in zip(rows, own_games, strict=True):
        published = "" if row["published"] is None else f"{100 * row['published']:.1f}%"
        who = " ".join(row["agents"][:-1] if rival else row["agents"])
        cells.append((row["cell"], *([own] if any(own_games) else []), who, f"{row['games']:,}", published))
    head = ("match", *(["game"] if any(own_games) else []), "agents", "games", "published")
    return Sheet(above, head, tuple(cells), len(head) - 2, folds=True)


def _in_common(games: Sequence[list[str]]) -> tuple[str, list[str]]:
    """What games with their options have in common, and what of each is its own. Different games have nothing in common."""
    if len({parts[0] for parts in games}) != 1:
        return "", [",".join(parts) for parts in games]
    alike = [part for part in games[0] if all(part in parts for parts in games)]
    return ",".join(alike), [",".join(part for part in parts if part not in alike) for parts in games]


def _sum(seconds: Sequence[float | None]) -> float | None:
    """How long it takes together, if that is known of all."""
    known = [each for each in seconds if each is not None]
    return sum(known) if len(known) == len(seconds) else None


def _duration(seconds: Sequence[float | None]) -> str:
    """About how long it takes."""
    from cardlab.cli.durations import in_words

    together = _sum(seconds)
    return "How long it takes was not measured" if together is None else f"About {in_words(together)} here"
