"""Model files: run as ONNX Runtime runs them, and refused by name if anything is wrong, before anything is executed."""

from __future__ import annotations

import io
import json
import os
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper

from cardlab import game, make_agent
from cardlab.errors import CardlabError, MissingExtra, OptionError, RunError
from cardlab.models.dense import DenseModel, WideModel
from cardlab.models.function import FunctionModel
from cardlab.models.modelfile import load_model, read_model
from cardlab.models.trees import TreesModel
from tests.models.onnxfiles import by_runtime, card, convolution, dense, model, save, tensor, trees, wide

ROOT = Path(__file__).parents[2]
PURE = os.environ.get("CARDLAB_PURE") == "1"


def rows(size: int = 23, n: int = 40) -> Any:
    made = np.random.default_rng(8).normal(0, 0.6, (n, size)).astype(np.float32)
    made[:, ::4] = 0
    return made


def load(tmp_path: Path, made: Any, spec: str = "castle") -> Any:
    return load_model(game(spec), save(made, tmp_path / "model.onnx"))


def refuse(tmp_path: Path, made: Any, words: str, spec: str = "castle") -> None:
    """It is refused by an error that names the file and says why."""
    with pytest.raises(RunError, match=words) as caught:
        load(tmp_path, made, spec)
    assert str(tmp_path / "model.onnx") in str(caught.value)


# ---- what fits --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(23, 1), (23, 6, 1), (23, 16, 8, 1)])
@pytest.mark.parametrize("transposed", [True, False])
def test_dense_layers_run_compiled_and_say_what_the_runtime_says(
    tmp_path: Path, sizes: tuple[int, ...], transposed: bool
) -> None:
    found = load(tmp_path, dense(sizes, transposed))
    assert isinstance(found, DenseModel) and found.native
    assert found.judge(rows()) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows()), rel=1e-5)


@pytest.mark.parametrize("sizes", [(23, 6, 1), (23, 16, 8, 1)])
def test_layers_beside_direct_weights_run_compiled_and_say_what_the_runtime_says(
    tmp_path: Path, sizes: tuple[int, ...]
) -> None:
    found = load(tmp_path, wide(sizes))
    assert isinstance(found, WideModel) and found.native
    assert found.judge(rows()) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows()), rel=1e-5)


def swap_sum(made: Any) -> None:
    """Add the chain's result to the other one, instead of the other way round."""
    made.graph.node[-3].input[:] = list(made.graph.node[-3].input)[::-1]


def test_what_is_added_may_stand_in_any_order(tmp_path: Path) -> None:
    made = wide()
    swap_sum(made)
    found = load(tmp_path, made)
    assert isinstance(found, WideModel)
    assert found.judge(rows()) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows()), rel=1e-5)


def add_twice(made: Any) -> None:
    made.graph.node[-3].input[1] = made.graph.node[-3].input[0]


def scale(made: Any) -> None:
    made.graph.node[-4].attribute.append(helper.make_attribute("alpha", 0.5))


def leave_out(made: Any) -> None:
    made.graph.node[-2].input[0] = "deep"


@pytest.mark.parametrize("change", [add_twice, scale, leave_out])
def test_graphs_that_only_look_like_one_with_direct_weights_run_through_the_runtime(tmp_path: Path, change: Any) -> None:
    made = wide()
    change(made)
    found = load(tmp_path, made)
    assert isinstance(found, FunctionModel)
    assert found.judge(rows()) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows()), rel=1e-6)


@pytest.mark.parametrize("squash", [True, False])
@pytest.mark.parametrize("base", [None, 0.25, -0.5])
def test_trees_run_compiled_and_say_what_the_runtime_says(tmp_path: Path, squash: bool, base: float | None) -> None:
    found = load(tmp_path, trees(5, squash, base))
    assert isinstance(found, TreesModel)
    theirs = np.clip(by_runtime(tmp_path / "model.onnx", rows()), 0, 1).tolist()
    assert found.judge(rows()) == pytest.approx(theirs, rel=1e-5, abs=1e-6)


