"""Checkpoints: a training on disk, so that it can be interrupted and resumed with the same result.

A checkpoint holds the population after the latest finished step, the points of the games played since, and the best
individuals of every step. It is one JSON file; genes are packed (base64 of little-endian doubles).
"""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cardlab.core.files import read_json, read_text, write_json
from cardlab.errors import RunError
from cardlab.learn.breeding import Population, ScoreSpread
from cardlab.learn.jobs import Floats
from cardlab.learn.points import Points

FORMAT = "cardlab training"
VERSION = 1
SECONDS = 5.0
MAX_BYTES = 2_000_000_000
MAX_COUNT = 1 << 53
_PARTS = {"format", "version", "task", "finished", "games", "population", "plays", "history"}
_OLD_NAMES = {"drafts": "scenarios", "each_draft": "each_scenario"}  # of parameters in version 0.1
_DAMAGES = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)


@dataclass(frozen=True)
class Milestone:
    """What a step left behind: games played until then, the best individuals, and how good all were.

    Checkpoints of version 0.1 do not tell the latter.
    """

    step: int
    games: int
    genes: Floats
    scores: Floats
    spread: ScoreSpread | None = None


@dataclass(frozen=True)
class CheckpointShape:
    """What a checkpoint must fit: numbers of genes, of individuals, of the best that every step keeps, of seats at a table."""

    genes: int
    population: int
    kept: int
    players: int = 2


@dataclass
class EvolutionState:
    """Where a training is: `finished` steps, their games, and the points of plays of the step under way."""

    finished: int = 0
    games: int = 0
    population: Population | None = None
    history: list[Milestone] = field(default_factory=list)
    plays: list[Floats] = field(default_factory=list)


class Checkpoint:
    """The checkpoint of a training while it runs; without a path nothing is kept. It is written every few seconds.

    With `resume` the training goes on from what the file holds. Without, another training's checkpoint that is there is kept
    beside the new one, with ``.old`` at the end of its name.
    """

    def __init__(self, path: Path | None, spec: dict[str, Any], shape: CheckpointShape, resume: bool) -> None:
        self.path, self.spec, self.state = path, spec, EvolutionState()
        self._saved = time.monotonic()
        self._replaces = path is not None and path.exists() and not resume
        if path is not None and path.exists():
            if resume:
                self.state = load(path, spec, shape)
            else:
                check_replaceable(path)

    def take(self, points: Points) -> None:
        """More jobs are done."""
        self.save_now_and_then()

    def save_now_and_then(self) -> None:
        """Write the file, unless it was written a moment ago."""
        if time.monotonic() - self._saved > SECONDS:
            self.save()

    def save(self) -> None:
        """Write the file."""
        if self.path is None:
            return
        if self._replaces:
            set_aside(self.path)
            self._replaces = False
        save(self.path, self.spec, self.state)
        self._saved = time.monotonic()


def save(path: Path, spec: dict[str, Any], state: EvolutionState) -> None:
    """Write a checkpoint."""
    population = state.population
    data = {
        "format": FORMAT,
        "version": VERSION,
        "task": spec,
        "finished": state.finished,
        "games": state.games,
        "population": None if population is None else _population(population),
        "plays": [_pack(points) for points in state.plays],
        "history": [
            {"step": m.step, "games": m.games, "scores": m.scores.tolist(), "genes": _pack(m.genes), "spread": m.spread}
            for m in state.history
        ],
    }
    write_json(path, data)


def load(path: Path, spec: dict[str, Any], shape: CheckpointShape) -> EvolutionState:
    """Read a checkpoint of the same task; another task's, or a damaged one, is refused."""
    data = read_json(path, read_text(path, MAX_BYTES))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RunError(f"{path}: is not a checkpoint of a training. Choose another file (--checkpoint)")
    _check_version(path, data)
    _check_task(path, data.get("task"), spec)
    try:
        if unknown := set(data) - _PARTS:
            raise KeyError(min(unknown))
        return _state(data, shape)
    except _DAMAGES:
        raise RunError(f"{path}: is damaged. Start again without --resume") from None


def read_population(path: Path, data: dict[str, Any], genes: int) -> Floats:
    """The latest population of a checkpoint of any training of vectors of that length, best first."""
    _check_version(path, data)
    try:
        found = data["population"]
        if found is None:
            raise RunError(f"{path}: holds no population yet: its training was interrupted before the first was there")
        scores = _scores(found["scores"], len(found["scores"]))
        return _whole_population(found, CheckpointShape(genes, len(scores), 1)).best(len(scores))[0]
    except _DAMAGES:
        raise RunError(f"{path}: is damaged, or its vectors have another length than {genes}. Leave it out") from None


