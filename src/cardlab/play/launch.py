"""Opening the screens: what must be there is checked before the terminal is taken over."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.printable import error_text, printable
from cardlab.core.replay import Replay
from cardlab.core.rng import derive
from cardlab.errors import CardlabError, MissingExtra, RunError
from cardlab.play.record import Record
from cardlab.play.telling import heading, step_lines, summary_lines, whole_text
from cardlab.play.thinker import Thinker

if TYPE_CHECKING:
    from textual.screen import Screen

    from cardlab.play.sitting import Sitting


def on_terminal() -> bool:
    """Whether somebody sits in front of a screen."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def open_table(make: Callable[[], Sitting]) -> None:
    """Let a person play."""
    if not on_terminal():
        raise RunError("playing needs a terminal; `cardlab watch` and `cardlab replay` also write plain text into pipes")
    _need_textual("playing in the terminal")
    from cardlab.play.playscreen import PlayScreen

    _run(PlayScreen(make()))


def open_watch(game: Game, agents: Sequence[str], seed: int, text: bool) -> None:
    """Let agents play and show it, as plain text if asked for or if there is no terminal."""
    if text or not on_terminal():
        write_live(game, agents, seed, _write)
        return
    _need_textual("watching in the terminal")
    from cardlab.play.watch import WatchScreen

    _run(WatchScreen(game, tuple(agents), seed))


def open_replay(replay: Replay, text: bool) -> None:
    """Show a recorded game, as plain text if asked for or if there is no terminal."""
    record = Record.of(replay)
    if text or not on_terminal():
        for line in whole_text(record):
            _write(line)
        return
    _need_textual("looking at replays in the terminal (--text needs nothing)")
    from cardlab.play.viewer import ViewerScreen

    _run(ViewerScreen(record))


def write_live(game: Game, agents: Sequence[str], seed: int, write: Callable[[str], None]) -> Record:
    """Let agents play and write every decision as it is made."""
    record = Record.new(game, seed, agents)
    thinkers = [Thinker(game, spec) for spec in agents]
    write(heading(record) + "\n")
    while (player := record.now.player) is not None:
        at = len(record.steps)
        record.add(_decision(thinkers[player], record, derive(seed, "choice", player, at)))
        for line in step_lines(record, at):
            write(line)
    write("\n" + "\n".join(summary_lines(record)))
    return record


def _decision(thinker: Thinker, record: Record, seed: int) -> Action:
    player = record.now.player
    assert player is not None
    try:
        return thinker.think(record.seat(player), seed).action
    except (CardlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise RunError(f"{thinker.spec} failed: {error_text(error)}") from None


def _write(text: str) -> None:
    print(printable(text, lines=True), flush=True)


def _need_textual(job: str) -> None:
    try:
        import textual  # noqa: F401
    except ImportError:
        raise MissingExtra(job, "play") from None


def _run(screen: Screen[None]) -> None:
    from cardlab.play.app import CardlabApp

    CardlabApp(screen).run()
