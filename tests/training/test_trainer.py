"""From rows of Castle to a model file: encodings, cards, checks, files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.errors import MissingExtra, OptionError, RunError
from cardlab.training import modelwriter, trainer
from cardlab.training.dataset import dataset_of
from cardlab.training.trainer import TrainedModel, _bare, source_name, train_model
from tests.training.samples import castle_rows
from tests.training.test_modelkinds import QUICK

CASTLE = game("castle")
CERTAIN = ("format", "kind", "game", "players")


def trained(kind: str = "linear", **more: Any) -> TrainedModel:
    return train_model(CASTLE, castle_rows(), kind, settings=QUICK[kind], seed=1, **more)


def card_in(path: Path) -> dict[str, Any]:
    import onnx

    model = onnx.load(path)
    assert (model.ir_version, [(o.domain, o.version) for o in model.opset_import]) == (9, [("", 17), ("ai.onnx.ml", 3)])
    (entry,) = [prop for prop in model.metadata_props if prop.key == "cardlab"]
    return json.loads(entry.value)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("kind", "encoder"),
    [("svm", "svm"), ("cnn", "image"), ("cnn2", "image"), ("net", "rich"), ("linear", "rich"), ("forest", "rich"),
     ("boosting", "rich")],
)  # fmt: skip
def test_agents_read_the_file_and_say_what_the_model_says(kind: str, encoder: str, tmp_path: Path) -> None:
    from cardlab.models.modelfile import load_model

    found, rows = trained(kind), castle_rows().take(slice(0, 200))
    path = tmp_path / "model.onnx"
    found.save(path)
    assert card_in(path)["encoder"] == encoder
    said = load_model(CASTLE, path).judge(found.encoder.encode(rows.numbers).tolist())
    assert np.abs(np.array(said) - found.predict(rows)).max() < 1e-5


def test_the_card_says_what_the_model_is(tmp_path: Path) -> None:
    found = trained("svm", encoder="svm,top=yes", sources=["data/one.parquet", "postgresql://me:secret@host/games?password=x"])
    found.save(tmp_path / "model.onnx")
    card = card_in(tmp_path / "model.onnx")
    assert card == json.loads(json.dumps(found.card))
    assert {name: card[name] for name in (*CERTAIN, "encoder", "size", "rules", "target", "seed")} == {
        "format": "cardlab model 1", "kind": "svm", "game": "castle", "players": [2], "encoder": "svm,top=yes", "size": 24,
        "rules": [""], "target": "won", "seed": 1,
    }  # fmt: skip
    assert card["columns"] == [column.name for column in CASTLE.observer().columns]
    assert card["data"] == {
        "sources": ["one.parquet", "games"], "runs": ["sample"], "games": 40, "rows": len(castle_rows()), "agents": ["random"],
        "deals": 40, "rows_without_target": 0,
    }  # fmt: skip
    assert card["scores"] == found.scores.to_dict() and card["settings"]["gamma"] > 0
    assert "secret" not in json.dumps(card)


def test_sources_are_named_without_where_they_are() -> None:
    assert source_name("/home/me/rows.parquet") == source_name(Path("rows.parquet")) == "rows.parquet"
    assert source_name("sqlite:///deep/rows.db") == "rows.db"
    assert source_name("mysql://u:p@host:1/games") == "games"


def test_rows_become_a_dataset_with_games_turns_and_results() -> None:
    rows = castle_rows()
    data = dataset_of(rows, CASTLE.encoder("svm"))
    assert data.x.shape == (len(rows), 23) and data.x.dtype == np.float32
    assert data.games == 40 and (data.score == rows.score).all() and (data.turn == rows.turn_no).all()
    assert data.group.tolist() == rows.game_id.tolist()


def test_a_file_that_would_differ_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = trained(encoder="svm")
    monkeypatch.setattr(modelwriter, "run_model", lambda data, x: np.full(len(x), 0.5))
    with pytest.raises(RunError, match=r"the model file would differ from the trained model by .*nothing was written"):
        found.save(tmp_path / "model.onnx")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_agents_could_not_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = trained(encoder="svm")
    monkeypatch.setattr(modelwriter, "MOST_BYTES", 1000)
    with pytest.raises(
        RunError, match=r"more than the 0.001 MB that agents read: nothing was written; choose fewer or smaller"
    ):
        found.save(tmp_path / "model.onnx")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(modelwriter.os, "fsync", fail)
    with pytest.raises(RunError, match=r"model.onnx: cannot be written: No space left on device"):
        trained(encoder="svm").save(path)
    assert path.read_bytes() == b"old" and [each.name for each in tmp_path.iterdir()] == ["model.onnx"]


def test_a_network_on_the_wrong_encoding_is_refused() -> None:
    with pytest.raises(OptionError, match="needs an encoding that is a picture"):
        trained("cnn", encoder="svm")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "fores"}, "Did you mean 'forest'"),
        ({"encoder": "svn"}, "there is no encoding of castle 'svn'"),
        ({"target": "win"}, "there is no target 'win'"),
        ({"test": 0.95}, "together at most 0.9"),
        ({"settings": {"c": 1}}, "there is no option of model linear 'c'"),
        ({"settings": {"C": "much"}}, "option C='much': allowed is a number"),
    ],
)
def test_plans_that_cannot_work_are_refused_before_any_data_is_read(changes: dict[str, Any], message: str) -> None:
    arguments = {"kind": "linear", **changes}
    with pytest.raises(OptionError, match=message):
        trainer.plan_model(CASTLE, arguments.pop("kind"), **arguments)


def test_a_game_without_encodings_is_refused() -> None:
    class Bare(type(CASTLE)):  # type: ignore[misc]
        def encoders(self) -> dict[str, Any]:
            return {}

    with pytest.raises(OptionError, match="castle has no encodings of positions"):
        trainer.plan_model(Bare(), "forest")


@pytest.mark.parametrize(("missing", "kind", "extra"), [("torch", "net", "torch"), ("sklearn", "forest", "learn")])
def test_missing_libraries_are_named(missing: str, kind: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlab.training import libraries

    real = libraries.find_spec
    monkeypatch.setattr(libraries, "find_spec", lambda name: None if name == missing else real(name))
    with pytest.raises(MissingExtra, match=rf"pip install 'cardlab\[{extra}\]'"):
        trained(kind)


def test_the_numbers_of_a_model_need_no_torch() -> None:
    import subprocess

    code = (
        "import sys\nfrom tests.training.test_modelkinds import trained\ntrained('forest')\n"
        "assert 'torch' not in sys.modules and 'matplotlib' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_cards_name_files_but_not_folders() -> None:
    assert _bare("e-ismcts:300,evaluator=/home/me/round1.onnx,c=1") == "e-ismcts:300,evaluator=round1.onnx,c=1"
    assert _bare("python:bots/mine.py:Bot") == "python:bots/mine.py:Bot"
    assert _bare("ismcts:300,c=0.7") == "ismcts:300,c=0.7"
