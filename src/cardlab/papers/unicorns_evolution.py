"""The evolved players of the study of Unstable Unicorns: tables 6.2 and 6.3, figure 5.1 and the final evolution.

The study calls that individual the best of a population which wins most of a thousand games. The highest of many noisy numbers
is too high, so two honest numbers stand beside it: that of the individual with the best fitness, and what the winner of all
does on fresh seeds. Only the last has an interval: the others were chosen by the games that they count, or are means over few
runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.errors import MissingExtra
from cardlab.papers.experiment import Call, Experiment, Finding, Outcome, Published
from cardlab.papers.unicorns_settings import (
    AUDITION,
    BREEDS,
    EVO_BEST,
    EVO_MCTS_RANDOM,
    EVO_MCTS_RULES,
    EVO_RANDOM,
    EVO_RULES,
    FINAL,
    FINAL_FIRST,
    OFFICIAL_RULES,
    RANDOM,
    RULES,
    SIZES,
    Breed,
    sized,
)

MEAN, BEST, FIRST, AGAIN = "mean of the best", "best individual", "mean of the best by fitness", "best individual, fresh seeds"
TEN, FITTEST = "mean of the ten best of the run", "best by fitness"
WHICH = (MEAN, BEST, FIRST, AGAIN)
OF_ONE_RUN = (TEN, BEST, FITTEST, AGAIN)
"""Of a single run there is no mean over runs: the study's number is read as the mean of several individuals."""
_PRINTED = {
    RANDOM: {
        EVO_RULES.name: (0.9373, 0.948), EVO_RANDOM.name: (0.9359, 0.947), EVO_BEST.name: (0.9323, 0.942),
        EVO_MCTS_RULES.name: (0.9287, 0.939), EVO_MCTS_RANDOM.name: (0.9233, 0.941), FINAL.name: (0.9505, 0.957),
    },
    RULES: {
        EVO_RULES.name: (0.4062, 0.428), EVO_BEST.name: (0.3884, 0.46), EVO_RANDOM.name: (0.3414, 0.368),
        EVO_MCTS_RULES.name: (0.3281, 0.352), EVO_MCTS_RANDOM.name: (0.3018, 0.38), FINAL.name: (0.453, 0.468),
    },
}  # fmt: skip
"""By opponent and evolution: the mean of the best of ten runs, and the best of all. Which reading of the best of the last
generation the study's program had is `evo_first_five`; its printed numbers stand beside the one that its text describes."""


@dataclass(frozen=True)
class JudgedCell:
    """How often two copies of an evolved individual win among four others."""

    breed: Breed
    opponent: str
    which: str
    published: Published | None = None

    @property
    def label(self) -> str:
        """Who against whom."""
        return f"{self.breed.name} against {self.opponent}: {self.which}"

    @property
    def game(self) -> str:
        """Under which rules."""
        return self.breed.game

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays."""
        return (self.breed.name,) * 2 + (self.opponent,) * 4

    def games(self, scale: str) -> int:
        """How many games every individual plays."""
        return AUDITION[scale]

    def play(self, call: Call) -> Finding:
        """Evolve, and play, what was not before."""
        from cardlab.learn.needs import require_numpy

        require_numpy("the study of Unstable Unicorns")
        from cardlab.papers.unicorns_bench import judged

        found = judged(self.breed, self.opponent, call)
        if self.which == AGAIN:
            return Finding(found.games, found.again / found.games, found.sure)
        if self.which == BEST:
            return Finding(found.games, max(found.best) / found.games, None)
        several = {MEAN: found.best, TEN: found.top}.get(self.which, found.first)
        return Finding(found.games * len(several), sum(several) / (found.games * len(several)), None)


def _cells(breed: Breed, opponent: str, whiches: Sequence[str] = WHICH) -> tuple[JudgedCell, ...]:
    printed = _PRINTED[opponent].get(breed.name, ())
    numbers = dict(zip(whiches, printed, strict=False))
    return tuple(
        JudgedCell(breed, opponent, which, Published(numbers[which], loose=True) if which in numbers else None)
        for which in whiches
    )


@dataclass(frozen=True)
class FitnessCell:
    """How near the best of the last generation came to winning all its games, as a mean over the runs."""

    breed: Breed
    published: None = None

    @property
    def label(self) -> str:
        """Which size."""
        return f"{self.breed.name}: best fitness at the end, of what is possible"

    @property
    def game(self) -> str:
        """Under which rules."""
        return self.breed.game

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays."""
        return (*(self.breed.opponent,) * 5, self.breed.name)

    def games(self, scale: str) -> int:
        """Games of one run."""
        size = self.breed.size(scale)
        return size.population * size.generations * size.games

    def play(self, call: Call) -> Finding:
        """Evolve what was not before."""
        from cardlab.learn.needs import require_numpy

        require_numpy("the study of Unstable Unicorns")
        from cardlab.learn.curves import curve_of
        from cardlab.papers.unicorns_bench import evolved, runs_of

        runs, size = evolved(self.breed, call), self.breed.size(call.scale)
        curve = curve_of(runs_of(self.breed, call), self.breed.name)
        return Finding(self.games(call.scale) * len(runs), curve.values[-1] / (size.games * 2.0**6), None)


def draw_sizes(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Figure 5.1: best fitness by evaluations, a line for each size of population."""
    from cardlab.learn.curves import curve_of, draw_curves
    from cardlab.papers.unicorns_bench import folder_of, runs_of

    curves = [curve_of(runs_of(breed, call), breed.name) for breed in map(sized, SIZES)]
    path = folder_of(call) / "figure5.1.svg"
    try:
        draw_curves(curves, path)
    except MissingExtra as missing:
        return [f"figure5.1: no picture was drawn; {missing}"]
    return [f"figure5.1: drawn to {path}"]


FIGURE_5_1 = Experiment(
    "figure5.1", "sizes of populations against five random players", "Many individuals for few generations, or few for many?",
    tuple(FitnessCell(sized(size)) for size in SIZES), draw_sizes,
)  # fmt: skip
TABLE_6_2 = Experiment(
    "table6.2", "evolved players, two among four random", "Whom should a player be evolved against?",
    tuple(cell for breed in BREEDS for cell in _cells(breed, RANDOM)),
)  # fmt: skip
TABLE_6_3 = Experiment(
    "table6.3", "evolved players, two among four rule-based", "Does evolution find better numbers than people do?",
    tuple(cell for breed in BREEDS for cell in _cells(breed, RULES)),
)  # fmt: skip
FINAL_EVOLUTION = Experiment(
    "final", "an evolution that begins with the best of all others", "How good do evolved numbers become?",
    tuple(cell for breed in (FINAL, FINAL_FIRST) for against in (RANDOM, RULES) for cell in _cells(breed, against, OF_ONE_RUN)),
)  # fmt: skip
OFFICIAL_EVOLUTION = Experiment(
    "official-evolution", "evolved under the official rules", "Does evolution help under the official rules too?",
    (*_cells(OFFICIAL_RULES, RANDOM), *_cells(OFFICIAL_RULES, RULES)),
)  # fmt: skip
EVOLUTIONS = (FIGURE_5_1, TABLE_6_2, TABLE_6_3, FINAL_EVOLUTION, OFFICIAL_EVOLUTION)
