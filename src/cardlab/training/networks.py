"""Training of networks: Adam on minibatches until games that it does not see are predicted no better."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardlab.training import layers
from cardlab.training.dataset import Floats, Singles
from cardlab.training.fitting import Curve, Fitted, Lesson, TrainingNews
from cardlab.training.libraries import torch
from cardlab.training.metrics import hits, log_losses
from cardlab.training.scaling import scaling

PREDICT_ROWS = 8192


@dataclass(frozen=True)
class Head:
    """What the outputs of a network mean (the loss against targets, the chance to win), and what is done to its inputs."""

    loss: Callable[[Any, Any], Any]
    chance: Callable[[Any], Any]
    prepare: Callable[[Any], Any] = lambda x: x


@dataclass
class EarlyStop:
    """Tells when to stop: after so many epochs without a better loss."""

    epochs: int
    best: float = math.inf
    waited: int = 0

    def better(self, loss: float) -> bool:
        """Whether this is the best loss so far."""
        found = loss < self.best
        self.best, self.waited = (loss, 0) if found else (self.best, self.waited + 1)
        return found

    @property
    def over(self) -> bool:
        """Whether it is time to stop."""
        return self.waited >= self.epochs


def fit_dense(lesson: Lesson) -> Fitted:
    """Fully connected layers on numbers scaled to mean 0 and spread 1."""
    scale = scaling(lesson.train.x)
    mean, spread = (torch().from_numpy(numbers.astype(np.float32)) for numbers in scale)
    head = replace(_one_head(), prepare=lambda x: (x - mean) / spread)
    with _repeatable(lesson):
        network = layers.dense_layers(lesson.train.x.shape[1], lesson.settings["hidden"], lesson.settings["dropout"])
        curve = _train(network, head, lesson)
    return Fitted(
        lambda rows: _chances(network, head, rows), lambda: layers.dense_to_graph(network, *scale), layers.parameters(network),
        curves=(curve,),
    )  # fmt: skip


def fit_cnn(lesson: Lesson) -> Fitted:
    """The documented convolutional network."""
    return _fit_picture(
        lesson, lambda: layers.documented_layers(lesson.shape, lesson.settings["dropout"]), _two_head(), "Sigmoid"
    )


def fit_cnn2(lesson: Lesson) -> Fitted:
    """The other convolutional network."""
    return _fit_picture(lesson, lambda: layers.bundled_layers(lesson.shape), _ten_head(), "Softmax")


def _fit_picture(lesson: Lesson, build: Callable[[], Any], head: Head, last: str) -> Fitted:
    with _repeatable(lesson):
        network = build()
        curve = _train(network, head, lesson)
    return Fitted(
        lambda rows: _chances(network, head, rows), lambda: layers.picture_to_graph(network, lesson.shape, last),
        layers.parameters(network), curves=(curve,),
    )  # fmt: skip


@contextmanager
def _repeatable(lesson: Lesson) -> Iterator[None]:
    """Let all chance come from the lesson's seed, and leave PyTorch as it was."""
    library = torch()
    threads = library.get_num_threads()
    with library.random.fork_rng(devices=[]):
        library.manual_seed(lesson.small_seed)
        library.set_num_threads(lesson.settings["threads"])
        try:
            yield
        finally:
            library.set_num_threads(threads)


def _train(network: Any, head: Head, lesson: Lesson) -> Curve:
    """Let the network learn; it ends with the weights of its best epoch."""
    s, patience, fresh = lesson.settings, EarlyStop(lesson.settings["patience"]), lesson.valid
    optimizer = torch().optim.Adam(network.parameters(), lr=s["rate"], weight_decay=s["l2"])
    x, y = torch().from_numpy(lesson.train.x), torch().from_numpy(lesson.train.y.astype(np.float32))
    best, history = copy.deepcopy(network.state_dict()), []
    for epoch in range(s["epochs"]):
        learned = _epoch(network, head, optimizer, x, y, s)
        p = _chances(network, head, fresh.x)
        loss = float(log_losses(p, fresh.y).mean())
        history.append((learned, loss, float(hits(p, fresh.y).mean())))
        if patience.better(loss):
            best = copy.deepcopy(network.state_dict())
        lesson.tell(TrainingNews("epochs", epoch + 1, s["epochs"], f"validation log loss {loss:.4f}, best {patience.best:.4f}"))
        if patience.over:
            break
    network.load_state_dict(best)
    return _curve(history)


def _epoch(network: Any, head: Head, optimizer: Any, x: Any, y: Any, s: Mapping[str, Any]) -> float:
    """Go through the rows, or a share of them, in a new order; the mean loss on the way."""
    network.train()
    order, total = torch().randperm(len(x))[: math.ceil(s["share"] * len(x))], 0.0
    for start in range(0, len(order), s["batch"]):
        rows = order[start : start + s["batch"]]
        optimizer.zero_grad()
        loss = head.loss(network(head.prepare(x[rows])), y[rows])
        loss.backward()
        optimizer.step()
        total += float(loss.detach()) * len(rows)
    return total / len(order)


def _chances(network: Any, head: Head, x: Singles) -> Floats:
    network.eval()
    with torch().no_grad():
        starts = range(0, len(x), PREDICT_ROWS)
        pieces = (torch().from_numpy(np.ascontiguousarray(x[start : start + PREDICT_ROWS])) for start in starts)
        parts = [head.chance(network(head.prepare(piece))).numpy() for piece in pieces]
    return np.concatenate(parts).astype(np.float64) if parts else np.zeros(0)


def _curve(history: list[tuple[float, float, float]]) -> Curve:
    learned, loss, accuracy = zip(*history, strict=True)
    lines = {"training loss": learned, "validation log loss": loss, "validation accuracy": accuracy}
    return Curve("epochs", "Epochs", "epoch", "loss, accuracy", tuple(range(1, len(history) + 1)), lines)


def _one_head() -> Head:
    f = torch().nn.functional
    return Head(
        lambda out, y: f.binary_cross_entropy_with_logits(out[:, 0], y), lambda out: torch().sigmoid(out[:, 0])
    )  # fmt: skip


def _two_head() -> Head:
    f = torch().nn.functional

    def loss(out: Any, y: Any) -> Any:
        return f.binary_cross_entropy_with_logits(out, torch().stack([1 - y, y], dim=1))

    return Head(loss, lambda out: _of_both(torch().sigmoid(out)))


def _ten_head() -> Head:
    f = torch().nn.functional

    def loss(out: Any, y: Any) -> Any:
        logs = f.log_softmax(out, dim=1)
        return -((1 - y) * logs[:, 0] + y * logs[:, 1]).mean()

    return Head(loss, lambda out: _of_both(torch().softmax(out, dim=1)))


def _of_both(active: Any) -> Any:
    return active[:, 1] / (active[:, 0] + active[:, 1])
