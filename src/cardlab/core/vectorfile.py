"""Files with vectors: what a training found, or numbers written by hand.

A file is one of these:

* the JSON that `cardlab evolve` writes: ``{"format": "cardlab vector", "game": …, "kind": …, "best": [{"genes": […]}, …]}``;
* a JSON list of numbers, or of such lists;
* a text of numbers, one in each line or with commas between them, or a vector in each line;
* a table (CSV) with the names of the genes above, a vector in each line below, and perhaps their scores in the first column.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.files import read_json, read_text, write_bytes, write_json
from cardlab.core.parts import need
from cardlab.core.spec import look_up
from cardlab.errors import RunError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.core.vectors import VectorKind

FORMAT = "cardlab vector"
VERSION = 1
MAX_BYTES = 4_000_000
SCORE = "score"
"""The head of the first column of a table, if it holds scores."""
_SPLIT = re.compile(r"[\s,;]+")


@dataclass(frozen=True)
class Individual:
    """A vector with the score it had when it was found, and where it stands in its file: its line, or in JSON its number."""

    genes: tuple[float, ...]
    score: float | None = None
    line: int = field(default=0, compare=False)


def find_kind(game: Game, name: str | None = None) -> VectorKind:
    """A game's kind of vectors by its name; None: the first one."""
    kinds = need(game, "vectors")
    if name is None:
        return next(iter(kinds.values()))
    return look_up(f"vector of {game.name}", name, kinds)


def read_vector(path: str | Path, game: Game, kind: VectorKind | str) -> list[float]:
    """The best vector of a file; raises RunError for a file that holds none of this kind."""
    return list(read_individuals(path, game, kind)[0].genes)


def read_individuals(path: str | Path, game: Game, kind: VectorKind | str) -> list[Individual]:
    """All vectors of a file, best first."""
    kind = find_kind(game, kind) if isinstance(kind, str) else kind
    text = read_text(path, MAX_BYTES)
    if not text.strip():
        raise RunError(f"{path}: is empty; {_wanted(game, kind)}")
    if text.lstrip()[0] == "{":
        return _from_result(path, read_json(path, text), game, kind)
    if (scored := _has_head(text, kind)) is not None:
        return _from_table(path, text, scored, game, kind)
    numbers = read_json(path, text) if text.lstrip()[0] == "[" else _words(path, text)
    found = _vectors(numbers, text, kind.size)
    lines = _filled_lines(text) if text.lstrip()[0] != "[" and len(found) > 1 else range(1, len(found) + 1)
    return [Individual(_genes(path, v, game, kind), None, line) for v, line in zip(found, lines, strict=True)]


def to_dict(game: Game, kind: VectorKind, best: Iterable[Individual], about: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Vectors, best first, as a file holds them, with whatever else is to be told `about` them."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "options": game.plain_options(),
        "kind": kind.name,
        **(about or {}),
        "best": [{"genes": list(each.genes), "score": each.score} for each in best],
        "labels": list(kind.labels),
    }


def write_vector(
    path: str | Path, game: Game, kind: VectorKind, best: Iterable[Individual], about: Mapping[str, Any] | None = None
) -> None:
    """Write vectors to a file."""
    write_json(path, to_dict(game, kind, best, about), indent=1)


def write_table(path: str | Path, kind: VectorKind, individuals: Iterable[Individual]) -> None:
    """Write individuals as a table: a line for each, with its score and its genes under their names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([SCORE, *kind.labels])
    writer.writerows(["" if each.score is None else each.score, *each.genes] for each in individuals)
    write_bytes(path, text.getvalue().encode())


def _has_head(text: str, kind: VectorKind) -> bool | None:
    """Whether the first line of a table names scores beside the genes; None if it does not name the genes."""
    try:
        head = next(csv.reader([text.splitlines()[0]]), [])
    except csv.Error:
        return None
    if head[-kind.size :] != list(kind.labels) or head[: -kind.size] not in ([], [SCORE]):
        return None
    return len(head) > kind.size


def _from_table(path: str | Path, text: str, scored: bool, game: Game, kind: VectorKind) -> list[Individual]:
    found = []
    for line, words in enumerate(text.splitlines()[1:], 2):
        if not words.strip():
            continue
        cells = words.split(",")
        numbers = [_number(f"{path}: line {line}", cell) for cell in cells[int(scored) :]]
        score = _number(f"{path}: line {line}", cells[0]) if scored and cells[0].strip() else None
        found.append(Individual(_genes(path, numbers, game, kind), _score(score), line))
    if not found:
        raise RunError(f"{path}: holds no vector, only the names of the genes")
    return found


def _filled_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _number(where: str, word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise RunError(f"{where}: {word[:40]!r} is not a number") from None


def _from_result(path: str | Path, data: dict[str, Any], game: Game, kind: VectorKind) -> list[Individual]:
    if data.get("format") != FORMAT:
        raise RunError(f"{path}: is not a file with vectors; {_wanted(game, kind)}")
    if data.get("version") != VERSION:
        raise RunError(f"{path}: has version {data.get('version')!r} of the format; this cardlab reads version {VERSION}")
    if data.get("game") != game.name:
        raise RunError(f"{path}: holds vectors of {data.get('game')!r}, not of {game.name!r}")
    if data.get("kind") != kind.name:
        raise RunError(f"{path}: holds vectors of the kind {data.get('kind')!r}, not {kind.name!r}")
    best = data.get("best")
    if not isinstance(best, list) or not best or not all(isinstance(entry, dict) for entry in best):
        raise RunError(f'{path}: holds no vector; write "best": [{{"genes": [{kind.size} numbers]}}]')
    return [
        Individual(_genes(path, entry.get("genes"), game, kind), _score(entry.get("score")), number)
        for number, entry in enumerate(best, 1)
    ]


def _vectors(numbers: Any, text: str, size: int) -> list[Any]:
    """Several vectors, if the file is a list of lists, or has one in each line; else what it holds as one."""
    if numbers and all(isinstance(each, list) for each in numbers):
        return list(numbers)
    lines = [len(_SPLIT.split(line.strip(" \t\r,;"))) for line in text.splitlines() if line.strip()]
    if text.lstrip()[0] == "[" or set(lines) != {size}:
        return [numbers]
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def _words(path: str | Path, text: str) -> list[float]:
    return [_number(str(path), word) for word in _SPLIT.split(text) if word]


def _genes(path: str | Path, numbers: Any, game: Game, kind: VectorKind) -> tuple[float, ...]:
    if not isinstance(numbers, Sequence) or isinstance(numbers, str):
        raise RunError(f"{path}: holds no list of numbers; {_wanted(game, kind)}")
    for place, number in enumerate(numbers, 1):
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise RunError(f"{path}: value {place} is {str(number)[:40]!r}, which is not a number")
        if not _finite(number):
            raise RunError(f"{path}: value {place} is not finite; every value is an ordinary number")
    if len(numbers) != kind.size:
        raise RunError(f"{path}: has {len(numbers)} numbers; {_wanted(game, kind)}")
    return tuple(float(number) for number in numbers)


def _finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _score(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and _finite(value) else None


def _wanted(game: Game, kind: VectorKind) -> str:
    return f"the vector {kind.name} of {game.name} has {kind.size} numbers"
