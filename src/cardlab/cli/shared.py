"""What several commands have in common: arguments, completions, output files."""

from __future__ import annotations

import csv
import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cardlab.cli import completion
from cardlab.core.game import Game
from cardlab.core.printable import printable_json
from cardlab.core.spec import read_options
from cardlab.errors import OptionError, RunError
from cardlab.registry import game

INTERRUPTED = 130
"""The exit code of what ended by Ctrl-C, as of other programs."""
LINE_SECONDS = 10.0
"""Where progress goes to a log, so long passes between two lines."""

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as castle.", autocompletion=completion.complete_game)
]
AgentTexts = Annotated[
    list[str],
    typer.Argument(metavar="AGENT...", help="Agents, such as ismcts:3200 or lowest.", autocompletion=completion.complete_agent),
]
Players = Annotated[int | None, typer.Option("--players", help="Number of players.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--option", metavar="NAME=VALUE", help="An option of the game.", autocompletion=completion.complete_game_option
    ),
]
Games = Annotated[
    int | None,
    typer.Option("-n", "--games", min=1, help="How many games; for tournaments in each pair. Default: 100; no end with --for."),
]
VectorWhat = Annotated[
    str | None,
    typer.Option(
        "--what",
        help="Which of the game's vectors; default: its first, for locm draft.",
        autocompletion=completion.complete_vector_kind,
    ),
]
VectorPlayer = Annotated[
    str | None,
    typer.Option(
        "--player",
        help="Who plays with the vector, such as greedy, or an agent: beam:200.",
        autocompletion=completion.complete_vector_player,
    ),
]
For = Annotated[
    str | None, typer.Option("--for", metavar="TIME", help="End after this time, such as 90s, 45m or 2h; games under way end.")
]
UntilStopped = Annotated[
    bool, typer.Option("--until-stopped", help="Go on until Ctrl-C; games under way are played to their end.")
]
ShowGames = Annotated[bool, typer.Option("--show-games", help="Print a line for each game as it ends.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown, whole.")]
Latex = Annotated[bool, typer.Option("--latex", help="Print the tables as LaTeX (booktabs), whole.")]
PValues = Annotated[
    bool, typer.Option("--p-values", help="Also show p-values: how likely equal agents are so far apart, by deals.")
]
Debug = Annotated[
    bool, typer.Option("--debug", help="Play one game in this process; errors come with file, line and traceback.")
]
GameNumber = Annotated[int | None, typer.Option("--game", metavar="N", min=0, help="With --debug: which game (0).")]
Transcripts = Annotated[
    Path | None,
    typer.Option("--transcript", metavar="DIR", help="Write what each bot is told and answers, a file for each game."),
]
Seed = Annotated[int, typer.Option("-s", "--seed", help="Equal seeds give equal games.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help="Threads or processes at work; default: all cores.")]
MoveTime = Annotated[
    float,
    typer.Option(
        "--move-time", metavar="MS", min=0, show_default=False, help="Who takes longer for a decision loses; 0: no limit."
    ),
]
TurnTime = Annotated[
    float,
    typer.Option(
        "--turn-time",
        metavar="MS",
        min=0,
        show_default=False,
        help="The same for all decisions of a turn together; 0: no limit.",
    ),
]
CountSeeds = Annotated[
    bool, typer.Option("--count-seeds", help="The deals have the seed, the seed + 1, and so on, instead of seeds drawn by it.")
]
LogFolder = Annotated[
    Path | None, typer.Option("--logs", metavar="DIR", help="Write what agents say, a file for each seat of each game.")
]
NoRotate = Annotated[bool, typer.Option("--no-rotate", help="Everybody keeps their seat, and each game is a new deal.")]
Lots = Annotated[
    bool, typer.Option("--lots", help="Instead of rotating, the game's own shuffle of the list of agents says who sits where.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write one row for each game.")]
Replays = Annotated[Path | None, typer.Option("--save-replays", metavar="DIR", help="Write a replay of each game.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run, or make a finished one longer.")]
RunPath = Annotated[Path | None, typer.Option("--run-file", metavar="FILE", help="Where raw results are kept for --resume.")]


def find_game(name: str, players: int | None, options: Sequence[str] | None) -> Game:
    """The game that the arguments describe."""
    given: dict[str, Any] = dict(read_options("-o", options or ()))
    if players is not None:
        if "players" in given:
            raise OptionError("the number of players is given twice, by --players and by -o players")
        given["players"] = players
    return game(name, **given)


def print_json(data: Any) -> None:
    """A result on stdout."""
    typer.echo(printable_json(json.dumps(data, indent=1, ensure_ascii=False)))


def write_csv(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Rows with equal columns as a file."""
    try:
        with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
            writer: csv.DictWriter[str] | None = None
            for row in rows:
                if writer is None:
                    writer = csv.DictWriter(file, list(row))
                    writer.writeheader()
                writer.writerow(row)
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None


def make_folder(path: Path) -> None:
    """Make a folder for results, if it is not there yet."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None


def check_writable(path: Path | None) -> None:
    """Complain before the work, not after it, if a file cannot be written. What was not there is not left behind."""
    if path is None:
        return
    try:
        known = path.exists()
        path.open("a").close()
        if not known:
            path.unlink()
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None


def resume_command() -> str:
    """The present command line with --resume."""
    words = ["cardlab", *sys.argv[1:]]
    return shlex.join(words if "--resume" in words else [*words, "--resume"])
