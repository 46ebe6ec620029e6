"""A whole training as the command line runs it: read, train with one or more seeds, learn from fewer games too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.files import write_bytes
from cardlab.data import read_rows
from cardlab.training.dataset import dataset_of
from cardlab.training.fitting import Tell, TrainingNews
from cardlab.training.modelreport import ModelReport, write_report
from cardlab.training.outcome import TrainingPlan, carry_out, learning_curve
from cardlab.training.trainer import facts_of, finish

if TYPE_CHECKING:
    from cardlab.core.game import Game


def run_study(
    game: Game,
    plan: TrainingPlan,
    encoder: Any,
    sources: Sequence[str | Path],
    *,
    games: int | None = None,
    repeat: int = 1,
    curve: bool = True,
    progress: Tell = lambda news: None,
) -> ModelReport:
    """Train on the rows of these sources. The model is that of the plan's seed; further seeds show how much luck there is."""
    rows = read_rows(sources, game, limit_games=games, progress=lambda text: progress(TrainingNews(f"reading {text}", 0, 1)))
    data = dataset_of(rows, encoder)
    outcomes = [carry_out(replace(plan, seed=plan.seed + number), data, progress) for number in range(repeat)]
    curves = [learning_curve(outcomes[0], data, progress)] if curve else []
    trained = finish(outcomes[0], data, encoder, facts_of(game, rows, sources))
    return ModelReport(trained, [outcome.scores for outcome in outcomes], curves)


def write_study(report: ModelReport, path: Path, folder: Path) -> list[str]:
    """Check the model, write the report, and at last the model; what there is to say."""
    model = report.trained.to_bytes()
    notes = write_report(report, folder)
    write_bytes(path, model)
    return notes
