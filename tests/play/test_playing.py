"""Playing on the screen, by keys and by mouse."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import cardlab
from cardlab.core.action import kind_of
from cardlab.core.replay import Replay
from cardlab.errors import OptionError
from cardlab.games.castle.rules.state import Kind
from cardlab.play.app import CardlabApp
from cardlab.play.dialogs import Paper
from cardlab.play.playscreen import PlayScreen
from cardlab.play.sitting import Sitting
from cardlab.play.widgets import ActionList, Board
from tests.play.desk import SIZE, board_text, log_text, my_turn, table, until


async def _choose_castle(pilot: object, screen: PlayScreen) -> None:
    await my_turn(pilot, screen)
    await pilot.press("1", "2", "3", "enter")  # type: ignore[attr-defined]
    await my_turn(pilot, screen)


@pytest.mark.asyncio
async def test_a_whole_game_is_played_by_keys_and_saved(tmp_path: Path) -> None:
    screen = table(tmp_path, seed=227)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await _choose_castle(pilot, screen)
        while not screen.record.now.over:
            before = len(screen.record.steps)
            await pilot.press("1")
            assert len(screen.record.steps) > before
            await my_turn(pilot, screen)
        await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
        assert isinstance(app.screen, Paper)
        assert f"after {len(screen.record.steps)} decisions" in app.screen.words
        await pilot.press("r")
        await until(pilot, (tmp_path / "castle-227.json").exists, "the replay is saved")
    replay = Replay.load(tmp_path / "castle-227.json")
    assert replay.end() == screen.record.now
    assert replay.agents == ("you", "random")
    assert len(replay.milliseconds) == len(replay.actions) and min(replay.milliseconds) > 0
    mine = [step.action for step in screen.record.steps if step.player == 0]
    state = screen.record.states[0]
    assert kind_of(mine[0]) == Kind.PICK and mine[0] in state.legal()


@pytest.mark.asyncio
async def test_castle_is_chosen_by_clicking_three_cards_and_the_button(tmp_path: Path) -> None:
    screen = table(tmp_path)
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        hand = screen.seat.view()["hands"][screen.seat.player].split()
        board = screen.query_one(Board)

        async def click(name: str) -> None:
            spot = next(spot for spot in board.canvas.spots if spot.name == name)
            await pilot.click(Board, offset=(spot.x + 1, spot.y + spot.height // 2))
            await pilot.pause()

        await click("hand0:0")
        await click("hand0:4")
        await click("hand0:0")
        assert screen.scene().picked == ("hand0:4",)
        await click("hand0:1")
        await click("hand0:5")
        assert screen.record.steps == []
        await click("confirm")
        await my_turn(pilot, screen)
    chosen = " ".join(hand[i] for i in (1, 4, 5))
    assert screen.record.game.action_text(screen.record.steps[0].action) == f"castle {chosen}"


@pytest.mark.asyncio
async def test_enter_without_three_cards_does_not_lay_out_anything(tmp_path: Path) -> None:
    screen = table(tmp_path)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("enter")
        await pilot.press("1", "2", "enter")
        assert screen.record.steps == []
        assert screen.scene().picked == ("hand0:0", "hand0:1")


@pytest.mark.asyncio
async def test_arrows_and_enter_play_the_card_under_the_cursor(tmp_path: Path) -> None:
    screen = table(tmp_path)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await _choose_castle(pilot, screen)
        spots = screen.picking.live(())
        wanted = screen.picking.touch((), spots[1]).action
        at = len(screen.record.steps)
        await pilot.press("right", "right", "enter")
        assert screen.record.steps[at].action == wanted


@pytest.mark.asyncio
async def test_a_hint_shows_visits_and_values_of_every_action_and_enter_follows_it(tmp_path: Path) -> None:
    screen = table(tmp_path)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await _choose_castle(pilot, screen)
        await pilot.press("h")
        await until(pilot, lambda: screen._report is not None, "the hint arrives")
        assert screen._report is not None
        listed = screen.query_one(ActionList)
        rows = [str(listed.get_option_at_index(i).prompt) for i in range(listed.option_count)]
        by_action = {line.action: line for line in screen._report.lines}
        assert len(rows) == len(screen.seat.legal()) > 1
        for action, row in zip(listed.actions, rows, strict=True):
            assert f"{by_action[action].visits}" in row and f"{by_action[action].value:.1%}" in row
        assert sum("★" in row for row in rows) == 1
        advised, at = screen.scene().advice, len(screen.record.steps)
        await pilot.press("enter")
        assert screen.record.steps[at].action == advised


@pytest.mark.asyncio
async def test_undo_restores_the_state_of_the_previous_decision(tmp_path: Path) -> None:
    screen = table(tmp_path, opponents=("random", "random"))
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await _choose_castle(pilot, screen)
        moments = []
        for _ in range(4):
            moments.append((screen.record.now.to_dict(), len(screen.record.steps)))
            await pilot.press("1")
            await my_turn(pilot, screen)
        for position, steps in reversed(moments):
            await pilot.press("u")
            assert screen.record.now.to_dict() == position
            assert len(screen.record.steps) == steps
        await pilot.press("u")
        assert screen.record.now == screen.sitting.game.new(5)
        await pilot.press("u")
        assert screen.record.now == screen.sitting.game.new(5)


@pytest.mark.asyncio
async def test_what_follows_an_undo_is_what_followed_before(tmp_path: Path) -> None:
    screen = table(tmp_path, opponents=("ismcts:50",))
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await _choose_castle(pilot, screen)
        await pilot.press("1")
        await my_turn(pilot, screen)
        then = screen.record.now.to_dict()
        await pilot.press("u")
        await pilot.press("1")
        await my_turn(pilot, screen)
        assert screen.record.now.to_dict() == then


@pytest.mark.asyncio
async def test_hidden_cards_never_reach_the_screen(tmp_path: Path) -> None:
    """Two truths that look the same to the person give the same screen, and drawn cards of others are not named."""
    screen = table(tmp_path, opponents=("random", "random"))
    app = CardlabApp(screen)
    async with app.run_test(size=(120, 40)) as pilot:
        await _choose_castle(pilot, screen)
        for turn in range(12):
            if screen.record.now.over:
                break
            seen, listed = board_text(app), screen.query_one(ActionList).actions
            truth = screen.record.states[-1]
            screen.record.states[-1] = screen.seat.resample(turn)
            assert screen.record.states[-1] != truth
            screen.show()
            await pilot.pause()
            assert (board_text(app), screen.query_one(ActionList).actions) == (seen, listed)
            screen.record.states[-1] = truth
            await pilot.press("1")
            await my_turn(pilot, screen)
        drawn = [e for step in screen.record.steps for e in step.events if e.kind == "drew" and e.player != 0]
        told = screen.query_one("Log").lines_told  # type: ignore[attr-defined]
        assert drawn and sum(line.endswith("draws a card") for line in told) == len(drawn)
        assert not any(line.startswith("random") and "draws" in line and not line.endswith("draws a card") for line in told)
        assert "draws a card" in log_text(app)


@pytest.mark.asyncio
async def test_after_a_finished_game_the_loser_begins_the_next(tmp_path: Path) -> None:
    screen = table(tmp_path, castle="random")
    position = {"hands": ["", "4"], "up": ["", ""], "down": ["9", "8 8"], "pile": "3"}
    screen.record.states[:] = [screen.sitting.game.from_dict(position)]
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
        assert isinstance(app.screen, Paper)
        assert app.screen.words.startswith("you win after 1 decision in 1 turn")
        await pilot.press("n")
        await until(pilot, lambda: app.screen is screen, "the next game")
        assert screen.sitting.game.options["first"] == "seat1"
        assert screen.sitting.seed != 5
        await my_turn(pilot, screen)
        assert [step.player for step in screen.record.steps] in ([1], [1, 1], [1, 1, 1])


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"castle": "swap"}, Kind.SWAP),
        ({"castle": "swap"}, Kind.DONE),
        ({"gamble": True, "castle": "random"}, Kind.GAMBLE),
        ({"voluntary_pickup": True, "castle": "random"}, Kind.PICKUP),
        ({"pickup_up": True, "castle": "random"}, Kind.PICKUP),
        ({"four_anytime": True, "castle": "random", "group": "any"}, Kind.COMPLETE),
        ({"four_anytime": True, "castle": "random"}, Kind.PASS),
        ({"castle": "random"}, Kind.DOWN),
        ({"castle": "random"}, Kind.UP),
    ],
)
async def test_every_prompt_of_the_house_rules_can_be_answered_from_the_list(
    tmp_path: Path, options: dict[str, object], kind: int
) -> None:
    screen = table(tmp_path, **options)
    state = _find(screen.sitting.game, kind)
    screen.record.states[:] = [state]
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await my_turn(pilot, screen)
        wanted = next(action for action in state.legal() if kind_of(action) == kind and _special(kind, action, options))
        await until(pilot, lambda: wanted in screen.query_one(ActionList).actions, "the action is offered")
        for _ in range(screen.query_one(ActionList).actions.index(wanted) + 1):
            await pilot.press("down")
        await pilot.press("enter")
        assert screen.record.steps[0].action == wanted


def _special(kind: int, action: int, options: dict[str, object]) -> bool:
    return kind != Kind.PICKUP or "pickup_up" not in options or cardlab.target_of(action) == 1


def _find(game: cardlab.Game, kind: int) -> cardlab.State:
    """A position in which seat 0 has an action of that kind."""
    for seed in range(3000):
        state, rng = game.new(seed), cardlab.Rng(seed)
        for _ in range(300):
            if state.over:
                break
            wanted = [action for action in state.legal() if kind_of(action) == kind]
            if state.player == 0 and any(_special(kind, action, game.plain_options()) for action in wanted):
                return state
            state.apply(state.random_action(rng))
    raise AssertionError(f"no position with action kind {kind}")


@dataclass
class Heap:
    """A position of the game below."""

    left: int
    player: int


class Nim(cardlab.PlainGame):
    """Take one to three; who takes the last one wins. It has no looks of its own."""

    name, title, about = "nim", "Nim", "take the last one"

    def start(self, rng: cardlab.Rng) -> Heap:
        return Heap(7, 0)

    def to_move(self, position: Heap) -> int | None:
        return position.player if position.left else None

    def actions(self, position: Heap) -> list[int]:
        return list(range(1, min(3, position.left) + 1))

    def play(self, position: Heap, action: int) -> None:
        position.left -= action
        position.player = 1 - position.player

    def scores(self, position: Heap) -> list[float]:
        return [float(seat != position.player) for seat in range(2)]

    def action_text(self, action: int) -> str:
        return f"take {action}"


@pytest.mark.asyncio
async def test_a_game_without_looks_of_its_own_is_played_from_the_list(tmp_path: Path) -> None:
    screen = PlayScreen(Sitting(Nim(), ("random",), pace=0.0, hint="ismcts:200", folder=tmp_path))
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "left" in board_text(app), "the table is drawn")
        await pilot.press("h")
        await until(pilot, lambda: screen.scene().advice == 3, "the winning move is found")
        await pilot.press("enter")
        await my_turn(pilot, screen)
        assert screen.record.steps[0].action == 3
        assert screen.seat.view()["left"] == 4 - screen.record.steps[1].action
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the end is told")
        assert screen.record.now.result.winner == 0


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="seats are 0 to 1"):
        Sitting(cardlab.game("castle"), ("random",), seat=2)
