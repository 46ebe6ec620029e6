"""`--debug`: one game in this process, and errors with file, line and traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from cardlab.cli.terminal import note, say
from cardlab.errors import CardlabError

if TYPE_CHECKING:
    from cardlab.lab.matches.match import Match

FAILED, STOPPED = 1, 130


def debugged(declare: Callable[[], Match], number: int) -> None:
    """Play one game of the match and tell all that went wrong in it. Exits with 1 if something did."""
    from cardlab.lab.matches.debugging import debug_game, way_to
    from cardlab.lab.showing.gamelines import GameLines

    try:
        game = debug_game(declare(), number, note)
    except CardlabError as error:
        if error.__cause__ is not None:
            say(way_to(error.__cause__), err=True)
        raise
    except KeyboardInterrupt as stop:
        say(f"Stopped. It was here:\n{way_to(stop)}", err=True, fg="yellow")
        raise typer.Exit(STOPPED) from None
    GameLines(game.match, say).take(game.chunk)
    for complaint in game.complaints:
        say(f"\n{complaint}", fg="red")
    if game.complaints:
        raise typer.Exit(FAILED)
    say(f"Nothing went wrong in game {number}. Another one: --game {number + 1}")
