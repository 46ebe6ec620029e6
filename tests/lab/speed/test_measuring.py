"""Measuring speed measures what it says."""

from __future__ import annotations

import json
import subprocess
import sys

from cardlab import Rng, game, make_agent
from cardlab.lab.speed.measuring import Exercise, game_tasks, measure, some_seats, thread_gain
from cardlab.lab.speed.pace import copy_many, play_games


def test_every_task_of_a_game_does_some_work() -> None:
    paces = measure(game_tasks(game("castle"), iterations=50), rounds=1)
    assert [pace.task.unit for pace in paces] == ["games", "iterations", "decisions", "copies"]
    assert all(pace.per_second > 0 for pace in paces)


def test_the_best_round_counts_and_tasks_take_turns() -> None:
    seen: list[str] = []

    def work(name: str) -> Exercise:
        return Exercise(name, "", lambda: seen.append(name) or 1)

    measure([work("a"), work("b")], rounds=3)
    assert seen == ["a", "b"] * 3


def test_games_by_a_rule_are_whole_games() -> None:
    rules = game("castle")
    state = rules.blank()
    moves = play_games(state, make_agent(rules, "lowest").policy, Rng(1), 20)
    assert state.over and 20 * 30 < moves < 20 * 400
    assert copy_many(rules.new(1), 10) == 10


def test_seats_for_the_search_are_to_move() -> None:
    assert all(seat.to_move == seat.player for seat in some_seats(game("castle")))


def test_two_threads_are_compared_with_one() -> None:
    gain, share = thread_gain(game("castle"), "ismcts:50", seconds=0.05, rounds=1)
    assert gain > 0 and 0 < share <= 1.2


def test_the_command_prints_figures() -> None:
    run = [sys.executable, "-m", "cardlab", "bench", "castle", "--rounds", "1", "--json"]
    figures = json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
    assert figures["game"] == "castle" and len(figures["per_second"]) == 4 and figures["two_threads"] > 0
