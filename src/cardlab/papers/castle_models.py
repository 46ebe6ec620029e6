"""Models of the Castle study: each is trained once for the same rows, settings and seed, and kept with its scores."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.files import write_json
from cardlab.core.intervals import Interval
from cardlab.lab import Interrupted, Progress
from cardlab.papers.castle_rows import GAME, GAMES, collection_of, folder_of, recorded
from cardlab.papers.experiment import Call, Finding, Published
from cardlab.registry import game as find_game

if TYPE_CHECKING:
    from cardlab.training.dataset import Dataset
    from cardlab.training.fitting import TrainingNews
    from cardlab.training.outcome import ModelOutcome, TrainingPlan

SETTINGS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "small": {
        "svm": {"rows": 2000, "folds": 3, "finer": 0},
        "mlp": {"share": 0.2, "epochs": 40},
        "cnn": {"share": 0.25, "epochs": 24, "patience": 5},
        "cnn2": {"share": 0.1, "epochs": 12, "patience": 3},
    },
    "paper": {"svm": {"rows": 20_000}},
}
"""What differs from the settings that a kind of model has anyway."""
MEASURES = ("accuracy", "balanced_accuracy", "auc", "log_loss")


@dataclass(frozen=True)
class ModelRecipe:
    """A model on an encoding. `by_row`: rows instead of deals are given to its parts, and no file of it is kept."""

    kind: str
    encoder: str
    by_row: bool = False


@dataclass(frozen=True)
class Learned:
    """What came out: scores of the model and of a constant answer on the test part, and the model's file."""

    scores: Mapping[str, Any]
    baseline: Mapping[str, Any]
    gain: float
    gain_error: float | None
    path: Path

    @property
    def more(self) -> dict[str, float | None]:
        """The numbers of a table."""
        table = {name: self.scores[name] for name in MEASURES}
        constant = {"baseline": self.baseline["accuracy"], "baseline_log_loss": self.baseline["log_loss"]}
        return {**table, **constant, "gain": self.gain, "gain_error": self.gain_error}


@dataclass(frozen=True)
class AccuracyCell:
    """How often a model is right on deals that it never saw. `constant`: how often a constant answer is."""

    label: str
    recipe: ModelRecipe
    published: Published | None = None
    constant: bool = False
    game: str = GAME

    @property
    def agents(self) -> tuple[str, ...]:
        """The model and what it sees."""
        return ("majority",) if self.constant else (self.recipe.kind, self.recipe.encoder)

    def games(self, scale: str) -> int:
        """How many games are recorded for training, validation and test."""
        return GAMES[scale]

    def play(self, call: Call) -> Finding:
        """Train the model, or look up what was found out before."""
        found = learned(self.recipe, call, call.games or GAMES[call.scale])
        scores = found.baseline if self.constant else found.scores
        rate, wide = scores["accuracy"], _interval(scores)
        more = {name: scores[name] for name in MEASURES} if self.constant else found.more
        return Finding(scores["games"], rate, wide, more=more)


def _interval(scores: Mapping[str, Any]) -> Interval | None:
    """Where the true accuracy lies; None if there were too few deals to tell."""
    from cardlab.training.metrics import margin

    rate, error = scores["accuracy"], scores["accuracy_error"]
    half = None if error is None else margin(error, scores["deals"])
    return None if half is None else Interval(max(0.0, rate - half), min(1.0, rate + half))


def learned(recipe: ModelRecipe, call: Call, games: int) -> Learned:
    """The model of a recipe after so many games, trained unless it was before."""
    from cardlab.training.libraries import require_learn

    require_learn()
    from cardlab.training.trainer import plan_model

    settings = SETTINGS[call.scale].get(recipe.kind, {})
    plan, encoder = plan_model(find_game(GAME), recipe.kind, encoder=recipe.encoder, seed=call.seed, settings=settings)
    path = _path(recipe, plan, call, games)
    found = _stored(path) if call.resume or path in _fresh else None
    if found is None:
        try:
            _train(recipe, plan, encoder, call, games, path)
        except KeyboardInterrupt:
            raise Interrupted(None) from None
        _fresh.add(path)
        found = _stored(path)
        assert found is not None
    return found


_fresh: set[Path] = set()
"""Models that this process has trained. Asking for fresh ones does not mean to train twice."""


def _path(recipe: ModelRecipe, plan: TrainingPlan, call: Call, games: int) -> Path:
    """The file of a model, named after all that decides about it."""
    split = "by row" if recipe.by_row else "by deal"
    spec = [collection_of(call, games).spec(), games, recipe.encoder, split, dict(plan.settings), plan.seed, plan.test]
    digest = hashlib.blake2b(json.dumps(spec, sort_keys=True).encode(), digest_size=6).hexdigest()
    return folder_of(call) / "models" / f"{recipe.kind}-{digest}.onnx"


def _train(recipe: ModelRecipe, plan: TrainingPlan, encoder: Any, call: Call, games: int, path: Path) -> None:
    import numpy as np

    from cardlab.training.dataset import dataset_of
    from cardlab.training.outcome import carry_out
    from cardlab.training.trainer import facts_of, finish

    rows, source = recorded(call, games)
    data = dataset_of(rows, encoder)
    tell = _teller(call, recipe)
    if recipe.by_row:
        outcome = _over_deals(carry_out(plan, replace(data, group=np.arange(data.rows), deal=np.arange(data.rows)), tell), data)
    else:
        outcome = carry_out(plan, data, tell)
        finish(outcome, data, encoder, facts_of(rows.game, rows, [source])).save(path)
    _store(path, recipe, outcome)


def _over_deals(outcome: ModelOutcome, data: Dataset) -> ModelOutcome:
    """The outcome of a split by rows, with errors that take the deals as independent."""
    import numpy as np

    from cardlab.training.metrics import deal_error, hits, scores_of

    test = data.take(outcome.split.test)
    constant = np.full(test.rows, float(data.score[outcome.split.train].mean()))
    more = hits(outcome.p, test.score) - hits(constant, test.score)
    return replace(
        outcome, scores=scores_of(outcome.p, test.score, test.group, test.deal),
        baseline=scores_of(constant, test.score, test.group, test.deal), gain=(float(more.mean()), deal_error(more, test.deal)),
    )  # fmt: skip


def _teller(call: Call, recipe: ModelRecipe) -> Callable[[TrainingNews], None]:
    def tell(news: TrainingNews) -> None:
        if call.progress is not None:
            call.progress(Progress(news.done, news.total, (), 0, (f"{recipe.kind} on {recipe.encoder}: {news.step}",), "steps"))

    return tell


def _store(path: Path, recipe: ModelRecipe, outcome: ModelOutcome) -> None:
    gain, error = outcome.gain
    found = {
        "model": recipe.kind, "encoder": recipe.encoder, "by_row": recipe.by_row, "scores": outcome.scores.to_dict(),
        "baseline": outcome.baseline.to_dict(), "gain": gain, "gain_error": None if math.isnan(error) else error,
    }  # fmt: skip
    write_json(path.with_suffix(".json"), found, indent=1)


def _stored(path: Path) -> Learned | None:
    """What the file beside the model says; None if one of the two is missing or damaged."""
    try:
        data = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        if not data["by_row"] and not path.is_file():
            return None
        found = Learned(data["scores"], data["baseline"], data["gain"], data["gain_error"], path)
        return found if set(MEASURES) <= set(found.more) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
