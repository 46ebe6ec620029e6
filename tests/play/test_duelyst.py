"""Duelyst on the screen: a unit is picked and its tiles are shown, with keys and with the mouse, and quickly."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from textual.widgets import Static

import cardlab
from cardlab.core.table import place_id
from cardlab.play.app import CardlabApp
from cardlab.play.canvas import Canvas
from cardlab.play.playscreen import PlayScreen
from cardlab.play.sitting import Sitting
from cardlab.play.widgets import Board
from tests.effort import PURE
from tests.games.duelyst.tables import crowded, lay, spring, unit
from tests.play.desk import drawn, my_turn, seen, until

GOLEM = 10205
NAMES = ("you", "bob")


def position() -> cardlab.State:
    """A golem beside another one, with two springs, of which one is used, within its reach."""
    return lay(
        unit(GOLEM, 1, 4, 1), unit(GOLEM, 2, 5, 1), tiles=[spring(4, 0), spring(4, 3, used=True), spring(5, 2)], mana=0
    )  # fmt: skip


def shown_at(canvas: Canvas, name: str) -> str:
    """What stands where a thing lies."""
    spot = next(spot for spot in canvas.things if spot.name == name)
    lines = canvas.plain().splitlines()[spot.y : spot.y + spot.height]
    return "\n".join(line[spot.x : spot.x + spot.width] for line in lines)


@pytest.mark.parametrize("size", [(48, 22), (100, 33), (160, 48)], ids=str)
def test_a_picked_unit_shows_where_it_can_go_and_whom_it_can_attack(size: tuple[int, int]) -> None:
    state = position()
    scene = seen(state, 0, NAMES, picked=("unit13",))
    canvas = drawn(scene, *size)
    told = (state.text(action).split() for action in state.legal())
    targets = {words[2] for words in told if words[:2] in (["move", "4,1"], ["attack", "4,1"])}
    assert {"4,0", "4,3", "5,1"} <= targets and "0,0" not in targets and len(targets) == 10
    for tile in range(45):
        place = f"{tile % 9},{tile // 9}"
        names = [name for name in (place_id("board", tile), f"unit{tile}", f"tile{tile}") if scene.key(name)]
        assert len(names) == (place in targets), place
        assert all(scene.key(name) in shown_at(canvas, name) for name in names), place


@pytest.mark.parametrize("size", [(48, 22), (100, 33), (160, 48)], ids=str)
def test_a_spring_that_is_used_up_looks_so(size: tuple[int, int]) -> None:
    canvas = drawn(seen(position(), 0, NAMES), *size)
    signs = [[sign for sign in "◆◇" if sign in shown_at(canvas, f"tile{tile}")] for tile in (4, 23, 31)]
    assert signs == [["◆"], ["◆"], ["◇"]]


@pytest.mark.skipif(PURE, reason="measures the compiled build")
def test_a_crowded_board_is_laid_and_painted_in_a_moment() -> None:
    """It takes about 4 ms of processor time; a busy machine is allowed ten times that."""
    state = crowded()
    assert len(state.legal()) > 150
    best = 1.0
    for _ in range(5):
        begin = time.thread_time()
        drawn(seen(state, 0, NAMES), 120, 40)
        best = min(best, time.thread_time() - begin)
    assert best < 0.04


@pytest.mark.asyncio
async def test_a_unit_is_moved_by_two_clicks_and_explained_by_a_key(tmp_path: Path) -> None:
    game = cardlab.game("duelyst", mulligan=0)
    screen = PlayScreen(Sitting(game, ("random",), seed=4, pace=0.0, hint="random", folder=tmp_path))
    screen.record.states[:] = [position()]
    async with CardlabApp(screen).run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, screen)
        board = screen.query_one(Board)

        async def click(name: str) -> None:
            spot = next(spot for spot in board.canvas.spots if spot.name == name)
            await pilot.click(Board, offset=(spot.x + spot.width // 2, spot.y + spot.height // 2))
            await pilot.pause()

        for _ in range(30):
            if "Bloodshard Golem" in _explained(screen):
                break
            await pilot.press("i")
        assert "attack 4, health 3 of 3" in _explained(screen)
        await click("unit13")
        assert screen.scene().picked == ("unit13",)
        await click(place_id("board", 11))
        await until(pilot, lambda: len(screen.record.steps) == 1, "the move is made")
    assert game.action_text(screen.record.steps[0].action) == "move 4,1 2,1"


def _explained(screen: PlayScreen) -> str:
    return str(screen.query_one("#lesson", Static).content)
