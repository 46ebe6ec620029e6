"""`python -m benchmarks.unicorns`: the speed of Unstable Unicorns for six, and how long an evolution takes."""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.agents.making import make_agent
from cardlab.core.rng import Rng
from cardlab.lab.speed.bench import Exercise, Speed, measure, policy_games, python_decisions, search_iterations, state_copies
from cardlab.lab.speed.pace import play_games
from cardlab.learn.evolution import train
from tests.games.unicorns.oracle import Oracle, set_up
from tests.games.unicorns.oracle_cards import RuleSet
from tests.games.unicorns.random_play import RandomPlayer

RULES = cardlab.game("unicorns")
MIDDLE = 120
"""Decisions after which a game is in its middle."""
GOALS = {
    "random decisions": 4_000_000, "rule-based games": 8000, "rule-based playouts from the middle": 15_000,
    "state copies": 5_000_000,
}  # fmt: skip
"""What one core should do in a second."""


def plain_games(games: int) -> Exercise:
    """Whole random games of the plain-Python engine."""

    def run() -> int:
        for seed in range(games):
            player = RandomPlayer(seed)
            Oracle(set_up(RuleSet("simulator"), 6, player), player.ask, player.poll, player).play_game()
        return games

    return Exercise("plain Python: random games", "games", run)


def decisions(name: str, agent: str | None, games: int) -> Exercise:
    """Decisions of whole games by a policy, None: at random, deals included."""
    state, rng = RULES.blank(), Rng(1)
    policy = None if agent is None else make_agent(RULES, agent).policy
    return Exercise(name, "decisions", lambda: play_games(state, policy, rng, games))


def playouts(agent: str, playouts_each: int) -> Exercise:
    """Playouts to the end from the middle of some games of that agent, by the search that does nothing else."""
    search, seats = make_agent(RULES, f"flat:{playouts_each},policy={agent}"), list[cardlab.Seat]()
    policy = make_agent(RULES, agent)
    for seed in range(200):
        state, made = RULES.new(seed), 0
        while not state.over and (made < MIDDLE or len(state.legal()) < 3):
            state.apply(policy.choose(state.seat(state.player or 0), made))
            made += 1
        if not state.over and len(seats) < 8:
            seats.append(state.seat(state.player or 0))

    def run() -> int:
        return sum(_sampled(search, seat, number) for number, seat in enumerate(seats))

    return Exercise(f"{agent} playouts from the middle", "playouts", run)


def _sampled(search: cardlab.Agent, seat: cardlab.Seat, seed: int) -> int:
    search.choose(seat, seed)
    return search.report.iterations


def evolution_seconds(workers: int) -> float:
    """How long an evolution of the study takes: 20 individuals, 200 generations, 100 games each against five."""
    begin = time.monotonic()
    trained = train(
        RULES, "generational", kind="cards", opponents=["rule-based"], population=20, generations=200, games=100,
        workers=workers,
    )  # fmt: skip
    assert trained.games == 400_000
    return time.monotonic() - begin


def report(paces: list[Speed], console: Console) -> None:
    """The table."""
    table = Table("six players, one core, CPU time, best round", "in a second", "of the goal", box=None)
    for pace in paces:
        goal = GOALS.get(pace.task.name)
        share = "" if goal is None else f"{pace.per_second / goal:.2f}"
        table.add_row(pace.task.name, f"{pace.per_second:,.0f} {pace.task.unit}", share)
    console.print(table)
    plain, ours = paces[0].per_second, paces[1].per_second
    console.print(f"random games: {ours / plain:,.0f} times as many as the plain-Python engine plays")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.unicorns", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured; the best counts")
    parser.add_argument("--evolution", action="store_true", help="also time the 400,000 games of an evolution on two cores")
    arguments = parser.parse_args()
    tasks = [
        plain_games(3), policy_games(RULES, "random", 1500), decisions("random decisions", None, 1500),
        decisions("rule-based decisions", "rule-based", 1500), policy_games(RULES, "rule-based", 1500),
        policy_games(RULES, "sharp", 1500), playouts("rule-based", 1500), playouts("sharp", 1500),
        search_iterations(RULES, "ismcts:1000"), state_copies(RULES), python_decisions(RULES, 20),
    ]  # fmt: skip
    console = Console(width=110)
    report(measure(tasks, arguments.rounds), console)
    if arguments.evolution:
        console.print(f"an evolution of 400,000 games with two workers: {evolution_seconds(2):.0f} s")


if __name__ == "__main__":
    main()
