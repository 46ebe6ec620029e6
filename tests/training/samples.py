"""Small data of the tests: made-up numbers, and real games of Castle between random players."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cardlab import game
from cardlab.data.rows import Rows, Words
from cardlab.training.dataset import Dataset

SIZE = 23


def made_up(games: int = 80, per_game: int = 8, size: int = SIZE, binary: bool = False, seed: int = 0) -> Dataset:
    """Games whose rows hint at the result in the first column."""
    rng = np.random.default_rng(seed)
    group = np.repeat(np.arange(games), per_game)
    won = (rng.random(games) < 0.6)[group]
    x = rng.random((games * per_game, size))
    x[:, 0] = np.clip(x[:, 0] + 0.6 * won, 0, 1)
    value = np.clip(0.2 + 0.6 * won + rng.normal(0, 0.1, len(group)), 0, 1)
    turn = np.tile(np.arange(per_game), games)
    return Dataset.of(
        (x > 0.6) if binary else x, won, group, value=value, turn=turn, phase=turn % 2, phases=("early", "late")
    )  # fmt: skip


def pictures(games: int = 30) -> Dataset:
    """The same as pictures of 4 x 41 points."""
    return made_up(games, size=164, binary=True)


@cache
def castle_rows(games: int = 40) -> Rows:
    """Decisions of the first seat in games between random players."""
    rules, luck = game("castle"), random.Random(5)
    observer, lines, numbers, scores = rules.observer(), [], [], []
    for number in range(games):
        state, turn, first = rules.new(number), 0, len(lines)
        while not state.over:
            action = luck.choice(state.legal())
            if state.player == 0:
                lines.append((number, turn))
                numbers.append(observer.observe_state(state, 0))
            state.apply(action)
            turn += 1
        scores += [state.result.scores[0]] * (len(lines) - first)
    return _rows(rules, np.array(lines), np.array(numbers), np.array(scores, float))


def _rows(rules: Any, lines: Any, numbers: Any, score: Any) -> Rows:
    count = len(score)
    same = {name: Words.same(text, count) for name, text in _TEXTS.items()}
    whole = {name: np.full(count, number, np.int64) for name, number in (("seat", 0), ("n_players", 2), ("seed", 5))}
    return Rows(
        rules, game_id=lines[:, 0], turn_no=lines[:, 1], numbers=numbers, value=np.full(count, np.nan),
        playouts=np.full(count, np.nan), score=score, won=score == 1, **same, **whole,
    )  # fmt: skip


_TEXTS = {
    "run": "sample", "agent": "random", "opponent": "random", "engine_version": "1", "rule_flags": "", "move": "pass",
}  # fmt: skip


def write_rows(path: Path, rows: Rows) -> Path:
    """The rows as a Parquet file."""
    from cardlab.data.rows.frames import to_frame

    to_frame(rows).write_parquet(path)
    return path
