"""From games to a model that plays: rows are collected, a model is trained on them, and the evaluating search asks it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from cardlab import game, make_agent, play_match
from cardlab.cli import main
from cardlab.models.modelfile import load_model
from tests.effort import PURE
from tests.games.duelyst.tables import lay, unit

pytestmark = [
    pytest.mark.skipif(PURE, reason="plays too many games for the uncompiled build"),
    pytest.mark.skipif(importlib.util.find_spec("sklearn") is None, reason="needs the extra learn"),
]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return end.value.code if isinstance(end.value.code, int) else 0


def test_a_model_of_collected_games_plays_and_knows_who_is_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("collect", "duelyst", "hillclimb", "random", "-n", "120", "--to", "rows.parquet", "--seed", "1") == 0
    assert run(
        "train", "duelyst", "--model", "linear", "--data", "rows.parquet", "--out", "model.onnx", "--no-curve", "--seed", "1"
    ) == 0  # fmt: skip
    rules = game("duelyst")
    model = load_model(rules, Path("model.onnx"))
    assert model.encoder.text == "planes"
    ahead = lay(*(unit(10205, 1, 3, y) for y in range(4)), unit(101, 2, 8, 2, hp=3, maxHp=25), deck=[9] * 9)
    behind = lay(*(unit(10205, 2, 3, y) for y in range(4)), unit(1, 1, 0, 2, hp=3, maxHp=25), deck=[9] * 9)
    assert model.value(ahead.seat(0).resample(1), 0) > 0.5 > model.value(behind.seat(0).resample(1), 0)
    agent = make_agent(rules, "e-ismcts:30,depth=4,evaluator=model.onnx")
    state = lay(unit(10205, 1, 7, 2), unit(101, 2, 8, 2, hp=4, maxHp=25), deck=[9] * 5, mana=0)
    assert agent.choose(state.seat(0), 1) in state.legal() and agent.report.iterations == 30
    result = play_match(rules, ["e-ismcts:10,depth=4,evaluator=model.onnx", "random"], games=2, seed=3, workers=1)
    assert result.errors == {} and result.games == 2
