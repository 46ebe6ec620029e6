"""The menu before a game, the keys of choices, hints, ends of games, the score, and results that are kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Static

import cardlab
from cardlab.core.picking import KEYS
from cardlab.core.result import Result
from cardlab.errors import RunError
from cardlab.lab.people.resultbook import PersonsGame, ResultBook
from cardlab.play.app import CardlabApp
from cardlab.play.canvas import Spot
from cardlab.play.dialogs import Paper
from cardlab.play.menu import MenuScreen
from cardlab.play.playscreen import PlayScreen
from cardlab.play.preparing import Plan, SettingRow, opponents_of
from cardlab.play.sitting import Sitting
from cardlab.play.steering import neighbour
from cardlab.play.tally import Tally
from cardlab.play.widgets import ActionList, Board
from cardlab.registry import game_kind, game_names
from tests.play.desk import SIZE, my_turn, table, until

ALMOST_WON = {"hands": ["", "4"], "up": ["", ""], "down": ["9", "8 8"], "pile": "3"}
"""The person turns over the last card, and wins."""


def _winning(tmp_path: Path, book: ResultBook | None = None) -> PlayScreen:
    screen = table(tmp_path, castle="random")
    screen.sitting = replace(screen.sitting, book=book)
    screen.record.states[:] = [screen.sitting.game.from_dict(ALMOST_WON)]
    return screen


def _paper(app: CardlabApp) -> Paper:
    assert isinstance(app.screen, Paper)
    return app.screen


# ---- keys ----------------------------------------------------------------------------------------------------------------


def test_keys_of_choices_are_all_different_and_mean_nothing_else() -> None:
    assert KEYS.startswith("123456789") and len(set(KEYS)) == len(KEYS) == 55
    assert not set("hinqru?") & set(KEYS)


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "at"), [("a", 9), ("h", None), ("k", 17)])
async def test_letters_choose_what_lies_beyond_the_ninth(tmp_path: Path, key: str, at: int | None) -> None:
    screen = table(tmp_path, castle="random", jokers=4, packs=2)
    position = {"hands": ["2 3 4 5 6 7 8 9 10 J Q K A X", "4"], "up": ["J", ""], "down": ["5", "8"], "pile": ""}
    screen.record.states[:] = [screen.sitting.game.from_dict(position)]
    async with CardlabApp(screen).run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, screen)
        await until(pilot, lambda: len(screen.query_one(ActionList).actions) == 14, "all actions are offered")
        actions, tenth = screen.query_one(ActionList).actions, screen.query_one(ActionList).get_option_at_index(9).prompt
        assert str(tenth).strip() == "a play J"
        await pilot.press(key)
        if at is not None and at < len(actions):
            assert screen.record.steps[0].action == actions[at]
        else:
            assert screen.record.steps == []
        assert (
            str(screen.query_one(ActionList).get_option_at_index(9).prompt).strip().startswith("a play J")
            or screen.record.steps
        )


def test_arrows_on_a_board_go_to_the_nearest_thing_in_that_direction() -> None:
    spots = [Spot(f"{x},{y}", 5 * x, 2 * y, 5, 2) for y in range(3) for x in range(4)]
    names = {"0,0", "3,0", "1,1", "3,1", "2,2"}
    assert neighbour(spots, names, None, 1, 0) == "0,0"
    assert neighbour(spots, names, "1,1", 1, 0) == "3,1"
    assert neighbour(spots, names, "1,1", 0, 1) == "2,2"
    assert neighbour(spots, names, "3,1", 0, -1) == "3,0"
    assert neighbour(spots, names, "0,0", -1, 0) == "0,0"
    assert neighbour(spots, set(), "0,0", 1, 0) is None


@pytest.mark.asyncio
async def test_a_board_is_played_with_arrows_and_tab_goes_to_the_list() -> None:
    screen = PlayScreen(Sitting(cardlab.game("duelyst", mulligan=0), ("random",), seed=4, pace=0.0, hint="random"))
    async with CardlabApp(screen).run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("1")
        await until(pilot, lambda: len(screen.record.steps) == 2 and screen.record.now.player == 0, "both keep their cards")
        units = (thing for thing in screen.picking.table.things if thing.id.startswith("unit"))
        general = next(thing.id for thing in units if "ready" in thing.marks)
        while screen.scene().cursor != general:
            before = screen.scene().cursor
            await pilot.press("up" if before else "down")
            assert screen.scene().cursor != before
        await pilot.press("enter", "right")
        assert screen.scene().picked == (general,)
        place = screen.scene().cursor
        assert place is not None and place.startswith(("board@", "tile"))
        await pilot.press("enter")
        assert len(screen.record.steps) == 3
        await pilot.press("tab", "down")
        assert screen.scene().marked == screen.query_one(ActionList).actions[0]


# ---- hints ---------------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_hint_is_seen_where_the_cursor_is_already(tmp_path: Path) -> None:
    screen = table(tmp_path, castle="random")
    position = {"hands": ["9", "4 5 6"], "up": ["J", ""], "down": ["5", "8"], "pile": "3"}
    screen.record.states[:] = [screen.sitting.game.from_dict(position)]
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("right")
        assert screen.scene().cursor == "hand0:0" and not screen.query_one("#advice", Static).display
        await pilot.press("h")
        await until(pilot, lambda: screen.scene().advice is not None, "the hint arrives")
        advice = screen.query_one("#advice", Static)
        assert advice.display and str(advice.content) == "★ ismcts advises: play 9"
        assert screen.scene().key("hand0:0") == "★1" and "★1" in screen.query_one(Board).canvas.plain()


# ---- the end of a game -----------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_enter_ends_a_game_but_does_not_dismiss_its_result(tmp_path: Path) -> None:
    screen = _winning(tmp_path)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("right", "enter", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
        await pilot.press("enter", "enter")
        assert _paper(app).words.startswith("you win")
        await pilot.press("escape")
        assert app.screen is screen and screen.record.now.over


@pytest.mark.asyncio
async def test_the_score_goes_on_over_games_and_undo_takes_a_result_back(tmp_path: Path) -> None:
    screen = _winning(tmp_path)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        for game in range(2):
            await my_turn(pilot, screen)
            await pilot.press("1")
            await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
            assert ("Score after 2 games: you 2 : random 0" in _paper(app).words) == (game == 1)
            if game == 0:
                await pilot.press("n")
                await until(pilot, lambda: app.screen is screen, "the next game")
                screen.record.states[:], screen.record.steps[:] = [screen.sitting.game.from_dict(ALMOST_WON)], []
                screen._fresh_turn()
                screen._go_on()
        await pilot.press("u")
        await until(pilot, lambda: app.screen is screen, "the game goes on")
        assert screen.score.words(screen.record.names) == "you 1 : random 0"
        assert "you 1 : random 0" in str(screen.query_one("#heading", Static).content)


def test_a_score_counts_wins_and_draws() -> None:
    score = Tally()
    assert score.words(("you", "a", "b")) == ""
    for scores in ((0, 1, 0), (1, 1, 0), (0, 1, 0)):
        score.add(Result.from_scores(scores, "end"))
    assert score.words(("you", "a", "b")) == "a 2, 1 draw"
    assert score.words(("you", "a")) == "a 2 : you 0, 1 draw"


# ---- results that are kept ---------------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "consent"), [("y", True), ("x", False), ("escape", None)])
async def test_results_are_kept_after_being_asked_once(tmp_path: Path, key: str, consent: bool | None) -> None:
    book = ResultBook(tmp_path / "people.json")
    screen = _winning(tmp_path, book)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, Paper), "it is asked")
        await pilot.press("enter")
        assert "rating beside the agents" in _paper(app).words and str(book.path) in _paper(app).words
        await pilot.press(key)
        await until(pilot, lambda: "you win" in _paper(app).words, "the end is told")
        assert book.consent is consent and len(book.games) == (consent is True)
        if consent:
            [kept] = book.games
            assert (kept.game, kept.person, kept.agents, kept.scores) == (
                "castle,castle=random",
                "you",
                ("you", "random"),
                (1, 0),
            )
            assert kept.unaided and kept.decisions == 1
            await pilot.press("u", "1")
            await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told again")
            [kept] = book.games
            assert kept.undos == 1 and not kept.unaided


@pytest.mark.asyncio
async def test_who_has_agreed_is_not_asked_again(tmp_path: Path) -> None:
    book = ResultBook(tmp_path / "people.json")
    book.consent = True
    app = CardlabApp(screen := _winning(tmp_path, book))
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
        assert "you win" in _paper(app).words and len(book.games) == 1


def test_a_book_forgets_what_is_dropped_and_what_is_deleted(tmp_path: Path) -> None:
    book = ResultBook(tmp_path / "deep" / "people.json")
    games = [PersonsGame("castle", seed, "now", ("you", "lowest"), 0, (1.0, 0.0), 40) for seed in range(3)]
    assert book.consent is None and not book.add(games[0]) and book.games == []
    book.consent = True
    assert all(book.add(game) for game in games)
    book.drop(games[1])
    assert book.games == [games[0], games[2]]
    assert book.delete() == 2 and not book.path.exists() and book.consent is None


@pytest.mark.parametrize("text", ["[]", '{"format": "other"}', "{", '{"format": "cardlab-people-1", "games": [{"game": 1}]}'])
def test_a_broken_book_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "people.json"
    path.write_text(text)
    with pytest.raises(RunError, match=r"people\.json"):
        _ = ResultBook(path).games


# ---- the menu --------------------------------------------------------------------------------------------------------------


FIRST = "class First:\n    def choose(self, seat):\n        return seat.legal()[0]\n"
"""An agent in Python."""


def _menu(tmp_path: Path) -> MenuScreen:
    def start(plan: Plan) -> PlayScreen:
        game = plan.game()
        opponents = (plan.opponent,) * (game.players - 1)
        return PlayScreen(Sitting(game, opponents, plan.seat(), plan.seed() or 0, "random", 0.0, tmp_path))

    return MenuScreen(start)


@pytest.mark.asyncio
async def test_a_first_game_is_chosen_by_enter_and_arrows(tmp_path: Path) -> None:
    app = CardlabApp(menu := _menu(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["down"] * game_names().index("castle"), "enter", "down", "enter")
        assert menu.plan.opponent == opponents_of(game_kind("castle"))[1][0]
        await pilot.press("down", "right", "down", "right", "up", "up", "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen), "the game begins")
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        assert (screen.sitting.game.players, screen.sitting.seat) == (3, 1)
        assert screen.record.names == ("lowest #1", "you", "lowest #2")


@pytest.mark.asyncio
async def test_what_is_typed_in_the_menu_is_checked_at_once(tmp_path: Path) -> None:
    app = CardlabApp(menu := _menu(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["down"] * game_names().index("castle"), "enter", "end", "enter", *"lowset", "enter")
        told = menu.query_one("#told", Static)
        assert "Did you mean 'lowest'" in str(told.content) and menu.page == "opponent"
        await pilot.press("enter")
        menu.query_one(Input).value = "flat:50"
        await pilot.press("enter")
        assert menu.page == "settings" and menu.plan.opponent == "flat:50"
        await pilot.press("down", "e")
        menu.query_one(Input).value = "9"
        await pilot.press("enter")
        assert "a whole number from 2 to 8" in str(told.content) and menu.plan.players == 2
        await pilot.press("escape", "escape")
        assert menu.page == "game" and menu.query_one(OptionList).highlighted == 0


@pytest.mark.asyncio
async def test_the_menu_goes_on_while_an_agent_in_python_is_tried(tmp_path: Path) -> None:
    (file := tmp_path / "sleepy.py").write_text(f"import time\ntime.sleep(600)\n{FIRST}", encoding="utf-8")
    app = CardlabApp(menu := _menu(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["down"] * game_names().index("castle"), "enter", "end", "enter")
        menu.query_one(Input).value = f"python:{file}:First"
        await pilot.press("enter")
        told = menu.query_one("#told", Static)
        assert "One moment" in str(told.content) and "Escape" in str(told.content)
        await pilot.press("up", "enter", "enter")
        assert menu.page == "opponent" and "One moment" in str(told.content), "nothing else can be chosen meanwhile"
        await pilot.press("escape")
        assert menu.page == "opponent" and "nobody waited" in str(told.content) and menu.plan.opponent == ""


@pytest.mark.asyncio
async def test_an_agent_in_python_is_chosen_in_the_menu_or_refused(tmp_path: Path) -> None:
    (good := tmp_path / "first.py").write_text(FIRST, encoding="utf-8")
    (bad := tmp_path / "broken.py").write_text(f"1 / 0\n{FIRST}", encoding="utf-8")
    app = CardlabApp(menu := _menu(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["down"] * game_names().index("castle"), "enter", "end", "enter")
        told = menu.query_one("#told", Static)
        menu.query_one(Input).value = f"python:{bad}:First"
        await pilot.press("enter")
        await until(pilot, lambda: "ZeroDivisionError" in str(told.content), "the mistake is told")
        assert menu.page == "opponent" and menu.plan.opponent == ""
        await pilot.press("enter")
        menu.query_one(Input).value = f"python:{good}:First"
        await pilot.press("enter")
        await until(pilot, lambda: menu.page == "settings", "the agent is taken")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen), "the game begins")


@pytest.mark.parametrize("name", ["castle", "locm", "unicorns", "tribute", "duelyst"])
def test_opponents_of_every_game_exist_and_its_settings_have_values(name: str) -> None:
    kind = game_kind(name)
    ladder = opponents_of(kind)
    assert ladder is kind.opponents and len({agent for agent, _ in ladder}) == len(ladder) >= 4
    plan = Plan(kind)
    for agent, words in ladder:
        plan.opponent = agent
        assert words and plan.problem() == ""
    for setting in plan.settings():
        value: Any = plan.turned(setting, 1)
        assert (value is None) == (not setting.values) and plan.value(setting) == setting.default


def test_a_seat_follows_the_number_of_players() -> None:
    plan = Plan(game_kind("castle"), "lowest")
    players, seat = plan.settings()[:2]
    plan.put(players, "4")
    plan.put(SettingRow("seat", "1", "", ("1", "2", "3", "4")), "4")
    assert (plan.seat(), plan.problem()) == (3, "")
    plan.put(players, "2")
    assert (plan.seat(), plan.value(seat)) == (1, "2")


def test_what_follows_from_a_choice_is_shown_and_set() -> None:
    plan = Plan(game_kind("castle"), "lowest")
    players, packs = (next(one for one in plan.settings() if one.name == name) for name in ("players", "packs"))
    assert plan.value(packs) == "1"
    plan.put(players, "8")
    assert (plan.value(packs), plan.problem(), plan.game().options["packs"]) == ("2", "", 2)
    plan.put(players, "3")
    assert (plan.value(packs), plan.game().options["packs"]) == ("1", 1)


def test_results_are_json_that_a_person_can_read(tmp_path: Path) -> None:
    book = ResultBook(tmp_path / "people.json")
    book.consent = True
    book.add(PersonsGame("castle", 7, "2026-01-01T00:00:00+00:00", ("you", "lowest"), 0, (1.0, 0.0), 40, hints=2))
    data = json.loads(book.path.read_text())
    assert data["consent"] is True and data["games"][0]["hints"] == 2 and data["games"][0]["agents"] == ["you", "lowest"]