def test_values_on_the_threshold_go_where_the_runtime_sends_them(tmp_path: Path) -> None:
    made = trees(3)
    found = load(tmp_path, made)
    (values,) = (a.floats for a in made.graph.node[0].attribute if a.name == "nodes_values")
    exact = np.array([np.full(23, value, np.float32) for value in values if value])
    around = np.concatenate([exact, np.nextafter(exact, np.float32(9)), np.nextafter(exact, np.float32(-9))])
    assert found.judge(around) == pytest.approx(by_runtime(tmp_path / "model.onnx", around), rel=1e-5)


def test_a_convolution_runs_through_the_runtime(tmp_path: Path) -> None:
    found = load(tmp_path, convolution())
    assert isinstance(found, FunctionModel) and not found.native and found.encoder.text == "image"
    assert found.judge(rows(164)) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows(164)), rel=1e-6)


@pytest.mark.parametrize("output", [("n", 1), ("n",)])
def test_other_graphs_of_known_operations_run_through_the_runtime(tmp_path: Path, output: tuple[Any, ...]) -> None:
    nodes = [helper.make_node("MatMul", ["x", "w"], ["m"]), helper.make_node("Add", ["m", "b"], ["a"])]
    nodes += [helper.make_node("Tanh", ["a"], ["t"]), helper.make_node("Sigmoid", ["t"], ["p"])]
    weights = [tensor("w", np.linspace(-1, 1, 23).reshape((23, 1) if len(output) == 2 else (23,))), tensor("b", [0.5])]
    found = load(tmp_path, model(nodes, weights, output=output))
    assert isinstance(found, FunctionModel)
    wanted = 1 / (1 + np.exp(-np.tanh(rows() @ np.linspace(-1, 1, 23) + 0.5)))
    assert found.judge(rows()) == pytest.approx(wanted.tolist(), rel=1e-5)


def test_layers_with_other_factors_run_through_the_runtime(tmp_path: Path) -> None:
    made = dense((23, 1))
    made.graph.node[0].attribute.append(helper.make_attribute("alpha", 0.5))
    found = load(tmp_path, made)
    assert isinstance(found, FunctionModel)
    assert found.judge(rows()) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows()), rel=1e-6)


def test_the_card_is_read(tmp_path: Path) -> None:
    path = save(dense(about=card(kind="mlp", seed=4, players=[2, 3])), tmp_path / "model.onnx")
    found = read_model(path).card
    assert (found.kind, found.game, found.players, found.encoder, found.size) == ("mlp", "castle", (2, 3), "svm", 23)
    assert found.columns[:2] == ("hand", "castle_fu") and found.rest["seed"] == 4
    assert load_model(game("castle,players=3"), path).encoder.size == 23


def test_a_file_plays_as_evaluator(tmp_path: Path) -> None:
    path = save(dense(), tmp_path / "model.onnx")
    state = game("castle").new(3)
    agent = make_agent(state.game, f"e-ismcts:50,depth=3,evaluator={path}")
    assert agent.native and agent.choose(state.seat(0), 1) in state.legal()
    assert sum(line.visits for line in agent.report.lines) == 50
    with pytest.raises(OptionError, match="only a function needs"):
        make_agent(state.game, f"e-ismcts:50,evaluator={path},encoder=svm")


# ---- for something else -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "spec", "words"),
    [
        ({"game": "locm"}, "castle", "was trained for 'locm', not for castle"),
        ({"game": "x" * 5000}, "castle", "was trained for"),
        ({"players": [3, 4]}, "castle", "was trained on games for 3, 4 players, not for 2"),
        ({"players": []}, "castle", "for no players"),
        ({}, "castle,players=4", "for 2 players, not for 4"),
        ({"encoder": "svn"}, "castle", "was trained on other features.*Did you mean 'svm'"),
        ({"encoder": "svm,top=maybe"}, "castle", "was trained on other features"),
        ({}, "castle,jokers=2", "was trained on other features.*no place for jokers"),
        ({"encoder": "image"}, "castle", "another version of cardlab, which here are 164; train it again"),
        ({"encoder": "svm,top=yes"}, "castle", "which here are 24; train it again"),
        ({"columns": ["hand", "castle_up"]}, "castle", "another version of cardlab"),
        ({"columns": ["castle_fu", "hand"]}, "castle", "another version of cardlab"),
        ({"size": 24}, "castle", "does not take the 24 numbers that its card tells"),
    ],
)
def test_a_model_for_something_else_is_refused(tmp_path: Path, changed: dict[str, Any], spec: str, words: str) -> None:
    refuse(tmp_path, dense(about={**card(), **changed}), words, spec)


