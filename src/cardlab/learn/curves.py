"""How fitness grew, over several runs of the same training: mean curves, made smooth, as numbers and as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cardlab.core.files import write_bytes
from cardlab.errors import MissingExtra, RunError
from cardlab.learn.evolutionlog import LogLine, read_log
from cardlab.learn.stored import LOG_SUFFIX

WINDOW = 10
FORMS = ("png", "svg")


@dataclass(frozen=True)
class FitnessCurve:
    """The mean of the best fitness in some runs (`values`), by the number of evaluations."""

    name: str
    runs: int
    evaluations: tuple[int, ...]
    values: tuple[float, ...]


def curve_of(folder: Path, prefix: str, window: int = WINDOW, generations: int | None = None) -> FitnessCurve:
    """The smooth mean of all runs in a folder whose names begin with a prefix, perhaps up to a generation only."""
    logs = [(path, read_log(path)) for path in log_files(folder, prefix)]
    cut = [[line for line in log if generations is None or line.generation <= generations] for _, log in logs]
    longest = max(cut, key=len)
    if not longest:
        raise RunError(f"{folder}: {prefix}: there is nothing up to generation {generations}")
    for (path, _), log in zip(logs, cut, strict=True):
        if [line.evaluations for line in log] != [line.evaluations for line in longest[: len(log)]]:
            raise RunError(f"{path}: has another number of individuals than other runs of {prefix}; name a longer prefix")
    means = mean_of_runs([[line.max for line in log] for log in cut])
    return FitnessCurve(prefix, len(cut), _evaluations(longest), tuple(moving_average(means, window)))


def log_files(folder: Path, prefix: str) -> list[Path]:
    """The runs of a folder that belong to a prefix: ``a-1`` and ``a`` belong to ``a``, but ``ab`` does not."""
    if not folder.is_dir():
        raise RunError(f"there is no folder {folder}")
    found = {path.name.removesuffix(LOG_SUFFIX): path for path in sorted(folder.glob(f"*{LOG_SUFFIX}"))}
    files = [path for name, path in found.items() if name.startswith(prefix) and not name[len(prefix) :][:1].isalnum()]
    if not files:
        known = f"; there are {', '.join(found)}" if found else ""
        raise RunError(f"{folder}: there is no file {prefix}*{LOG_SUFFIX}{known}")
    return files


def mean_of_runs(runs: Sequence[Sequence[float]]) -> list[float]:
    """The mean over runs, generation by generation. A shorter run is continued with its last value."""
    whole = [run for run in runs if run]
    length = max(map(len, whole), default=0)
    return [sum(run[min(at, len(run) - 1)] for run in whole) / len(whole) for at in range(length)]


def moving_average(values: Sequence[float], window: int = WINDOW) -> list[float]:
    """The mean of each value and those before it, `window` in all, or as many as there are."""
    return [sum(part) / len(part) for end in range(1, len(values) + 1) if (part := values[max(0, end - window) : end])]


def draw_curves(curves: Sequence[FitnessCurve], path: Path) -> None:
    """Draw a line for each curve to a file, whose name says in which form."""
    check_drawable(path)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    for curve in curves:
        axes.plot(curve.evaluations, curve.values, label=f"{curve.name} ({curve.runs} run{'s' * (curve.runs > 1)})")
    axes.set(xlabel="fitness evaluations", ylabel="fitness value")
    axes.legend(fontsize="small")
    data = io.BytesIO()
    figure.savefig(data, format=path.suffix[1:].lower(), dpi=120)
    write_bytes(path, data.getvalue())


def check_drawable(path: Path) -> None:
    """Raise if nothing can be drawn to such a file."""
    if path.suffix[1:].lower() not in FORMS:
        raise RunError(f"{path}: a picture is a file that ends in {' or '.join('.' + form for form in FORMS)}")
    if find_spec("matplotlib") is None:
        raise MissingExtra("plots", "plots")


def _evaluations(log: Sequence[LogLine]) -> tuple[int, ...]:
    return tuple(line.evaluations for line in log)
