"""Castle's speed beside a plain-Python engine."""

from __future__ import annotations

import random

from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.lab.speed.bench import (
    Exercise,
    Speed,
    policy_games,
    python_decisions,
    random_games,
    search_iterations,
    state_copies,
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


def tasks(quick: bool) -> list[Exercise]:
    """Everything that is measured, each compiled figure next to its plain one."""
    whole, some = cardlab.game("castle"), cardlab.game("castle,group=any")
    search = "ismcts:2000,policy=random,memory=table,c=0.7"
    small = 1 if quick else 3
    return [
        plain_random_games("any", 20 * small), random_games(some, 1000),
        plain_iterations("any", 8 * small), search_iterations(some, search),
        plain_random_games("whole", 40 * small), random_games(whole, 3000),
        plain_iterations("whole", 16 * small), search_iterations(whole, search),
        plain_lowest_games(60 * small), policy_games(whole, "lowest", 6000),
        search_iterations(whole, "ismcts:2000"), python_decisions(whole), state_copies(whole),
    ]  # fmt: skip


def report(paces: list[Speed], console: Console) -> None:
    """The tables."""
    table = Table("compiled", "per second", "plain Python", "ratio", title="Castle, one core, CPU time, best round")
    rate = [pace.per_second for pace in paces]
    rows = [(1, 0, "random games, group=any"), (3, 2, "ISMCTS iterations, group=any"), (5, 4, "random games"),
            (7, 6, "ISMCTS iterations, random playouts"), (9, 8, "lowest-card games")]  # fmt: skip
    for mine, plain, name in rows:
        table.add_row(name, f"{rate[mine]:,.0f}", f"{rate[plain]:,.0f}", f"{rate[mine] / rate[plain]:.0f}x")
    for mine, name in (
        (10, "ISMCTS iterations, lowest-card playouts"),
        (11, "decisions by a Python loop"),
        (12, "state copies"),
    ):
        table.add_row(name, f"{rate[mine]:,.0f}", "", "")
    console.print(table)
    java = Table("against the study's Java program", "its figure", "ours", "ratio")
    for name, mine in (("random games", 5), ("lowest games", 9), ("search", 7)):
        java.add_row(name, f"{JAVA[name]:,}", f"{rate[mine]:,.0f}", f"{rate[mine] / JAVA[name]:.1f}x")
    console.print(java)
