"""Things of one game, or of one set of options, never meet those of another without a clear error, and never crash."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cardlab import Rng, game, make_agent
from cardlab.errors import WrongGame
from cardlab.lab.matches.arena import Arena


@pytest.mark.parametrize(("pure", "meetings"), [("0", 10_000), ("1", 3000)])
def test_everything_of_one_game_refuses_everything_of_another(pure: str, meetings: int) -> None:
    """In a process of its own, because what is looked for ends the process."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.foreigners"],
        env={**os.environ, "CARDLAB_PURE": pure},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, f"{run.returncode} at {run.stderr[-300:]}"
    assert run.stdout.startswith("done: ") and int(run.stdout.removeprefix("done: ")) > meetings, run.stdout[:2000]


def test_the_error_names_both_games() -> None:
    four = game("castle", players=4).new(1)
    agent = make_agent(game("castle"), "ismcts:10")
    words = "this position is of castle,players=4, not of castle: game and options must be the same"
    with pytest.raises(WrongGame, match=words):
        agent.choose(four.seat(0), 1)
    with pytest.raises(WrongGame, match="this agent is of castle, not of castle,players=4"):
        Arena(four.game, [agent] * 4, 1)
    with pytest.raises(WrongGame, match="this agent is of castle, not of castle,players=4"):
        make_agent(four.game, agent)
    with pytest.raises(WrongGame, match="this position is of locm, not of castle"):
        game("castle").observer().observe(game("locm").new(1).seat(0))


def test_rows_of_any_numbers_can_be_encoded() -> None:
    """Rows may come from anybody's files: whatever stands in them, encoding stays within its own memory."""
    np = pytest.importorskip("numpy")
    rng = Rng(1)
    odd = [0, 1, -1, 3, 14, 15, 255, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63), 0x0F0F0F0F0F0F0F0F, 0x7777777777777777]
    for spec in ("castle", "castle,players=4", "locm"):
        rules = game(spec)
        for text in rules.encoders():
            encoder = rules.encoder(text)
            rows = [[rng.choice(odd) for _ in range(encoder.width)] for _ in range(300)]
            assert encoder.encode(np.array(rows, dtype=np.int64)).shape == (300, encoder.size)
