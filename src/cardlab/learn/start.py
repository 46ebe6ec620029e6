"""A first population from files: results of other trainings, their checkpoints, vectors written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardlab.core.files import read_json, read_text
from cardlab.core.game import Game
from cardlab.core.vectorfile import read_individuals
from cardlab.core.vectors import VectorKind
from cardlab.errors import RunError
from cardlab.learn import checkpoint

Genes = tuple[tuple[float, ...], ...]


def read_start(paths: Sequence[str | Path], game: Game, kind: VectorKind, population: int) -> Genes:
    """All vectors of these files, in the order of the files and best first in each; more than a population are refused."""
    found = tuple(genes for path in paths for genes in _read(Path(path), game, kind))
    if len(found) > population:
        raise RunError(
            f"{len(found)} vectors to start with, but a population has {population}: name fewer files (--start), "
            "or choose a larger population (--population)"
        )
    return found


def _read(path: Path, game: Game, kind: VectorKind) -> list[tuple[float, ...]]:
    text = read_text(path, checkpoint.MAX_BYTES)
    if not (text.lstrip()[:1] == "{" and checkpoint.FORMAT in text[:200]):
        return [each.genes for each in read_individuals(path, game, kind)]
    data = read_json(path, text)
    task = data.get("task")
    if not isinstance(task, dict):
        raise RunError(f"{path}: is damaged: it does not say which training it is of. Leave it out")
    for what, name in (("game", game.name), ("kind", kind.name)):
        if task.get(what) != name:
            raise RunError(f"{path}: is the checkpoint of a training of the {what} {task.get(what)!r}, not {name!r}")
    return [tuple(row) for row in checkpoint.read_population(path, data, kind.size).tolist()]
