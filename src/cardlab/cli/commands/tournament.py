"""`cardlab tournament`: all against all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cardlab.cli import shared

if TYPE_CHECKING:
    from rich.table import Table

    from cardlab.lab import Rating, TournamentResult


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("tournament")(tournament)


def tournament(
    game_name: shared.GameName,
    agents: shared.AgentTexts,
    games: shared.Games = 100,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    move_time: shared.MoveTime = 0.0,
    no_rotate: shared.NoRotate = False,
    json: shared.Json = False,
    csv: shared.Csv = None,
    save_replays: shared.Replays = None,
    resume: shared.Resume = False,
    run_file: shared.RunPath = None,
) -> None:
    """Play all agents against all others: cross table and ratings, with 95% intervals.

    With more than two players all groups that fit at the table play, and who is ahead of whom is counted.

    Examples:

      cardlab tournament castle ismcts:400 flat:400 lowest random -n 500

      cardlab tournament castle ismcts:100 lowest random --players 3
    """
    from cardlab.cli.runner import Output, carried_out
    from cardlab.lab.matches.playing import Keeping
    from cardlab.lab.tournaments.tournament import Tournament, run_tournament

    game = shared.find_game(game_name, players, option)
    planned = Tournament.of(game, agents, games=games, seed=seed, rotate=not no_rotate, move_ms=move_time)
    with carried_out(workers, planned.spec(), Output(json, csv, resume, run_file), print_tournament) as run:
        run.result = run_tournament(planned, run.conditions, Keeping(run.file, save_replays))


def print_tournament(result: TournamentResult) -> None:
    """Cross table and ratings on stdout."""
    from cardlab.cli.tables import stdout_console

    console = stdout_console()
    console.print(_cross_table(result))
    for agent, kinds in result.failures().items():
        if failed := ", ".join(f"{count:,} by {kind}" for kind, count in kinds.items() if count):
            console.print(f"{agent} lost {failed}", style="red", markup=False)


def _cross_table(result: TournamentResult) -> Table:
    from rich.text import Text

    from cardlab.cli.tables import new_table

    names, order, ratings = result.tournament.agents, result.standing(), result.ratings
    title = f"{result.tournament.game.spec()} · {result.games:,} games · seed {result.tournament.seed}"
    numbers = [f"against {place}" if place == 1 else str(place) for place in range(1, len(order) + 1)]
    table = new_table(title, ("", "agent"), ("score", "Elo rating", *numbers))
    for place, i in enumerate(order, 1):
        total = result.total(i)
        rating = f"{ratings[i].elo:+.0f}\n{_bounds(ratings[i])}"
        cells = ["" if i == j else _cell(result, i, j) for j in order]
        table.add_row(str(place), Text(names[i]), f"{100 * total.score:.1f}%\n{total.interval or '–'}", rating, *cells)
    return table


def _bounds(rating: Rating) -> str:
    return "–" if rating.low is None or rating.high is None else f"{rating.low:+.0f} to {rating.high:+.0f}"


def _cell(result: TournamentResult, i: int, j: int) -> str:
    pairing = result.table[i, j]
    return f"{100 * pairing.score:.1f}%\n{pairing.interval or '–'}" if pairing.games else "–"
