"""What a training leaves beside its result: how good each generation was, and the whole last population, as tables."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cardlab.core.files import read_text, write_bytes
from cardlab.core.vectorfile import write_table
from cardlab.errors import RunError
from cardlab.learn.evolution import Evolved
from cardlab.learn.stored import LOG_SUFFIX, POPULATION_SUFFIX

MAX_BYTES = 200_000_000


class LogLine(NamedTuple):
    """A generation: how many individuals were scored until its end, its best score, and the scores of all."""

    generation: int
    evaluations: int
    best: float
    min: float
    mean: float
    max: float


def log_of(trained: Evolved) -> list[LogLine]:
    """The generations of a training."""
    lines = []
    for milestone in trained.history:
        best = float(milestone.scores[0])
        low, mean, high = milestone.spread or (math.nan, math.nan, best)
        task, step = trained.task, milestone.step
        lines.append(LogLine(task.generation(step), task.evaluations(step), best, low, mean, high))
    return lines


def save_beside(trained: Evolved, target: Path) -> tuple[Path, Path]:
    """Write the tables beside the result of a training; returns where they are."""
    log, population = target.with_suffix(LOG_SUFFIX), target.with_suffix(POPULATION_SUFFIX)
    write_log(log, log_of(trained))
    write_table(population, trained.task.kind, trained.everybody)
    return log, population


def write_log(path: Path, lines: Iterable[LogLine]) -> None:
    """Write a table with a line for each generation."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(LogLine._fields)
    writer.writerows(["" if isinstance(cell, float) and math.isnan(cell) else cell for cell in line] for line in lines)
    write_bytes(path, text.getvalue().encode())


def read_log(path: Path) -> list[LogLine]:
    """Read such a table."""
    reader = csv.reader(io.StringIO(read_text(path, MAX_BYTES)))
    if tuple(next(reader, [])) != LogLine._fields:
        raise RunError(f"{path}: is not a table of generations; its first line is {','.join(LogLine._fields)}")
    lines = [_line(path, reader.line_num, cells) for cells in reader if any(cells)]
    if not lines:
        raise RunError(f"{path}: holds no generation")
    if any(later.evaluations <= line.evaluations for line, later in pairwise(lines)):
        raise RunError(f"{path}: the numbers of evaluations do not grow from generation to generation")
    return lines


def _line(path: Path, number: int, cells: list[str]) -> LogLine:
    try:
        generation, evaluations, *scores = cells
        best, low, mean, high = (float(score) if score else math.nan for score in scores)
        if not math.isfinite(best) or not math.isfinite(high):
            raise ValueError
        return LogLine(int(generation), int(evaluations), best, low, mean, high)
    except ValueError:
        raise RunError(f"{path}: line {number} is no generation: it has {len(LogLine._fields)} numbers") from None
