"""Pictures of a report, drawn if matplotlib is installed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from cardlab.core.files import write_bytes
from cardlab.errors import MissingExtra
from cardlab.training.fitting import Curve


def draw(curves: Sequence[Curve], folder: Path) -> tuple[list[str], list[str]]:
    """Draw each curve to a file of its name; the names, and what there is to say."""
    if find_spec("matplotlib") is None:
        return [], [f"no pictures were drawn: {MissingExtra('plots', 'plots')}"]
    names = [f"{curve.name}.png" for curve in curves]
    for name, curve in zip(names, curves, strict=True):
        write_bytes(folder / name, picture(curve))
    return names, []


def picture(curve: Curve) -> bytes:
    """A curve as a PNG file."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    if curve.diagonal:
        axes.plot([0, 1], [0, 1], color="grey", linewidth=0.5)
    for label, line in curve.lines.items():
        values = [float("nan") if value is None else value for value in line]
        axes.errorbar(curve.places, values, yerr=curve.errors.get(label), marker="o", markersize=3, capsize=2, label=label)
    if curve.log:
        axes.set_xscale("log")
        if min(curve.places) >= 1:
            axes.set_xticks(curve.places, [f"{place:,.0f}" for place in curve.places])
            axes.minorticks_off()
    axes.set(title=curve.title, xlabel=curve.across, ylabel=curve.up)
    axes.legend(fontsize="small")
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=120)
    return data.getvalue()
