"""Castle's speed beside a plain-Python engine."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

import cardlab
from benchmarks import models
from benchmarks.lines import Figure, Line
from cardlab.lab.speed.measuring import (
    Exercise,
    measure,
    policy_games,
    python_decisions,
    random_games,
    search_iterations,
    state_copies,
    thread_gain,
)
from tests.games.castle.oracle import Options, Oracle, ismcts, random_action, random_game
from tests.games.castle.oracle import lowest as lowest_of

JAVA = {"random games": 13_000, "lowest games": 44_500, "search": 9_500}
"""What the study's Java program does in a CPU second on a machine like the one the plain reference was first timed on."""


def plain_random_games(group: str, games: int) -> Exercise:
    """Whole random games of the plain-Python engine."""

    def run() -> int:
        rng = random.Random(1)
        for _ in range(games):
            random_game(Options(group=group), rng)
        return games

    return Exercise(f"plain Python: random games, group={group}", "games", run)


def plain_lowest_games(games: int) -> Exercise:
    """Whole lowest-card games of the plain-Python engine."""

    def run() -> int:
        rng = random.Random(1)
        for _ in range(games):
            game = _plain_deal("whole", rng)
            while not game.over:
                game.apply(lowest_of(game))
        return games

    return Exercise("plain Python: lowest games", "games", run)


def plain_iterations(group: str, iterations: int) -> Exercise:
    """Search iterations of the plain-Python ISMCTS, over positions like those of the compiled one."""
    positions = []
    for number in range(6):
        rng = random.Random(number)
        game = _plain_deal(group, rng)
        for _ in range(2 + 5 * (number % 4)):
            game.apply(random_action(game, rng))
        positions.append(game)

    def run() -> int:
        done = 0.0
        for number, game in enumerate(positions):
            tally = ismcts(game, iterations, 0.7, random.Random(number))
            done += sum(visits for visits, _ in tally.values())
        return max(1, int(done))

    return Exercise(f"plain Python: ISMCTS iterations, group={group}", "iterations", run)


def _plain_deal(group: str, rng: random.Random) -> Oracle:
    deck = sorted(list(range(13)) * 4)
    rng.shuffle(deck)
    return Oracle(Options(group=group), deck)


def lines(quick: bool) -> list[Line]:
    """What is measured."""
    whole, some = cardlab.game("castle"), cardlab.game("castle,group=any")
    search = "ismcts:2000,policy=random,memory=table,c=0.7"
    small = 1 if quick else 3
    return [
        Line(random_games(some, 1000), plain_random_games("any", 20 * small), None, 75, "random games, group=any"),
        Line(
            search_iterations(some, search), plain_iterations("any", 8 * small), None, 75, "ISMCTS, group=any, random playouts"
        ),
        Line(random_games(whole, 3000), plain_random_games("whole", 40 * small), JAVA["random games"]),
        Line(search_iterations(whole, search), plain_iterations("whole", 16 * small), None, None, "ISMCTS, random playouts"),
        Line(policy_games(whole, "lowest", 6000), plain_lowest_games(60 * small), JAVA["lowest games"]),
        Line(search_iterations(whole, "ismcts:2000"), None, JAVA["search"], None, "ISMCTS, lowest-card playouts"),
        Line(python_decisions(whole)),
        Line(state_copies(whole)),
    ]


def more(console: Console, figures: Sequence[Figure], quick: bool) -> None:
    """The study's Java program, models in the search, and threads."""
    by_unit = {"random games": 2, "lowest games": 4, "search": 5}
    java = Table("against the study's Java program", "its figure", "ours", "ratio")
    for name, at in by_unit.items():
        rate = figures[at].per_second
        java.add_row(name, f"{JAVA[name]:,}", f"{rate:,.0f}", f"{rate / JAVA[name]:.1f}x")
    console.print(java)
    models.report(measure(models.tasks(), 2 if quick else 5), console)
    gain, share = thread_gain(cardlab.game("castle"), "ismcts:2000")
    console.print(f"two threads of search bring {gain:.2f} times one (each had {100 * share:.0f}% of a core)")
