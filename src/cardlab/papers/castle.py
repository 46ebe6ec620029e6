"""The Castle study: win rates of random, lowest-card and tree-search players.

The study's search was meant to be ISMCTS but in effect sampled every move equally often; `flat_mc` repeats that, with the
faulty four-of-a-kind test (``four=legacy``) under which all its numbers arose. `ismcts` with ``memory=table,policy=random``
is the same search done correctly. Two numbers of the printed table contradict their counterparts and are read as misprints:
the pairs must add up to 100%.
"""

from __future__ import annotations

from cardlab.papers.castle_learning import LEARNING
from cardlab.papers.costs import with_costs
from cardlab.papers.experiment import Cell, Experiment, Published

TITLE = "Castle: lowest-card, flat Monte Carlo and ISMCTS players"
LEGACY, PROPER = "castle,four=legacy", "castle"
FLAT = "flat_mc:3200"
PLAIN = "ismcts:3200,memory=table,policy=random,c=0.7,vary=0"
BEST = "ismcts:3200"
CURVE = (100, 200, 400, 800, 1600, 3200, 6400, 12800)


def _plain(iterations: int) -> str:
    return PLAIN.replace("3200", str(iterations))


X1 = Experiment(
    "X1", "lowest-card against random", "How much better is the benchmark than chance?",
    (
        Cell("faulty four rule", LEGACY, ("lowest", "random"), 10_000, 100_000, Published(0.912, 1000)),
        Cell("proper four rule", PROPER, ("lowest", "random"), 10_000, 100_000),
    ),
)  # fmt: skip
X2 = Experiment(
    "X2", "the published search against lowest-card, faulty four rule", "Does the published number come out again?",
    (Cell("flat_mc, faulty rule", LEGACY, (FLAT, "lowest"), 100, 2000, Published(0.675, 21_540)),),
)  # fmt: skip
X3 = Experiment(
    "X3", "the published search against lowest-card, proper four rule", "What did the faulty rule change?",
    (Cell("flat_mc, proper rule", PROPER, (FLAT, "lowest"), 100, 2000),),
)  # fmt: skip
X4 = Experiment(
    "X4", "a correct ISMCTS against lowest-card", "What does repairing the search bring?",
    (
        Cell("plain ismcts, as described", PROPER, (PLAIN, "lowest"), 100, 2000),
        Cell("ismcts, cardlab's best", PROPER, (BEST, "lowest"), 100, 2000),
    ),
)  # fmt: skip
X5 = Experiment(
    "X5", "ISMCTS against the published search", "The same, head to head.",
    (
        Cell("plain ismcts", PROPER, (PLAIN, FLAT), 60, 1000),
        Cell("ismcts, cardlab's best", PROPER, (BEST, FLAT), 60, 1000),
    ),
)  # fmt: skip
X6 = Experiment(
    "X6", "search against random", "Is chance out of the question?",
    (
        Cell("plain ismcts", PROPER, (PLAIN, "random"), 60, 200, Published(0.98, 100)),
        Cell("flat_mc, faulty rule", LEGACY, (FLAT, "random"), 60, 200, Published(0.98, 100)),
    ),
)  # fmt: skip
X7 = Experiment(
    "X7", "four players: one search against three lowest-card", "Was 29.4% strength, or the first seat?",
    (
        Cell("seat 0 only, lowest", "castle,players=4,four=legacy", ("lowest", "lowest"), 10_000, 100_000, None, rotate=False),
        Cell(
            "seat 0 only, flat_mc", "castle,players=4,four=legacy", (FLAT, "lowest"), 60, 1000,
            Published(0.294, 1000), rotate=False,
        ),
        Cell("seats rotated, flat_mc", "castle,players=4,four=legacy", (FLAT, "lowest"), 60, 1000),
        Cell("seats rotated, plain ismcts", "castle,players=4", (PLAIN, "lowest"), 60, 1000),
        Cell("seats rotated, cardlab's best", "castle,players=4", (BEST, "lowest"), 60, 1000),
    ),
)  # fmt: skip
X8 = Experiment(
    "X8", "iterations against lowest-card", "How does strength grow with the budget?",
    tuple(
        Cell(f"plain ismcts, {n:,} iterations", PROPER, (_plain(n), "lowest"), 40 if n < 3200 else 20, 400)
        for n in CURVE
    ),
)  # fmt: skip

EXPERIMENTS = with_costs("castle", (X1, X2, X3, X4, X5, X6, X7, X8, *LEARNING))
