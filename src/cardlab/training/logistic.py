"""Logistic regression."""

from __future__ import annotations

import numpy as np

from cardlab.training.dataset import Floats, Singles
from cardlab.training.exporting import OnnxDraft, dense_graph, unscaled
from cardlab.training.fitting import Fitted, Lesson, TrainingNews
from cardlab.training.libraries import sklearn
from cardlab.training.scaling import scaled, scaling
from cardlab.training.splitting import doubled


def fit_linear(lesson: Lesson) -> Fitted:
    """A weight for each number, on numbers scaled to mean 0 and spread 1."""
    lesson.tell(TrainingNews("logistic regression", 0, 1))
    scale = scaling(lesson.train.x)
    x, labels, weights = doubled(scaled(lesson.train.x, *scale), lesson.train.y)
    model = sklearn("linear_model").LogisticRegression(C=lesson.settings["C"], max_iter=2000)
    model.fit(x, labels, sample_weight=weights)

    def predict(rows: Singles) -> Floats:
        found: Floats = model.predict_proba(scaled(rows, *scale))[:, 1].astype(np.float64)
        return found

    def graph() -> OnnxDraft:
        return dense_graph([unscaled((model.coef_, model.intercept_), *scale)])

    lesson.tell(TrainingNews("logistic regression", 1, 1))
    return Fitted(predict, graph, model.coef_.size + 1)