# ---- broken cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no card"),
        ("{", "its card is damaged"),
        ("[]", "its card is damaged"),
        ("null", "its card is damaged"),
        ("5", "its card is damaged"),
        ('"text"', "its card is damaged"),
        ("{}", "its card is damaged"),
        ("[" * 100_000, "its card is damaged"),
        (json.dumps(card(format="cardlab model 2")), "of the form 'cardlab model 2', not 'cardlab model 1'"),
        (json.dumps(card(format=["x" * 900])), "its card is of the form"),
        (json.dumps(card(players=2)), "its card is damaged"),
        (json.dumps(card(players=["two"])), "its card is damaged"),
        (json.dumps(card(columns=None)), "its card is damaged"),
        (json.dumps(card(size="many")), "its card is damaged"),
        (json.dumps(card(size=0)), "its card is damaged"),
        (json.dumps(card(size=-5)), "its card is damaged"),
        (json.dumps(card(size=10**30)), "its card is damaged"),
        (json.dumps(card(size=float("inf"))), "its card is damaged"),
        (json.dumps(card(size=float("nan"))), "its card is damaged"),
        (json.dumps(card(players=[float("inf")])), "its card is damaged"),
        (json.dumps(card()).replace('"kind"', '"kinds"'), "its card is damaged"),
    ],
)
def test_a_broken_card_is_refused(tmp_path: Path, text: str, words: str) -> None:
    refuse(tmp_path, model(dense().graph.node, dense().graph.initializer, about=text or None) if text else no_card(), words)


def no_card() -> Any:
    made = dense()
    del made.metadata_props[:]
    return made


# ---- no models at all -------------------------------------------------------------------------------------------


