"""The speed of Legends of Code and Magic beside a plain-Python engine, and what a training costs."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

import cardlab
from benchmarks.lines import Figure, Line
from cardlab.games.locm.words.position import lists_of
from cardlab.lab.speed.measuring import Exercise, policy_games, python_decisions, random_games, state_copies, thread_gain
from cardlab.learn.evolution import train
from tests.games.locm.oracle import Options, Oracle

KNOWN = {"Python (gym)": 365, "Nim (the study's)": 7_000, "Java (official)": 11_700, "Rust": 46_800}
"""Full random games of other engines in a CPU second, on a machine like the one the plain reference was first timed on."""
NIM_GREEDY = 2_300
NIM_SECONDS = {"random": 146, "greedy": 500}
"""What a training of a million games costs the study's program."""


def plain_games(player: str, games: int) -> Exercise:
    """Whole games of the plain-Python engine, draft and battle."""
    game = cardlab.game("locm")

    def run() -> int:
        rng = random.Random(1)
        for number in range(games):
            table = lists_of(game.new(number))  # type: ignore[arg-type]
            oracle = Oracle(Options(), table["offers"], table["decks"])
            while not oracle.over:
                in_draft = player == "greedy" and oracle.legal()[0][0] != "PICK"
                oracle.apply(oracle.greedy() if in_draft else rng.choice(oracle.legal()))
        return games

    return Exercise(f"plain Python: {player} games", "games", run)


def lines(quick: bool) -> list[Line]:
    """What is measured."""
    official, paper = cardlab.game("locm"), cardlab.game("locm,rules=paper")
    small = 1 if quick else 3
    return [
        Line(random_games(official, 3000), plain_games("random", 10 * small), 35_000),
        Line(policy_games(official, "greedy", 3000), plain_games("greedy", 2 * small)),
        Line(random_games(paper, 3000), name="random games, rules=paper"),
        Line(policy_games(paper, "greedy", 3000), name="greedy games, rules=paper"),
        Line(python_decisions(official)),
        Line(state_copies(official)),
    ]


def training_seconds(player: str, games: int) -> float:
    """CPU seconds of a training by AG_weights on the study's rules, scaled to a million games."""
    start = time.process_time()
    trained = train("locm,rules=paper", "ag-weights", player=player, budget=games)
    return (time.process_time() - start) * 1e6 / trained.games


def more(console: Console, figures: Sequence[Figure], quick: bool) -> None:
    """Other engines, what a training costs, and threads."""
    games, greedy = figures[0].per_second, figures[3].per_second
    others = Table("against other engines", "their figure", "ours", "ratio")
    for name, figure in KNOWN.items():
        others.add_row(f"random games, {name}", f"{figure:,}", f"{games:,.0f}", f"{games / figure:.1f}x")
    others.add_row("greedy games, Nim", f"{NIM_GREEDY:,}", f"{greedy:,.0f}", f"{greedy / NIM_GREEDY:.1f}x")
    for player, seconds in NIM_SECONDS.items():
        ours = training_seconds(player, 100_000 if quick else 1_000_000)
        others.add_row(
            f"a million games of AG_weights, {player} player, Nim", f"{seconds} s", f"{ours:.1f} s", f"{seconds / ours:.1f}x"
        )
    console.print(others)
    gain, share = thread_gain(cardlab.game("locm"), "ismcts:2000")
    console.print(f"two threads of search bring {gain:.2f} times one (each had {100 * share:.0f}% of a core)")
