"""Random forests and boosted trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardlab.training.dataset import Floats, Singles
from cardlab.training.exporting import OnnxDraft, Trees, tree_graph
from cardlab.training.fitting import Curve, Fitted, Lesson, TrainingNews
from cardlab.training.libraries import sklearn, sklearn_threads
from cardlab.training.splitting import doubled


def fit_forest(lesson: Lesson) -> Fitted:
    """The mean of trees that each saw other rows and other features."""
    s = lesson.settings
    x, labels, weights = doubled(lesson.train.x, lesson.train.y)
    model = sklearn("ensemble").RandomForestClassifier(
        n_estimators=0, max_depth=s["depth"] or None, min_samples_leaf=s["min_leaf"], max_features=s["features"] or "sqrt",
        n_jobs=s["jobs"] or -1, random_state=lesson.small_seed, warm_start=True,
    )  # fmt: skip
    step = max(1, s["trees"] // 10)
    while model.n_estimators < s["trees"]:
        lesson.tell(TrainingNews("trees", model.n_estimators, s["trees"]))
        model.set_params(n_estimators=min(s["trees"], model.n_estimators + step))
        model.fit(x, labels, sample_weight=weights)
    trees = Trees.joined([_forest_tree(each.tree_, len(model.estimators_)) for each in model.estimators_])
    return Fitted(lambda rows: _chance(model, rows), lambda: tree_graph(trees, None, sigmoid=False), len(trees.tree))


def fit_boosting(lesson: Lesson) -> Fitted:
    """Small trees, each of which corrects those before it, until games that it does not see are predicted no better."""
    s = lesson.settings
    lesson.tell(TrainingNews("boosting", 0, s["trees"]))
    x, labels, weights = doubled(lesson.train.x, lesson.train.y)
    x_valid, labels_valid, weights_valid = doubled(lesson.valid.x, lesson.valid.y)
    model = sklearn("ensemble").HistGradientBoostingClassifier(
        learning_rate=s["rate"], max_iter=s["trees"], max_leaf_nodes=s["leaves"], min_samples_leaf=s["min_leaf"],
        l2_regularization=s["l2"], early_stopping=True, n_iter_no_change=s["patience"], random_state=lesson.small_seed,
    )  # fmt: skip
    more = {"X_val": x_valid, "y_val": labels_valid, "sample_weight_val": weights_valid}
    with sklearn_threads(s["jobs"]):
        model.fit(x, labels, sample_weight=weights, **more)
    trees = Trees.joined([_boosted_tree(each[0].nodes) for each in model._predictors])
    base = float(model._baseline_prediction.reshape(-1)[0])

    def predict(rows: Singles) -> Floats:
        with sklearn_threads(s["jobs"]):
            return _chance(model, rows)

    def graph() -> OnnxDraft:
        return tree_graph(trees, base, sigmoid=True)

    return Fitted(predict, graph, len(trees.tree), {"trees": model.n_iter_}, (_boosting_curve(model),))


def _chance(model: Any, rows: Singles) -> Floats:
    found: Floats = model.predict_proba(rows)[:, 1]
    return found


def _forest_tree(tree: Any, trees: int) -> dict[str, Any]:
    counts = tree.value[:, 0, :]
    return {
        "feature": tree.feature, "threshold": tree.threshold, "left": tree.children_left, "right": tree.children_right,
        "value": counts[:, 1] / counts.sum(axis=1) / trees,
    }  # fmt: skip


def _boosted_tree(nodes: Any) -> dict[str, Any]:
    leaf = nodes["is_leaf"].astype(bool)
    left, right = nodes["left"].astype(np.int64), nodes["right"].astype(np.int64)
    return {
        "feature": nodes["feature_idx"].astype(np.int64), "threshold": nodes["num_threshold"],
        "left": np.where(leaf, -1, left), "right": np.where(leaf, -1, right), "value": nodes["value"],
    }  # fmt: skip


def _boosting_curve(model: Any) -> Curve:
    known, fresh = (tuple(float(-loss) for loss in scores) for scores in (model.train_score_, model.validation_score_))
    return Curve(
        "trees", "Trees", "trees", "log loss", tuple(range(len(fresh))), {"training": known, "validation": fresh}
    )  # fmt: skip
