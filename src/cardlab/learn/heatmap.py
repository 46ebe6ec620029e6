"""A learned table and its curve as pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from cardlab.core.files import write_bytes
from cardlab.core.valuetables import ValueTable
from cardlab.errors import MissingExtra


def draw_table(table: ValueTable, path: Path, title: str, unvisited: float | None = None) -> None:
    """A heat map: a line for each row that was learned anything about. Cells with the value `unvisited` are left grey."""
    _need_matplotlib()
    import numpy as np
    from matplotlib.figure import Figure

    lines = [(name, line) for name, line in zip(table.rows, table.values, strict=True) if {*line} != {unvisited}]
    lines = lines or list(zip(table.rows, table.values, strict=True))
    cells = np.array([line for _, line in lines], dtype=float)
    if unvisited is not None:
        cells = np.where(cells == unvisited, np.nan, cells)
    figure = Figure(figsize=(9, 2 + 0.16 * len(lines)), layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor("lightgrey")
    drawn = axes.imshow(cells, aspect="auto", cmap="viridis")
    axes.set_xticks(range(len(table.columns)), table.columns, fontsize=7)
    axes.set_yticks(range(len(lines)), [name for name, _ in lines], fontsize=6)
    axes.set(title=title, xlabel="state", ylabel=table.corner)
    figure.colorbar(drawn, ax=axes, label="value")
    _save(figure, path)


def draw_curve(games: Sequence[int], rates: Sequence[float], path: Path, title: str) -> None:
    """The win rate of each block of games."""
    _need_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(games, [100 * rate for rate in rates], marker="o", markersize=3)
    axes.set(title=title, xlabel="games", ylabel="won of the block, %")
    _save(figure, path)


def _need_matplotlib() -> None:
    if find_spec("matplotlib") is None or find_spec("numpy") is None:
        raise MissingExtra("plots", "plots")


def _save(figure: object, path: Path) -> None:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=120)  # type: ignore[attr-defined]
    write_bytes(path, data.getvalue())
