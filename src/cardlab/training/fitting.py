"""What every kind of model is given to learn from, and what it hands back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardlab.training.dataset import Floats, Ints, Singles
from cardlab.training.exporting import OnnxDraft


@dataclass(frozen=True)
class TrainingNews:
    """How far a training is."""

    step: str
    done: int
    total: int
    note: str = ""


Tell = Callable[[TrainingNews], None]


@dataclass(frozen=True)
class Portion:
    """Positions, what is to be learned about them, and the deals of their games."""

    x: Singles
    y: Floats
    deal: Ints

    def take(self, rows: Ints) -> Portion:
        """Some of the rows."""
        return Portion(self.x[rows], self.y[rows], self.deal[rows])


@dataclass(frozen=True)
class Lesson:
    """One training: `valid` decides when to stop or calibrates, and is never learned from."""

    train: Portion
    valid: Portion
    shape: tuple[int, ...]
    settings: Mapping[str, Any]
    seed: int = 0
    tell: Tell = lambda news: None

    @property
    def small_seed(self) -> int:
        """The seed as the libraries take it."""
        return self.seed % 2**32


@dataclass(frozen=True)
class Curve:
    """Numbers of a training as lines over something: drawn in the report, and written as a table."""

    name: str
    title: str
    across: str
    up: str
    places: tuple[float, ...]
    lines: Mapping[str, tuple[float | None, ...]]
    errors: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    log: bool = False
    diagonal: bool = False


@dataclass(frozen=True)
class Fitted:
    """A trained model: `predict` gives the chance to win, `graph` says the same as ONNX nodes.

    `found` are settings that the training itself chose, `size` counts the learned numbers.
    """

    predict: Callable[[Singles], Floats]
    graph: Callable[[], OnnxDraft]
    size: int
    found: Mapping[str, Any] = field(default_factory=dict)
    curves: tuple[Curve, ...] = ()
