"""A first population from files and folders: results of other trainings, their checkpoints, vectors written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardlab.core.game import Game
from cardlab.core.vectors import VectorKind
from cardlab.errors import RunError
from cardlab.learn.stored import read_store

Genes = tuple[tuple[float, ...], ...]


def read_start(paths: Sequence[str | Path], game: Game, kind: VectorKind, population: int) -> Genes:
    """All vectors of these files, in the order of the files and best first in each; more than a population are refused."""
    found = tuple(each.genes for each in read_store(paths, game, kind).individuals)
    check_start(len(found), population)
    return found


def check_start(vectors: int, population: int) -> None:
    """Raise if a population has no room for so many vectors to start with."""
    if vectors > population:
        raise RunError(
            f"{vectors} vectors to start with, but a population has {population}: name fewer files (--start), "
            "or choose a larger population (--population)"
        )
