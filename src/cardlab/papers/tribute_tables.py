"""Cross tables of the study of Scripts of Tribute: everybody against everybody, ours beside what was printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from cardlab.papers.experiment import Call, Cell, Outcome, Published


@dataclass(frozen=True)
class Cross:
    """Players by the names that were printed, and printed rates in percent of the first against the second."""

    players: tuple[tuple[str, str], ...]
    printed: Mapping[tuple[str, str], float]
    games: int
    ranking: bool = False

    def conclude(self, outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
        """The table, ours before the printed number; and the players in order, if a ranking was printed."""
        ours = {}
        for (one, other), outcome in zip(self.pairs(), outcomes, strict=True):
            ours[one, other] = 100 * outcome.finding.rate
            ours[other, one] = 100 - ours[one, other]
        theirs = {**self.printed, **{(b, a): 100 - rate for (a, b), rate in self.printed.items()}}
        names = [name for name, _ in self.players]
        wide = max(len(name) for name in names)
        lines = ["ours (printed), row against column", " " * wide + "".join(f"{name:>16}" for name in names)]
        for row in names:
            cells = [f"{ours[row, name]:.1f} ({theirs[row, name]:.1f})" if name != row else "–" for name in names]
            lines.append(f"{row:{wide}}" + "".join(f"{cell:>16}" for cell in cells))
        return lines + (self._ranks(names, ours, theirs) if self.ranking else [])

    def pairs(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        return list(combinations([name for name, _ in self.players], 2))

    def _ranks(
        self, names: Sequence[str], ours: Mapping[tuple[str, str], float], theirs: Mapping[tuple[str, str], float]
    ) -> list[str]:
        def mean(rates: Mapping[tuple[str, str], float], name: str) -> float:
            return sum(rates[name, other] for other in names if other != name) / (len(names) - 1)

        order = sorted(names, key=lambda name: -mean(ours, name))
        lines = [
            f"{at}. {name}: {mean(ours, name):.1f}% (printed: {mean(theirs, name):.1f}%)" for at, name in enumerate(order, 1)
        ]
        return ["ranking by mean rate among these", *lines]


def cross_cells(cross: Cross, game: str, small: int, paper: int) -> tuple[Cell, ...]:
    """A match for each pair."""
    texts = dict(cross.players)
    return tuple(
        Cell(
            f"{one} against {other}", game, (texts[one], texts[other]), small, paper,
            Published(cross.printed[one, other] / 100, cross.games),
        )
        for one, other in cross.pairs()
    )  # fmt: skip
