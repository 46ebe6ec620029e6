"""Carrying out a training: games in pieces, checkpoints, interruption, progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from cardlab.agents.agent import Stop
from cardlab.core.vectorfile import Individual, write_vector
from cardlab.errors import RunError
from cardlab.learn import checkpoint
from cardlab.learn.checkpoint import Milestone, State
from cardlab.learn.contest import Contest
from cardlab.learn.jobs import Floats, Ints, Jobs, Words
from cardlab.learn.methods import Playing, new_course
from cardlab.learn.players import is_quick
from cardlab.learn.task import Task

PIECE_SECONDS = 1.0
CHECKPOINT_SECONDS = 5.0
FIRST_PIECE = 1000
SLOW_PIECE = 8
"""Games of each worker in the first piece with an agent as the player: what is interrupted is lost, and may have taken long."""


class Arena(Protocol):
    """Plays jobs, such as `cardlab.learn.contest.Contest`."""

    def play(
        self,
        genes: Floats,
        rows: Ints,
        scenarios: Words,
        seeds: Words,
        games: Ints,
        workers: int = 1,
        done: Callable[[int], object] | None = None,
    ) -> Any:
        """The points of each job's seats, summed over its games; `done` is told how many more games were played."""


@dataclass(frozen=True)
class News:
    """How far a training is."""

    games: int
    total: int
    step: int
    steps: int
    best: float | None


@dataclass(frozen=True)
class Conditions:
    """How a training is carried out. Nothing here changes its result."""

    workers: int = 1
    checkpoint: Path | None = None
    resume: bool = False
    stop: Any = None
    progress: Callable[[News], None] | None = None


@dataclass(frozen=True)
class Trained:
    """What a training found: the best individuals of every step. `complete` False: it was interrupted."""

    task: Task
    history: tuple[Milestone, ...]
    complete: bool = True

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

    def save(self, path: str | Path) -> None:
        """Write the best individuals to a file that agents can read."""
        write_vector(path, self.task.game, self.task.kind, self.best, self.about())


class Stopped(KeyboardInterrupt):
    """A training that was asked to stop. `result` holds its finished steps."""

    def __init__(self, result: Trained) -> None:
        super().__init__("stopped")
        self.result = result


def train(
    game: Any,
    method: str = "ag-weights",
    *,
    kind: str | None = None,
    player: str | None = None,
    budget: int | None = None,
    published: bool = False,
    seed: int = 0,
    workers: int = 1,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    start: Sequence[str | Path] = (),
    opponents: Sequence[str] = (),
    **parameters: Any,
) -> Trained:
    """Evolve a vector for a game's policy.

    `player` may be any agent, `start` names files with vectors to begin with, `opponents` agents to play against instead of
    each other. The same task gives the same result with any number of workers, in one go or resumed from its checkpoint.
    """
    task = Task.of(
        game,
        method,
        kind=kind,
        player=player,
        budget=budget,
        published=published,
        seed=seed,
        start=start,
        opponents=opponents,
        **parameters,
    )
    return run_training(task, Conditions(workers, Path(checkpoint) if checkpoint else None, resume))


def run_training(task: Task, conditions: Conditions, arena: Arena | None = None) -> Trained:
    """Carry out a task; raises Stopped if it is asked to stop on the way."""
    stop = conditions.stop if conditions.stop is not None else Stop()
    return _Run(task, conditions, stop, arena or Contest(task.game, task.kind, task.player, stop, task.opponents)).run()


class _Run:
    """A training while it runs."""

    def __init__(self, task: Task, conditions: Conditions, stop: Any, arena: Arena) -> None:
        self.task, self.conditions, self.stop, self.arena = task, conditions, stop, arena
        self.spec = task.spec()
        self.state = State()
        self.course = new_course(
            task.method, task.parameters, task.kind, task.seed, task.game.players, task.start, len(task.opponents)
        )
        self._games = self._shown = 0
        self._least = (
            FIRST_PIECE if is_quick(task.kind, task.player) and not task.opponents else SLOW_PIECE * conditions.workers
        )
        self._piece, self._saved = self._least, time.monotonic()
        self._replaces = False
        self._open(conditions.checkpoint)

    def _open(self, path: Path | None) -> None:
        if path is None or not path.exists():
            return
        if not self.conditions.resume:
            checkpoint.check_replaceable(path)
            self._replaces = True
            return
        p = self.task.parameters
        shape = checkpoint.Shape(self.task.kind.size, p.population, p.kept, self.task.game.players)
        self.state = checkpoint.load(path, self.spec, shape)
        if self.state.population is not None:
            self.course.population = self.state.population

    def run(self) -> Trained:
        """Play all steps that are not finished."""
        began_at = self.state.finished
        while self.state.finished < self.task.steps:
            if not self._play_step(self.course.step(self.state.finished)):
                self._save(force=True)
                raise Stopped(self._result(complete=False))
            self._finish_step()
            self._save(force=False)
        if self.state.finished > began_at:
            self._save(force=True)
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
            while len(plays[number]) < jobs.size:
                if not self._play_piece(genes, jobs, number):
                    return False
            points = plays[number]
            if len(points) != jobs.size:
                raise RunError(f"{self.conditions.checkpoint}: is damaged. Start again without --resume")
            self._games += jobs.total
            number += 1

    def _play_piece(self, genes: Floats, jobs: Jobs, number: int) -> bool:
        """Play the next jobs, about a second's worth; what is not whole when a stop is asked for is dropped."""
        if self.stop.asked:
            return False
        known = self.state.plays[number]
        count = max(1, int(np.searchsorted(np.cumsum(jobs.games[len(known) :]), self._piece, side="right")))
        piece = jobs.part(len(known), len(known) + count)
        start = time.monotonic()
        self._shown = self._games + int(jobs.games[: len(known)].sum())
        points = self.arena.play(genes, *piece, workers=self.conditions.workers, done=self._count)
        if self.stop.asked:
            return False
        self.state.plays[number] = np.concatenate([known, np.asarray(points, dtype=np.float64)])
        pace = piece.total / max(1e-3, time.monotonic() - start)
        self._piece = max(self._least, int(PIECE_SECONDS * pace))
        self._save(force=False)
        return True

    def _finish_step(self) -> None:
        state, population = self.state, self.course.population
        state.games = self._games
        state.history.append(Milestone(state.finished, state.games, *population.best(self.task.parameters.kept)))
        state.population, state.plays = population, []
        state.finished += 1
        self._shown = state.games
        self._count(0)

    def _count(self, more: int) -> None:
        """Tell that more games were played."""
        self._shown += more
        if self.conditions.progress is not None:
            best = float(self.state.history[-1].scores[0]) if self.state.history else None
            self.conditions.progress(News(self._shown, self.task.cost, self.state.finished, self.task.steps, best))

    def _save(self, force: bool) -> None:
        path = self.conditions.checkpoint
        if path is None or not (force or time.monotonic() - self._saved > CHECKPOINT_SECONDS):
            return
        if self._replaces:
            checkpoint.set_aside(path)
            self._replaces = False
        checkpoint.save(path, self.spec, self.state)
        self._saved = time.monotonic()

    def _result(self, complete: bool) -> Trained:
        return Trained(self.task, tuple(self.state.history[: self.task.steps]), complete)
