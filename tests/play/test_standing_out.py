"""What a person must see at any size and without colours: the cursor, what Enter plays, prices, places, new lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.style import Style
from textual.widgets import Footer, OptionList, Static
from textual.widgets._footer import FooterKey

import cardlab
from cardlab.play.app import CardlabApp
from cardlab.play.dialogs import Paper
from cardlab.play.logpanel import Log
from cardlab.play.menu import MenuScreen
from cardlab.play.playscreen import PlayScreen
from cardlab.play.preparing import Plan, SettingRow
from cardlab.play.sitting import Sitting
from cardlab.play.widgets import ActionList, Board
from cardlab.registry import game_kind, game_names
from tests.play.desk import drawn, my_turn, seen, until

SMALL = (80, 24)


def _reversed_cells(board: Board) -> set[tuple[int, int]]:
    """Cells of the board that are drawn the other way round."""
    found = set()
    for y in range(board.size.height):
        x = 0
        for segment in board.render_line(y):
            style = segment.style or Style()
            found |= {(at, y) for at in range(x, x + segment.cell_length) if style.reverse}
            x += segment.cell_length
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("colourless", [True, False])
async def test_without_colours_the_cursor_is_drawn_the_other_way_round(
    monkeypatch: pytest.MonkeyPatch, colourless: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", "1") if colourless else monkeypatch.delenv("NO_COLOR", raising=False)
    screen = PlayScreen(Sitting(cardlab.game("castle", players=2), ("random",), seed=5, pace=0.0))
    async with CardlabApp(screen).run_test(size=SMALL) as pilot:
        await my_turn(pilot, screen)
        board = screen.query_one(Board)
        assert _reversed_cells(board) == set()
        await pilot.press("right")
        cursor = screen.scene().cursor
        everywhere = ((x, y) for x in range(board.size.width) for y in range(board.size.height))
        cells = {cell for cell in everywhere if board.canvas.under(*cell) == cursor}
        assert len(cells) > 5
        assert _reversed_cells(board) == (cells if colourless else set())


def test_without_colours_what_is_picked_its_targets_and_what_cannot_be_played_have_attributes() -> None:
    state = cardlab.game("duelyst", mulligan=0).new(4)
    state.apply(state.legal()[0])
    state.apply(state.legal()[0])
    scene = seen(state, 0, ("you", "other"), picked=("unit18",))
    plain, marked = drawn(scene), drawn(scene, colourless=True)
    assert plain.plain() == marked.plain()
    styles = {style for y in range(marked.height) for _, style in marked.runs(y)}
    assert any(style.startswith("bold underline") for style in styles)
    assert any(style.startswith("underline") for style in styles)
    assert any(style.startswith("dim") for style in styles)
    before = {style for y in range(plain.height) for _, style in plain.runs(y)}
    assert not any("underline" in style or style.startswith("dim") for style in before)


@pytest.mark.asyncio
async def test_the_list_marks_what_enter_would_play_and_nothing_else() -> None:
    screen = PlayScreen(Sitting(cardlab.game("castle", players=2), ("random",), seed=5, pace=0.0, hint="random"))
    async with CardlabApp(screen).run_test(size=SMALL) as pilot:
        while not (screen.record.now.player == 0 and len(screen.picking.table.moves) > 3 and len(screen.record.steps) > 5):
            await my_turn(pilot, screen)
            screen.decide(screen.seat.legal()[0])
            await pilot.pause()
        listed = screen.query_one(ActionList)
        for key in ("right", "right", "left"):
            await pilot.press(key)
            means = screen.picking.touch((), screen.scene().cursor or "").action
            assert listed.current == means
        steps = len(screen.record.steps)
        chosen = listed.current
        assert chosen is not None
        await pilot.press("enter")
        assert screen.record.steps[steps].action == chosen


@pytest.mark.asyncio
async def test_on_a_board_nothing_is_marked_while_enter_would_only_pick() -> None:
    screen = PlayScreen(Sitting(cardlab.game("duelyst", mulligan=0), ("random",), seed=4, pace=0.0))
    async with CardlabApp(screen).run_test(size=SMALL) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("1")
        await until(pilot, lambda: len(screen.record.steps) == 2 and screen.record.now.player == 0, "both keep their cards")
        listed = screen.query_one(ActionList)
        assert listed.current == screen.picking.table.enter  # Enter ends the turn
        screen._cursor = "unit18"
        screen.show_board(screen.scene())
        assert listed.current is None
        await pilot.press("tab", "down")
        assert listed.current is not None and screen.scene().cursor is None


@pytest.mark.asyncio
async def test_the_newest_lines_of_the_log_stay_in_sight_beside_an_explanation() -> None:
    screen = PlayScreen(Sitting(cardlab.game("unicorns", players=3), ("random",) * 2, seed=5, pace=0.0))
    rng = cardlab.Rng(5)
    while len(screen.record.steps) < 60 or screen.record.now.player != 0:
        screen.record.add(screen.record.now.random_action(rng))
    async with CardlabApp(screen).run_test(size=SMALL) as pilot:
        log = screen.query_one(Log)
        await until(pilot, lambda: log.is_vertical_scroll_end, "the log is at its end")
        before = log.size.height
        await pilot.press("i")
        await until(pilot, lambda: log.size.height != before, "an explanation takes room")
        await until(pilot, lambda: log.is_vertical_scroll_end, "the log is at its end again")


def test_the_tavern_tells_prices_and_patrons_whom_they_favour_on_the_smallest_terminal() -> None:
    tribute = cardlab.game("tribute")
    position = {
        "patrons": ["DUKE_OF_CROWS", "RED_EAGLE", "TREASURY", "ANSEI", "HLAALU"],
        "favor": {"DUKE_OF_CROWS": "PLAYER2", "ANSEI": "PLAYER1"},
        "P1": {"hand": ["GOLD"], "coins": 3},
        "tavern": {"row": ["HARVEST_SEASON", "TITHE"], "deck": []},
    }
    text = drawn(seen(tribute.from_dict(position), 0, ("you", "other")), 48, 22).plain()
    assert "▼ Duke of Crows" in text and "▲ Ansei" in text and "╭ 2 ─" in text and "╭ 3 ─" in text
    full = position | {"tavern": {"row": ["HARVEST_SEASON", "TITHE", "OATHMAN", "BANNERET", "RAGPICKER"], "deck": []}}
    full["P1"] = {"hand": ["GOLD", "PECK", "SWIPE", "FORTIFY", "GOLD"], "coins": 3}
    words = drawn(seen(tribute.from_dict(full), 0, ("you", "other")), 48, 22).plain()
    named = {card.key: card for card in tribute.cards}
    for key in ("HARVEST_SEASON", "TITHE", "OATHMAN", "BANNERET", "RAGPICKER"):
        assert f"{named[key].cost} {named[key].name[:6]}" in words


def test_a_small_board_names_its_free_places_and_shows_artifacts() -> None:
    duelyst = cardlab.game("duelyst", mulligan=0)
    state = duelyst.new(4)
    position = state.to_dict()
    sunstone = next(card.id for card in duelyst.cards.by_id.values() if card.name == "Sunstone Bracers")
    position["players"][0]["artifacts"] = [{"id": sunstone, "durability": 2}]
    text = drawn(seen(duelyst.from_dict(position), 0, ("you", "other")), 48, 22).plain()
    assert "Sunstone Bracers (2)" in text
    assert "0,0" in text and "8,4" in text and "·" not in text


@pytest.mark.asyncio
async def test_the_help_begins_with_the_rules_and_says_that_there_is_more() -> None:
    screen = PlayScreen(Sitting(cardlab.game("locm"), ("random",), seed=5, pace=0.0))
    async with CardlabApp(screen).run_test(size=SMALL) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Paper), "the help is open")
        paper = pilot.app.screen
        assert isinstance(paper, Paper)
        rules = screen.picking.table.lessons.rules
        assert paper.words.index(rules[0][1]) < paper.words.index("\nKeys\n") < paper.words.index("quit")
        assert paper.query_one("#more", Static).display
        await pilot.resize_terminal(200, 200)
        await until(pilot, lambda: not paper.query_one("#more", Static).display, "all of it is seen")


@pytest.mark.asyncio
async def test_the_menu_names_only_keys_that_mean_something() -> None:
    async with CardlabApp(MenuScreen(lambda plan: PlayScreen(Sitting(plan.game(), ("random",))))).run_test(size=SMALL) as pilot:

        def keys() -> list[str]:
            return [key.description for key in pilot.app.screen.query_one(Footer).query(FooterKey)]

        await until(pilot, lambda: keys() == ["choose", "back", "quit"], "the first page")
        await pilot.press("enter", "enter")
        await until(pilot, lambda: keys() == ["choose", "type a value", "back", "quit"], "the page of settings")
        assert pilot.app.screen.query_one(OptionList).option_count > 3


def test_options_that_follow_a_profile_say_so_in_the_menu() -> None:
    option = next(option for option in game_kind("duelyst").declared if option.name == "draws")
    setting = SettingRow.of(option)
    assert (setting.default, setting.values) == ("auto", ("auto", *map(str, range(7))))
    plan = Plan(game_kind("duelyst"))
    assert plan.turned(setting, 1) == "0" and plan.turned(setting, -1) == "6"


@pytest.mark.parametrize("name", game_names())
def test_each_opponent_of_the_menu_beats_the_one_before(name: str) -> None:
    slow = ("champion", "ismcts:3200", "turn-mcts:1000")
    ladder = [agent for agent, _ in game_kind(name).opponents if agent not in slow]
    assert len(ladder) >= 3
    game = cardlab.game(name)
    for weaker, stronger in pairwise(ladder):
        agents = [stronger, *[weaker] * (game.players - 1)]
        result = cardlab.play_match(game, agents, games=60 if game.players == 2 else 120, seed=2)
        best = max(role.score for role in result.roles[1:])
        assert result.roles[0].score > best, (stronger, weaker)


@pytest.mark.asyncio
async def test_a_terminal_that_is_too_small_is_offered_no_size_that_is_larger_than_another() -> None:
    screen = PlayScreen(Sitting(cardlab.game("castle", players=8, packs=2), ("random",) * 7, seed=3, pace=0.0))
    async with CardlabApp(screen).run_test(size=(50, 15)) as pilot:
        await until(pilot, lambda: screen.has_class("small"), "the screen says that it is too small")
        words = str(screen.query_one("#small", Static).content).splitlines()[1]
        offered = words.removeprefix("This table needs ").rstrip(";").split(" or ")
        sizes = [tuple(map(int, size.split(" × "))) for size in offered]
        for one in sizes:
            assert not any(other != one and other[0] <= one[0] and other[1] <= one[1] for other in sizes)
