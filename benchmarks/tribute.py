"""`python -m benchmarks.tribute`: the speed of Scripts of Tribute beside a plain-Python engine, of its bots and searches."""

from __future__ import annotations

import random
import time

from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.agents.making import make_agent
from cardlab.core.rng import Rng
from cardlab.lab.speed.bench import Exercise, measure, python_decisions, random_games, state_copies
from tests.games.tribute.oracle import Match

PATRONS = ["RED_EAGLE", "ANSEI", "TREASURY", "HLAALU", "DUKE_OF_CROWS"]


def plain_games(games: int) -> Exercise:
    """Whole random matches of the plain-Python engine."""

    def run() -> int:
        rng = random.Random(1)
        for seed in range(games):
            match = Match(PATRONS, seed)
            while not match.over:
                rng.choice(match.moves())[1]()
        return games

    return Exercise("plain Python: random games", "games", run)


def random_decisions(games: int) -> Exercise:
    """Decisions of random matches."""
    game = cardlab.game("tribute")

    def run() -> int:
        return sum(game.new(seed).rollout(Rng(seed)) for seed in range(games))

    return Exercise("random decisions", "decisions", run)


def bot_games(first: str, second: str, games: int) -> float:
    """Matches of two bots in a second of one worker, the best of three runs."""
    game = cardlab.game("tribute", cards="2024")
    best = 0.0
    for seed in range(3):
        begin = time.monotonic()
        cardlab.play_match(game, [first, second], games=games, seed=seed, workers=1)
        best = max(best, games / (time.monotonic() - begin))
    return best


def simulations(text: str, games: int) -> float:
    """Iterations of a search in a second of its decisions, in matches with HQL."""
    game = cardlab.game("tribute", cards="2024")
    agents = [make_agent(game, text), make_agent(game, "hql")]
    iterations, seconds = 0, 0.0
    for seed in range(games):
        state, rng = game.new(seed), Rng(seed)
        for agent in agents:
            agent.new_game()
        while not state.over:
            player = state.player or 0
            state.apply(agents[player].choose(state.seat(player), rng))
            if player == 0:
                iterations += agents[0].report.iterations
                seconds += agents[0].report.seconds
    return iterations / seconds


def main() -> None:
    """Measure and print."""
    game = cardlab.game("tribute")
    tasks = [plain_games(3), random_games(game, 3000), random_decisions(2000), state_copies(game), python_decisions(game)]
    table = Table("what", "in a second", box=None)
    for pace in measure(tasks, 5, lambda text: None):
        table.add_row(pace.task.name, f"{pace.per_second:,.0f} {pace.task.unit}")
    for first, second, games in (("decision_tree", "decision_tree", 1000), ("hql", "decision_tree", 200)):
        table.add_row(f"{first} against {second}", f"{bot_games(first, second, games):,.0f} games")
    for text in ("best_mcts:4000", "champion:2000"):
        table.add_row(text, f"{simulations(text, 5):,.0f} simulations")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
