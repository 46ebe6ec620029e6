"""`cardlab bench`: how fast a game runs here."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlab.cli import shared

Rounds = Annotated[int, typer.Option("--rounds", min=1, max=1000, help="How often everything is measured; the best counts.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench")(bench)


def bench(
    game_name: shared.GameName = "castle",
    players: shared.Players = None,
    option: shared.GameOptions = None,
    rounds: Rounds = 5,
    json: shared.Json = False,
) -> None:
    """Measure how fast a game runs on this machine: random games, search, Python-driven play, copies, threads.

    CPU time of one core; the best of several rounds. Ratios to a plain-Python engine: `make bench` in a checkout.
    """
    from cardlab.lab.speed.measuring import game_tasks, measure, thread_gain

    game = shared.find_game(game_name, players, option)
    paces = measure(game_tasks(game), rounds, lambda text: typer.echo(text, err=True) if rounds > 20 else None)
    gain, share = thread_gain(game, "ismcts:2000", rounds=min(rounds, 3))
    if json:
        figures = {pace.task.name: pace.per_second for pace in paces}
        shared.print_json({"game": game.spec(), "per_second": figures, "two_threads": gain, "core_share": share})
        return
    from cardlab.cli.tables import new_table, stdout_console

    console = stdout_console()
    table = new_table(f"{game.spec()} · one core", ("",), ("per second",))
    for pace in paces:
        table.add_row(pace.task.name, f"{pace.per_second:,.0f}")
    console.print(table)
    console.print(f"two threads of search bring {gain:.2f} times one (each had {100 * share:.0f}% of a core)")
