"""Budgets of time: searches end by them, on a busy machine and in games that are slow, and for a whole turn together."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

from cardlab import Action, Seat, game, make_agent
from tests.agents.test_turn_search import melee
from tests.agents.ticks import Ticks
from tests.games.castle import tables as castle

pytestmark = pytest.mark.skipif(os.environ.get("CARDLAB_PURE") == "1", reason="about the speed of the compiled build")


def seconds(agent: Any, seat: Seat, times: int = 5) -> float:
    """The quickest of some choices, as the machine may be busy."""
    spent = []
    for number in range(times):
        start = time.perf_counter()
        agent.choose(seat, number)
        spent.append(time.perf_counter() - start)
    return min(spent)


class SlowTicks(Ticks):
    """A game whose playouts take seconds."""

    name = "slowticks"

    def play(self, position: Any, action: Action) -> None:
        time.sleep(0.001)
        super().play(position, action)


@pytest.mark.parametrize("text", ["ismcts:60ms", "pimc:60ms,worlds=2", "mcts:60ms", "flat:60ms"])
def test_a_playout_that_is_longer_than_the_time_is_given_up(text: str) -> None:
    state = SlowTicks(length=3000).new(1)
    agent = make_agent(state.game, text)
    assert 0.01 < seconds(agent, state.seat(0), 2) < 0.6, "the whole game would take three seconds"
    assert agent.choose(state.seat(0), 1) in state.legal()
    assert agent.estimate is None and agent.report.iterations == 0


def test_who_had_no_time_to_think_chooses_at_random() -> None:
    state = SlowTicks(length=3000).new(1)
    for text in ("ismcts:2ms", "flat:2ms"):
        agent = make_agent(state.game, text)
        assert {agent.choose(state.seat(0), seed) for seed in range(12)} == set(state.legal())


def test_a_model_that_is_never_sure_is_not_asked_for_ever() -> None:
    rules = Ticks(length=100_000)

    def unsure(x: Any) -> Any:
        time.sleep(0.002)
        return np.full(len(x), 0.5)

    agent = make_agent(rules, "e-ismcts:40ms,gate=0.4,again=1,depth=0", evaluator=unsure)
    assert seconds(agent, rules.new(1).seat(0), 2) < 0.6


def test_time_is_up_while_the_others_answer() -> None:
    """The answers in a single world take two seconds, where there is time."""
    state = melee()
    for worlds in (1, 1000):
        agent = make_agent(state.game, f"beam:20ms,worlds={worlds},finalists=256,plies=8,reply=64")
        assert seconds(agent, state.seat(0)) < 0.4


def test_a_slow_evaluator_ends_a_plan_soon_after_its_time() -> None:
    rules = game("locm")

    def slow(x: Any) -> Any:
        time.sleep(0.001)
        return np.full(len(x), 0.5)

    state = melee()
    for kind in ("beam", "dfs"):
        agent = make_agent(rules, f"{kind}:100ms", evaluator=slow)
        assert seconds(agent, state.seat(0), 2) < 0.35, "one position after the other to the end of the turn"


def burning(agent: Any, with_history: bool) -> float:
    """Seconds that an agent thinks in a turn of three 10s, each of which burns the pile and is followed by another decision."""
    state = castle.lay(["10 10 10 10 3 4", "3 4 5 6 7 8 9"], down=["K", "A"], pile="3", spec="castle,group=any")
    past: list[tuple[int, int]] = []
    spent = 0.0
    agent.new_game()
    for _ in range(3):
        assert state.player == 0
        agent.choose(state.seat(0, past if with_history else ()), 1)
        spent += agent.report.seconds
        past.append((0, state.game.parse_in(state, "play 10")))
        state.apply(past[-1][1])
    return spent


def test_the_time_is_for_all_plans_of_a_turn() -> None:
    """Castle has no hash of a turn, so every action after a burn is planned anew, by what is left of the time.

    Without a history each may be of another turn.
    """
    agent = make_agent(game("castle,group=any"), "beam:30ms,worlds=1000,plies=8,finalists=256,reply=64,trust=0")
    assert min(burning(agent, True) for _ in range(5)) < 0.05
    assert burning(agent, False) > 0.055


PAUSES = """
import cardlab.agents.clock as module
time = [1000]
module.now = lambda: time[0]
clock = module.Clock()
def search(ns, *steps):
    deadline, begun = clock._start(ns), time[0]
    for step in steps:
        time[0] += step
        if clock._is_up(deadline):
            return time[0] - begun
print(search(100, *[1] * 200), search(100, 20, *[1] * 200), search(100, *[1] * 200), search(100, *[1] * 200),
      search(100, 60, *[1] * 200), search(1000, *[1] * 2000), clock._is_up(0))
"""


def test_the_longest_pause_of_late_is_kept_free_before_the_deadline() -> None:
    """A search of 100 with a pause of 20 ends at 80; later ones at 90 and 95. At most a quarter of the time is kept free."""
    done = subprocess.run(
        [sys.executable, "-c", PAUSES], env={**os.environ, "CARDLAB_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["99", "80", "90", "95", "75", "988", "False"]
