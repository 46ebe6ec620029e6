"""Measuring speed: CPU time, several rounds, the things compared taken in turn.

Machines are shared and noisy, so a figure alone says little. Every round measures everything once; the best round of each
counts, because noise only ever slows down.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.rng import Rng
from cardlab.core.state import Seat
from cardlab.lab.speed.pace import copy_many, judge_many, play_games
from cardlab.models.model import Evaluator

ROUNDS = 7


@dataclass(frozen=True)
class Exercise:
    """Something to be measured: `run` does some of it and returns how much."""

    name: str
    unit: str
    run: Callable[[], int]


@dataclass(frozen=True)
class Speed:
    """A measured task."""

    task: Exercise
    per_second: float


def measure(tasks: Sequence[Exercise], rounds: int = ROUNDS, progress: Callable[[str], None] | None = None) -> list[Speed]:
    """The best of several rounds for each task, in CPU time of this thread."""
    best = [0.0] * len(tasks)
    for number in range(rounds):
        for i, task in enumerate(tasks):
            if progress is not None:
                progress(f"round {number + 1} of {rounds}: {task.name}")
            start = time.thread_time()
            amount = task.run()
            best[i] = max(best[i], amount / max(time.thread_time() - start, 1e-9))
    return [Speed(task, rate) for task, rate in zip(tasks, best, strict=True)]


def game_tasks(game: Game, iterations: int = 2000) -> list[Exercise]:
    """What can be measured of any game."""
    return [
        random_games(game),
        search_iterations(game, f"ismcts:{iterations}"),
        python_decisions(game),
        state_copies(game),
    ]


def random_games(game: Game, games: int = 2000) -> Exercise:
    """Whole games by the random policy, from the deal to the result."""
    return policy_games(game, "random", games)


def policy_games(game: Game, agent: str, games: int = 2000) -> Exercise:
    """Whole games by an agent that is a mere rule."""
    state, rng = game.blank(), Rng(1)
    policy = None if agent == "random" else make_agent(game, agent).policy

    def run() -> int:
        play_games(state, policy, rng, games)
        return games

    return Exercise(f"{agent} games", "games", run)


def some_seats(game: Game, count: int = 6, apart: int = 5) -> list[Seat]:
    """Seats to move from random games: early ones, or after the opening if the game has one."""
    seats = []
    for number in range(count):
        state, rng = game.new(number), Rng(number)
        for _ in range(2 + apart * (number % 4) + game.opening):
            if not state.over:
                state.apply(state.random_action(rng))
        if not state.over:
            seats.append(state.seat(state.player or 0))
    return seats


def search_iterations(game: Game, agent: str, seats: Sequence[Seat] = ()) -> Exercise:
    """Iterations of a search, at these seats or in positions of random games that have a real choice."""
    search, places = make_agent(game, agent), seats or some_seats(game)

    def run() -> int:
        done = 0
        for number, seat in enumerate(places):
            search.choose(seat, number)
            done += search.report.iterations
        return done

    return Exercise(f"{agent} iterations", "iterations", run)


def python_decisions(game: Game, games: int = 60) -> Exercise:
    """Decisions when a Python loop chooses the moves through the public interface."""

    def run() -> int:
        draw = random.Random(1).random
        decisions = 0
        for number in range(games):
            state = game.new(number)
            legal, apply = state.legal, state.apply
            while not state.over:
                actions = legal()
                apply(actions[int(draw() * len(actions))])
                decisions += 1
        return decisions

    return Exercise("decisions by a Python loop", "decisions", run)


def state_copies(game: Game, times: int = 500_000) -> Exercise:
    """Copies of a state inside compiled code."""
    state = game.new(1)
    return Exercise("state copies", "copies", lambda: copy_many(state, times))


def random_decisions(game: Game, games: int = 2000) -> Exercise:
    """Decisions of games by the random policy, each of them chosen and carried out."""
    state, rng = game.blank(), Rng(1)
    return Exercise("random decisions", "decisions", lambda: play_games(state, None, rng, games))


def judged_states(game: Game, evaluator: Evaluator, times: int = 100_000) -> Exercise:
    """Evaluations of positions in the middle of random games."""
    states = [game.new(number) for number in range(4)]
    for number, state in enumerate(states):
        state.rollout(Rng(number), 20 + 10 * number)
    share = times // len(states)
    return Exercise("evaluations", "positions", lambda: sum(judge_many(evaluator, state, share) for state in states))


def thread_gain(game: Game, agent: str, seconds: float = 1.0, rounds: int = 3) -> tuple[float, float]:
    """What two threads of search bring over one, in wall time; and what share of the machine they were given."""
    one, two, share = 0.0, 0.0, 0.0
    for _ in range(rounds):
        one = max(one, _searches(game, agent, 1, seconds)[0])
        pace, cpu = _searches(game, agent, 2, seconds)
        if pace > two:
            two, share = pace, cpu
    return two / one, share


def _searches(game: Game, agent: str, threads: int, seconds: float) -> tuple[float, float]:
    """Iterations per second of several threads at the same time, and CPU seconds per thread and second of wall time."""
    totals = [0] * threads
    cpu = [0.0] * threads

    def work(slot: int) -> None:
        search, seats = make_agent(game, agent), some_seats(game)
        start, number = time.thread_time(), 0
        while time.monotonic() < end:
            search.choose(seats[number % len(seats)], number)
            totals[slot] += search.report.iterations
            number += 1
        cpu[slot] = time.thread_time() - start

    end = time.monotonic() + seconds
    workers = [threading.Thread(target=work, args=(slot,)) for slot in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(totals) / seconds, sum(cpu) / threads / seconds