class Boom:
    """Would leave a trace if it were unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("model.onnx", dense().SerializeToString())
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"x", bytes(1000), b"\xff" * 1000, zipped(), np.random.default_rng(1).bytes(5000), b'{"format": 1}',
        dense().SerializeToString()[:-200], dense().SerializeToString()[:100],
    ],
)  # fmt: skip
def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    refuse(tmp_path, data, "is not a model that cardlab can use")


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    refuse(tmp_path, pickle.dumps(Boom(trace)), "is not a model that cardlab can use")
    assert not trace.exists()
    pickle.loads(pickle.dumps(Boom(trace)))
    assert trace.exists(), "the trap works"


def test_files_that_are_not_there_or_no_files_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.onnx", tmp_path):
        with pytest.raises(RunError, match=path.name):
            load_model(game("castle"), path)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    with path.open("wb") as file:
        file.truncate(64_000_001)
    with pytest.raises(RunError, match="too large; such a file has at most 64 MB"):
        load_model(game("castle"), path)


# ---- models that do more than they should -----------------------------------------------------------------------


def test_weights_in_another_file_are_refused(tmp_path: Path) -> None:
    made = dense()
    weights = made.graph.initializer[0]
    weights.ClearField("raw_data")
    weights.data_location = TensorProto.EXTERNAL
    entry = weights.external_data.add()
    entry.key, entry.value = "location", "../../secret"
    refuse(tmp_path, made, "its weights lie in another file")


@pytest.mark.parametrize(
    "op", ["Loop", "If", "Scan", "RandomNormal", "ConstantOfShape", "Expand", "Tile", "Resize", "Einsum", ""]
)
def test_operations_that_no_model_needs_are_refused(tmp_path: Path, op: str) -> None:
    refuse(tmp_path, model([helper.make_node(op, ["x"], ["p"])], []), f"uses the operation {op!r}")


@pytest.mark.parametrize("domain", ["com.microsoft", "my.own", "ai.onnx.training"])
def test_operations_of_other_domains_are_refused(tmp_path: Path, domain: str) -> None:
    refuse(tmp_path, model([helper.make_node("Relu", ["x"], ["p"], domain=domain)], []), "uses the operation 'Relu'")


def test_graphs_within_graphs_are_refused(tmp_path: Path) -> None:
    inner = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "inner", [], [])
    node = helper.make_node("Relu", ["x"], ["p"], body=inner)
    refuse(tmp_path, model([node], []), "graph within a graph")


def test_other_ports_are_refused(tmp_path: Path) -> None:
    made = dense()
    made.graph.input[0].name = "features"
    refuse(tmp_path, made, "takes x and gives p")
    made = dense()
    made.graph.output.append(helper.make_tensor_value_info("h0", TensorProto.FLOAT, ["n", 6]))
    refuse(tmp_path, made, "takes x and gives p")
    made = dense()
    made.graph.input.append(helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 6]))
    refuse(tmp_path, made, "takes x and gives p")


@pytest.mark.parametrize(
    "changed",
    [{"kernel_shape": [1000, 1000]}, {"pads": [0, 0, 1 << 40, 0]}, {"strides": [-100, 1]}, {"dilations": [1 << 62, 1]}],
)
def test_unreasonable_sizes_are_refused(tmp_path: Path, changed: dict[str, list[int]]) -> None:
    made = convolution()
    conv = made.graph.node[1]
    kept = [a for a in conv.attribute if a.name not in changed]
    del conv.attribute[:]
    conv.attribute.extend([*kept, *(helper.make_attribute(name, value) for name, value in changed.items())])
    refuse(tmp_path, made, f"its Conv has an unreasonable {next(iter(changed))}")


@pytest.mark.parametrize("value", [3, 0.5, ["3", "3"], [0.5, 0.5], "33"])
def test_sizes_that_are_no_whole_numbers_are_refused(tmp_path: Path, value: Any) -> None:
    made = convolution()
    conv = made.graph.node[1]
    del conv.attribute[:]
    conv.attribute.append(helper.make_attribute("kernel_shape", value))
    with pytest.raises(RunError, match=str(tmp_path / "model.onnx")):
        load(tmp_path, made)


@pytest.mark.parametrize("shape", [[23], ["n", 1, 23], [1, 23, "n"], []])
def test_an_input_that_is_no_batch_of_features_is_refused(tmp_path: Path, shape: list[Any]) -> None:
    made = dense()
    made.graph.input[0].CopyFrom(helper.make_tensor_value_info("x", TensorProto.FLOAT, shape))
    refuse(tmp_path, made, "does not take the 23 numbers")


def test_a_model_that_fails_in_the_runtime_is_refused_when_it_is_asked(tmp_path: Path) -> None:
    made = convolution()
    made.graph.initializer[0].CopyFrom(tensor("shape", [-1, 7, 4, 41], np.int64))
    with pytest.raises(CardlabError):
        load(tmp_path, made).judge(rows(164, 3))


def test_a_graph_that_the_runtime_refuses_is_named(tmp_path: Path) -> None:
    made = convolution()
    made.graph.node[2].op_type = "Relu"
    made.graph.node[2].domain = "ai.onnx.ml"
    refuse(tmp_path, made, "ONNX Runtime refuses it")
    made.graph.node[1].input[1] = "no such weights"
    refuse(tmp_path, made, "its Conv takes 'no such weights', which nothing before it gives")


def padded(width: int) -> Any:
    """Adds so many zeros to a position."""
    nodes = [helper.make_node("Pad", ["x", "pads"], ["y"]), helper.make_node("ReduceSum", ["y", "axes"], ["h"])]
    return summed(nodes, [tensor("pads", [0, 0, 0, width], np.int64)])


def doubled(times: int) -> Any:
    """Puts a position beside itself, and the result beside itself, and so on."""
    nodes = [helper.make_node("Concat", [f"y{i}" if i else "x"] * 2, [f"y{i + 1}"], axis=1) for i in range(times)]
    return summed([*nodes, helper.make_node("ReduceSum", [f"y{times}", "axes"], ["h"])], [])


def summed(nodes: list[Any], weights: list[Any]) -> Any:
    return model([*nodes, helper.make_node("Sigmoid", ["h"], ["p"])], [*weights, tensor("axes", [1], np.int64)])


@pytest.mark.parametrize("made", [padded(1 << 27), padded(1 << 40), doubled(23)])
def test_a_small_file_cannot_ask_for_all_memory(tmp_path: Path, made: Any) -> None:
    for harmless in (padded(2), doubled(2)):
        assert load(tmp_path, harmless).judge(np.zeros((1, 23))) == [0.5]
    with pytest.raises(RunError):
        load(tmp_path, made).judge(np.zeros((3, 23)))


def test_trees_with_more_than_one_answer_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError):
        load(tmp_path, trees(4, n_targets=2, target_ids=[0, 1] * 16)).judge(rows())


@pytest.mark.parametrize("answers", [2, 3])
def test_a_model_with_more_than_one_answer_is_refused(tmp_path: Path, answers: int) -> None:
    weights = [tensor("w", np.ones((23, answers))), tensor("b", np.zeros(answers))]
    nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["h"]), helper.make_node("Sigmoid", ["h"], ["p"])]
    with pytest.raises(CardlabError):
        load(tmp_path, model(nodes, weights, output=("n", answers))).judge(rows())


# ---- broken weights and trees -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_weights_that_are_no_numbers_are_refused(tmp_path: Path, number: float) -> None:
    made = dense((23, 1))
    made.graph.initializer[0].CopyFrom(tensor("w0", np.full((1, 23), number)))
    refuse(tmp_path, made, "weights must be finite")


def test_layers_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    made = dense((23, 6, 1))
    made.graph.initializer[2].CopyFrom(tensor("w1", np.ones((1, 5))))
    refuse(tmp_path, made, "layer 2 of the model does not take 6 numbers")
    made = dense((23, 6, 1))
    made.graph.initializer[0].CopyFrom(tensor("w0", np.ones(23)))
    refuse(tmp_path, made, "is not a model that cardlab can use")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"nodes_truenodeids": [0] * 60}, "leads to no later node"),
        ({"nodes_truenodeids": [99] * 60}, "is not a model"),
        ({"nodes_featureids": [23] * 60}, "not made for encoding svm"),
        ({"nodes_featureids": [-7] * 60}, "not made for encoding svm"),
        ({"nodes_featureids": [1 << 40] * 60}, "not made for encoding svm"),
        ({"nodes_values": [float("nan")] * 60}, "is broken"),
        ({"nodes_values": [0.5] * 59}, "is not a model"),
        ({"nodes_nodeids": [0] * 60}, "two nodes have the same number"),
        ({"target_weights": [float("inf")] * 32}, "is broken"),
        ({"target_weights": [0.5] * 3}, "is not a model"),
        ({"nodes_modes": ["LEAF"] * 3}, "is not a model"),
        ({"base_values": [float("nan")]}, "is not a model"),
    ],
)
def test_broken_trees_are_refused(tmp_path: Path, changed: dict[str, Any], words: str) -> None:
    refuse(tmp_path, trees(4, **changed), words)


@pytest.mark.parametrize("changed", [{"nodes_modes": ["BRANCH_LT"] * 7 + ["LEAF"] * 8}, {"aggregate_function": "AVERAGE"}])
def test_other_kinds_of_trees_run_through_the_runtime(tmp_path: Path, changed: dict[str, Any]) -> None:
    found = load(tmp_path, trees(1, **changed))
    assert isinstance(found, FunctionModel)
    assert found.judge(rows()) == pytest.approx(by_runtime(tmp_path / "model.onnx", rows()), rel=1e-6)


def test_without_the_runtime_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert isinstance(load(tmp_path, dense()), DenseModel)
    with pytest.raises(MissingExtra, match=r"cardlab\[onnx\]"):
        load(tmp_path, convolution())


@pytest.mark.skipif(PURE, reason="takes too long uncompiled")
def test_damaged_files_never_crash_the_program(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.models.mutating", str(tmp_path), "300", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 60, "some damage does no harm, so that deeper places are reached too"
