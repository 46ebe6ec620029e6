"""Unstable Unicorns on the screen: with eight at a small terminal, and with the eyes of those who see everything."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual.widgets import Static

import cardlab
from cardlab.play.app import CardlabApp
from cardlab.play.gamelog import game_log
from cardlab.play.playscreen import PlayScreen
from cardlab.play.record import Record
from cardlab.play.sitting import Sitting
from cardlab.play.telling import summary_lines
from cardlab.play.viewer import ViewerScreen
from tests.play.desk import board_text, drawn, log_text, my_turn, seen


def _position() -> dict[str, object]:
    return {
        "players": [
            {"hand": ["Two-for-one#1", "Neigh#1", "Extra Tail#1"],
             "stable": ["Baby Unicorn#1", "Rhinocorn"], "upgrades": ["Yay#1"]},
            {"hand": ["Neigh#2", "Good Deal"], "seen": ["01", "1"],
             "stable": ["Llamacorn", "Americorn"], "downgrades": ["Slowdown"]},
            {"hand": ["Narwhal"], "stable": ["Ginormous Unicorn"]},
        ],
        "deck": ["Neigh#5", "Neigh#6", "Neigh#7"],
        "discard": ["Unicorn Poison#1"],
        "nursery": ["Baby Unicorn#2"],
    }  # fmt: skip


TABLE = """\
 ann  ♞2/7  2 in hand          bob  ♞2/7  1 in hand
 hand: Neigh, 1 hidden         Ginormous Unicorn 2♞
 Llamacorn     Americorn
 ▼ Slowdown

         turn 1  ·  your turn  ·  a card takes effect
 deck 3                discarded 2: Tw…       Nursery 1: Baby…
 link 1 of the chain: choosing
 ▶ Two-for-one (you): sacrifice a card
            Two-for-one asks you what to sacrifice
                     you play Two-for-one
 ╭────────────╮╭────────────╮
 │Baby Unicorn││Rhinocorn   │
 │baby        ││magical     │
 ╰──── 1 ─────╯╰──── 2 ─────╯
 ▲ 3 Yay
 ▶ you  ♞2/7  2 in hand  on turn
 your hand
 ▌  Neigh                    Stop a card that is being played.
 ▌  Extra Tail               At the start of your turn you ma…"""


def test_a_prompt_in_the_middle_of_a_chain() -> None:
    state = cardlab.game("unicorns,players=3").from_dict(_position())
    state.apply(state.parse("play Two-for-one"))
    scene = seen(state, 0, ("you", "ann", "bob"), status="you play Two-for-one")
    assert drawn(scene, 63, 20).plain().rstrip("\n") == TABLE
    assert scene.picking.prompt(()) == "Two-for-one: sacrifice a card"


@pytest.mark.asyncio
async def test_eight_play_at_a_small_terminal(tmp_path: Path) -> None:
    game = cardlab.game("unicorns,players=8")
    screen = PlayScreen(Sitting(game, ("random",) * 7, seed=4, pace=0.0, hint="random", folder=tmp_path))
    app = CardlabApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(6):
            await my_turn(pilot, screen)
            if screen.record.now.over:
                break
            view = screen.seat.view()
            names = [game.labels.of[game.labels.number[label]].partition("#")[0] for label in view["players"][0]["hand"]]  # type: ignore[attr-defined]
            text = board_text(app)
            assert all(name[:12] in text for name in names) and all(f"#{seat}" in text for seat in range(1, 8))
            assert str(screen.query_one("#prompt", Static).content).strip()
            await pilot.press("1")
        assert "your hand" in board_text(app) and "seat" not in log_text(app)


@pytest.mark.asyncio
async def test_a_recorded_game_is_looked_through_turn_by_turn() -> None:
    record, rng = Record.new(cardlab.game("unicorns,players=6"), 2, tuple("abcdef")), random.Random(2)
    while not record.now.over:
        record.add(rng.choice(record.now.legal()))
    screen = ViewerScreen(record)
    app = CardlabApp(screen)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("right", "right", "right")
        assert record.moment(screen.at).turn == 4
        assert board_text(app).count("hand:") == 5 and "░" in board_text(app), "all hands are open, the deck is not"
        await pilot.press("o")
        assert "hand:" not in board_text(app)
        await pilot.press("end", "enter")
        assert "place 1" in str(app.screen.query_one("#body", Static).content)


def test_the_summary_tells_unicorns_and_letters_of_everybody_at_the_end() -> None:
    """Ginormous Unicorn (16 letters) counts twice; equal unicorns are ranked by letters."""
    position = {
        "players": [
            {"stable": ["Narwhal", "Rhinocorn"]},
            {"stable": ["Ginormous Unicorn", *(f"Basic Unicorn#{n}" for n in range(1, 5))], "hand": ["Basic Unicorn#5"]},
            {"stable": ["Llamacorn", "Americorn"]},
        ],
        "deck": ["Yay#1", "Yay#2"],
        "turn": 1,
    }
    rules = cardlab.game("unicorns,players=3")
    record = Record(rules, ("a", "b", "c"), None, [rules.from_dict(position)])
    for text in ("play Basic Unicorn", "into 1"):
        record.add(record.now.parse(text))
    assert record.now.over
    assert [line.split() for line in summary_lines(record)[2:5]] == [
        ["b", "place", "1", "score", "1.00", "7", "unicorns", "76", "letters", "2", "decisions"],
        ["c", "place", "2", "score", "0.50", "2", "unicorns", "18", "letters", "0", "decisions"],
        ["a", "place", "3", "score", "0.00", "2", "unicorns", "16", "letters", "0", "decisions"],
    ]
    players = game_log(record)["summary"]["players"]
    assert [(row["seat"], row["tally"]) for row in players] == [
        (1, {"unicorns": 7, "letters": 76}), (2, {"unicorns": 2, "letters": 18}), (0, {"unicorns": 2, "letters": 16}),
    ]  # fmt: skip
