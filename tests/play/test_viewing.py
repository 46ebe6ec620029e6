"""Looking at recorded games and watching live ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets._footer import FooterKey

import cardlab
from cardlab.core.replay import Replay
from cardlab.errors import ReplayError
from cardlab.play.app import CardlabApp
from cardlab.play.dialogs import Paper, summary_text
from cardlab.play.launch import write_live
from cardlab.play.logpanel import Log
from cardlab.play.paging import turn_back
from cardlab.play.record import Record
from cardlab.play.telling import sentence, whole_text
from cardlab.play.viewer import ViewerScreen
from cardlab.play.watch import WatchScreen
from cardlab.play.widgets import Board, title_text
from tests.play.desk import SIZE, board_text, until


def _replay(players: int = 2, seed: int = 3) -> Replay:
    game = cardlab.game("castle", players=players)
    state, rng, actions = game.new(seed), cardlab.Rng(seed), []
    while not state.over:
        actions.append(state.random_action(rng))
        state.apply(actions[-1])
    return Replay.of(game.new(seed), actions, seed, ["random"] * players)


def _shown(screen: ViewerScreen) -> object:
    scene = screen.query_one(Board).scene
    assert scene is not None
    return scene.table


def _laid(state: cardlab.State, seat: int | None = None) -> object:
    return state.game.table(state.to_dict() if seat is None else state.view(seat), seat, ())


@pytest.mark.asyncio
async def test_replay_keys_lead_to_the_exact_states() -> None:
    replay = _replay(3)
    states = list(replay.states())
    screen = ViewerScreen(Record.of(replay))
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: screen.query_one(Board).scene is not None, "the board is drawn")
        await pilot.press(*["down"] * 5)
        assert _shown(screen) == _laid(states[5])
        await pilot.press("up")
        assert _shown(screen) == _laid(states[4]) != _laid(states[5])
        await pilot.press("end")
        assert _shown(screen) == _laid(replay.end())
        await pilot.press("down")
        assert screen.at == len(replay.actions)
        await pilot.press("home", "up")
        assert _shown(screen) == _laid(replay.start())


@pytest.mark.asyncio
async def test_a_round_leads_to_the_next_turn_of_the_same_player() -> None:
    screen = ViewerScreen(Record.of(_replay(3)))
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await pilot.press("down", "down", "down")
        mover = screen.record.steps[3].player
        await pilot.press("pagedown")
        there = screen.at
        between = [step.player for step in screen.record.steps[3:there]]
        assert screen.record.states[there].player == mover
        assert any(player != mover for player in between)
        await pilot.press("pagedown", "pageup")
        assert screen.at == there


@pytest.mark.asyncio
async def test_the_log_ends_with_what_led_to_the_position() -> None:
    screen = ViewerScreen(Record.of(_replay()))
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await pilot.press(*["down"] * 7)
        told = screen.query_one(Log).lines_told
        lines = [sentence(event, screen.record.names) for event in screen.record.steps[6].events]
        assert lines and told[-len(lines) :] == lines
        assert len(told) == sum(len(step.events) for step in screen.record.steps[:7])


@pytest.mark.asyncio
async def test_the_summary_counts_decisions_and_names_the_winner() -> None:
    replay = _replay()
    record = Record.of(replay)
    app = CardlabApp(ViewerScreen(record))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Paper), "the summary opens")
        assert isinstance(app.screen, Paper)
        winner = replay.end().result.winner
        assert app.screen.words.startswith(f"random #{winner + 1} wins after {len(replay.actions)} decisions")
        made = sum(step.player == 0 for step in record.steps)
        assert f"{made} decisions" in app.screen.words
        assert "Turning points" in app.screen.words


@pytest.mark.asyncio
async def test_the_eyes_of_a_seat_hide_what_it_cannot_see() -> None:
    screen = ViewerScreen(Record.of(_replay()))
    app = CardlabApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*["down"] * 6)
        everything = board_text(app)
        await pilot.press("o")
        assert _shown(screen) == _laid(screen.record.states[6], 0)
        assert board_text(app).count("░░░") > everything.count("░░░")
        await pilot.press("o", "o")
        assert board_text(app) == everything


@pytest.mark.asyncio
async def test_watching_pauses_steps_and_goes_on() -> None:
    screen = WatchScreen(cardlab.game("castle"), ("ismcts:20", "random"), seed=4, speed=6)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: len(screen.record.steps) >= 4, "moves are made")
        await pilot.press("space")
        await pilot.pause(0.15)
        held = len(screen.record.steps)
        await pilot.pause(0.3)
        assert len(screen.record.steps) == held
        await pilot.press("down")
        await until(pilot, lambda: len(screen.record.steps) == held + 1, "one step")
        await pilot.pause(0.2)
        assert len(screen.record.steps) == held + 1 == screen.at
        await pilot.press("up", "up")
        assert _shown(screen) == _laid(screen.record.states[held - 1])
        await pilot.press("space")
        await until(pilot, lambda: len(screen.record.steps) > held + 1, "the game goes on")


@pytest.mark.asyncio
async def test_while_watching_arrows_pause_and_go_by_turns_and_the_replay_has_times() -> None:
    screen = WatchScreen(cardlab.game("castle", players=3), ("ismcts:20", "random", "lowest"), seed=4, speed=6)
    async with CardlabApp(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(screen.record.steps) >= 5, "moves are made")
        await pilot.press("space")
        await until(pilot, lambda: not screen.thinking, "the agent has decided")
        before = turn_back(screen.record, turn_back(screen.record, screen.at))
        await pilot.press("left", "left")
        assert (screen.at, screen.paused) == (before, True)
        made = len(screen.record.steps)
        await pilot.press("end", "right")
        await until(pilot, lambda: len(screen.record.steps) == made + 1, "the next agent decides")
        keys = sorted(screen.query(FooterKey), key=lambda key: key.region.x)
        assert keys[-1].description == "quit" and keys[-1].region.right <= 80
    times = screen.record.replay().milliseconds
    assert len(times) == len(screen.record.steps) and min(times) > 0


@pytest.mark.asyncio
async def test_watching_shows_the_same_game_as_the_text() -> None:
    game = cardlab.game("castle")
    lines: list[str] = []
    record = write_live(game, ("lowest", "random"), 9, lines.append)
    screen = WatchScreen(game, ("lowest", "random"), seed=9, speed=6)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: len(screen.record.steps) >= 8, "moves are made")
    made = [step.action for step in screen.record.steps]
    assert made == [step.action for step in record.steps][: len(made)]
    assert any(line.startswith(("lowest wins", "random wins")) for line in lines)


@pytest.mark.asyncio
async def test_an_agent_that_fails_stops_the_game_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bad:\n    def choose(self, seat):\n        raise ValueError('lost my cards')\n")
    screen = WatchScreen(cardlab.game("castle"), (f"python:{tmp_path}/bad.py:Bad", "random"), speed=6)
    async with CardlabApp(screen).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "lost my cards" in screen.place(), "the failure is told")
        assert screen.record.steps == []


def test_the_text_of_a_replay_names_every_action_in_order() -> None:
    replay = _replay()
    lines = list(whole_text(Record.of(replay)))
    numbered = [line.split() for line in lines if line[:4].strip().isdigit() and "random #" in line[:16]]
    assert [int(words[0]) for words in numbered[: len(replay.actions)]] == list(range(1, len(replay.actions) + 1))
    for words, action in zip(numbered, replay.actions, strict=False):
        assert " ".join(words[3:]) == replay.game.action_text(action)


def test_a_replay_with_too_few_agents_is_refused() -> None:
    replay = _replay(3)
    short = Replay(replay.game, replay.seed, replay.actions, ("random",), None, replay.digest)
    with pytest.raises(ReplayError, match="1 agents for 3 seats"):
        Record.of(short)


def test_the_heading_leaves_out_what_does_not_fit_and_is_never_cut_in_between() -> None:
    told = ["random 1 : you 0", "decision 137", "seed 5", "locm"]
    widths = {width: title_text("Legends of Code and Magic", told, width).plain for width in (100, 80, 62, 40, 10)}
    whole = "Legends of Code and Magic  random 1 : you 0  ·  decision 137  ·  seed 5  ·  locm"
    parts = whole.split("  ·  ")
    assert [text == "  ·  ".join(parts[:left]) for text, left in zip(widths.values(), (4, 3, 2, 1, 1), strict=True)] == [
        True
    ] * 5


def test_a_summary_is_broken_between_its_columns() -> None:
    line = "  random #4  place 2  score 0.80  3 unicorns  48 letters  38 decisions  12.0 ms each"
    assert summary_text(["you win", line, "  a turning point"]).plain.splitlines() == [
        "you win",
        "  random #4  place 2  score 0.80  3 unicorns  48 letters",
        "      38 decisions  12.0 ms each",
        "  a turning point",
    ]
    assert summary_text(["x" * 200]).plain == "x" * 200
