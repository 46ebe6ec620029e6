"""`cardlab plot`: how fitness grew in runs of evolution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import shared

if TYPE_CHECKING:
    from cardlab.learn.curves import FitnessCurve

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the results of evolve are.")]
Prefixes = Annotated[
    list[str], typer.Argument(metavar="PREFIX...", help="How the names of runs begin that make one line: a for a-1 and a-2.")
]
Out = Annotated[
    list[Path] | None,
    typer.Option("--out", metavar="FILE", help="The picture, .png or .svg; may be repeated. Default: FOLDER/fitness.png."),
]
Window = Annotated[int, typer.Option("--window", min=1, help="Generations over which the moving average is taken.")]
UpTo = Annotated[int | None, typer.Option("--up-to", min=1, help="The last generation that is shown.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the points of all lines.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("plot")(plot)


def plot(
    folder: Folder,
    prefixes: Prefixes,
    out: Out = None,
    window: Window = 10,
    up_to: UpTo = None,
    csv: Csv = None,
    json: shared.Json = False,
) -> None:
    """Draw the best fitness of each generation against the number of evaluations: a line for each kind of run.

    A line is the mean over all runs whose names begin with a prefix, as a moving average. A run that ended early is continued
    with its last value. Runs are found by the tables that evolve writes (NAME.stats.csv).

    Examples:

      cardlab plot runs random rules best-previous

      cardlab plot runs population-8 population-96 --up-to 200 --out figure.svg
    """
    from cardlab.learn.needs import require_numpy

    require_numpy("plots")
    from cardlab.learn.curves import check_drawable, curve_of, draw_curves

    targets = out or [folder / "fitness.png"]
    for target in targets:
        check_drawable(target)
    curves = [curve_of(folder, prefix, window, up_to) for prefix in prefixes]
    for target in targets:
        draw_curves(curves, target)
    if csv is not None:
        shared.write_csv(csv, _points(curves))
    if json:
        shared.print_json({"files": [str(target) for target in targets], "lines": [_line(curve) for curve in curves]})
    else:
        _print(curves, targets)


def _points(curves: list[FitnessCurve]) -> list[dict[str, object]]:
    return [
        {"prefix": curve.name, "evaluations": evaluations, "fitness": value}
        for curve in curves
        for evaluations, value in zip(curve.evaluations, curve.values, strict=True)
    ]


def _line(curve: FitnessCurve) -> dict[str, object]:
    return {
        "prefix": curve.name, "runs": curve.runs, "evaluations": list(curve.evaluations), "fitness": list(curve.values),
    }  # fmt: skip


def _print(curves: list[FitnessCurve], targets: list[Path]) -> None:
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console

    table = new_table("", ("runs of",), ("runs", "evaluations", "fitness at first", "at the end"))
    for curve in curves:
        last = curve.evaluations[-1]
        table.add_row(Text(curve.name), str(curve.runs), f"{last:,}", f"{curve.values[0]:,.1f}", f"{curve.values[-1]:,.1f}")
    console = stdout_console()
    console.print(table)
    console.print(Text("drawn to " + ", ".join(map(str, targets))))
