"""A training under way.

The steps of a `Course` are generators that yield what is to be played (genes and jobs), are sent the points, and leave a new
population behind. Step 0 makes the first population, each further step is a generation. All chance of a step comes from the
seed and the number of the step, so a step can be repeated exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from typing import TypeVar

import numpy as np

from cardlab.core.vectors import VectorKind
from cardlab.learn import comparing
from cardlab.learn.breeding import Chances, Population, breed, random_genes
from cardlab.learn.jobs import Floats, Ints, Jobs, Words, scenario_seeds, stream
from cardlab.learn.parameters import Method, Parameters

Playing = Generator[tuple[Floats, Jobs], Floats, None]
Found = TypeVar("Found")
Genes = Sequence[Sequence[float]]


class Course(ABC):
    """A training under way. `population` is what the latest finished step left behind."""

    def __init__(
        self,
        method: Method,
        parameters: Parameters,
        kind: VectorKind,
        seed: int,
        players: int = 2,
        start: Genes = (),
        guests: int = 0,
    ) -> None:
        self.method, self.parameters, self.kind, self.seed = method, parameters, kind, seed
        self.players, self.start, self.guests = players, start, guests
        self.population = Population.sorted(np.zeros((0, kind.size)), np.zeros(0))

    def step(self, number: int) -> Playing:
        """What happens in a step."""
        luck, chance = stream(self.seed, "luck", number), stream(self.seed, "chance", number)
        return self.begin(luck, chance) if number == 0 else self.evolve(number, luck, chance)

    @abstractmethod
    def begin(self, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Make the first population."""

    def evolve(self, number: int, luck: np.random.Generator, chance: np.random.Generator) -> Playing:
        """Make the next population. A method without generations keeps the one it has."""
        yield from ()

    def random_population(self, chance: np.random.Generator) -> Floats:
        """Random individuals, as many as a population has."""
        return random_genes(self.parameters.population, self.kind.size, self.kind.low, self.kind.high, chance)

    def first_population(self, chance: np.random.Generator) -> Floats:
        """The individuals that were given, and random ones after them."""
        genes = self.random_population(chance)
        if self.start:
            genes[: len(self.start)] = np.array(self.start)
        return genes

    def scoring(self, individuals: int, luck: np.random.Generator) -> comparing.Asking:
        """All against all, or all against the guests."""
        scenarios, games = self.training_set(), self.parameters.games
        if self.guests:
            return comparing.against_guests(individuals, scenarios, games, luck, self.players, self.guests)
        return comparing.all_pairs(individuals, scenarios, games, luck, self.players)

    def children(self, parents: list[Floats], couples: Ints, places: list[Floats], chance: np.random.Generator) -> None:
        """Breed into these places."""
        kind, p = self.kind, self.parameters
        breed(parents, couples, places, Chances.draw(p.population, kind.size, p.mutation, kind.low, kind.high, chance))

    def training_set(self) -> Words:
        """The scenarios of a method that uses the same ones all the time."""
        return scenario_seeds(self.seed, "scenario", range(self.parameters.scenarios))


def played(genes: Floats, asking: Generator[Jobs, Floats, Found]) -> Generator[tuple[Floats, Jobs], Floats, Found]:
    """A comparison among these individuals."""
    points: Floats | None = None
    while True:
        try:
            jobs = next(asking) if points is None else asking.send(points)
        except StopIteration as end:
            found: Found = end.value
            return found
        points = yield genes, jobs
