"""Methods of evolution and their parameters: declared once, checked everywhere, with defaults of about a million games.

A method is named by a text like an agent: ``ag-weights``, ``ag-weights,scenarios=2,mutation=5/101``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cardlab.core.options import Option, choice, flag, real, resolve, whole
from cardlab.core.spec import Spec, look_up
from cardlab.errors import OptionError
from cardlab.learn.scoring import OWN_SCORES, SCORINGS

MAX_POPULATION = 100_000
MAX_GENERATIONS = 1_000_000
MAX_GAMES = 1_000_000
ODD_MUTATION = 5 / 101


@dataclass(frozen=True)
class Parameters:
    """All parameters of all methods. A method looks only at those it declares."""

    population: int = 50
    generations: int = 0
    scenarios: int = 1
    passes: int = 1
    games: int = 2
    rounds: int = 2
    tournament_size: int = 4
    tournament_games: int = 10
    mutation: float = 0.05
    elite: int = 0
    merge: float = 0.0
    merge_scores: float = 0.1
    kept: int = 5
    overwrite: bool = False
    first_wins: bool = False
    summed_scores: bool = False
    repeated_merge: bool = False
    each_scenario: bool = False
    running_points: bool = False
    crossover: float = 0.75
    weights: str = "random"
    fitness: str = OWN_SCORES
    rivals: str = "agents"
    seats: str = "last"


@dataclass(frozen=True)
class Method:
    """A way to find good vectors. `defaults` holds the parameters it has, with their defaults."""

    name: str
    about: str
    family: str
    defaults: Mapping[str, Any]

    @property
    def options(self) -> tuple[Option, ...]:
        """Its parameters as options."""
        declared = {**_DECLARED, **(_COUNTING_FIRST if self.counts_first else {})}
        return tuple(declared[name](default) for name, default in self.defaults.items())

    @property
    def evolves(self) -> bool:
        """Whether it has generations."""
        return "generations" in self.defaults

    @property
    def counts_first(self) -> bool:
        """Whether the first population is generation 1, not 0."""
        return self.family == "generational"

    @property
    def scores_first(self) -> bool:
        """Whether the first population is scored by games."""
        return self.family not in ("active", "all-genes")

    @property
    def quirks(self) -> dict[str, Any]:
        """What the program of its study did differently, as parameters."""
        if not set(QUIRKS) & set(self.defaults):
            return {}
        return {name: value for name, value in WITH_QUIRKS.items() if name in self.defaults}

    def steps(self, parameters: Parameters) -> int:
        """The first population and all generations after it."""
        return parameters.generations + (0 if self.counts_first else 1)

    def parameters(self, given: Mapping[str, Any], quirks: bool = False) -> Parameters:
        """Checked parameters; `quirks` starts from how the program of the study behaved."""
        start = self.quirks if quirks else {}
        found = Parameters(**resolve(f"method {self.name}", self.options, {**start, **given}))
        self._check(found)
        return found

    def chosen(self, parameters: Parameters) -> dict[str, Any]:
        """The parameters that this method looks at, as plain values."""
        return {name: value for name, value in asdict(parameters).items() if name in self.defaults}

    def _check(self, found: Parameters) -> None:
        if self.evolves and found.population % 2:
            raise OptionError(f"population={found.population}: couples have two children, so the number must be even")
        if "tournament_size" in self.defaults and found.tournament_size > found.population:
            raise OptionError(f"tournament_size={found.tournament_size} is more than the population of {found.population}")
        if self.family == "knock-out" and found.games % 2:
            raise OptionError(f"games={found.games}: both sit first equally often, so the number must be even")
        for name in ("kept", "elite"):
            if getattr(found, name) > found.population:
                raise OptionError(f"{name}={getattr(found, name)} is more than the population of {found.population}")


def _mutation(default: float) -> Option:
    values = "a number from 0 to 1, or a fraction such as 5/101"

    def read(value: Any) -> float:
        above, slash, below = str(value).partition("/")
        number = float(above) / float(below) if slash and float(below) else float(value)
        if isinstance(value, bool) or not 0 <= number <= 1:
            raise ValueError
        return number

    return Option("mutation", default, "chance of each gene of a child to become a new random number", values, read)


RIVALS = {
    "agents": "those that are named",
    "best_five_previous": "the best of the generation before",
    "first_five_current": "the first of the generation itself, children first",
}
"""Five at a table of six, as many as there are other seats at others. The first generation always plays against agents."""


def _told(choices: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}: {getattr(about, 'about', about)}" for name, about in choices.items())


_DECLARED: dict[str, Any] = {
    "population": lambda n: whole("population", n, 2, MAX_POPULATION, "individuals"),
    "generations": lambda n: whole("generations", n, 0, MAX_GENERATIONS, "generations after the first population"),
    "scenarios": lambda n: whole("scenarios", n, 1, 100_000, "training scenarios: all of them, or for each generation"),
    "passes": lambda n: whole("passes", n, 1, 1000, "how often the list of training scenarios is gone through"),
    "games": lambda n: whole("games", n, 1, MAX_GAMES, "games of a comparison on one scenario"),
    "rounds": lambda n: whole("rounds", n, 1, 1000, "rounds in which children are scored"),
    "tournament_size": lambda n: whole("tournament_size", n, 2, 1000, "individuals of which two become parents"),
    "tournament_games": lambda n: whole("tournament_games", n, 1, MAX_GAMES, "games of an ordered pair from each seat"),
    "mutation": _mutation,
    "elite": lambda n: whole("elite", n, 0, MAX_POPULATION, "best individuals that go on unchanged"),
    "merge": lambda x: real("merge", x, 0.0, 1.0, "share of the parent in a merged gene"),
    "merge_scores": lambda x: real("merge_scores", x, 0.0, 1.0, "share of the child in a merged score"),
    "kept": lambda n: whole("kept", n, 1, 1000, "best individuals that are the result"),
    "overwrite": lambda b: flag("overwrite", b, "children overwrite individuals that are still needed as parents"),
    "first_wins": lambda b: flag("first_wins", b, "the tournament for parents counts wins of the first seat only"),
    "summed_scores": lambda b: flag("summed_scores", b, "scores are summed over a generation's scenarios, not averaged"),
    "repeated_merge": lambda b: flag("repeated_merge", b, "a gene is merged once for each scenario in which it is active"),
    "each_scenario": lambda b: flag("each_scenario", b, "the tournament plays all its games on each of the scenarios"),
    "running_points": lambda b: flag("running_points", b, "points of all rounds so far decide who goes on, and the ranking"),
    "crossover": lambda x: real("crossover", x, 0.0, 1.0, "chance of a couple to have two children, instead of none"),
    "weights": lambda w: choice("weights", w, ("random", "average"), "what a child has of each parent: one number per couple"),
    "fitness": lambda w: choice("fitness", w, SCORINGS, "what places are worth: " + _told(SCORINGS)),
    "rivals": lambda w: choice("rivals", w, RIVALS, "who fills the other seats: " + _told(RIVALS)),
    "seats": lambda w: choice("seats", w, ("last", "every"), "where an individual sits: last of the list, or in each seat"),
}  # fmt: skip

_COUNTING_FIRST: dict[str, Any] = {
    "generations": lambda n: whole("generations", n, 1, MAX_GENERATIONS, "generations, the first population among them"),
    "games": lambda n: whole("games", n, 1, MAX_GAMES, "games of an individual in each generation, the same for all"),
    "tournament_size": lambda n: whole("tournament_size", n, 2, 1000, "different individuals of which the best is a parent"),
}
"""Parameters that mean something else where everybody is scored in each generation, the first population too."""

QUIRKS = ("overwrite", "first_wins", "summed_scores", "repeated_merge", "each_scenario", "running_points")
"""Parameters that repeat what the program of the study did differently from what was meant."""

WITH_QUIRKS: dict[str, Any] = {"mutation": ODD_MUTATION, **dict.fromkeys(QUIRKS, True)}

_CHOICE = {"scenarios": 100, "games": 2, "kept": 5}
_ACTIVE = {
    "population": 50, "generations": 100, "scenarios": 1, "passes": 1, "games": 40, "rounds": 2, "tournament_size": 4,
    "tournament_games": 10, "mutation": 0.05, "merge": 0.0, "merge_scores": 0.1, "kept": 5, "first_wins": False,
    "summed_scores": False, "repeated_merge": False, "each_scenario": False,
}  # fmt: skip
_ALL_GENES = {name: default for name, default in _ACTIVE.items() if name != "repeated_merge"}

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method("random", "the best of random individuals, all against all", "all-pairs", {"population": 71, **_CHOICE}),
        Method(
            "random-tournament", "the winner of a knock-out among random individuals", "knock-out",
            {"population": 5000, **_CHOICE, "running_points": False},
        ),
        Method(
            "evo-base", "a plain genetic algorithm, scored by all against all on a fixed set of scenarios", "evolution",
            {
                "population": 20, "generations": 12, **_CHOICE, "tournament_size": 4, "mutation": 0.05, "elite": 2,
                "overwrite": False,
            },
        ),
        Method("ag", "active genes: children give their genes that a fresh scenario tested", "active", _ACTIVE),
        Method(
            "ag-weights", "active genes: tested genes of children are mixed into those of parents", "active",
            {**_ACTIVE, "merge": 0.75},
        ),
        Method("ag-all", "as ag, but children give all their genes, tested or not", "all-genes", _ALL_GENES),
        Method(
            "generational", "everybody scored anew in each generation, by the same games against agents or the best before",
            "generational",
            {
                "population": 20, "generations": 200, "games": 100, "tournament_size": 2, "crossover": 0.75,
                "weights": "random", "mutation": 0.1, "fitness": "doubling", "rivals": "agents", "seats": "last", "kept": 5,
            },
        ),
    )
}  # fmt: skip


def find_method(name: str) -> Method:
    """The method of that name."""
    return look_up("method", name, METHODS)


def parse_method(text: str) -> tuple[Method, dict[str, str]]:
    """A method and the parameters written after its name."""
    told = Spec.parse(text, "method", noun="parameter")
    return find_method(told.head), dict(told.options)
