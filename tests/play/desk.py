"""What the tests of the screen share: a table, waiting for turns, and what is written on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cardlab
from cardlab.play.app import CardlabApp
from cardlab.play.canvas import Canvas
from cardlab.play.logpanel import Log
from cardlab.play.painter import paint
from cardlab.play.playscreen import PlayScreen
from cardlab.play.scene import Scene, lay
from cardlab.play.sitting import Sitting
from cardlab.play.widgets import Board

SIZE = (100, 30)


def table(tmp_path: Path, seed: int = 5, opponents: tuple[str, ...] = ("random",), **options: Any) -> PlayScreen:
    """A person against agents that do not wait."""
    game = cardlab.game("castle", players=len(opponents) + 1, **options)
    return PlayScreen(Sitting(game, opponents, seed=seed, pace=0.0, hint="ismcts:200", folder=tmp_path))


def seen(state: cardlab.State, seat: int | None, names: tuple[str, ...], **more: Any) -> Scene:
    """What a seat sees of a state, or everything."""
    view = state.to_dict() if seat is None else state.view(seat)
    legal = state.legal() if seat == state.player else ()
    return Scene(lay(state.game, view, seat, legal, names), state.game.looks(), names, state.player, **more)


def drawn(scene: Scene, width: int = 63, height: int = 28, colourless: bool = False) -> Canvas:
    """A scene on a canvas."""
    canvas = Canvas(width, height)
    paint(canvas, scene, colourless)
    return canvas


async def until(pilot: Any, condition: Any, what: str) -> None:
    """Let the application run until something is so."""
    for _ in range(500):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError(f"never happened: {what}")


async def my_turn(pilot: Any, screen: PlayScreen) -> None:
    """Wait until the person is asked, or the game is over."""
    await until(pilot, lambda: screen.record.now.over or screen.record.now.player == screen.sitting.seat, "the person's turn")


def board_text(app: CardlabApp) -> str:
    """The board as it stands on the screen."""
    board = app.screen.query_one(Board)
    return "\n".join(board.render_line(y).text for y in range(board.size.height))


def log_text(app: CardlabApp) -> str:
    """The log as it stands on the screen."""
    return "\n".join(strip.text for strip in app.screen.query_one(Log).lines)
