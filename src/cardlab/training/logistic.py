"""Logistic regression."""

from __future__ import annotations

import numpy as np

from cardlab.training.dataset import Floats, Singles
from cardlab.training.exporting import Graph, dense_graph, unscaled
from cardlab.training.fitting import Fitted, Job, News
from cardlab.training.libraries import sklearn
from cardlab.training.scaling import scaled, scaling
from cardlab.training.splitting import doubled


def fit_linear(job: Job) -> Fitted:
    """A weight for each number, on numbers scaled to mean 0 and spread 1."""
    job.tell(News("logistic regression", 0, 1))
    scale = scaling(job.train.x)
    x, labels, weights = doubled(scaled(job.train.x, *scale), job.train.y)
    model = sklearn("linear_model").LogisticRegression(C=job.settings["C"], max_iter=2000)
    model.fit(x, labels, sample_weight=weights)

    def predict(rows: Singles) -> Floats:
        found: Floats = model.predict_proba(scaled(rows, *scale))[:, 1].astype(np.float64)
        return found

    def graph() -> Graph:
        return dense_graph([unscaled((model.coef_, model.intercept_), *scale)])

    job.tell(News("logistic regression", 1, 1))
    return Fitted(predict, graph, model.coef_.size + 1)
