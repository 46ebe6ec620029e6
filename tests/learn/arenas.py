"""Stand-ins for a game and a contest, whose results can be computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardlab import game
from cardlab.core.vectors import VectorKind
from cardlab.learn.parameters import find_method
from cardlab.learn.task import Task

GENES = 6
CASTLE = game("castle")


def active(scenario: int) -> tuple[bool, ...]:
    """The lowest bits of the scenario."""
    return tuple(bool(scenario >> bit & 1) for bit in range(GENES))


TOY = VectorKind("toy", "numbers to add up", tuple("abcdef"), ("adder",), lambda player: None, active)  # type: ignore


class Adder:
    """Whoever has the larger sum wins all games, with equal sums half of them."""

    def __init__(self) -> None:
        self.games = 0
        self.calls: list[int] = []

    def play(self, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any, workers: int = 1, done: Any = None) -> Any:
        strength = np.round(genes.sum(axis=1)[rows], 9)
        shares = 0.5 + 0.5 * np.sign(strength - strength[:, ::-1])
        self.games += int(games.sum())
        self.calls.append(int(games.sum()))
        if done is not None:
            done(int(games.sum()))
        return shares * games[:, None]


class Lottery(Adder):
    """Wins by chance, decided by the job alone, more of them for larger sums."""

    def play(self, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any, workers: int = 1, done: Any = None) -> Any:
        super().play(genes, rows, scenarios, seeds, games, workers, done)
        strength = genes.sum(axis=1)[rows]
        chance = strength[:, 0] / strength.sum(axis=1)
        luck = [np.random.default_rng(int(seed)).binomial(n, p) for seed, n, p in zip(seeds, games, chance, strict=True)]
        return np.stack([luck, games - np.array(luck)], axis=1).astype(float)


class Offers(Adder):
    """Every scenario has a chance of its own for the first individual, whichever seat it has; 0.6 on average."""

    def play(self, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any, workers: int = 1, done: Any = None) -> Any:
        chance = 0.3 + 0.6 * ((scenarios >> np.uint64(11)) / float(1 << 53))
        luck = np.random.default_rng(int(seeds[0]))
        won = luck.binomial(games, np.where(rows[:, 0] == 0, chance, 1 - chance))
        return np.stack([won, games - won], axis=1).astype(float)


def toy_task(method: str, seed: int = 1, published: bool = False, **given: Any) -> Task:
    """A training of the toy."""
    found = find_method(method)
    return Task(CASTLE, TOY, "adder", found, found.parameters(given, published), seed)
