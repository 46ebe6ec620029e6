"""Carrying out a training: comparisons are work for the engine, and a checkpoint keeps what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardlab.core.vectorfile import Individual, write_vector
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, ProgressTeller, Sink, Staff
from cardlab.learn.breeding import Population
from cardlab.learn.checkpoint import Checkpoint, CheckpointShape, Milestone
from cardlab.learn.choosing import started_with_best
from cardlab.learn.contest import Comparer, Contest, GameCounter
from cardlab.learn.course import Playing
from cardlab.learn.jobs import Floats, Jobs
from cardlab.learn.methods import new_course
from cardlab.learn.points import Points, PointsLedger
from cardlab.learn.task import Task


@dataclass(frozen=True)
class Evolved:
    """What a training found: the best individuals of every step. `complete` False: it was interrupted."""

    task: Task
    history: tuple[Milestone, ...]
    complete: bool = True
    population: Population | None = None
    """The last population, if it is known."""

    @property
    def games(self) -> int:
        """Games of the finished steps."""
        return self.history[-1].games if self.history else 0

    @property
    def best(self) -> list[Individual]:
        """The best individuals at the end."""
        if not self.history:
            return []
        last = self.history[-1]
        pairs = zip(last.genes.tolist(), last.scores.tolist(), strict=True)
        return [Individual(tuple(genes), score) for genes, score in pairs]

    def about(self) -> dict[str, Any]:
        """How it was found, as plain values."""
        task = self.task
        return {
            "player": task.player,
            "method": task.method.name,
            "parameters": task.method.chosen(task.parameters),
            "seed": task.seed,
            **({"start": len(task.start)} if task.start else {}),
            **({"opponents": list(task.opponents)} if task.opponents else {}),
            "games": self.games,
            "history": [{"step": m.step, "games": m.games, "score": float(m.scores[0])} for m in self.history],
        }

    @property
    def everybody(self) -> list[Individual]:
        """All individuals of the last population, best first; if it is not known, the best of it."""
        if self.population is None:
            return self.best
        genes, scores = self.population.best(self.population.size)
        return [Individual(tuple(row), score) for row, score in zip(genes.tolist(), scores.tolist(), strict=True)]

    def save(self, path: str | Path) -> None:
        """Write the best individuals to a file that agents can read."""
        write_vector(path, self.task.game, self.task.kind, self.best, self.about())


def train(
    game: Any,
    method: str = "ag-weights",
    *,
    kind: str | None = None,
    player: str | None = None,
    budget: int | None = None,
    quirks: bool = False,
    seed: int = 0,
    workers: int = 1,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    start: Sequence[str | Path] = (),
    start_best: int | None = None,
    opponents: Sequence[str] = (),
    **parameters: Any,
) -> Evolved:
    """Evolve a vector for a game's policy.

    `player` may be any agent, `start` names files or folders with vectors to begin with, or with the `start_best` of them,
    `opponents` agents to play against instead of each other. The same task gives the same result with any number of workers, in
    one go or resumed from its checkpoint.
    """
    task = Task.of(
        game,
        method,
        kind=kind,
        player=player,
        budget=budget,
        quirks=quirks,
        seed=seed,
        start=() if start_best else start,
        opponents=opponents,
        **parameters,
    )
    if start_best:
        task = started_with_best(task, start, start_best, Conditions(workers))
    return run_training(task, Conditions(workers), Path(checkpoint) if checkpoint else None, resume)


def run_training(
    task: Task,
    conditions: Conditions,
    checkpoint: Path | None = None,
    resume: bool = False,
    arena: Comparer | None = None,
) -> Evolved:
    """Carry out a task under these conditions. Ctrl-C raises `Interrupted` with the finished steps."""
    with (
        Interruption() as interruption,
        Staff(conditions.crew_size(), interruption.new_stop, notice=conditions.notice) as staff,
    ):
        return _Run(task, staff, ProgressTeller(conditions.progress), _opened(task, checkpoint, resume), arena).run()


def _opened(task: Task, path: Path | None, resume: bool) -> Checkpoint:
    p = task.parameters
    return Checkpoint(path, task.spec(), CheckpointShape(task.kind.size, p.population, p.kept, task.game.players), resume)


class _Run:
    """A training while it runs."""

    def __init__(
        self, task: Task, staff: Staff, teller: ProgressTeller, checkpoint: Checkpoint, arena: Comparer | None
    ) -> None:
        self.task, self.staff, self.teller, self.checkpoint = task, staff, teller, checkpoint
        self.arena = arena or Contest(task.game, task.kind, task.player, task.opponents, task.scoring)
        self.state = checkpoint.state
        self.course = new_course(
            task.method, task.parameters, task.kind, task.seed, task.game.players, task.start, len(task.opponents)
        )
        if self.state.population is not None:
            self.course.population = self.state.population
        self._games = self._shown = 0

    def run(self) -> Evolved:
        """Play all steps that are not finished."""
        began_at = self.state.finished
        while self.state.finished < self.task.steps:
            if not self._play_step(self.course.step(self.state.finished)):
                self.checkpoint.save()
                raise Interrupted(self._result(complete=False))
            self._finish_step()
            self.checkpoint.save_now_and_then()
        if self.state.finished > began_at:
            self.checkpoint.save()
        return self._result(complete=True)

    def _play_step(self, step: Playing) -> bool:
        """Play a step to its end; points that are already known are not played for again. False: asked to stop."""
        plays, number = self.state.plays, 0
        points: Floats | None = None
        self._games = self.state.games
        while True:
            try:
                genes, jobs = next(step) if points is None else step.send(points)
            except StopIteration:
                return True
            if number == len(plays):
                plays.append(np.zeros((0, self.task.game.players)))
            if len(plays[number]) > jobs.size:
                raise RunError(f"{self.checkpoint.path}: is damaged. Start again without --resume")
            if not self._play(genes, jobs, number):
                return False
            points = plays[number]
            self._games += jobs.total
            number += 1

    def _play(self, genes: Floats, jobs: Jobs, number: int) -> bool:
        """Play the jobs whose points are not known; those that follow each other from the first on are kept as they come."""
        plays, known = self.state.plays, self.state.plays[number]
        ledger = PointsLedger(jobs.size, jobs.rows.shape[1], known)
        self._shown = self._games + int(jobs.games[: len(known)].sum())
        sinks: list[Sink[Points]] = [ledger, _KeptPlay(ledger, plays, number), self.checkpoint, GameCounter(self._count)]
        self.staff.run(self.arena.work(genes, jobs), [(len(known), jobs.size)], sinks)
        return ledger.complete

    def _finish_step(self) -> None:
        state, population = self.state, self.course.population
        state.games = self._games
        best, scores = population.best(self.task.parameters.kept)
        state.history.append(Milestone(state.finished, state.games, best, scores, population.spread))
        state.population, state.plays = population, []
        state.finished += 1
        self._shown = state.games
        self.teller.at_once(self._progress)

    def _count(self, more: int) -> None:
        """More games were played."""
        self._shown += more
        self.teller.now_and_then(self._progress)

    def _progress(self) -> Progress:
        """Games, and the best score by now, in percent of the points."""
        task, history = self.task, self.state.history
        label = f"generation {task.generation(max(0, self.state.finished - 1))} of {task.generation(task.steps - 1)}, best"
        points, known = ((float(history[-1].scores[0]) / task.full_score,), 1) if history else ((0.0,), 0)
        return Progress(self._shown, self.task.cost, points, known, (label,))

    def _result(self, complete: bool) -> Evolved:
        state, steps = self.state, self.task.steps
        latest = state.population if state.finished <= steps else None  # a longer training was resumed as a shorter one
        return Evolved(self.task, tuple(state.history[:steps]), complete, latest)


class _KeptPlay:
    """Puts the points of a comparison where a checkpoint looks for them: those of the first jobs, without gaps."""

    def __init__(self, ledger: PointsLedger, plays: list[Floats], number: int) -> None:
        self._ledger, self._plays, self._number = ledger, plays, number

    def take(self, points: Points) -> None:
        """More points are in the ledger."""
        self._plays[self._number] = self._ledger.scores[: self._ledger.prefix]
