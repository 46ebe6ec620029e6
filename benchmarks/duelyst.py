"""The speed of Duelyst beside a plain-Python engine, and what its planners need for an action."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

import cardlab
from benchmarks.lines import Figure, Line
from cardlab.lab.speed.measuring import Exercise, judged_states, python_decisions, random_decisions, random_games, state_copies
from tests.games.duelyst.oracle import Game as Oracle

PLANNERS = {
    "rollout:7": 3, "rollout:1,policy=hillclimb": 20, "turn-mcts:1000,c=10": 20, "turn-mcts:1000,c=10,policy=hillclimb": 400,
    "champion:2000": None, "starter-ai": None,
}  # fmt: skip
"""Players, with the milliseconds that an action may take on average."""


def planner_times(planner: str, turns: int = 12) -> tuple[float, float]:
    """CPU milliseconds for a decision with a choice in the Lyonar mirror: the mean and the longest."""
    game = cardlab.game("duelyst", profile="duelyst2")
    agent, rival = cardlab.make_agent(game, planner), cardlab.make_agent(game, "starter-ai")
    state, spent, number = game.new(3), [], 0
    while not state.over and len(spent) < 7 * turns:
        seat = state.seat(state.player)
        number += 1
        if seat.player == 0 and len(seat.legal()) > 1:
            begin = time.thread_time()
            action = agent.choose(seat, rng=number)
            spent.append(1000 * (time.thread_time() - begin))
        else:
            action = (agent, rival)[seat.player].choose(seat, rng=number)
        state.apply(action)
    return sum(spent) / len(spent), max(spent)


def plain_decisions(profile: str, games: int) -> Exercise:
    """Decisions of random games of the plain-Python engine, from after the mulligans on."""
    rules = cardlab.game("duelyst", profile=profile)

    def run() -> int:
        rng, decisions = random.Random(1), 0
        for seed in range(games):
            state = rules.new(seed)
            while state.to_dict()["status"] != "active":
                state.apply(state.random_action(cardlab.Rng(seed)))
            plain = PlainGame(state.to_dict(), rules, rng)
            while plain.status == "active":
                name, *rest = rng.choice(list(plain.legal()))
                getattr(plain, name)(*rest)
                decisions += 1
        return decisions

    return Exercise("plain Python: random decisions", "decisions", run)


class PlainGame(Oracle):
    """The plain-Python engine with dice of its own."""

    def __init__(self, position: dict[str, Any], rules: cardlab.Game, rng: random.Random) -> None:
        super().__init__(position, rules.cards, False, rules.profile["draws"], bool(rules.profile["signatures"]))  # type: ignore[attr-defined]
        self.rng = rng

    def choose(self, n: int) -> int:
        """Any of n."""
        return self.rng.randrange(n)


def lines(quick: bool) -> list[Line]:
    """What is measured."""
    found, games = [], 150 if quick else 500
    for profile in ("classic", "duelyst2"):
        game = cardlab.game("duelyst", profile=profile)
        found += [
            Line(
                random_decisions(game, games), plain_decisions(profile, 1 if quick else 3), 2_000_000, None,
                f"random decisions, {profile}",
            ),
            Line(random_games(game, games), name=f"random games, {profile}"),
            Line(state_copies(game), None, 10_000_000, None, f"state copies, {profile}"),
            Line(judged_states(game, game.evaluator("e1")), name=f"evaluations, {profile}"),
            Line(python_decisions(game, 10), name=f"decisions by a Python loop, {profile}"),
        ]  # fmt: skip
    return found


def more(console: Console, figures: Sequence[Figure], quick: bool) -> None:
    """What planners need for an action."""
    table = Table("planner, for an action with a choice", "mean, ms", "longest, ms", "goal, ms")
    for planner, goal in PLANNERS.items():
        mean, longest = planner_times(planner, 3 if quick else 12)
        table.add_row(planner, f"{mean:.3f}", f"{longest:.2f}", "" if goal is None else f"{goal:g}")
    console.print(table)
