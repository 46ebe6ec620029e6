"""Support vector machines with a Gaussian kernel: tuned on folds of deals, calibrated on deals apart."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cardlab.training.dataset import Floats, Singles
from cardlab.training.exporting import KernelSum, OnnxDraft, kernel_graph
from cardlab.training.fitting import Curve, Fitted, Lesson, Portion, Tell, TrainingNews
from cardlab.training.libraries import sklearn
from cardlab.training.metrics import hits
from cardlab.training.splitting import check_both, doubled, folds, some_rows

TUNE = "tune"
GAMMAS = tuple(np.logspace(-4, 1, 11).tolist())
COSTS = tuple(np.logspace(-2, 3, 6).tolist())

Make = Callable[[float, float], Any]
"""A pipeline that is not yet trained, by gamma and C."""


def fit_svm(lesson: Lesson) -> Fitted:
    """Find gamma, then C, then both more exactly; learn; and turn distances from the border into chances."""
    s = lesson.settings
    check_both("validation", lesson.valid.y, lesson.valid.deal)
    part = _doubles(lesson.train.take(some_rows(len(lesson.train.y), s["rows"], lesson.seed)))
    make = _maker(s, lesson.small_seed)
    gamma, cost, curves = _tuned(make, part, lesson)
    lesson.tell(TrainingNews("support vectors", 0, 1, f"gamma {gamma:.4g}, C {cost:.4g}"))
    model = _learned(make(gamma, cost), part)
    calm = _doubles(lesson.valid.take(some_rows(len(lesson.valid.y), s["rows"], lesson.seed)))
    slope, offset = _sigmoid(model.decision_function(calm.x), calm.y)
    kernels = _kernel_sum(model, gamma)

    def predict(rows: Singles) -> Floats:
        found: Floats = 1.0 / (1.0 + np.exp(-(slope * model.decision_function(rows.astype(np.float64)) + offset)))
        return found

    def graph() -> OnnxDraft:
        return kernel_graph(kernels, slope, offset)

    size = kernels.vectors.size + kernels.weights.size + 3
    return Fitted(predict, graph, size, {"gamma": gamma, "C": cost}, curves)


def _doubles(part: Portion) -> Portion:
    x: Any = part.x.astype(np.float64)
    return Portion(x, part.y, part.deal)


def _maker(s: Any, seed: int) -> Make:
    pipeline = sklearn("pipeline").Pipeline

    def first() -> list[tuple[str, Any]]:
        return [("scale", sklearn("preprocessing").StandardScaler())] if s["scale"] else []

    def exact(gamma: float, cost: float) -> Any:
        return pipeline([*first(), ("svm", sklearn("svm").SVC(kernel="rbf", gamma=gamma, C=cost, cache_size=500))])

    def nystroem(gamma: float, cost: float) -> Any:
        landmarks = sklearn("kernel_approximation").Nystroem(gamma=gamma, n_components=s["landmarks"], random_state=seed)
        border = sklearn("svm").LinearSVC(C=cost, max_iter=20_000, random_state=seed)
        return pipeline([*first(), ("landmarks", landmarks), ("svm", border)])

    return nystroem if s["kernel"] == "nystroem" else exact


def _tuned(make: Make, part: Portion, lesson: Lesson) -> tuple[float, float, tuple[Curve, ...]]:
    """The best gamma and C by accuracy on folds, and the curves on the way."""
    s, curves = lesson.settings, []
    values = {"gamma": 1.0 if s["gamma"] == TUNE else float(s["gamma"]), "C": 1.0 if s["C"] == TUNE else float(s["C"])}
    open_names = [name for name in values if s[name] == TUNE]
    for finer in (False, True) if s["finer"] else (False,):
        for name in open_names:
            grid = _around(name, values[name], s["finer"]) if finer else {"gamma": GAMMAS, "C": COSTS}[name]
            step = f"{name}, second pass" if finer else name
            known, fresh = _accuracies([make(*_changed(values, name, v)) for v in grid], part, s["folds"], lesson, step)
            curves.append(_curve(name, finer, grid, known, fresh))
            values[name] = float(grid[int(np.argmax(fresh.mean(axis=1)))])
    return values["gamma"], values["C"], tuple(curves)


def _changed(values: dict[str, float], name: str, value: float) -> tuple[float, float]:
    changed = {**values, name: value}
    return changed["gamma"], changed["C"]


def _around(name: str, value: float, count: int) -> tuple[float, ...]:
    """Values between the neighbours that the first grid had."""
    reach = 0.5 if name == "gamma" else 1.0
    return tuple((value * 10 ** np.linspace(-reach, reach, count + 2)[1:-1]).tolist())


def _accuracies(models: Sequence[Any], part: Portion, count: int, lesson: Lesson, step: str) -> tuple[Floats, Floats]:
    """Accuracy of each model (rows) in each fold (columns), on what it learned from and on what it did not."""
    known, fresh = np.zeros((len(models), count)), np.zeros((len(models), count))
    tell: Tell = lesson.tell
    for fold, (inside, outside) in enumerate(folds(part.deal, count, lesson.seed)):
        learning, checking = part.take(inside), part.take(outside)
        for number, model in enumerate(models):
            tell(TrainingNews(f"tuning {step}", fold * len(models) + number, count * len(models)))
            _learned(model, learning)
            known[number, fold] = _accuracy(model, learning)
            fresh[number, fold] = _accuracy(model, checking)
    return known, fresh


def _accuracy(model: Any, part: Portion) -> float:
    return float(hits(model.predict(part.x).astype(np.float64), part.y).mean())


def _learned(model: Any, part: Portion) -> Any:
    x, labels, weights = doubled(part.x, part.y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # bad values of C converge slowly, small folds have few landmarks
        model.fit(x, labels, svm__sample_weight=weights)
    return model


def _curve(name: str, finer: bool, grid: Sequence[float], known: Floats, fresh: Floats) -> Curve:
    lines, errors = {}, {}
    for label, table in (("training", known), ("validation", fresh)):
        lines[label] = tuple(table.mean(axis=1).tolist())
        errors[label] = tuple(table.std(axis=1).tolist())
    title = f"Accuracy by {name}{', second pass' if finer else ''}"
    return Curve(f"svm-{name}{'-finer' if finer else ''}", title, name, "accuracy", tuple(grid), lines, errors, log=True)


def _sigmoid(distance: Floats, target: Floats) -> tuple[float, float]:
    """Slope and offset that turn distances into chances."""
    x, labels, weights = doubled(distance.reshape(-1, 1), target)
    model = sklearn("linear_model").LogisticRegression(C=1e6, max_iter=1000).fit(x, labels, sample_weight=weights)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def _kernel_sum(model: Any, gamma: float) -> KernelSum:
    """What the pipeline computes: Gaussians around support vectors, or around landmarks."""
    border, steps = model["svm"], model.named_steps
    scale = (model["scale"].mean_, model["scale"].scale_) if "scale" in steps else None
    if "landmarks" not in steps:
        return KernelSum(border.support_vectors_, border.dual_coef_[0], float(border.intercept_[0]), gamma, scale)
    landmarks = model["landmarks"]
    weights = landmarks.normalization_.T.astype(np.float64) @ border.coef_[0]
    vectors = landmarks.components_.astype(np.float64)
    return KernelSum(vectors, weights, float(border.intercept_[0]), gamma, scale)
