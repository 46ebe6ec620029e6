"""Checkpoints: a training on disk, so that it can be interrupted and resumed with the same result.

A checkpoint holds the population after the latest finished step, the points of the games played since, and the best
individuals of every step. It is one JSON file; genes are packed (base64 of little-endian doubles).
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cardlab.core.files import read_json, read_text, write_json
from cardlab.errors import RunError
from cardlab.learn.breeding import Population
from cardlab.learn.jobs import Floats

FORMAT = "cardlab training"
VERSION = 1
MAX_BYTES = 2_000_000_000


@dataclass(frozen=True)
class Milestone:
    """What a step left behind: games played until then, and the best individuals."""

    step: int
    games: int
    genes: Floats
    scores: Floats


@dataclass
class State:
    """Where a training is: `finished` steps, their games, and the points of plays of the step under way."""

    finished: int = 0
    games: int = 0
    population: Population | None = None
    history: list[Milestone] = field(default_factory=list)
    plays: list[Floats] = field(default_factory=list)


def save(path: Path, spec: dict[str, Any], state: State) -> None:
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
            {"step": m.step, "games": m.games, "scores": m.scores.tolist(), "genes": _pack(m.genes)} for m in state.history
        ],
    }
    write_json(path, data)


def load(path: Path, spec: dict[str, Any], size: int) -> State:
    """Read a checkpoint of the same task; another task's, or a damaged one, is refused."""
    data = read_json(path, read_text(path, MAX_BYTES))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RunError(f"{path}: is not a checkpoint of a training. Choose another file (--checkpoint)")
    if data.get("version") != VERSION:
        raise RunError(f"{path}: has version {data.get('version')!r} of the format; this cardlab reads version {VERSION}")
    _check_task(path, data.get("task"), spec)
    try:
        return _state(data, size)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise RunError(f"{path}: is damaged. Start again without --resume") from None


def check_replaceable(path: Path) -> None:
    """Refuse to write a checkpoint over a file that is something else."""
    try:
        with path.open("rb") as file:
            start = file.read(200)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from None
    if start and FORMAT.encode() not in start:
        raise RunError(f"{path}: is not a checkpoint of a training. Choose another file (--checkpoint)")


def _state(data: dict[str, Any], size: int) -> State:
    found = data["population"]
    population = None
    if found is not None:
        scores = np.array(found["scores"], dtype=np.float64)
        order = np.array(found["order"], dtype=np.int64)
        population = Population(_unpack(found["genes"], len(scores), size), scores, order)
        if sorted(order.tolist()) != list(range(len(scores))):
            raise ValueError
    history = [
        Milestone(int(m["step"]), int(m["games"]), _unpack(m["genes"], len(m["scores"]), size), np.array(m["scores"], float))
        for m in data["history"]
    ]
    plays = [_unpack(text, -1, 2) for text in data["plays"]]
    state = State(int(data["finished"]), int(data["games"]), population, history, plays)
    if (state.finished > 0) != (population is not None) or len(history) != state.finished:
        raise ValueError
    return state


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
    return {**spec, **(parameters if isinstance(parameters, dict) else {}), "parameters": None}


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
    return values.reshape(rows, columns)
