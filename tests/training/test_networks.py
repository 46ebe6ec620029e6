"""Networks: their size, their padding, when they stop."""

from __future__ import annotations

import numpy as np
import pytest

from cardlab.errors import OptionError
from cardlab.training import networks
from cardlab.training.fitting import Lesson, Portion, TrainingNews
from cardlab.training.layers import bundled_layers, dense_layers, documented_layers, parameters, picture
from cardlab.training.modelkinds import MODELS
from cardlab.training.networks import EarlyStop
from tests.training.samples import made_up


def test_the_documented_network_has_14472_parameters() -> None:
    network = documented_layers((4, 41), 0.2)
    assert parameters(network) == 14_472
    assert [parameters(layer) for layer in network if parameters(layer)] == [50, 460, 820, 3240, 9660, 242]


def test_the_bundled_network_has_44074_parameters() -> None:
    network = bundled_layers((4, 41))
    assert [parameters(layer) for layer in network if parameters(layer)] == [640, 18_464, 24_970]
    assert parameters(network) == 44_074


def test_a_dense_network_has_the_layers_asked_for() -> None:
    network = dense_layers(366, (64, 32))
    assert [tuple(layer.weight.shape) for layer in network if parameters(layer)] == [(64, 366), (32, 64), (1, 32)]


def test_shapes_of_the_documented_network() -> None:
    import torch

    x, shapes = torch.zeros(2, 164), []
    for layer in documented_layers((4, 41), 0.2).eval():
        x = layer(x)
        if isinstance(layer, torch.nn.Conv2d | torch.nn.MaxPool2d):
            shapes.append(tuple(x.shape[1:]))
    assert shapes == [
        (5, 4, 41), (5, 2, 21), (10, 2, 21), (10, 1, 11), (20, 1, 11), (20, 1, 6), (40, 1, 6), (40, 1, 3), (60, 1, 3),
        (60, 1, 2),
    ]  # fmt: skip
    assert tuple(x.shape) == (2, 2)


def test_even_kernels_are_padded_below_and_to_the_right() -> None:
    import torch

    network = documented_layers((4, 41), 0.0)
    place = next(n for n, layer in enumerate(network) if isinstance(layer, torch.nn.ZeroPad2d))
    assert network[place + 1].kernel_size == (2, 2)
    padded = network[place](torch.ones(1, 1, 2, 3))
    assert padded[0, 0].tolist() == [[1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]


def test_other_encodings_are_no_pictures() -> None:
    with pytest.raises(
        OptionError, match="needs an encoding that is a picture, such as image with 4 × 41 numbers; this one is 23"
    ):
        picture((23,))


def test_patience_ends_after_so_many_epochs_without_a_better_loss() -> None:
    patience = EarlyStop(2)
    told = []
    for loss in (0.7, 0.6, 0.65, 0.55, 0.55, 0.6):
        told.append((patience.better(loss), patience.over))
    assert told == [(True, False), (True, False), (False, False), (True, False), (False, False), (False, True)]
    assert patience.best == 0.55


def _lesson(**settings: object) -> tuple[Lesson, list[TrainingNews]]:
    data, news = made_up(), []
    known, fresh = data.group < 60, data.group >= 60
    parts = [Portion(data.x[rows], data.score[rows], data.group[rows]) for rows in (known, fresh)]
    return Lesson(*parts, (23,), MODELS["mlp"].settings({"batch": 16, **settings}), 0, news.append), news


def test_training_stops_early_and_keeps_the_best_epoch() -> None:
    lesson, news = _lesson(epochs=200, rate=0.05, patience=3, hidden="64")
    fitted = MODELS["mlp"].fit(lesson)
    losses = fitted.curves[0].lines["validation log loss"]
    best = min(losses)
    assert len(losses) == losses.index(best) + 4 == len(news) < 200
    p = fitted.predict(lesson.valid.x)
    kept = -(lesson.valid.y * np.log(p) + (1 - lesson.valid.y) * np.log(1 - p)).mean()
    assert kept == pytest.approx(best, abs=1e-6)
    assert news[-1].note == f"validation log loss {losses[-1]:.4f}, best {best:.4f}"


def test_training_leaves_the_random_numbers_of_others_alone() -> None:
    import torch

    torch.manual_seed(1)
    expected = torch.rand(3).tolist()
    torch.manual_seed(1)
    threads = torch.get_num_threads()
    MODELS["mlp"].fit(_lesson(epochs=1)[0])
    assert torch.rand(3).tolist() == expected
    assert torch.get_num_threads() == threads


def test_an_epoch_may_be_a_share_of_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    head = networks._one_head()

    def loss(out: object, y: list[float]) -> object:
        seen.append(len(y))
        return head.loss(out, y)

    monkeypatch.setattr(networks, "_one_head", lambda: networks.Head(loss, head.chance))
    MODELS["mlp"].fit(_lesson(epochs=2, share=0.1)[0])
    assert seen == 2 * [16, 16, 16]
    seen.clear()
    MODELS["mlp"].fit(_lesson(epochs=1)[0])
    assert sum(seen) == 60 * 8
