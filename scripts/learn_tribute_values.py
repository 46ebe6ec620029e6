"""Learn HQL's card values: against the decision tree, both card sets in turn, both seats.

python scripts/learn_tribute_values.py --out src/cardlab/games/tribute/agents/values.csv

The rule is that of the thesis, but for the discount, which is the program's 0.5. It is the same as `cardlab learn tribute
--opponent decision_tree`, but for the second card set, so that the table knows all cards.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from cardlab.core.rng import derive
from cardlab.games.tribute import Tribute
from cardlab.learn.qlearning import QTask, QTraining


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5_500)
    parser.add_argument("--chunk", type=int, default=500, help="matches with one card set before the other's turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--form", default="thesis")
    parser.add_argument("--gamma", type=float, default=0.5, help="discount")
    parser.add_argument("--alpha", type=float, default=0.1)
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    table = None
    for number, first in enumerate(range(0, told.games, told.chunk)):
        game = Tribute(cards="2024" if number % 2 else "current")
        task = QTask.of(
            game, "decision_tree", min(told.chunk, told.games - first), form=told.form, gamma=told.gamma, alpha=told.alpha,
            block=told.chunk, seed=derive(told.seed, number),
        )  # fmt: skip
        training = QTraining.start(task)
        if table is not None:
            training.table.values = table
        training.run()
        table = training.table.values
        training.table.save(told.out)
        print(f"{first + task.games:6d} matches, won {training.blocks[-1].rate:.1%} of the last {task.games}", flush=True)


if __name__ == "__main__":
    main()
