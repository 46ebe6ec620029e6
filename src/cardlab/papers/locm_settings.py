"""The active-genes study, declared: under which rules, who is trained how, who sits at the table.

Nothing here plays; `papers.locm_bench` does. Everything is a plain value, so a result can be filed under what it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SMALL_BUDGET, PAPER_BUDGET = 200_000, 1_000_000
RUNS = {"random": 10, "greedy": 3}
"""Trainings of each method at the size of the study, by player."""


@dataclass(frozen=True)
class Setting:
    """Rules, the form of the two fixed baselines, and whether the methods behave as the published program did."""

    name: str
    title: str
    game: str
    contest1: str
    contest2: str
    published: bool

    def mended(self) -> Setting:
        """The same with the methods as meant."""
        return replace(self, published=False)


PUBLISHED = Setting(
    "", "the study's rules, baselines and methods as its program had them", "locm,rules=paper",
    "contest1_published", "contest2_published", True,
)  # fmt: skip
CORRECTED = Setting(
    "corrected", "the study's rules, with baselines and methods as meant", "locm,rules=paper", "contest1", "contest2", False
)
OFFICIAL = Setting("official", "the official rules, with baselines and methods as meant", "locm", "contest1", "contest2", False)
SETTINGS = (PUBLISHED, CORRECTED, OFFICIAL)


@dataclass(frozen=True)
class Recipe:
    """A training. `method` is written as in ``cardlab evolve``; at the small scale `small` is added to it."""

    setting: Setting
    player: str
    method: str
    small: str = ""
    small_budget: int = SMALL_BUDGET
    paper_budget: int = PAPER_BUDGET

    def text(self, scale: str) -> str:
        """The method with its parameters."""
        return self.method + (f",{self.small}" if self.small and scale == "small" else "")

    def budget(self, scale: str) -> int:
        """Games of a training."""
        return self.small_budget if scale == "small" else self.paper_budget

    def runs(self, scale: str) -> int:
        """How often it is trained."""
        return 1 if scale == "small" else RUNS[self.player]


@dataclass(frozen=True)
class Named:
    """A vector that the game knows by name."""

    name: str


@dataclass(frozen=True)
class Fresh:
    """A fresh random individual for each scenario."""

    name: str = "random individuals"


@dataclass(frozen=True)
class Stranger:
    """One fixed random individual."""

    number: int

    @property
    def name(self) -> str:
        """What it is called."""
        return f"random individual {self.number}"


@dataclass(frozen=True)
class Best:
    """The best five of trainings, from when a share of the budget was spent; `runs` 0: of all trainings."""

    recipe: Recipe
    share: float = 1.0
    runs: int = 1

    @property
    def name(self) -> str:
        """What they are called."""
        return self.recipe.method


@dataclass(frozen=True)
class Stretch:
    """The best five of every generation between two shares of the budget."""

    recipe: Recipe
    low: float = 0.0
    high: float = 1.0

    @property
    def name(self) -> str:
        """What they are called."""
        return f"generations from {100 * self.low:g}% to {100 * self.high:g}%"


Entry = Named | Fresh | Stranger | Best | Stretch


def opponents(setting: Setting) -> tuple[Entry, ...]:
    """The two baselines and three random individuals of the figures."""
    return (Named(setting.contest1), Named(setting.contest2), *(Stranger(number) for number in (1, 2, 3)))
