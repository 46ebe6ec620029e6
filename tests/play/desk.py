"""What the tests of the screen share: a table, waiting for turns, and what is written on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cardlab
from cardlab.play.app import CardlabApp
from cardlab.play.table import Match, TableScreen
from cardlab.play.widgets import Board, Log

SIZE = (100, 30)


def table(tmp_path: Path, seed: int = 5, opponents: tuple[str, ...] = ("random",), **options: Any) -> TableScreen:
    """A person against agents that do not wait."""
    game = cardlab.game("castle", players=len(opponents) + 1, **options)
    return TableScreen(Match(game, opponents, seed=seed, pace=0.0, hint="ismcts:200", folder=tmp_path))


async def until(pilot: Any, condition: Any, what: str) -> None:
    """Let the application run until something is so."""
    for _ in range(500):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError(f"never happened: {what}")


async def my_turn(pilot: Any, screen: TableScreen) -> None:
    """Wait until the person is asked, or the game is over."""
    await until(pilot, lambda: screen.record.now.over or screen.record.now.player == screen.match.seat, "the person's turn")


def board_text(app: CardlabApp) -> str:
    """The board as it stands on the screen."""
    board = app.screen.query_one(Board)
    return "\n".join(board.render_line(y).text for y in range(board.size.height))


def log_text(app: CardlabApp) -> str:
    """The log as it stands on the screen."""
    return "\n".join(strip.text for strip in app.screen.query_one(Log).lines)
