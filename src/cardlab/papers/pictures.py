"""Pictures of experiments, drawn to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardlab.papers.experiment import Outcome


def draw_picture(
    outcomes: Sequence[Outcome], folder: Path, draw: Callable[[Any], None], width: float = 8.0, name: str = ""
) -> list[str]:
    """Draw to an svg and a png file named after the experiment; say where, or what is missing."""
    name = name or outcomes[0].experiment.id
    if find_spec("matplotlib") is None:
        return [f"{name}: no picture was drawn; pip install 'cardlab[plots]' for that"]
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure = plt.figure(figsize=(width, 5), layout="constrained")
    draw(plt)
    figure.suptitle(outcomes[0].experiment.title, fontsize="medium")
    paths = [folder / f"{name}.{form}" for form in ("svg", "png")]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=120)
    plt.close(figure)
    return [f"{name}: drawn to {path}" for path in paths]


def draw_rates(plt: Any, outcomes: Sequence[Outcome], label: str) -> None:
    """A point with its interval for each cell, and a cross for what was published."""
    places = list(range(len(outcomes)))
    rates = [100 * outcome.finding.rate for outcome in outcomes]
    low = [rate - 100 * outcome.finding.bounds.low for rate, outcome in zip(rates, outcomes, strict=True)]
    high = [100 * outcome.finding.bounds.high - rate for rate, outcome in zip(rates, outcomes, strict=True)]
    plt.errorbar(rates, places, xerr=[low, high], fmt="o", markersize=4, capsize=2, label="ours, 95% interval")
    printed = [(100 * o.cell.published.rate, place) for place, o in enumerate(outcomes) if o.cell.published]
    if printed:
        plt.scatter(*zip(*printed, strict=True), marker="x", color="black", label="published")
    name_places(plt, outcomes)
    plt.xlabel(label)
    plt.legend(fontsize="small")


def name_places(plt: Any, outcomes: Sequence[Outcome]) -> None:
    """The cells from top to bottom, by name."""
    plt.yticks(range(len(outcomes)), [outcome.cell.label for outcome in outcomes], fontsize="x-small")
    plt.gca().invert_yaxis()
