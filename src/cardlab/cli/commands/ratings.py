"""`cardlab ratings`: how strong people are beside the agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import completion, shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlab.lab.people.resultbook import PersonsGame, ResultBook
    from cardlab.lab.people.strength import Ranked

SomeGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="A game, with or without options.", autocompletion=completion.complete_game),
]
Among = Annotated[
    int, typer.Option("-n", "--games", min=0, help="So many games in each pair of the agents too, to tell their places better.")
]
Off = Annotated[bool, typer.Option("--off", help="Keep no more results.")]
On = Annotated[bool, typer.Option("--on", help="Keep results of games that are played to their end.")]
Delete = Annotated[bool, typer.Option("--delete", help="Delete all results, and ask again before anything is kept.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ratings")(ratings)


def ratings(
    game_name: SomeGame = None,
    games: Among = 0,
    seed: shared.Seed = 0,
    json: shared.Json = False,
    on: On = False,
    off: Off = False,
    delete: Delete = False,
) -> None:
    """Show the ratings of people beside the agents that they played against.

    The results come from `cardlab play`, which asks once whether to keep them. Games with hints or undo do not count. The Elo
    ratings explain all games at once; the growing ones (openskill) follow them one by one.

    Examples:

      cardlab ratings

      cardlab ratings castle -n 200

      cardlab ratings --off
    """
    from cardlab.lab.people.resultbook import ResultBook

    if on + off + delete > 1:
        raise OptionError("--on, --off and --delete are different things: choose one")
    book = ResultBook()
    if delete:
        typer.echo(f"Deleted: {book.delete()} results. You will be asked again before anything is kept.")
    elif on or off:
        book.consent = on
        typer.echo(f"Results are {'kept' if on else 'no longer kept'} ({book.path}).")
    else:
        _show(book, game_name, games, seed, json)


def _show(book: ResultBook, game_name: str | None, games: int, seed: int, json: bool) -> None:
    groups = _groups(book.games, game_name)
    ranked = {rules: _ranked(rules, played, games, seed) for rules, played in groups.items()}
    if json:
        told = {rules: [one.to_dict() for one in rows] for rules, rows in ranked.items()}
        shared.print_json({"file": str(book.path), "consent": book.consent, "ratings": told})
        return
    if not groups:
        kept = {True: "Results are kept", False: "Results are not kept (--on)", None: "You will be asked after a game"}
        typer.echo(f"No game of a person has come to its end yet: cardlab play. {kept[book.consent]}.")
    for rules, rows in ranked.items():
        aided = sum(not game.unaided for game in groups[rules])
        _print(rules, rows, len(groups[rules]) - aided, aided)


def _groups(games: Sequence[PersonsGame], wanted: str | None) -> dict[str, list[PersonsGame]]:
    """The games by what was played: of one game if a name is given, of one table if it has options."""
    found: dict[str, list[PersonsGame]] = {}
    for game in games:
        if wanted is None or wanted in (game.game, game.game.partition(",")[0]):
            found.setdefault(game.game, []).append(game)
    return found


def _ranked(rules: str, played: Sequence[PersonsGame], games: int, seed: int) -> list[Ranked]:
    from cardlab.cli.progressbar import shown_progress
    from cardlab.lab.engine.conditions import Conditions
    from cardlab.lab.people.strength import met_agents, rank_people, tournament_of
    from cardlab.lab.tournaments.running import run_tournament

    unaided = [game for game in played if game.unaided]
    if not games or not unaided:
        return rank_people(unaided)
    planned = tournament_of(shared.find_game(rules, None, None), met_agents(unaided), games, seed)
    if planned is None:
        return rank_people(unaided)
    with shown_progress() as tell:
        return rank_people(unaided, run_tournament(planned, Conditions(progress=tell)))


def _print(rules: str, rows: Sequence[Ranked], counted: int, aided: int) -> None:
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console

    games = f"{counted} game{'s' if counted != 1 else ''} of people"
    note = f", {aided} more with hints or undo" if aided else ""
    table = new_table(f"{rules} · {games}{note}", ("", "who"), ("games", "score", "Elo rating", "growing"))
    for place, one in enumerate(rows, 1):
        name = Text(one.name, "bold" if one.person else "")
        grown = "–" if one.grown is None else f"{one.grown.mu:.1f} ± {one.grown.sigma:.1f}"
        rating = one.rating
        bounds = "" if rating.low is None or rating.high is None else f" ({rating.low:+.0f} to {rating.high:+.0f})"
        table.add_row(
            str(place), name, str(one.total.games), f"{100 * one.total.score:.1f}%", f"{rating.elo:+.0f}{bounds}", grown
        )
    stdout_console().print(table)
