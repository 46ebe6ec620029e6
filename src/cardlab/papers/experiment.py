"""Experiments: what plays what, how often, and what was published about it.

An experiment is declared once. It can be run small, in minutes, or at the size of the study, and always prints the published
number beside ours. A cell is one match; its raw results are kept in a run file of their own, so an interrupted
reproduction goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.errors import RunError, UnknownName
from cardlab.lab.match import Match
from cardlab.lab.result import MatchResult
from cardlab.lab.run import Conditions, Progress, match_spec, run_match
from cardlab.lab.runfile import RunFile, default_path
from cardlab.lab.stats import Interval, wilson

SCALES = ("small", "paper")


@dataclass(frozen=True)
class Published:
    """A number that a study printed: a rate, and the number of games behind it if it said so."""

    rate: float
    games: int = 0
    note: str = ""

    @property
    def interval(self) -> Interval | None:
        """The 95% interval of that number."""
        return wilson(self.rate * self.games, self.games) if self.games else None


@dataclass(frozen=True)
class Cell:
    """One match of an experiment; the rate is that of the first agent."""

    label: str
    game: str
    agents: tuple[str, ...]
    small: int
    paper: int
    published: Published | None = None
    rotate: bool = True

    def games(self, scale: str) -> int:
        """How many games at a scale."""
        return self.small if scale == "small" else self.paper


@dataclass(frozen=True)
class Experiment:
    """A question and the matches that answer it."""

    id: str
    title: str
    question: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Outcome:
    """A cell that was played."""

    experiment: Experiment
    cell: Cell
    result: MatchResult

    @property
    def rate(self) -> float:
        """The first agent's score."""
        return self.result.roles[0].score

    @property
    def agrees(self) -> bool | None:
        """Whether the published number lies in our interval, or ours in the published one; None: nothing published."""
        published = self.cell.published
        if published is None:
            return None
        ours, theirs = self.result.roles[0].interval, published.interval
        inside = ours.low <= published.rate <= ours.high
        return inside or (theirs is not None and theirs.low <= self.rate <= theirs.high)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON and CSV."""
        role, published = self.result.roles[0], self.cell.published
        return {
            "experiment": self.experiment.id,
            "cell": self.cell.label,
            "game": self.cell.game,
            "agents": " ".join(self.cell.agents),
            "games": self.result.games,
            "rate": role.score,
            "low": role.interval.low,
            "high": role.interval.high,
            "published": published.rate if published else None,
            "published_games": published.games if published else None,
            "agrees": self.agrees,
            "guarded": guarded(self.result),
            "ms_per_decision": role.ms_per_decision,
            "seed": self.result.match.seed,
        }


def guarded(result: MatchResult) -> int:
    """Games that a limit or a repetition ended."""
    return sum(count for name, count in result.endings.items() if name in ("limit", "repetition"))


def chosen(experiments: Sequence[Experiment], ids: Sequence[str]) -> list[Experiment]:
    """The experiments of these names, or all of them."""
    table = {experiment.id.lower(): experiment for experiment in experiments}
    for name in ids:
        if name.lower() not in table:
            raise UnknownName("experiment", name, [experiment.id for experiment in experiments])
    return [table[name.lower()] for name in ids] if ids else list(experiments)


def run_experiments(
    experiments: Sequence[Experiment],
    scale: str = "small",
    *,
    seed: int = 0,
    games: int | None = None,
    workers: int | None = None,
    progress: Callable[[Experiment, Cell, Progress], None] | None = None,
    resume: bool = True,
    folder: Path | None = None,
) -> Iterator[Outcome]:
    """Play all cells, one after another. `games` overrides the number of games of every cell."""
    if scale not in SCALES:
        raise RunError(f"a scale is one of {', '.join(SCALES)}, not {scale!r}")
    for experiment in experiments:
        for cell in experiment.cells:
            yield _run_cell(experiment, cell, games or cell.games(scale), seed, workers, progress, resume, folder)


def _run_cell(
    experiment: Experiment,
    cell: Cell,
    games: int,
    seed: int,
    workers: int | None,
    progress: Callable[[Experiment, Cell, Progress], None] | None,
    resume: bool,
    folder: Path | None,
) -> Outcome:
    match = Match.of(cell.game, cell.agents, games=games, seed=seed, rotate=cell.rotate)
    spec = match_spec(match)
    path = default_path(spec)
    if folder is not None:
        path = folder / path.name
    file = RunFile(path, spec, resume, required=folder is not None)
    tell = None if progress is None else lambda news: progress(experiment, cell, news)
    result = run_match(match, Conditions(workers=workers, progress=tell, file=file))
    return Outcome(experiment, cell, result)
