"""Where the active-genes study is carried out: trainings and games, with progress, interruption and files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from cardlab.core.rng import derive
from cardlab.core.vectorfile import find_kind
from cardlab.core.vectors import VectorKind
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, Staff
from cardlab.lab.storage.runfile import home
from cardlab.learn.breeding import random_genes
from cardlab.learn.checkpoint import Milestone
from cardlab.learn.contest import Contest
from cardlab.learn.evolution import Evolved, run_training
from cardlab.learn.jobs import scenario_seeds, stream
from cardlab.learn.task import Task
from cardlab.learn.trials import Contestant, VectorTrial, compare, rate_interval
from cardlab.papers.experiment import Call
from cardlab.papers.locm_cell import Counted, VectorCell
from cardlab.papers.locm_settings import Best, Entry, Fresh, Named, Recipe, Stranger, Stretch
from cardlab.registry import game as find_game

DRAFT = "draft"


def folder_of(call: Call) -> Path:
    """Where the study keeps its files."""
    return call.folder if call.folder is not None else home() / "studies" / "locm"


class Bench:
    """Plays cells under the conditions of a call."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.conditions = Conditions(call.workers)

    def play(self, cell: VectorCell) -> Counted:
        """What the cell's side scored."""
        game = find_game(cell.game)
        kind = find_kind(game, DRAFT)
        trial = self._trial(cell)
        side = self.side(cell.side, cell, kind, trial)
        pairs = [(side, self.side(other, cell, kind, trial)) for other in cell.others]
        with Interruption() as interruption, Staff(self.conditions.crew_size(), interruption.new_stop) as staff:
            tell = self._counter(trial.games * len(pairs), cell.label)
            scores = list(compare(Contest(game, kind, cell.player), pairs, trial, staff, tell))
        if len(scores) < len(pairs):
            raise Interrupted(None)
        points, games = sum(score.points for score in scores), sum(score.games for score in scores)
        return Counted(points, games, rate_interval(scores))

    def side(self, entry: Entry, cell: VectorCell, kind: VectorKind, trial: VectorTrial) -> Contestant:
        """Those who sit at the table."""
        if isinstance(entry, Named):
            return Contestant.of(entry.name, [find_game(cell.game).named_vector(DRAFT, entry.name)])
        if isinstance(entry, Fresh):
            return Contestant.random(entry.name, kind, len(trial.scenarios), trial.seed)
        if isinstance(entry, Stranger):
            chance = stream(self.call.seed, "stranger", entry.number)
            return Contestant(entry.name, random_genes(1, kind.size, kind.low, kind.high, chance))
        if isinstance(entry, Best):
            runs = entry.runs or entry.recipe.runs(self.call.scale)
            chosen = [milestone_at(self.trained(entry.recipe, run), entry.share) for run in range(runs)]
            return Contestant(entry.name, np.concatenate([milestone.genes for milestone in chosen]))
        return Contestant(entry.name, np.concatenate([m.genes for m in stretch(self.trained(entry.recipe, 0), entry)]))

    def trained(self, recipe: Recipe, run: int) -> Evolved:
        """A training, carried out if it is not done yet."""
        task = self.task(recipe, run)
        text = json.dumps([task.spec(), task.parameters.generations], sort_keys=True)
        name = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        path = folder_of(self.call) / "trainings" / f"{task.method.name}-{task.player}-{name}.json"
        if path in _trained:
            return _trained[path]
        label = f"training {recipe.text(self.call.scale)} for {task.player}, {run + 1} of {recipe.runs(self.call.scale)}"
        try:
            told = Conditions(self.call.workers, self._trainer(label))
            _trained[path] = run_training(task, told, path, self.call.resume)
        except Interrupted:
            raise Interrupted(None) from None
        return _trained[path]

    def task(self, recipe: Recipe, run: int) -> Task:
        """What is trained."""
        scale = self.call.scale
        return Task.of(
            recipe.setting.game, recipe.text(scale), kind=DRAFT, player=recipe.player, budget=recipe.budget(scale),
            quirks=recipe.setting.published, seed=derive(self.call.seed, "run", run),
        )  # fmt: skip

    def _trial(self, cell: VectorCell) -> VectorTrial:
        """Scenarios that all cells share, unless those of a training are asked for, with luck of the cell's own."""
        games = max(2, -(-(self.call.games or cell.games(self.call.scale)) // len(cell.others)))
        if cell.known is None:
            count, source, purpose = cell.scenarios(self.call.scale), self.call.seed, "fresh scenario"
        else:
            task = self.task(cell.known, 0)
            count, source, purpose = task.scenarios, task.seed, "scenario"
        scenarios = scenario_seeds(source, purpose, range(min(count, games // 2)))
        return VectorTrial.on(games, scenarios, derive(self.call.seed, "trial", cell.key(self.call)))

    def _counter(self, total: int, label: str) -> Callable[[int], None]:
        played = 0

        def done(more: int) -> None:
            nonlocal played
            played += more
            if self.call.progress is not None:
                self.call.progress(Progress(played, total, (), 0, (label,)))

        return done

    def _trainer(self, label: str) -> Callable[[Progress], None]:
        def tell(news: Progress) -> None:
            if self.call.progress is not None:
                self.call.progress(replace(news, labels=(f"{label}: best",)))

        return tell


_trained: dict[Path, Evolved] = {}
"""Trainings that this process has finished, by their files. Asking for fresh ones does not mean to train twice."""


def milestone_at(trained: Evolved, share: float) -> Milestone:
    """What was there when that share of the budget had been spent, or the first there was."""
    spent = [m for m in trained.history if m.games <= share * trained.games + 0.5]
    return spent[-1] if spent else trained.history[0]


def stretch(trained: Evolved, entry: Stretch) -> list[Milestone]:
    """What every generation between two shares of the budget left behind."""
    low, high = entry.low * trained.games, entry.high * trained.games
    return [m for m in trained.history[1:] if low < m.games <= high + 0.5]
