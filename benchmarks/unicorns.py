"""The speed of Unstable Unicorns for six beside a plain-Python engine, and how long an evolution takes."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.console import Console

import cardlab
from benchmarks.lines import Figure, Line
from cardlab.agents.making import make_agent
from cardlab.core.rng import Rng
from cardlab.lab.speed.measuring import (
    Exercise,
    policy_games,
    python_decisions,
    random_decisions,
    search_iterations,
    state_copies,
)
from cardlab.lab.speed.pace import play_games
from cardlab.learn.evolution import train
from tests.games.unicorns.oracle import Oracle, set_up
from tests.games.unicorns.oracle_cards import RuleSet
from tests.games.unicorns.random_play import RandomPlayer

RULES = cardlab.game("unicorns")
MIDDLE = 120
"""Decisions after which a game is in its middle."""


def plain_games(games: int) -> Exercise:
    """Whole random games of the plain-Python engine."""

    def run() -> int:
        for seed in range(games):
            player = RandomPlayer(seed)
            Oracle(set_up(RuleSet("simulator"), 6, player), player.ask, player.poll, player).play_game()
        return games

    return Exercise("plain Python: random games", "games", run)


def rule_decisions(agent: str, games: int) -> Exercise:
    """Decisions of whole games by a rule, deals included."""
    state, rng, policy = RULES.blank(), Rng(1), make_agent(RULES, agent).policy
    return Exercise(f"{agent} decisions", "decisions", lambda: play_games(state, policy, rng, games))


def playouts(agent: str, playouts_each: int) -> Exercise:
    """Playouts to the end from the middle of some games of that agent, by the search that does nothing else."""
    seats, policy = list[cardlab.Seat](), make_agent(RULES, agent)
    for seed in range(200):
        state, made = RULES.new(seed), 0
        while not state.over and (made < MIDDLE or len(state.legal()) < 3):
            state.apply(policy.choose(state.seat(state.player or 0), made))
            made += 1
        if not state.over and len(seats) < 8:
            seats.append(state.seat(state.player or 0))
    return search_iterations(RULES, f"flat:{playouts_each},policy={agent}", seats)


def evolution_seconds(workers: int) -> float:
    """How long an evolution of the study takes: 20 individuals, 200 generations, 100 games each against five."""
    begin = time.monotonic()
    trained = train(
        RULES, "generational", kind="cards", opponents=["rule-based"], population=20, generations=200, games=100,
        workers=workers,
    )  # fmt: skip
    assert trained.games == 400_000
    return time.monotonic() - begin


def lines(quick: bool) -> list[Line]:
    """What is measured."""
    games, samples = (300, 300) if quick else (1500, 1500)
    return [
        Line(policy_games(RULES, "random", games), plain_games(1 if quick else 3)),
        Line(random_decisions(RULES, games), goal=4_000_000),
        Line(rule_decisions("rule-based", games)),
        Line(policy_games(RULES, "rule-based", games), goal=8000),
        Line(policy_games(RULES, "sharp", games)),
        Line(playouts("rule-based", samples), goal=15_000, name="rule-based playouts from the middle"),
        Line(playouts("sharp", samples), name="sharp playouts from the middle"),
        Line(search_iterations(RULES, "ismcts:1000")),
        Line(python_decisions(RULES, 20)),
        Line(state_copies(RULES), goal=5_000_000),
    ]


def more(console: Console, figures: Sequence[Figure], quick: bool) -> None:
    """The games of an evolution, which are played on two cores."""
    if not quick:
        console.print(f"an evolution of 400,000 games with two workers: {evolution_seconds(2):.0f} s (goal: 60 s)")
