"""The speed of Legends of Code and Magic beside a plain-Python engine, and what a training costs."""

from __future__ import annotations

import random
import time

from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.games.locm.words.position import lists_of
from cardlab.lab.speed.bench import Exercise, Speed, policy_games, python_decisions, random_games, state_copies
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


def tasks(quick: bool) -> list[Exercise]:
    """Everything that is measured, each compiled figure next to its plain one."""
    official, paper = cardlab.game("locm"), cardlab.game("locm,rules=paper")
    small = 1 if quick else 3
    return [
        plain_games("random", 10 * small), random_games(official, 3000),
        plain_games("greedy", 2 * small), policy_games(official, "greedy", 3000),
        random_games(paper, 3000), policy_games(paper, "greedy", 3000),
        python_decisions(official), state_copies(official),
    ]  # fmt: skip


def training_seconds(player: str, games: int) -> float:
    """CPU seconds of a training by AG_weights on the study's rules, scaled to a million games."""
    start = time.process_time()
    trained = train("locm,rules=paper", "ag-weights", player=player, budget=games)
    return (time.process_time() - start) * 1e6 / trained.games


def report(paces: list[Speed], console: Console, castle_plain: float, quick: bool) -> None:
    """The tables. `castle_plain`: the plain-Python Castle reference of the same run, to compare machines by."""
    rate = [pace.per_second for pace in paces]
    table = Table("compiled", "per second", "plain Python", "ratio", title="Legends of Code and Magic, one core, CPU time")
    table.add_row("random games", f"{rate[1]:,.0f}", f"{rate[0]:,.0f}", f"{rate[1] / rate[0]:.0f}x")
    table.add_row("greedy games", f"{rate[3]:,.0f}", f"{rate[2]:,.1f}", f"{rate[3] / rate[2]:.0f}x")
    for i, name in ((4, "random games, rules=paper"), (5, "greedy games, rules=paper")):
        table.add_row(name, f"{rate[i]:,.0f}", "", "")
    table.add_row("decisions by a Python loop", f"{rate[6]:,.0f}", "", "")
    table.add_row("state copies", f"{rate[7]:,.0f}", "", "")
    console.print(table)
    console.print(f"plain-Python Castle reference of this run: {castle_plain:,.0f} random games per second")
    others = Table("against other engines", "their figure", "ours", "ratio")
    for name, figure in KNOWN.items():
        others.add_row(f"random games, {name}", f"{figure:,}", f"{rate[1]:,.0f}", f"{rate[1] / figure:.1f}x")
    others.add_row("greedy games, Nim", f"{NIM_GREEDY:,}", f"{rate[5]:,.0f}", f"{rate[5] / NIM_GREEDY:.1f}x")
    for player, seconds in NIM_SECONDS.items():
        ours = training_seconds(player, 100_000 if quick else 1_000_000)
        others.add_row(
            f"a million games of AG_weights, {player} player, Nim", f"{seconds} s", f"{ours:.1f} s", f"{seconds / ours:.1f}x"
        )
    console.print(others)
