"""`cardlab learn`: let a game's table of values learn by playing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlab.cli import completion, shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from cardlab.learn.qlearning import QTraining


GamesToLearn = Annotated[int, typer.Option("-n", "--games", min=1, help="How many games to learn from.")]
Opponent = Annotated[
    str,
    typer.Option(
        "--opponent", metavar="AGENT", help="Who plays against the learner.", autocompletion=completion.complete_agent
    ),
]
TableName = Annotated[
    str | None,
    typer.Option("--table", help="Which of the game's tables; default: its first.", autocompletion=completion.complete_table),
]
Form = Annotated[
    str | None,
    typer.Option(
        "--form", help="Which form of learning, for tribute archive or thesis.", autocompletion=completion.complete_form
    ),
]
Alpha = Annotated[float | None, typer.Option("--alpha", help="Rate of learning; default: 0.1, of a network 0.01.")]
Gamma = Annotated[float | None, typer.Option("--gamma", help="Discount of what follows; default: that of the form.")]
Initial = Annotated[float | None, typer.Option("--initial", help="Value of all cells at first; default: that of the form.")]
BlockSize = Annotated[int, typer.Option("--block", min=1, help="Games of one point of the curve, and between checkpoints.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The table; default: GAME-TABLE.csv.")]
Checkpoint = Annotated[Path | None, typer.Option("--checkpoint", metavar="FILE", help="Default: beside the table.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="A heat map of the table as PNG.")]
Network = Annotated[
    int, typer.Option("--network", metavar="UNITS", min=0, help="Learn a network of so many units in place of the table.")
]
CurvePlot = Annotated[Path | None, typer.Option("--curve", metavar="FILE", help="The curve of learning as PNG.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("learn")(learn)


def learn(
    game_name: shared.GameName,
    opponent: Opponent = "random",
    games: GamesToLearn = 20_000,
    table: TableName = None,
    form: Form = None,
    alpha: Alpha = None,
    gamma: Gamma = None,
    initial: Initial = None,
    block: BlockSize = 500,
    out: Out = None,
    plot: Plot = None,
    curve: CurvePlot = None,
    network: Network = 0,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    checkpoint: Checkpoint = None,
    resume: shared.Resume = False,
    json: shared.Json = False,
) -> None:
    """Learn a table of values by Q-learning: the learner plays by the table, and each own turn adds to it.

    The table is a CSV file that can be read and edited. The same seed gives the same table, also after an interruption.

    Examples:

      cardlab learn tribute --opponent decision_tree --out values.csv

      cardlab match tribute hql,table=values.csv decision_tree -n 1000

      cardlab learn tribute --opponent decision_tree --network 16 --out net.csv
    """
    from cardlab.cli.entrants import check_here
    from cardlab.cli.progressbar import shown_progress
    from cardlab.learn.qlearning import QTask, QTraining

    game = shared.find_game(game_name, None, option)
    check_here(game, opponent)
    task = QTask.of(
        game,
        opponent,
        games,
        table=table,
        form=form,
        alpha=alpha,
        gamma=gamma,
        initial=initial,
        block=block,
        seed=seed,
        units=network,
    )
    if network and plot is not None:
        raise OptionError("--plot draws a table; a network has none")
    target = out or Path(f"{task.game.name}-{task.kind.name}{'-net' if network else ''}.csv")
    kept = checkpoint or target.with_suffix(".checkpoint.json")
    for path in (target, plot, curve):
        shared.check_writable(path)
    training = QTraining.resume(task, kept) if resume and kept.exists() else QTraining.start(task)
    try:
        with shown_progress() as tell:
            training.run(tell, kept)
    except KeyboardInterrupt:
        typer.secho(f"Interrupted. Finished blocks are kept in {kept}. Go on with:", fg="yellow", err=True)
        typer.echo(f"  {shared.resume_command()}", err=True)
        raise typer.Exit(shared.INTERRUPTED) from None
    training.lore.save(target)
    _draw(training, plot, curve)
    if json:
        shared.print_json({"file": str(target), **_told(training)})
    else:
        _print(training, target)


def _draw(training: QTraining, plot: Path | None, curve: Path | None) -> None:
    from cardlab.learn.heatmap import draw_curve, draw_table

    task = training.task
    title = f"{task.game.spec()}: {task.kind.name}, {training.done:,} games against {task.opponent}"
    if plot is not None:
        draw_table(training.table, plot, title, task.initial)
    if curve is not None:
        draw_curve([row["until"] for row in _curve(training)], [block.rate for block in training.blocks], curve, title)


def _curve(training: QTraining) -> list[dict[str, Any]]:
    rows, until = [], 0
    for block in training.blocks:
        until += block.games
        rows.append({"until": until, "won": block.rate, "lessons": block.lessons})
    return rows


def _told(training: QTraining) -> dict[str, Any]:
    return {**training.task.told(), "games": training.done, "curve": _curve(training)}


def _print(training: QTraining, target: Path) -> None:
    from cardlab.cli.tables import new_table, stdout_console
    from cardlab.cli.terminal import say

    task = training.task
    numbers = f"alpha {task.alpha:g}, gamma {task.gamma:g}, from {task.initial:g}"
    table = new_table("", ("games",), ("won", "lessons"))
    for row in _curve(training):
        table.add_row(f"{row['until']:,}", f"{100 * row['won']:.1f}%", f"{row['lessons']:,}")
    say(f"{task.game.spec()} · {task.kind.name} · {task.form} · {numbers}")
    console = stdout_console()
    console.print(table)
    console.print(f"written to {target}")
