"""Model files: ONNX with a card that says what the model is, checked before they take their name."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cardlab.errors import RunError
from cardlab.models.bounds import check_bounds
from cardlab.models.modelfile import FORMAT, MOST_BYTES
from cardlab.models.onnx import read_graph
from cardlab.training.dataset import Floats, Singles
from cardlab.training.exporting import INPUT, OUTPUT, OnnxDraft
from cardlab.training.libraries import onnx, onnxruntime

CARD = "cardlab"
TOLERANCE = 1e-4
_IR_VERSION, _OPSET, _ML_OPSET = 9, 17, 3


def model_bytes(graph: OnnxDraft, size: int, card: Mapping[str, Any]) -> bytes:
    """The model as the content of a file."""
    helper, kind = onnx("helper"), onnx().TensorProto.FLOAT
    weights = [onnx("numpy_helper").from_array(array, name) for name, array in graph.weights.items()]
    made = helper.make_graph(
        graph.nodes, str(card.get("kind", "model")), [helper.make_tensor_value_info(INPUT, kind, ["n", size])],
        [helper.make_tensor_value_info(OUTPUT, kind, ["n", 1])], weights,
    )  # fmt: skip
    versions = [helper.make_opsetid("", _OPSET), helper.make_opsetid("ai.onnx.ml", _ML_OPSET)]
    model = helper.make_model(made, ir_version=_IR_VERSION, opset_imports=versions, producer_name="cardlab")
    helper.set_model_props(model, {CARD: json.dumps(card, ensure_ascii=False, allow_nan=False)})
    onnx("checker").check_model(model, full_check=True)
    data: bytes = model.SerializeToString()
    return data


def run_model(data: bytes, x: Singles) -> Floats:
    """What a model file says about encoded positions."""
    runtime = onnxruntime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    found: Floats = session.run([OUTPUT], {INPUT: np.ascontiguousarray(x, np.float32)})[0].reshape(-1).astype(np.float64)
    return found


def check_model(data: bytes, x: Singles, expected: Floats) -> None:
    """Raise RunError if agents could not read the file, or if it would not say what the trained model says."""
    if len(data) > MOST_BYTES:
        raise RunError(
            f"the model file would have {len(data) / 1e6:.0f} MB, more than the {MOST_BYTES / 1e6:g} MB that agents read: "
            "nothing was written; choose fewer or smaller trees, layers or rows"
        )
    check_bounds(read_graph(data), x.shape[1])
    worst = float(np.abs(run_model(data, x) - expected).max()) if len(x) else 0.0
    if not worst <= TOLERANCE:
        raise RunError(
            f"the model file would differ from the trained model by {worst:.2g}, more than {TOLERANCE:g}: nothing was written; "
            "choose milder settings, for svm a smaller C"
        )


def check_out(path: Path, report: Path) -> None:
    """Complain before the training, not after it, if model or report cannot be written."""
    if path.suffix != ".onnx":
        raise RunError(f"{path}: model files end in .onnx, such as {path.stem or 'model'}.onnx")
    if path.is_file() and path.stat().st_size and FORMAT.encode() not in path.read_bytes():
        raise RunError(f"{path}: is there already and is no model of cardlab. Choose another file (--out)")
    if path.is_dir():
        raise RunError(f"{path}: is a folder; choose a file (--out)")
    _check_folder(path.parent, path)
    _check_folder(report, report)


def _check_folder(folder: Path, named: Path) -> None:
    """Try to write to a folder, and remove what was made for that."""
    fresh = [each for each in (folder, *folder.parents) if not each.exists()]
    draft = folder / f".{os.getpid()}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft.touch()
        draft.unlink()
        for each in fresh:
            each.rmdir()
    except OSError as error:
        raise RunError(f"{named}: cannot be written: {error.strerror or error}") from None
