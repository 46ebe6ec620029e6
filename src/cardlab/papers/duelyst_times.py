"""What a simulation of Duelyst is made of: the time of a copy, of an action, and of an evaluation; and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.lab.speed.measuring import Exercise, judged_states, measure, random_decisions, search_iterations, state_copies
from cardlab.papers.duelyst_cell import PROFILES, mirror
from cardlab.papers.experiment import Call, Experiment, Finding, Outcome, Published
from cardlab.registry import game

PARTS = ("copy", "action", "evaluation")
SEARCHES = {"random rollouts": "turn-mcts:300,c=10,tree=no", "greedy rollouts": "turn-mcts:300,c=10,policy=hillclimb"}
"""Searches whose simulations are counted, by how they play a turn out."""


@dataclass(frozen=True)
class TimesCell:
    """The times of the three parts in one profile. Its rate is the share of the copy."""

    profile: str
    published: Published | None = None
    agents: tuple[str, ...] = ("random",)

    @property
    def label(self) -> str:
        """The profile, and what the rate is."""
        return f"{self.profile}, share of the copy in a step"

    @property
    def game(self) -> str:
        """The Lyonar mirror."""
        return mirror(self.profile)

    def games(self, scale: str) -> int:
        """Games that are played for the time of an action."""
        return 100 if scale == "small" else 2000

    def play(self, call: Call) -> Finding:
        """Measure, in turns."""
        rules, games = game(self.game), call.games or self.games(call.scale)
        tasks: list[Exercise] = [
            state_copies(rules, 2000 * games), random_decisions(rules, games),
            judged_states(rules, rules.evaluator("e1"), 500 * games),
            *(search_iterations(rules, search) for search in SEARCHES.values()),
        ]  # fmt: skip
        speeds = [speed.per_second for speed in measure(tasks, 3)]
        spent = [1e9 / speed for speed in speeds[: len(PARTS)]]
        more = dict(zip((*PARTS, *SEARCHES), [*spent, *speeds[len(PARTS) :]], strict=True))
        return Finding(games, spent[0] / sum(spent), None, more=more)


def part_lines(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Nanoseconds of each part, and simulations in a second."""
    lines = []
    for profile, more in ((o.cell.label.partition(",")[0], o.finding.more) for o in outcomes):
        lines.append(f"{profile}: " + ", ".join(f"{part} {more[part] or 0:.0f} ns" for part in PARTS))
        counts = ", ".join(f"{more[search] or 0:,.0f} with {search}" for search in SEARCHES)
        lines.append(f"{profile}: simulations of tree search in a second: {counts}")
    return lines


TIMES = Experiment(
    "times", "the parts of a simulation", "Does copying still cost most? The study's copies took 35 ms.",
    tuple(TimesCell(profile) for profile in PROFILES), part_lines,
)  # fmt: skip
