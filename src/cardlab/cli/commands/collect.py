"""`cardlab collect`: rows of data from games, for training models."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import completion, shared
from cardlab.core.game import Game
from cardlab.errors import OptionError, RunError

if TYPE_CHECKING:
    from cardlab.cli.runner import Output
    from cardlab.data.target import Target
    from cardlab.lab.collecting.collection import Collected, Collection
    from cardlab.lab.engine import Conditions

INCOMPLETE = 1

Agents = Annotated[
    list[str] | None,
    typer.Argument(metavar="AGENT...", help="Agents, such as ismcts:800 or lowest.", autocompletion=completion.complete_agent),
]
First = Annotated[str | None, typer.Option("--agents", metavar="AGENT...", help="The same: all words that follow are agents.")]
To = Annotated[
    str,
    typer.Option("--to", metavar="TARGET", help="rows.parquet, rows.csv, a folder (rows/) or a database (sqlite:///rows.db)."),
]
Observe = Annotated[str, typer.Option("--observe", metavar="WHO", help="Whose decisions: places among the agents, or all.")]
BatchSize = Annotated[int, typer.Option("--batch", metavar="GAMES", min=1, help="Games that are kept at once.")]
RunName = Annotated[
    str | None, typer.Option("--run", metavar="NAME", help="Name of the run; default: a hash of what is collected.")
]
GoOn = Annotated[bool, typer.Option("--resume", help="Go on with an interrupted collection, or make a finished one longer.")]
Fallback = Annotated[
    Path | None,
    typer.Option("--fallback", metavar="DIR", help="For rows that a database does not take; default: cardlab-unsent."),
]
Playouts = Annotated[
    int, typer.Option("--playouts", metavar="N", min=0, help="Label each row by the mean of so many playouts.")
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="AGENT", help="Who plays them; default: random.", autocompletion=completion.complete_agent),
]
Walk = Annotated[int, typer.Option("--walk", metavar="D", min=0, help="Move on by so many random moves before each row.")]
KeepFailed = Annotated[
    bool, typer.Option("--keep-failed", help="Also keep rows of games in which an agent failed: it lost, the others won.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("collect")(collect)


def collect(
    game_name: shared.GameName,
    agents: Agents = None,
    to: To = "",
    first: First = None,
    observe: Observe = "0",
    games: shared.Games = None,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    no_rotate: shared.NoRotate = False,
    batch: BatchSize = 200,
    run: RunName = None,
    resume: GoOn = False,
    keep_failed: KeepFailed = False,
    fallback: Fallback = None,
    playouts: Playouts = 0,
    by: By = None,
    walk: Walk = 0,
    time: shared.For = None,
    until_stopped: shared.UntilStopped = False,
    show_games: shared.ShowGames = False,
    json: shared.Json = False,
) -> None:
    """Play games and keep a row of data for every decision of the observed agent.

    Finished batches are safe whatever happens, and --resume plays only what is missing. The same collection
    gives the same rows with any number of workers. What a database does not take goes to files for `cardlab load`.
    Games in which an agent fails give no rows. The exit code is 1 if such games or unsent rows are missing.

    Examples:

      cardlab collect castle ismcts:800 lowest -n 1000 --to rows.parquet

      cardlab collect castle --agents ismcts:800 lowest --observe all --to rows/

      cardlab collect castle ismcts:800 lowest --to postgresql://me@host/games
    """
    from cardlab.cli.entrants import check_agents
    from cardlab.cli.runner import Length, Output
    from cardlab.cli.terminal import note
    from cardlab.data.databases.database import is_url
    from cardlab.data.targets import open_target
    from cardlab.lab.collecting.collection import Collection
    from cardlab.lab.engine import Conditions
    from cardlab.lab.matches.match import Match, how_many
    from cardlab.lab.matches.recording import Recording

    if not to:
        raise OptionError(
            "say where the rows go: --to rows.parquet, rows.csv, a folder (rows/) or a database (sqlite:///rows.db)"
        )
    if fallback is not None and not is_url(to):
        raise OptionError(f"--fallback is for rows that a database does not take, and {to} is none: leave it out")
    game = shared.find_game(game_name, players, option)
    length = Length(time, until_stopped)
    conditions = Conditions(workers, seconds=length.seconds, endless=until_stopped, notice=note)
    number = how_many(games, conditions)
    match = Match.of(game, [*([first] if first else []), *(agents or [])], games=number, seed=seed, rotate=not no_rotate)
    check_agents(game, match.agents, conditions)
    recording = Recording(observe=_roles(observe, game), playouts=playouts, by=by, walk=walk)
    collection = Collection.of(match, recording, run, keep_failed)
    target = open_target(to, fallback)
    output = Output(json, None, resume, None, show_games=show_games)
    _carry_out(collection, target, conditions, batch, output, print_json if json else print_collected)


def _roles(text: str, game: Game) -> tuple[int, ...]:
    if text.strip() == "all":
        return tuple(range(game.players))
    try:
        return tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        raise OptionError(f"--observe {text}: write the place of an agent from 0, several such as 0,1, or all") from None


def _carry_out(
    collection: Collection,
    target: Target,
    conditions: Conditions,
    batch: int,
    output: Output,
    show: Callable[[Collected], None],
) -> None:
    from cardlab.cli.runner import told
    from cardlab.lab import Interrupted
    from cardlab.lab.collecting import run_collection

    try:
        with told(conditions, output) as followed:
            result = run_collection(collection, target, followed, batch=batch, resume=output.resume)
    except Interrupted as stop:
        show(stop.result)
        _say_unsent(target)
        kept = f"{stop.result.games:,} finished games are kept. Go on with:"
        typer.secho(
            f"Interrupted. {kept if stop.result.games else 'No game was finished. Start again with:'}", fg="yellow", err=True
        )
        typer.echo(f"  {resume_command(sys.argv[1:])}", err=True)
        raise typer.Exit(shared.INTERRUPTED) from None
    except RunError:
        _say_unsent(target)
        raise
    show(result)
    _say_unsent(target)
    if not result.arrived:
        raise typer.Exit(INCOMPLETE)


def resume_command(arguments: Sequence[str]) -> str:
    """The present command line with --resume, and without the password that a URL in it may have."""
    before = ["", *arguments]
    words = ["cardlab", *(_public(word, option) for word, option in zip(arguments, before, strict=False))]
    return shlex.join(words if "--resume" in words else [*words, "--resume"])


def _public(word: str, before: str) -> str:
    from cardlab.data.databases.database import is_url, public_url

    option, equals, url = word.partition("=") if word.startswith("--to=") else ("", "", word)
    return f"{option}{equals}{public_url(url)}" if is_url(url) and (option or before == "--to") else word


def _say_unsent(target: Target) -> None:
    from cardlab.data.databases.sqltarget import SqlTarget

    if not isinstance(target, SqlTarget) or not target.unsent:
        return
    typer.secho(
        f"Warning: {target.unsent_rows:,} rows could not be sent to {target.shown}: {target.problem}", fg="yellow", err=True
    )
    typer.echo(f"They are kept in {target.fallback}. When the database is back, load them with:", err=True)
    typer.echo(f"  {target.load_command()}", err=True)
    if target.database.needs_password:
        typer.echo("with the password in the environment variable CARDLAB_DB_PASSWORD", err=True)


def print_json(result: Collected) -> None:
    """The summary as JSON."""
    shared.print_json(result.to_dict())


def print_collected(result: Collected) -> None:
    """The summary as a few lines on stdout."""
    from cardlab.lab.matches.match import MAX_GAMES

    match, planned = result.collection.match, ""
    if result.games < match.games < MAX_GAMES:
        planned = f" of {match.games:,}"
    pace = f"{result.seconds / result.played:.4f} s/game" if result.played else "nothing left to play"
    score = result.points / result.games if result.games else 0.0
    typer.echo(f"{match.game.spec()} · {result.games:,}{planned} games · seed {match.seed} · run {result.collection.run.name}")
    wide = "" if result.interval is None else f" ({result.interval})"
    told = f"won {result.wins:,}, score {100 * score:.1f}%{wide}" if result.games else "no game was collected"
    typer.echo(f"observed  {result.agent}: {told}")
    _print_failures(result)
    typer.echo(f"rows      {result.rows - result.target.unsent_rows:,} to {result.target.shown}")
    if result.target.unsent_rows:
        typer.echo(f"unsent    {result.target.unsent_rows:,} rows")
    typer.echo(f"time      {result.seconds:.1f} s, {pace}")


def _print_failures(result: Collected) -> None:
    """Who failed, how often and with which words."""
    if not result.failed:
        return
    rows = "their rows are kept" if result.collection.keep_failed else "they gave no rows; --resume plays them again"
    typer.secho(f"failed    {result.failed:,} of {result.played:,} games: {rows}", fg="red")
    for agent, kinds in result.failures.items():
        typer.secho(f"  {agent}: {', '.join(f'{count:,} by {kind}' for kind, count in kinds.items())}", fg="red")
    for game, text in result.errors.items():
        typer.secho(f"  game {game}: {text}", fg="red")
