"""Fits the weights of Castle's evaluator `cards` on games of its own making; prints them.

Two lowest-card players with a share of random moves play; one position of every game is kept with its winner. A logistic
regression on the difference of the two players' features gives the weights (Newton's method, no libraries).
"""

from __future__ import annotations

import math
import sys

import cardlab
from cardlab.games.castle.words.position import lists_of

FEATURES = ("hand", "up", "down", "twos", "tens", "high", "to move")


def features(table: dict[str, list[list[int]]], seat: int) -> list[float]:
    """What the evaluator looks at."""
    open_cards = table["hands"][seat] + table["up"][seat]
    high = sum(rank in (10, 11, 12) for rank in open_cards)
    sizes = [len(table[zone][seat]) for zone in ("hands", "up", "down")]
    return [*sizes, open_cards.count(0), open_cards.count(8), high, 1.0 if table["player"] == seat else 0.0]


def sample(seed: int) -> tuple[list[float], float]:
    """A position from somewhere in a game, as a difference, and whether seat 0 won."""
    game = cardlab.game("castle")
    lowest = cardlab.make_agent(game, "lowest")
    state, rng = game.new(seed), cardlab.Rng(seed)
    stop, kept, played = 2 + rng.below(70), None, 0
    while not state.over:
        if played == stop:
            table = lists_of(state)
            kept = [a - b for a, b in zip(features(table, 0), features(table, 1), strict=True)]
        wild = rng.real() < 0.15
        state.apply(state.random_action(rng) if wild else lowest.choose(state.seat(state.player), rng))
        played += 1
    return (kept or [0.0] * len(FEATURES)), state.result.scores[0]


def fit(rows: list[tuple[list[float], float]], steps: int = 8) -> list[float]:
    """Newton's method with a little ridge."""
    n = len(FEATURES)
    weights = [0.0] * n
    for _ in range(steps):
        gradient = [-1e-3 * w for w in weights]
        hessian = [[1e-3 if i == j else 0.0 for j in range(n)] for i in range(n)]
        for x, y in rows:
            p = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, x, strict=True))))
            for i in range(n):
                gradient[i] += (y - p) * x[i]
                for j in range(n):
                    hessian[i][j] += p * (1 - p) * x[i] * x[j]
        weights = [w + d for w, d in zip(weights, _solve(hessian, gradient), strict=True)]
    return weights


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(len(rows)):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def main() -> None:
    """Sample, fit on four fifths, print weights and the accuracy on the rest."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rows = [row for row in map(sample, range(count)) if any(row[0]) and row[1] in (0.0, 1.0)]
    cut = len(rows) * 4 // 5
    weights = fit(rows[:cut])
    hits = sum((sum(w * v for w, v in zip(weights, x, strict=True)) > 0) == (y > 0.5) for x, y in rows[cut:])
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:>8}  {weight:+.3f}")
    print(f"accuracy {hits / (len(rows) - cut):.3f} on {len(rows) - cut} positions not fitted")


if __name__ == "__main__":
    main()
