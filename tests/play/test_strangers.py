"""Screens without colours, and screens that show what strangers wrote."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Static

from cardlab import game
from cardlab.play.app import CardlabApp
from cardlab.play.dialogs import Paper
from cardlab.play.playscreen import PlayScreen
from cardlab.play.record import Record, short_names
from cardlab.play.sitting import Sitting
from cardlab.play.thinker import Thinker
from cardlab.play.viewer import ViewerScreen
from cardlab.play.watch import WatchScreen
from cardlab.play.widgets import Board
from tests.core.test_printable import STEERING
from tests.lab.matches import rogues
from tests.play.desk import SIZE, my_turn, table, until
from tests.play.test_viewing import _replay

BAD = "[red]" + "".join(STEERING) + "[/nothing]"


def _screens(tmp_path: Path) -> dict[str, Screen[None]]:
    return {
        "play": table(tmp_path),
        "watch": WatchScreen(game("castle"), ("ismcts:50", "lowest"), seed=1, speed=6, folder=tmp_path),
        "replay": ViewerScreen(Record.of(_replay())),
    }


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["play", "watch", "replay"])
async def test_every_screen_opens_without_colours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = _screens(tmp_path)[name]
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: screen.query_one(Board).scene is not None, "the board is drawn")
        await pilot.press("h", "right", "down", "question_mark")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the help is open")
        await pilot.press("escape")
        await pilot.resize_terminal(60, 20)
        await pilot.pause(0.2)
        assert app.return_code in (None, 0)


def _written(app: CardlabApp) -> str:
    """Every character on the screen, as it goes to the terminal."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.asyncio
async def test_names_in_a_replay_are_shown_as_they_are(tmp_path: Path) -> None:
    screen = ViewerScreen(Record.of(replace(_replay(), agents=(BAD, "python:" + BAD))))
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: screen.query_one(Board).scene is not None, "the board is drawn")
        await pilot.press("o", "end")
        await pilot.pause()
        heading = str(screen.query_one("#heading", Static).content)
        assert "eyes: [red]\\x1b[2J\\x9b31m" in heading
        assert _written(app).replace("\n", "").isprintable()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the summary is open")
        assert _written(app).replace("\n", "").isprintable()


@pytest.mark.asyncio
@pytest.mark.parametrize("rogue", ["RaisesSurrogate", "RaisesInterrupt", "CallsExit"])
async def test_an_agent_that_fails_leaves_the_screen_standing(tmp_path: Path, rogue: str) -> None:
    agent = f"python:{rogues.__file__}:{rogue}"
    told: list[Any] = []
    screen: PlayScreen = table(tmp_path, opponents=(agent,))
    app = CardlabApp(screen)
    app.notify = lambda message, **rest: told.append((message, rest))  # type: ignore[method-assign]
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        for _ in range(20):
            if told:
                break
            await my_turn(pilot, screen)
            screen._play(screen.seat.legal()[0])
            await pilot.pause(0.05)
        assert told and told[0][1]["markup"] is False
        assert told[0][0].isprintable() and "Undo (u)" in told[0][0]


@pytest.mark.asyncio
async def test_who_thinks_for_long_is_named_with_the_time_and_the_keys_that_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The agent of the test ends when it is told to, so that the test does."""
    rest = threading.Event()
    monkeypatch.setattr(Thinker, "think", lambda self, *seat: rest.wait(30))
    monkeypatch.setattr("cardlab.play.playscreen.PATIENCE", 0.5)
    monkeypatch.setattr("cardlab.play.watch.PATIENCE", 0.5)
    screens: dict[str, Screen[None]] = {
        r"random is thinking… \d+ s  \(n: new game, q: quit\)": PlayScreen(Sitting(game("castle"), ("random",), seat=1)),
        r"lowest has been thinking for \d+ s": WatchScreen(game("castle"), ("lowest", "random"), seed=1, speed=6),
    }
    for words, screen in screens.items():
        async with CardlabApp(screen).run_test(size=SIZE) as pilot:
            prompt = screen.query_one("#prompt", Static)
            await until(pilot, lambda prompt=prompt, words=words: re.search(words, str(prompt.content)), words)
    rest.set()


def test_a_name_of_a_million_letters_is_cut() -> None:
    assert len(short_names(["x" * 1_000_000])[0]) == 60