def set_aside(path: Path) -> None:
    """Keep the checkpoint of an earlier training beside the new one that is about to be written."""
    try:
        path.replace(path.with_name(f"{path.name}.old"))
    except OSError as error:
        raise RunError(f"{path}: cannot be kept: {error.strerror or error}") from None


def check_replaceable(path: Path) -> None:
    """Refuse to write a checkpoint over a file that is something else."""
    try:
        with path.open("rb") as file:
            start = file.read(200)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from None
    if start and FORMAT.encode() not in start:
        raise RunError(f"{path}: is not a checkpoint of a training. Choose another file (--checkpoint)")


def _state(data: dict[str, Any], shape: CheckpointShape) -> EvolutionState:
    """The state that plain values tell of; ValueError, TypeError or KeyError if they cannot be one."""
    found = data["population"]
    population = None if found is None else _whole_population(found, shape)
    history = [_milestone(entry, step, shape) for step, entry in enumerate(data["history"])]
    plays = [_unpack(text, -1, shape.players) for text in data["plays"]]
    state = EvolutionState(_whole(data["finished"]), _whole(data["games"]), population, history, plays)
    if (state.finished > 0) != (population is not None) or len(history) != state.finished:
        raise ValueError("finished")
    if [m.games for m in history] != sorted(m.games for m in history) or (history and history[-1].games != state.games):
        raise ValueError("games")
    if any((points < 0).any() for points in plays):
        raise ValueError("plays")
    return state


def _whole_population(found: dict[str, Any], shape: CheckpointShape) -> Population:
    scores = _scores(found["scores"], shape.population)
    order = [_whole(place, shape.population - 1) for place in found["order"]]
    if sorted(order) != list(range(shape.population)):
        raise ValueError("order")
    return Population(_unpack(found["genes"], len(scores), shape.genes), scores, np.array(order, dtype=np.int64))


def _milestone(entry: dict[str, Any], step: int, shape: CheckpointShape) -> Milestone:
    if _whole(entry["step"]) != step:
        raise ValueError("step")
    scores = _scores(entry["scores"], min(shape.kept, shape.population))
    told = entry.get("spread")
    spread = None if told is None else ScoreSpread(*_scores(told, len(ScoreSpread._fields)).tolist())
    return Milestone(step, _whole(entry["games"]), _unpack(entry["genes"], len(scores), shape.genes), scores, spread)


def _whole(value: Any, most: int = MAX_COUNT) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("a whole number")
    return value


def _scores(values: Any, count: int) -> Floats:
    if not isinstance(values, list) or len(values) != count or not all(type(value) in (int, float) for value in values):
        raise ValueError("scores")
    scores = np.array(values, dtype=np.float64)
    if not np.isfinite(scores).all() or (scores < 0).any():
        raise ValueError("scores")
    return scores


def _check_version(path: Path, data: dict[str, Any]) -> None:
    if data.get("version") != VERSION:
        raise RunError(f"{path}: has version {data.get('version')!r} of the format; this cardlab reads version {VERSION}")


def _check_task(path: Path, theirs: Any, ours: dict[str, Any]) -> None:
    if not isinstance(theirs, dict):
        raise RunError(f"{path}: is damaged. Start again without --resume")
    theirs, ours = _flat(theirs), _flat(ours)
    changed = [name for name in {**ours, **theirs} if theirs.get(name) != ours.get(name)]
    if changed:
        parts = (f"{name} is {json.dumps(theirs.get(name))} there and {json.dumps(ours.get(name))} here" for name in changed)
        advice = "Ask for the same training, or choose another file (--checkpoint)"
        raise RunError(f"{path}: holds another training: {'; '.join(parts)}. {advice}")


def _flat(spec: dict[str, Any]) -> dict[str, Any]:
    parameters = spec.get("parameters")
    known = parameters if isinstance(parameters, dict) else {}
    return {**spec, **{_OLD_NAMES.get(str(name), str(name)): value for name, value in known.items()}, "parameters": None}


def _population(population: Population) -> dict[str, Any]:
    return {
        "genes": _pack(population.genes),
        "scores": population.scores.tolist(),
        "order": population.order.tolist(),
    }


def _pack(values: Floats) -> str:
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f8").tobytes()).decode("ascii")


def _unpack(text: str, rows: int, columns: int) -> Floats:
    values = np.frombuffer(base64.b64decode(text, validate=True), dtype="<f8").astype(np.float64)
    if not np.isfinite(values).all():
        raise ValueError("not finite")
    return values.reshape(rows, columns)
