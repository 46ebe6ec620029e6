"""`python -m benchmarks.duelyst`: the speed of Duelyst inside and from Python, and what its planners need for an action."""

from __future__ import annotations

import time

from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.lab.speed.bench import judged_states, measure, python_decisions, random_decisions, random_games, state_copies

PLANNERS = (
    "rollout:7", "rollout:1,policy=hillclimb", "turn-mcts:1000,c=10", "turn-mcts:1000,c=10,policy=hillclimb", "champion:2000",
    "starter-ai",
)  # fmt: skip


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


def main() -> None:
    """Measure and print."""
    table = Table("what", "measured", box=None)
    for profile in ("classic", "duelyst2"):
        game = cardlab.game("duelyst", profile=profile)
        tasks = [
            random_games(game, 500), random_decisions(game, 500), state_copies(game), judged_states(game, game.evaluator("e1")),
            python_decisions(game, 10),
        ]  # fmt: skip
        for pace in measure(tasks, 5):
            table.add_row(f"{profile}: {pace.task.name}", f"{pace.per_second:,.0f} {pace.task.unit} in a second")
    for planner in PLANNERS:
        mean, longest = planner_times(planner)
        table.add_row(planner, f"{mean:.3f} ms for an action, at most {longest:.2f} ms")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
