"""Pictures of tables and of curves: which cells and points are drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab.core.valuetables import ValueTable
from cardlab.errors import MissingExtra
from cardlab.learn import heatmap

TABLE = ValueTable("card", ("a", "b", "c"), ("s0", "s1"), [[5.0, 5.0], [1.0, 5.0], [2.5, -3.0]])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures instead of the files."""
    figures: list[Any] = []
    monkeypatch.setattr(heatmap, "_save", lambda figure, path: figures.append(figure))
    return figures


def test_rows_that_learned_nothing_are_left_out_and_unvisited_cells_are_empty(drawn: list[Any], tmp_path: Path) -> None:
    heatmap.draw_table(TABLE, tmp_path / "map.png", "Values", 5.0)
    axes = drawn[0].axes[0]
    cells = axes.get_images()[0].get_array().filled(np.nan)
    assert np.array_equal(cells, [[1.0, np.nan], [2.5, -3.0]], equal_nan=True)
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["b", "c"]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["s0", "s1"]
    assert (axes.get_title(), axes.get_ylabel()) == ("Values", "card")


def test_a_table_is_drawn_whole_if_nothing_counts_as_unvisited_or_everything_is(drawn: list[Any], tmp_path: Path) -> None:
    heatmap.draw_table(TABLE, tmp_path / "map.png", "Values")
    assert drawn[0].axes[0].get_images()[0].get_array().tolist() == TABLE.values
    heatmap.draw_table(ValueTable.filled("card", ("a", "b"), ("s0",), 1.0), tmp_path / "map.png", "Values", 1.0)
    empty = drawn[1].axes[0]
    assert np.isnan(empty.get_images()[0].get_array().filled(np.nan)).all()
    assert [tick.get_text() for tick in empty.get_yticklabels()] == ["a", "b"]


def test_a_curve_has_a_point_for_each_block_in_per_cent(drawn: list[Any], tmp_path: Path) -> None:
    heatmap.draw_curve([500, 1000], [0.25, 0.75], tmp_path / "curve.png", "Learning")
    (line,) = drawn[0].axes[0].get_lines()
    assert line.get_xydata().tolist() == [[500, 25], [1000, 75]]


def test_pictures_are_written_as_png_and_need_their_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heatmap.draw_table(TABLE, tmp_path / "map.png", "Values")
    assert (tmp_path / "map.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    monkeypatch.setattr(heatmap, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="plots"):
        heatmap.draw_curve([1], [0.5], tmp_path / "curve.png", "Learning")
