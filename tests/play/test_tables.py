"""Tables of other kinds of games: boards, prompts, many players; and what is done once for each position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

import cardlab
from cardlab.core.picking import Picking, Touch
from cardlab.core.table import Face, Table, Thing
from cardlab.games.castle import Castle
from cardlab.play.app import CardlabApp
from cardlab.play.dialogs import Paper, lesson_text
from cardlab.play.scene import Scene
from cardlab.play.widgets import Board
from tests.play.desk import SIZE, drawn, my_turn, seen, table, until
from tests.play.tables import BOARD_LOOKS, PROMPT_LOOKS, board_table, prompt_table

SIZES = [(63, 28), (80, 30), (110, 44)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_place_of_a_board_is_reached_by_touching_cells(size: tuple[int, int]) -> None:
    picking = Picking(board_table())
    assert len(picking.table.moves) == 150
    reached: set[int] = set()
    for first in picking.live(()):
        touch = picking.touch((), first)
        canvas = drawn(Scene(picking, BOARD_LOOKS, ("you", "rival"), 0, touch.picked), *size)
        cells = {name for x in range(size[0]) for y in range(size[1]) if (name := canvas.at(x, y))}
        reached |= {touch.action} if touch.action is not None else set()
        reached |= {action for name in cells if (action := picking.touch(touch.picked, name).action) is not None}
    assert reached == {move.action for move in picking.table.moves}


def _with_hand(cards: Sequence[str | None]) -> Scene:
    """Three players; of the hand of the second, those cards are seen that have names."""
    laid = prompt_table(3)
    zones = tuple(replace(zone, title="hand") if zone.id == "hand1" else zone for zone in laid.zones)
    hand = [Thing(f"held{at}", "hand1", at, Face(name) if name else None) for at, name in enumerate(cards)]
    known = replace(laid, zones=zones, things=(*laid.things, *hand))
    return Scene(Picking(known), PROMPT_LOOKS, ("you", "second", "third"), 0)


def test_what_is_known_of_a_hand_is_shown_if_there_is_room() -> None:
    scene = _with_hand(("Yay", None, "Unicorn Poison", None))
    wide = [line[:38].rstrip() for line in drawn(scene, 80, 30).plain().splitlines()]
    assert wide[:2] == [" second  5 in hand", " hand: Yay, Unicorn Poison, 2 hidden"]
    narrow = [line[:19].rstrip() for line in drawn(scene, 40, 30).plain().splitlines()]
    assert narrow[:3] == ["second  5 in hand", "hand: Yay, Unicorn", "Poison, 2 hidden"]
    small = drawn(scene, 63, 14).plain()
    assert "hand: Yay" not in small and "Back Kick" in small, "one's own hand comes first"
    assert "hand:" not in drawn(_with_hand((None, None)), 80, 30).plain()


def test_units_stand_where_they_are_on_the_board() -> None:
    picking = Picking(board_table())
    canvas = drawn(Scene(picking, BOARD_LOOKS, ("you", "rival"), 0, ("unit1",)), 100, 44)
    spot = {spot.name: spot for spot in canvas.spots}
    unit, place = spot["unit3"], spot["board@23"]
    assert (place.x - unit.x, place.y - unit.y) == (unit.width, 0)
    assert picking.touch(("unit1",), "unit3") == Touch((), 3000)


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_eight_players_and_a_prompt_fit(size: tuple[int, int], players: int) -> None:
    names = tuple(f"player {seat}" for seat in range(players))
    canvas = drawn(Scene(Picking(prompt_table(players)), PROMPT_LOOKS, names, 0), *size)
    text = canvas.plain()
    assert all(name in text for name in names)
    assert "Neigh it (1)   Let it happen (2)" in text and "Back Kick" in text
    assert text.count("Rainbow Mane") == players
    assert {"neigh", "let"} <= {spot.name for spot in canvas.spots}


@pytest.mark.asyncio
async def test_a_table_is_laid_once_for_each_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[Sequence[int]] = []
    lay = Castle.table

    def counted(self: Castle, view: Any, seat: int | None, legal: Sequence[int]) -> Table:
        laid.append(legal)
        return lay(self, view, seat, legal)

    monkeypatch.setattr(Castle, "table", counted)
    screen = table(tmp_path)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        before = len(laid)
        await pilot.press("right", "right", "1", "2", "down", "up", "escape", "3")
        await pilot.resize_terminal(90, 32)
        screen.show()
        await pilot.pause()
        assert len(laid) == before
        await pilot.press("1", "2", "enter")
        await my_turn(pilot, screen)
        assert len(laid) == before + len(screen.record.steps)


@pytest.mark.asyncio
async def test_a_whole_game_is_played_by_mouse(tmp_path: Path) -> None:
    screen = table(tmp_path, seed=227)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        while not screen.record.now.over:
            board, before = screen.query_one(Board), len(screen.record.steps)
            while len(screen.record.steps) == before:
                wanted = (
                    "confirm" if screen.picking.made(screen.scene().picked) else screen.picking.live(screen.scene().picked)[0]
                )
                spot = next(spot for spot in board.canvas.spots if spot.name == wanted)
                await pilot.click(Board, offset=(spot.x + 1, spot.y + spot.height // 2))
                await pilot.pause()
            await my_turn(pilot, screen)
        await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
    assert screen.record.now.over


def test_what_is_pointed_at_is_explained() -> None:
    game = cardlab.game("castle", lower="5")
    state = game.from_dict({"hands": ["2 5 9", "4"], "up": ["J", ""], "down": ["5", "8"], "pile": "J"})
    told = {
        name: lesson_text(seen(state, 0, ("a", "b"), cursor=name)).plain for name in ("hand0:0", "hand0:1", "row0:0", "down0:0")
    }
    assert told["hand0:0"] == "2  goes on everything, and everything goes on it"
    assert told["hand0:1"] == "5  only equal or lower ranks go on it, goes on equal and lower ranks\na 5 does not go on the J"
    assert told["row0:0"] == "J  goes on equal and lower ranks\nthe cards of the hand come first"
    assert told["down0:0"] == "a hidden card\nthe cards of the hand come first"


def test_keywords_of_a_picked_card_are_explained_and_what_it_lacks_is_told() -> None:
    player = {"hand": ["Mutant Troll"], "board": [{"card": 7, "lane": 0, "able": False}], "mana": 3, "max_mana": 8}
    state = cardlab.game("locm").from_dict({"players": [player, {}]})
    troll, sapling = (lesson_text(seen(state, 0, ("a", "b"), cursor=name)).plain for name in ("#3", "#1"))
    assert troll == (
        "Mutant Troll  attack 12, defense 12, Breakthrough, Guard\nBreakthrough: excess damage hits the foe\n"
        "Guard: is attacked first\nit costs 12, and you have 3 mana"
    )
    assert sapling == (
        "Rootkin Sapling  attack 2, defense 2, Ward\nWard: ignores the next damage\nit can attack from your next turn on"
    )


@pytest.mark.asyncio
async def test_cards_that_cannot_be_played_say_why_by_mouse_and_by_key(tmp_path: Path) -> None:
    screen = table(tmp_path)
    told: list[Any] = []
    position = {"hands": ["3 9", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "8"}
    screen.record.states[:] = [screen.sitting.game.from_dict(position)]
    app = CardlabApp(screen)
    app.notify = lambda message, **rest: told.append(message)  # type: ignore[method-assign]
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        board = screen.query_one(Board)
        x, y = next((x, y) for y in range(30) for x in range(60) if board.canvas.under(x, y) == "hand0:0")
        await pilot.hover(Board, offset=(x + 1, y + 2))
        assert "a 3 does not go on the 8" in str(board.tooltip)
        await pilot.click(Board, offset=(x + 1, y + 2))
        assert told == ["a 3 does not go on the 8"] and screen.record.steps == []
        await pilot.press(*["i"] * 3)
        lesson = str(screen.query_one("#lesson", Static).content)
        assert lesson == "9  goes on equal and lower ranks"
        await pilot.press("escape")
        assert not screen.query_one("#lesson", Static).display


@pytest.mark.asyncio
async def test_the_help_tells_the_rules_and_the_marks(tmp_path: Path) -> None:
    screen = table(tmp_path, gamble=True)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the help is open")
        assert isinstance(app.screen, Paper)
        words = app.screen.words
    assert "A 10 goes on everything and burns the pile" in words
    assert "before taking the pile one may try the top card of the stock" in words
    assert "known  a card that not everybody can see" in words
