"""Every game on screens of all sizes: nothing overlaps, nothing is cut off, and all that can be done can be touched."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Static
from textual.widgets._footer import FooterKey

import cardlab
from cardlab.core.table import Table, place_id
from cardlab.play.app import SIDE, WIDE, WIDE_SIDE, CardlabApp
from cardlab.play.boards import initials
from cardlab.play.canvas import Canvas, Spot
from cardlab.play.painter import fits
from cardlab.play.playscreen import PlayScreen
from cardlab.play.record import Record
from cardlab.play.sitting import Sitting
from cardlab.play.tablescreen import TableScreen
from cardlab.play.tiles import is_rank
from cardlab.play.viewer import ViewerScreen
from cardlab.play.watch import WatchScreen
from tests.play.desk import board_text, drawn, seen, until

SIZES = [(80, 24), (120, 40), (200, 50)]
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("castle", {}),
    ("castle", {"players": 8, "packs": 2}),
    ("locm", {}),
    ("unicorns", {"players": 2}),
    ("unicorns", {"players": 8}),
    ("tribute", {}),
    ("duelyst", {}),
]
NAMES = tuple(f"ismcts #{seat}" for seat in range(1, 8))


def _board_size(terminal: tuple[int, int]) -> tuple[int, int]:
    wide, high = terminal
    return wide - (WIDE_SIDE if wide >= WIDE else SIDE), high - 2


def _positions(name: str, options: dict[str, Any]) -> list[cardlab.State]:
    """The start of a game, and some states of random play in which seat 0 is asked."""
    game, rng = cardlab.game(name, **options), cardlab.Rng(5)
    state, found = game.new(5), []
    for number in range(400):
        if state.over:
            break
        if state.player == 0 and number >= 45 * len(found):
            found.append(state.copy())
        state.apply(state.random_action(rng))
    return found


def _zones(table: Table) -> dict[str, str]:
    """In which zone everything that has a name lies; what lies under a zone belongs to it."""
    over = {zone.id: zone.under or zone.id for zone in table.zones}
    found = {zone.id: over[zone.id] for zone in table.zones}
    found |= {place_id(zone.id, place): zone.id for zone in table.zones for place in range(zone.room)}
    return found | {thing.id: over[thing.zone] for thing in table.things}


def _overlap(one: Spot, other: Spot) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_nothing_lies_on_anything_else_and_all_can_be_touched(
    monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], size: tuple[int, int]
) -> None:
    cut: list[str] = []
    put = Canvas.put

    def watched(self: Canvas, x: int, y: int, text: str, style: str = "") -> None:
        if text.strip() and (x < 0 or x + len(text.rstrip()) > self.width or not 0 <= y < self.height):
            cut.append(text)
        put(self, x, y, text, style)

    monkeypatch.setattr(Canvas, "put", watched)
    wide, high = _board_size(size)
    for state in _positions(name, options):
        names = ("you", *NAMES[: state.game.players - 1])
        scene = seen(state, 0, names)
        assert fits(scene, wide, high)
        canvas = drawn(scene, wide, high)
        assert cut == []
        zones = _zones(scene.table)
        shown = canvas.things
        for at, spot in enumerate(shown):
            assert spot.x >= 0 and spot.y >= 0 and spot.x + spot.width <= wide and spot.y + spot.height <= high, spot
            others = (other for other in shown[:at] if zones[other.name] != zones[spot.name])
            assert not any(_overlap(spot, other) for other in others), spot
        cells = {touched for x in range(wide) for y in range(high) if (touched := canvas.at(x, y))}
        for move in scene.table.moves:
            firsts = {thing for step in (move.touches if move.any_order else move.touches[:1]) for thing in step}
            assert firsts & cells, f"nothing to touch for {move.words}"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_a_name_is_whole_or_ends_with_a_mark(name: str, options: dict[str, Any], size: tuple[int, int]) -> None:
    """Where a thing lies stand all words of its name, or a mark; on a small board the first letters of its words."""
    wide, high = _board_size(size)
    for state in _positions(name, options):
        scene = seen(state, 0, ("you", *NAMES[: state.game.players - 1]))
        canvas = drawn(scene, wide, high)
        lines = canvas.plain().splitlines()
        for spot in canvas.things:
            thing = scene.table.by_id.get(spot.name)
            if thing is None or thing.face is None or len(thing.face.name) < 3 or is_rank(thing.face) or not thing.face.text:
                continue
            told = " ".join(line[spot.x : spot.x + spot.width + 1] for line in lines[spot.y : spot.y + spot.height])
            short = initials(thing.face.name, spot.width - 1)
            assert "…" in told or short in told or all(word in told for word in thing.face.name.split()), (
                thing.face.name,
                told,
            )


@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_all_marks_signs_and_keywords_are_explained(name: str, options: dict[str, Any]) -> None:
    state = cardlab.game(name, **options).new(1)
    looks, lessons = state.game.looks(), seen(state, 0, ("you", *NAMES[: state.game.players - 1])).table.lessons
    assert len(lessons.rules) >= 5 and all(heading and words for heading, words in lessons.rules)
    assert {*looks.marks, *looks.badges} <= set(lessons.glossary)


def _screens(name: str) -> dict[str, TableScreen]:
    game = cardlab.game(name)
    bots = ("random",) * game.players
    record = Record.new(game, 3, bots)
    rng = cardlab.Rng(3)
    for _ in range(20):
        record.add(record.now.random_action(rng))
    return {
        "play": PlayScreen(Sitting(game, bots[1:], seed=3, pace=0.0)),
        "replay": ViewerScreen(record),
        "watch": WatchScreen(game, bots, seed=3, speed=6),
    }


@pytest.mark.asyncio
@pytest.mark.parametrize("colour", ["", "1"], ids=["colours", "no colours"])
@pytest.mark.parametrize("kind", ["play", "replay", "watch"])
async def test_all_keys_of_the_footer_fit_on_a_usual_terminal(monkeypatch: pytest.MonkeyPatch, kind: str, colour: str) -> None:
    monkeypatch.setenv("NO_COLOR", colour) if colour else monkeypatch.delenv("NO_COLOR", raising=False)
    screen = _screens("castle")[kind]
    app = CardlabApp(screen)
    async with app.run_test(size=SIZES[0]) as pilot:
        await until(pilot, lambda: board_text(app).strip(), "the board is drawn")
        keys = sorted(app.screen.query(FooterKey), key=lambda key: key.region.x)
        assert [key.description for key in keys][-2:] == ["help", "quit"]
        assert all(key.region.right <= SIZES[0][0] and key.region.area for key in keys)


@pytest.mark.asyncio
async def test_a_small_terminal_says_so_and_how_much_is_needed() -> None:
    game = cardlab.game("castle", players=8, packs=2)
    screen = PlayScreen(Sitting(game, ("random",) * 7, seed=3, pace=0.0))
    async with CardlabApp(screen).run_test(size=(50, 15)) as pilot:
        await until(pilot, lambda: screen.has_class("small"), "the screen says that it is too small")
        words = str(screen.query_one("#small", Static).content)
        assert words.startswith("The terminal is too small.\nThis table needs ") and "here are 50 × 15." in words
        needed = words.splitlines()[1].removeprefix("This table needs ").rstrip(";").split(" or ")[0]
        wide, high = (int(number) for number in needed.split(" × "))
        assert (wide, high) == (72, 22)
        await pilot.resize_terminal(wide, high)
        await until(pilot, lambda: not screen.has_class("small"), "there is room")
        await pilot.resize_terminal(wide, high - 1)
        await until(pilot, lambda: screen.has_class("small"), "a line is missing")
