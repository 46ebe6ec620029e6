"""`cardlab ratings`: how strong people are beside the agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlab.cli import completion, shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlab.cli.tables import Form
    from cardlab.lab.people.resultbook import PersonsGame, ResultBook
    from cardlab.lab.people.strength import Ranked
    from cardlab.lab.showing.sheet import Sheet

SomeGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="A game, with or without options.", autocompletion=completion.complete_game),
]
Among = Annotated[
    int, typer.Option("-n", "--games", min=0, help="So many games in each pair of the agents too, to tell their places better.")
]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write one row for each of them.")]
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
    markdown: shared.Markdown = False,
    latex: shared.Latex = False,
    csv: Csv = None,
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
    from cardlab.cli.tables import Form
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
        form = Form.of(json, markdown, latex)
        shared.check_writable(csv)
        groups = _groups(book.games, game_name)
        ranked = {rules: _ranked(rules, played, games, seed) for rules, played in groups.items()}
        _show(book, groups, ranked, form)
        if csv is not None:
            shared.write_csv(csv, (_csv_row(rules, one) for rules, rows in ranked.items() for one in rows))


def _show(book: ResultBook, groups: dict[str, list[PersonsGame]], ranked: dict[str, list[Ranked]], form: Form) -> None:
    from cardlab.cli.tables import print_in_form

    if form.json:
        told = {rules: [one.to_dict() for one in rows] for rules, rows in ranked.items()}
        shared.print_json({"file": str(book.path), "consent": book.consent, "ratings": told})
        return
    if not groups:
        kept = {True: "Results are kept", False: "Results are not kept (--on)", None: "You will be asked after a game"}
        typer.echo(f"No game of a person has come to its end yet: cardlab play. {kept[book.consent]}.")
        return
    sheets = []
    for rules, rows in ranked.items():
        aided = sum(not game.unaided for game in groups[rules])
        sheets.append(people_sheet(rules, rows, len(groups[rules]) - aided, aided))
    print_in_form(lambda width: sheets, form)


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


def people_sheet(rules: str, rows: Sequence[Ranked], counted: int, aided: int) -> Sheet:
    """Everybody by rating, agents and people."""
    from cardlab.lab.showing.displaynames import display_names
    from cardlab.lab.showing.sheet import Sheet

    games = f"{counted} game{'s' if counted != 1 else ''} of people"
    note = f", {aided} more with hints or undo" if aided else ""
    names = display_names([one.name for one in rows])
    cells = []
    for place, (name, one) in enumerate(zip(names, rows, strict=True), 1):
        grown = "–" if one.grown is None else f"{one.grown.mu:.1f} ± {one.grown.sigma:.1f}"
        rating = one.rating
        bounds = "–" if rating.low is None or rating.high is None else f"{rating.low:+.0f} to {rating.high:+.0f}"
        score = f"{100 * one.total.score:.1f}%"
        cells.append((str(place), name, str(one.total.games), score, f"{rating.elo:+.0f}", bounds, grown))
    people = ", ".join(name for name, one in zip(names, rows, strict=True) if one.person)
    head = ("", "who", "games", "score", "Elo", "95% interval", "growing")
    return Sheet(f"{rules} · {games}{note}", head, tuple(cells), 2, ("", f"people: {people}"), folds=True)


def _csv_row(rules: str, one: Ranked) -> dict[str, Any]:
    """Somebody as one row of plain values."""
    from cardlab.lab.showing.dataframes import flat

    rating, grown = one.rating, one.grown
    who = {"game": rules, "name": one.name, "person": one.person, **flat(one.total.to_dict())}
    rated = {"rating": rating.elo, "rating_low": rating.low, "rating_high": rating.high}
    return {**who, **rated, "mu": grown.mu if grown else None, "sigma": grown.sigma if grown else None}
