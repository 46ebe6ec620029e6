"""A few games between vectors, agents and guests, whose scores are the same in the compiled and the uncompiled build."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.core.vectorfile import find_kind
from cardlab.learn.contest import Contest
from cardlab.learn.evolution import train
from cardlab.learn.jobs import stream
from tests.learn.arenas import points_of

THIRD = 1 / 3


@pytest.mark.parametrize(
    ("spec", "player", "guests", "rows", "scores"),
    [
        ("locm", "beam:15", (), [[0, 1], [1, 0]], [[1, 0], [1, 0]]),
        ("locm", "ismcts:3", (), [[0, 1], [1, 0]], [[1, 0], [1, 0]]),
        ("castle,players=3", "ranks", (), [[0, 1, 0], [1, 0, 1]], [[THIRD, THIRD, THIRD], [0, 1, 0]]),
        ("castle,players=3", "ranks", ("lowest", "flat:2"), [[0, -1, -2], [-2, 1, -1]], [[0, 0, 1], [0, 0, 1]]),
    ],
)
def test_every_build_plays_the_same_games(
    spec: str, player: str, guests: tuple[str, ...], rows: list[list[int]], scores: list[list[float]]
) -> None:
    rules, words = game(spec), np.arange(2, dtype=np.uint64)
    kind = find_kind(rules)
    genes = stream(3, "genes").random((2, kind.size))
    contest = Contest(rules, kind, player, guests=guests)
    points = points_of(contest, genes, rows, words, words + np.uint64(9), np.ones(2))
    assert points.tolist() == scores


def test_every_build_finds_the_same_fitness() -> None:
    """Rules as guests play on the table itself, and places are counted there."""
    small: dict[str, Any] = {"population": 4, "generations": 2, "games": 2, "kept": 2, "opponents": ["random"]}
    trained = train("castle,players=4,ranking=yes", "generational", **small)
    assert [each.score for each in trained.everybody] == [20.0, 18.0, 18.0, 10.0]
