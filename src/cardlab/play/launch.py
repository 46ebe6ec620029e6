"""Opening the screens: what must be there is checked before the terminal is taken over."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardlab.core.game import Game
from cardlab.core.printable import printable
from cardlab.core.replay import Replay
from cardlab.core.rng import derive
from cardlab.errors import CardlabError, MissingExtra, RunError
from cardlab.lab.matches.waiting import told_of_slow
from cardlab.play.record import Record
from cardlab.play.telling import closing_lines, opening_lines, step_lines, whole_text
from cardlab.play.thinker import Thinker, Thought, farewell

if TYPE_CHECKING:
    from textual.screen import Screen

    from cardlab.play.preparing import Plan
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


def open_menu(sit_down: Callable[[Plan], Sitting]) -> None:
    """Let a person choose a game, opponents and settings, and play."""
    if not on_terminal():
        raise RunError(
            "the menu needs a terminal; `cardlab play GAME --vs AGENT` says all of it at once, `cardlab games` lists games"
        )
    _need_textual("playing in the terminal")
    from cardlab.play.menu import MenuScreen
    from cardlab.play.playscreen import PlayScreen

    _run(MenuScreen(lambda plan: PlayScreen(sit_down(plan))))


def open_watch(game: Game, agents: Sequence[str], seed: int, text: bool, notice: Callable[[str], object] | None = None) -> None:
    """Let agents play and show it, as plain text if asked for or if there is no terminal. `notice` hears who is slow then."""
    if text or not on_terminal():
        write_live(game, agents, seed, _write, notice)
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


def write_live(
    game: Game,
    agents: Sequence[str],
    seed: int,
    write: Callable[[str], None],
    notice: Callable[[str], object] | None = None,
) -> Record:
    """Let agents play and write every decision as it is made. Times are not told: equal seeds write equal texts."""
    record = Record.new(game, seed, agents)
    thinkers = [Thinker(game, spec) for spec in agents]
    for line in opening_lines(record):
        write(line)
    with told_of_slow(agents, notice, "Ctrl-C ends it") as watch:
        while (player := record.now.player) is not None:
            at = len(record.steps)
            watch(player, at)
            thought = _decision(thinkers[player], record, derive(seed, "choice", player, at))
            watch(-1, at)
            record.add(thought.action, None, thought.lines)
            for line in step_lines(record, at):
                write(line)
    farewell(dict(enumerate(thinkers)), record)()
    for line in closing_lines(record):
        write(line)
    return record


def _decision(thinker: Thinker, record: Record, seed: int) -> Thought:
    player = record.now.player
    assert player is not None
    try:
        return thinker.think(record.seat(player), seed, record.told)
    except (CardlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise RunError(thinker.failure(error)) from None


def _write(text: str) -> None:
    print(printable(text, lines=True), flush=True)


def _need_textual(job: str) -> None:
    try:
        import textual  # noqa: F401
    except ImportError:
        raise MissingExtra(job, "play") from None


def _run(screen: Screen[None]) -> None:
    from cardlab.play.app import CardlabApp
    from cardlab.play.beside import await_others

    CardlabApp(screen).run()
    await_others()
