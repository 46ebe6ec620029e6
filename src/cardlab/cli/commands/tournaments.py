"""`cardlab tournament`: all against all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from cardlab.lab import TournamentResult


Gauntlet = Annotated[bool, typer.Option("--gauntlet", help="The first agent against each of the others.")]
Swiss = Annotated[
    int | None,
    typer.Option("--swiss", metavar="ROUNDS", min=0, help="So many rounds between agents that stand alike; 0: enough."),
]
SkipBroken = Annotated[bool, typer.Option("--skip-broken", help="Leave out agents that cannot be loaded, and say which.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("tournament")(tournament)


def tournament(
    game_name: shared.GameName,
    agents: shared.AgentTexts,
    games: shared.Games = None,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    move_time: shared.MoveTime = 0.0,
    turn_time: shared.TurnTime = 0.0,
    no_rotate: shared.NoRotate = False,
    lots: shared.Lots = False,
    gauntlet: Gauntlet = False,
    swiss: Swiss = None,
    skip_broken: SkipBroken = False,
    time: shared.For = None,
    until_stopped: shared.UntilStopped = False,
    show_games: shared.ShowGames = False,
    p_values: shared.PValues = False,
    transcript: shared.Transcripts = None,
    json: shared.Json = False,
    markdown: shared.Markdown = False,
    latex: shared.Latex = False,
    csv: shared.Csv = None,
    save_replays: shared.Replays = None,
    resume: shared.Resume = False,
    run_file: shared.RunPath = None,
) -> None:
    """Play all agents against all others: ranking with ratings and 95% intervals, and a cross table.

    With more than two players all groups that fit at the table play, and who is ahead of whom is counted. An agent may be a
    folder or a pattern of Python files: the agents in them take part.

    Examples:

      cardlab tournament castle ismcts:400 flat:400 lowest random -n 500

      cardlab tournament castle ismcts:100 lowest random --players 3

      cardlab tournament castle agents/*.py lowest -n 2 --skip-broken

      cardlab tournament castle agents/ --swiss 7 -n 20
    """
    from cardlab.cli.entrants import entrants
    from cardlab.cli.runner import Length, Output, Shown, carried_out
    from cardlab.cli.terminal import note
    from cardlab.lab.engine import Conditions
    from cardlab.lab.matches.playing import Keeping
    from cardlab.lab.showing.rankings import tournament_sheets
    from cardlab.lab.tournaments.running import run_tournament
    from cardlab.lab.tournaments.tournament import Tournament, games_at_a_table

    game = shared.find_game(game_name, players, option)
    length, style = Length(time, until_stopped), _style(gauntlet, swiss)
    conditions = Conditions(workers, seconds=length.seconds, endless=until_stopped, notice=note)
    names = entrants(game, agents, conditions, skip_broken)
    planned = Tournament.of(
        game, names, games=games_at_a_table(games, conditions, style), seed=seed, rotate=not (no_rotate or lots), lots=lots,
        move_ms=move_time, turn_ms=turn_time, style=style, rounds=swiss or None,
    )  # fmt: skip
    output = Output(json, csv, resume, run_file, markdown, latex, show_games)
    shown = Shown(
        partial(print_tournament, p_values=p_values),
        lambda result: tournament_sheets(result, None, p_values),
        lambda result: {"": result.rows(), "-ranking": result.ranking(), "-pairs": result.pairs()},
        lambda result: result.useless(),
    )
    with carried_out(conditions, planned.spec(), output, shown) as run:
        run.result = run_tournament(planned, run.conditions, Keeping(run.file, save_replays, transcripts=transcript))


def _style(gauntlet: bool, swiss: int | None) -> str:
    from cardlab.lab.tournaments.draws import GAUNTLET, ROUND_ROBIN, SWISS

    if gauntlet and swiss is not None:
        raise OptionError("--gauntlet and --swiss are two ways to hold a tournament: choose one of them")
    return GAUNTLET if gauntlet else ROUND_ROBIN if swiss is None else SWISS


def print_tournament(result: TournamentResult, p_values: bool = False) -> None:
    """Ranking and cross table on stdout."""
    from cardlab.cli.tables import print_sheets, stdout_console
    from cardlab.lab.showing.rankings import tournament_failures, tournament_sheets

    print_sheets(tournament_sheets(result, stdout_console().width, p_values), tournament_failures(result))
