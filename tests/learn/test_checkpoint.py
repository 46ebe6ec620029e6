"""Checkpoints that are damaged, forged, or in the way: refused in one sentence, and never lost."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab.errors import RunError
from cardlab.lab.engine import Conditions
from cardlab.learn.evolution import Evolved, run_training
from cardlab.learn.task import Task
from tests.core.damaging import damaged_json


def train(path: Path, generations: int, resume: bool) -> Evolved:
    task = Task.of("locm", "ag-weights", population=8, generations=generations, scenarios=2, games=2, rounds=2, seed=1)
    return run_training(task, Conditions(1), path, resume)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    train(tmp_path / "c.json", 2, resume=False)
    return tmp_path / "c.json"


def packed(*values: float) -> str:
    return base64.b64encode(np.array(values, dtype="<f8").tobytes()).decode()


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data.update(finished=float("inf")),
        lambda data: data.update(finished=True),
        lambda data: data.update(games=-1),
        lambda data: data.update(games=1 << 70),
        lambda data: data.update(more=1),
        lambda data: data.update(plays=[packed(float("nan"), 1.0)]),
        lambda data: data.update(plays=[packed(-1.0, 1.0)]),
        lambda data: data["population"].update(scores=[float("inf")] * 8),
        lambda data: data["population"].update(scores=["1"] * 8),
        lambda data: data["population"].update(order=[0] * 8),
        lambda data: data["population"].update(genes=packed(*[float("inf")] * 8)),
        lambda data: data["history"][1].update(step=7),
        lambda data: data["history"][1].update(games=1 << 40),
        lambda data: data["history"][1].update(scores=[]),
        lambda data: data["history"].pop(),
        lambda data: data.update(population={"genes": "", "scores": [], "order": []}),
    ],
)
def test_a_checkpoint_that_cannot_be_is_refused(path: Path, edit: Any) -> None:
    data = json.loads(path.read_text())
    edit(data)
    path.write_text(json.dumps(data))
    with pytest.raises(RunError, match=r"is damaged\. Start again without --resume"):
        train(path, 3, resume=True)


def test_damage_of_any_kind_gives_a_sentence_or_an_ordinary_result(path: Path) -> None:
    whole, luck, refused = path.read_bytes(), random.Random(4), 0
    for _ in range(300):
        path.write_bytes(damaged_json(whole, luck))
        try:
            trained = train(path, 3, resume=True)
        except RunError:
            refused += 1
            continue
        json.dumps(trained.about(), allow_nan=False)
        assert len(trained.history) == 4 and all(np.isfinite(best.genes).all() for best in [trained.history[-1]])
    assert refused > 200


def test_starting_again_keeps_the_earlier_checkpoint_beside_the_new_one(path: Path) -> None:
    before = path.read_bytes()
    train(path, 1, resume=False)
    assert path.with_name("c.json.old").read_bytes() == before
    assert json.loads(path.read_text())["finished"] == 2
