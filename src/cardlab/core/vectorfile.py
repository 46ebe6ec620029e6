"""Files with vectors: what a training found, or numbers written by hand.

A file is one of these:

* the JSON that `cardlab evolve` writes: ``{"format": "cardlab vector", "game": …, "kind": …, "best": [{"genes": […]}, …]}``;
* a JSON list of numbers, or of such lists;
* a text of numbers, one in each line or with commas between them, or a vector in each line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.files import read_json, read_text, write_json
from cardlab.core.parts import need
from cardlab.core.spec import look_up
from cardlab.errors import RunError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.core.vectors import VectorKind

FORMAT = "cardlab vector"
VERSION = 1
MAX_BYTES = 4_000_000
_SPLIT = re.compile(r"[\s,;]+")


@dataclass(frozen=True)
class Individual:
    """A vector with the score it had when it was found."""

    genes: tuple[float, ...]
    score: float | None = None


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
    numbers = read_json(path, text) if text.lstrip()[0] == "[" else _words(path, text)
    return [Individual(_genes(path, vector, game, kind)) for vector in _vectors(numbers, text, kind.size)]


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
    return [Individual(_genes(path, entry.get("genes"), game, kind), _score(entry.get("score"))) for entry in best]


def _vectors(numbers: Any, text: str, size: int) -> list[Any]:
    """Several vectors, if the file is a list of lists, or has one in each line; else what it holds as one."""
    if numbers and all(isinstance(each, list) for each in numbers):
        return list(numbers)
    lines = [len(_SPLIT.split(line.strip(" \t\r,;"))) for line in text.splitlines() if line.strip()]
    if text.lstrip()[0] == "[" or set(lines) != {size}:
        return [numbers]
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def _words(path: str | Path, text: str) -> list[float]:
    words = [word for word in _SPLIT.split(text) if word]
    for word in words:
        try:
            float(word)
        except ValueError:
            raise RunError(f"{path}: {word[:40]!r} is not a number") from None
    return [float(word) for word in words]


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
