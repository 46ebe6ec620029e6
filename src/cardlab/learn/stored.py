"""Individuals that earlier trainings left behind, in files and folders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardlab.core.files import read_json, read_text
from cardlab.core.game import Game
from cardlab.core.vectorfile import read_individuals
from cardlab.core.vectors import VectorKind
from cardlab.errors import CardlabError, RunError
from cardlab.learn import checkpoint

LOG_SUFFIX = ".stats.csv"
POPULATION_SUFFIX = ".population.csv"
START_SUFFIX = ".start.json"
CHECKPOINT_SUFFIX = ".checkpoint.json"
"""How the names of files end that a training leaves beside its result."""
_OTHER_FILES = (LOG_SUFFIX, CHECKPOINT_SUFFIX, CHECKPOINT_SUFFIX + ".old", START_SUFFIX, ".png", ".svg", ".pdf")


@dataclass(frozen=True)
class Stored:
    """An individual, its file, and where it stands there: its line, or in JSON its number."""

    genes: tuple[float, ...]
    file: Path
    line: int


@dataclass(frozen=True)
class StoredVectors:
    """All individuals of some files and folders, and the files of the folders that hold none of this kind."""

    individuals: tuple[Stored, ...]
    skipped: tuple[Path, ...] = ()

    def distinct(self) -> list[Stored]:
        """One of each: who went on unchanged is in a population several times, and perhaps in several files."""
        found: dict[tuple[float, ...], Stored] = {}
        for each in self.individuals:
            found.setdefault(each.genes, each)
        return list(found.values())


def read_store(paths: Sequence[str | Path], game: Game, kind: VectorKind, without: str | None = None) -> StoredVectors:
    """All individuals, in the order of the paths, in a folder in the order of names, in a file best first.

    In folders the result and the population of the training called `without` are left out.
    """
    individuals: list[Stored] = []
    skipped: list[Path] = []
    for path in map(Path, paths):
        if not path.is_dir():
            individuals += read_stored(path, game, kind)
            continue
        before = len(individuals)
        for file in _files(path, without):
            try:
                individuals += read_stored(file, game, kind)
            except CardlabError:
                skipped.append(file)
        if len(individuals) == before:
            why = f"; {skipped[-1].name} for one is something else" if skipped else ""
            raise RunError(f"{path}: the folder holds no vectors {kind.name} of {game.name}{why}")
    return StoredVectors(tuple(individuals), tuple(skipped))


def read_stored(path: Path, game: Game, kind: VectorKind) -> list[Stored]:
    """The individuals of a file, best first; of a checkpoint those of its latest population."""
    text = read_text(path, checkpoint.MAX_BYTES)
    if not (text.lstrip()[:1] == "{" and checkpoint.FORMAT in text[:200]):
        return [Stored(each.genes, path, each.line) for each in read_individuals(path, game, kind)]
    data = read_json(path, text)
    task = data.get("task")
    if not isinstance(task, dict):
        raise RunError(f"{path}: is damaged: it does not say which training it is of. Leave it out")
    for what, name in (("game", game.name), ("kind", kind.name)):
        if task.get(what) != name:
            raise RunError(f"{path}: is the checkpoint of a training of the {what} {task.get(what)!r}, not {name!r}")
    rows = checkpoint.read_population(path, data, kind.size).tolist()
    return [Stored(tuple(row), path, number) for number, row in enumerate(rows, 1)]


def _files(folder: Path, without: str | None) -> list[Path]:
    """The files that may hold individuals. A result is left out if its last population, which holds it, is there too."""
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise RunError(f"{folder}: cannot be read: {error.strerror or error}") from None
    populations = {path.name.removesuffix(POPULATION_SUFFIX) for path in files if path.name.endswith(POPULATION_SUFFIX)}
    results = populations | {without}
    return [
        path
        for path in files
        if not path.name.endswith(_OTHER_FILES)
        and (path.suffix != ".json" or path.stem not in results)
        and path.name != f"{without}{POPULATION_SUFFIX}"
    ]
