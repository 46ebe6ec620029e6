"""Experiments: what plays what, how often, and what was published about it.

An experiment is declared once. It can be run small, in minutes, or at the size of the study, and always prints the published
number beside ours. A cell is one number of it, mostly a match; its raw results are kept in a file of their own, so an
interrupted reproduction goes on where it stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from cardlab.core.intervals import FEWEST_CLUSTERS, Interval, wilson
from cardlab.errors import RunError, UnknownName
from cardlab.lab.engine import Conditions, Progress
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.lab.matches.playing import Keeping, match_spec, run_match
from cardlab.lab.storage.runfile import RunFile, default_path

SCALES = ("small", "paper")


@dataclass(frozen=True)
class Published:
    """A number that a study printed: a rate, and the number of games behind it if it said so.

    A `loose` number also depends on the luck of a training, so that the intervals of games do not tell whether ours agrees.
    """

    rate: float
    games: int = 0
    note: str = ""
    loose: bool = False

    @property
    def interval(self) -> Interval | None:
        """The 95% interval of that number, if its games are known and enough; that they share nothing has to be believed."""
        return wilson(self.rate * self.games, self.games) if self.games >= FEWEST_CLUSTERS else None


@dataclass(frozen=True)
class Call:
    """How cells are played. `games` overrides the number of games of every cell."""

    scale: str = "small"
    seed: int = 0
    games: int | None = None
    workers: int | None = None
    resume: bool = True
    folder: Path | None = None
    progress: Callable[[Progress], None] | None = None


class AnyCell(Protocol):
    """A number that an experiment finds out, such as a `Cell`."""

    @property
    def label(self) -> str:
        """What it is, in a few words."""

    @property
    def game(self) -> str:
        """The game with its options."""

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays."""

    @property
    def published(self) -> Published | None:
        """What was printed about it."""

    def games(self, scale: str) -> int:
        """How many games at a scale."""

    def play(self, call: Call) -> Finding:
        """Find it out."""


@dataclass(frozen=True)
class Finding:
    """What a cell found out; the rate is that of the first agent.

    `agents` are those that played, if they are not the same at every scale; `more` are further numbers for the conclusion.
    `interval` is None if there were too few deals, scenarios or games for one.
    """

    games: int
    rate: float
    interval: Interval | None
    guarded: int = 0
    ms_per_decision: float | None = None
    agents: tuple[str, ...] = ()
    more: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def bounds(self) -> Interval:
        """The interval for a picture, which leaves out what is not a number."""
        return self.interval or Interval(math.nan, math.nan)


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

    def play(self, call: Call) -> Finding:
        """Play the match, or what is left of it."""
        games = call.games or self.games(call.scale)
        return play_cell(Match.of(self.game, self.agents, games=games, seed=call.seed, rotate=self.rotate), call)


@dataclass(frozen=True)
class Cost:
    """Processor seconds that an experiment took on one core of an ordinary machine, at each scale: to plan with, no promise."""

    small: float
    paper: float


@dataclass(frozen=True)
class Experiment:
    """A question and the cells that answer it. `conclude` makes tables or pictures of them and says where they are."""

    id: str
    title: str
    question: str
    cells: tuple[AnyCell, ...]
    conclude: Callable[[Sequence[Outcome], Call], Sequence[str]] | None = None
    cost: Cost | None = None

    def seconds(self, call: Call) -> float | None:
        """About how long it takes with so many workers; None if nobody measured it."""
        if self.cost is None:
            return None
        whole = self.cost.small if call.scale == "small" else self.cost.paper
        if call.games is not None:
            whole *= call.games * len(self.cells) / max(1, sum(cell.games(call.scale) for cell in self.cells))
        return whole / Conditions(call.workers).crew_size()


@dataclass(frozen=True)
class Outcome:
    """A cell that was played."""

    experiment: Experiment
    cell: AnyCell
    finding: Finding
    seed: int = 0

    @property
    def agrees(self) -> bool | None:
        """Whether the published number lies in our interval, or ours in the published one; None: there is none to compare."""
        published, ours = self.cell.published, self.finding.interval
        if published is None or published.loose:
            return None
        theirs = published.interval
        if ours is None and theirs is None:
            return None
        inside = ours is not None and ours.low <= published.rate <= ours.high
        return inside or (theirs is not None and theirs.low <= self.finding.rate <= theirs.high)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON and CSV."""
        finding, published = self.finding, self.cell.published
        return {
            "experiment": self.experiment.id,
            "cell": self.cell.label,
            "game": self.cell.game,
            "agents": " ".join(finding.agents or self.cell.agents),
            "games": finding.games,
            "rate": finding.rate,
            "low": finding.interval.low if finding.interval else None,
            "high": finding.interval.high if finding.interval else None,
            "published": published.rate if published else None,
            "published_games": published.games if published else None,
            "agrees": self.agrees,
            "guarded": finding.guarded,
            "ms_per_decision": finding.ms_per_decision,
            "seed": self.seed,
        }


def run_kept(match: Match, call: Call, named: Sequence[str] = ()) -> MatchResult:
    """Play a match, or what is left of it; `named` are the names of its agents in its file, if those are not their texts."""
    spec = {**match_spec(match), **({"agents": list(named)} if named else {})}
    path = default_path(spec) if call.folder is None else call.folder / default_path(spec).name
    file = RunFile(path, spec, call.resume, required=call.folder is not None, replace=not call.resume)
    return run_match(match, Conditions(call.workers, call.progress), Keeping(file))


def play_cell(match: Match, call: Call, named: Sequence[str] = ()) -> Finding:
    """What the first agent of a match scored."""
    result = run_kept(match, call, named)
    role = result.roles[0]
    more = {"wins": float(role.wins), "draws": float(role.draws), "losses": float(role.losses)}
    return Finding(result.games, role.score, result.interval(0), guarded(result), role.ms_per_decision, tuple(named), more)


def guarded(result: MatchResult) -> int:
    """Games that a limit or a repetition ended."""
    return sum(count for name, count in result.endings.items() if name in ("limit", "repetition"))


def check_scale(scale: str) -> None:
    """Raise for a scale that does not exist."""
    if scale not in SCALES:
        raise RunError(f"a scale is one of {', '.join(SCALES)}, not {scale!r}")


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
    progress: Callable[[Progress], None] | None = None,
    resume: bool = True,
    folder: Path | None = None,
    told: Callable[[str], object] | None = None,
) -> Iterator[Outcome]:
    """Play all cells, one after another. `games` overrides the number of games of every cell; `told` hears of files written."""
    check_scale(scale)
    call = Call(scale, seed, games, workers, resume, folder, progress)
    for experiment in experiments:
        outcomes = []
        for cell in experiment.cells:
            outcomes.append(Outcome(experiment, cell, cell.play(call), seed))
            yield outcomes[-1]
        for line in experiment.conclude(outcomes, call) if experiment.conclude is not None else ():
            if told is not None:
                told(line)
