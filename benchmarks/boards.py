"""`python -m benchmarks.boards`: how long it takes to draw a position on the screen, for every game and at three sizes."""

from __future__ import annotations

import time

from rich.console import Console
from rich.table import Table

import cardlab
from cardlab.play.scene import Scene
from tests.games.duelyst.tables import crowded
from tests.play.desk import drawn, seen

GOAL = 20.0
"""Milliseconds in which the board of Duelyst should be drawn with 150 legal actions."""
SIZES = ((54, 22), (78, 38), (158, 48))
"""Boards on terminals of 80 x 24, 120 x 40 and 200 x 50."""


def busiest(name: str, games: int = 5) -> cardlab.State:
    """The position with the most legal actions of the first seat in some random games."""
    rules, rng = cardlab.game(name), cardlab.Rng(1)
    best, most = rules.new(1), 0
    for seed in range(games):
        state = rules.new(seed)
        while not state.over:
            if state.player == 0 and len(state.legal()) > most:
                best, most = state.copy(), len(state.legal())
            state.apply(state.random_action(rng))
    return best


def spent(state: cardlab.State, size: tuple[int, int], rounds: int) -> tuple[float, float]:
    """CPU milliseconds for laying the table and for painting it, the best round of each."""
    names = tuple(f"player {seat}" for seat in range(state.players))
    laying, painting = [], []
    for _ in range(rounds):
        begin = time.thread_time()
        scene: Scene = seen(state, 0, names)
        laid = time.thread_time()
        drawn(scene, *size)
        laying.append(laid - begin)
        painting.append(time.thread_time() - laid)
    return 1000 * min(laying), 1000 * min(painting)


def main() -> None:
    """Measure and print."""
    table = Table("game", "legal actions", "board", "laying, ms", "painting, ms", "of 20 ms", box=None)
    for name in ("castle", "locm", "unicorns", "tribute", "duelyst"):
        state = crowded() if name == "duelyst" else busiest(name)
        for size in SIZES:
            laying, painting = spent(state, size, 10)
            row = (f"{laying:.2f}", f"{painting:.2f}", f"{(laying + painting) / GOAL:.2f}")
            table.add_row(name, str(len(state.legal())), f"{size[0]} x {size[1]}", *row)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
