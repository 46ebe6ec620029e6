"""The kinds of models, with their settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlab.core.options import Option, choice, flag, real, resolve, whole
from cardlab.core.spec import look_up
from cardlab.errors import UnknownOption

if TYPE_CHECKING:
    from cardlab.training.fitting import Fitted, Lesson


@dataclass(frozen=True)
class ModelKind:
    """A kind of model. `encoding` is the one it is made for, if the game has it; `fitter` names what trains it."""

    name: str
    about: str
    fitter: str
    own: tuple[Option, ...]
    encoding: str | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """All settings."""
        return (*self.own, _VALID)

    @property
    def network(self) -> bool:
        """Whether it is trained by PyTorch."""
        return self.fitter.startswith("networks:")

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All settings with the given values put in."""
        return resolve(f"model {self.name}", self.options, given)

    def fit(self, lesson: Lesson) -> Fitted:
        """Train."""
        module, _, function = self.fitter.partition(":")
        fit: Callable[[Lesson], Fitted] = getattr(import_module(f"cardlab.training.{module}"), function)
        return fit(lesson)


def find_model(name: str) -> ModelKind:
    """The kind of that name."""
    return look_up("model", name, MODELS, UnknownOption, "See: cardlab train GAME --list")


def _tuned(name: str, low: float, high: float, help: str) -> Option:
    """A number, or the word that leaves it to the training."""

    def read(value: Any) -> Any:
        if value == "tune":
            return value
        number = float(value)
        if isinstance(value, bool) or not low <= number <= high:
            raise ValueError
        return number

    return Option(name, "tune", help, f"tune, or a number from {low:g} to {high:g}", read)


def _hidden(default: str) -> Option:
    """Sizes of layers."""

    def read(value: Any) -> tuple[int, ...]:
        parts = str(value).replace(",", "x").split("x") if isinstance(value, str) else value
        sizes = tuple(int(part) for part in parts)
        if not 1 <= len(sizes) <= 6 or not all(1 <= size <= 4096 for size in sizes):
            raise ValueError
        return sizes

    return Option("hidden", read(default), "sizes of the hidden layers", "one to six sizes with x between, such as 64x32", read)


def _dropout(default: float) -> Option:
    return real("dropout", default, 0.0, 0.9, "share of the activations left out while it learns")


def _network(*more: Option, epochs: int = 50, patience: int = 5, share: float = 1.0) -> tuple[Option, ...]:
    return (
        *more,
        whole("epochs", epochs, 1, 10_000, "most rounds through the training part"),
        real("share", share, 0.001, 1.0, "share of the training part in an epoch, drawn anew each time"),
        whole("patience", patience, 1, 10_000, "epochs without a better validation log loss before it stops"),
        whole("batch", 256, 1, 1_000_000, "rows in a step"),
        real("rate", 1e-3, 1e-7, 1.0, "learning rate of Adam"),
        real("l2", 0.0, 0.0, 10.0, "weight decay"),
        whole("threads", 1, 1, 256, "threads; with one, equal seeds give equal weights"),
    )


_VALID = real("valid", 0.1, 0.01, 0.5, "share of the deals that decides when to stop or calibrates")
_SVM = (
    choice("kernel", "rbf", ("rbf", "nystroem"), "exact, or approximated by landmarks for more rows"),
    whole("rows", 10_000, 100, 10_000_000, "most rows to learn from, drawn from all games of the training part"),
    _tuned("gamma", 1e-9, 1e6, "how narrow the kernel is"),
    _tuned("C", 1e-9, 1e9, "how much a mistake costs"),
    whole("folds", 5, 2, 100, "folds of deals for tuning"),
    whole("finer", 5, 0, 100, "values of gamma and of C in the second pass; 0: no second pass"),
    whole("landmarks", 300, 2, 100_000, "landmarks of kernel=nystroem"),
    flag("scale", False, "scale the numbers to mean 0 and spread 1"),
)
_FOREST = (
    whole("trees", 100, 1, 100_000, "trees"),
    whole("depth", 12, 0, 1000, "most branchings above a leaf; 0: no limit"),
    whole("min_leaf", 20, 1, 1_000_000, "fewest rows in a leaf"),
    real("features", 0.0, 0.0, 1.0, "share of the features tried at a branching; 0: their square root"),
    whole("jobs", 0, 0, 1024, "threads; 0: all cores"),
)
_BOOSTING = (
    whole("trees", 300, 1, 100_000, "most trees"),
    real("rate", 0.1, 1e-6, 1.0, "learning rate"),
    whole("leaves", 31, 2, 100_000, "most leaves of a tree"),
    whole("min_leaf", 20, 1, 1_000_000, "fewest rows in a leaf"),
    real("l2", 0.0, 0.0, 1e9, "penalty for large values"),
    whole("patience", 20, 1, 100_000, "trees without a better validation log loss before it stops"),
    whole("jobs", 1, 0, 1024, "threads; 0: all cores, for many rows on an idle machine"),
)
_KINDS = (
    ModelKind("linear", "logistic regression", "logistic:fit_linear", (real("C", 1.0, 1e-9, 1e9, "1 / penalty for weights"),)),
    ModelKind("svm", "support vector machine, tuned and calibrated", "svm:fit_svm", _SVM, "svm"),
    ModelKind("forest", "random forest", "forests:fit_forest", _FOREST),
    ModelKind("boosting", "gradient-boosted trees", "forests:fit_boosting", _BOOSTING),
    ModelKind("mlp", "small network with one hidden layer", "networks:fit_dense", _network(_hidden("32"), _dropout(0.0))),
    ModelKind("net", "network with two hidden layers, quick enough for search", "networks:fit_dense",
              _network(_hidden("64x32"), _dropout(0.0), epochs=200, patience=8, share=0.1)),
    ModelKind("cnn", "convolutional network as documented, 14,472 parameters for the image of its study", "networks:fit_cnn",
              _network(_dropout(0.2)), "image"),
    ModelKind("cnn2", "convolutional network as shipped with the study, 44,074 parameters for that image", "networks:fit_cnn2",
              _network(), "image"),
)  # fmt: skip
MODELS: dict[str, ModelKind] = {kind.name: kind for kind in _KINDS}
