"""The speed of Scripts of Tribute beside a plain-Python engine, of its bots and searches."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rich.console import Console

import cardlab
from benchmarks.lines import Figure, Line
from cardlab.agents.making import make_agent
from cardlab.core.rng import Rng
from cardlab.lab.matches.arena import Arena
from cardlab.lab.speed.measuring import (
    Exercise,
    python_decisions,
    random_decisions,
    random_games,
    search_iterations,
    state_copies,
)
from tests.games.tribute.oracle import Match

RULES_2024 = cardlab.game("tribute", cards="2024")
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


def bot_games(first: str, second: str, games: int) -> Exercise:
    """Whole matches of two bots."""
    agents = [make_agent(RULES_2024, text) for text in (first, second)]

    def run() -> int:
        Arena(RULES_2024, agents, seed=1).play(0, games)
        return games

    return Exercise(f"{first} against {second}", "games", run)


def simulations(text: str, turns: int) -> Exercise:
    """Iterations of a search at the beginning of turns of HQL's matches with itself."""
    hql, seats = make_agent(RULES_2024, "hql"), list[cardlab.Seat]()
    for seed in range(turns):
        state, rng = RULES_2024.new(seed), Rng(seed)
        for _ in range(40 + 20 * (seed % 6)):
            if not state.over:
                state.apply(hql.choose(state.seat(state.player or 0), rng))
        if not state.over and len(state.legal()) > 2:
            seats.append(state.seat(state.player or 0))
    return search_iterations(RULES_2024, text, seats)


def lines(quick: bool) -> list[Line]:
    """What is measured."""
    game, part = cardlab.game("tribute"), 4 if quick else 1
    return [
        Line(random_games(game, 3000 // part), plain_games(3), 16_000),
        Line(random_decisions(game, 2000 // part), goal=8_000_000),
        Line(state_copies(game), goal=10_000_000),
        Line(python_decisions(game)),
        Line(bot_games("decision_tree", "decision_tree", 200 // part)),
        Line(bot_games("hql", "decision_tree", 200 // part), goal=200),
        Line(simulations("best_mcts:4000", 12), goal=150_000),
        Line(simulations("champion:2000", 12)),
    ]


def more(console: Console, figures: Sequence[Figure], quick: bool) -> None:
    """Nothing else."""
