"""Tables and pictures of the learning experiments of the Castle study."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardlab.errors import MissingExtra
from cardlab.papers.castle_rows import folder_of
from cardlab.papers.experiment import Call, Outcome

HEAD = ("accuracy", "baseline", "gain", "balanced_accuracy", "auc", "log_loss")


def accuracy_bars(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Scores of models as a table, with a bar for each."""
    return [*score_lines(outcomes), *_written(outcomes, call, "accuracy on the test part, %", bars=True)]


def accuracy_points(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Scores of models as a table, with a point for each, as they are close together."""
    return [*score_lines(outcomes), *_written(outcomes, call, "accuracy on the test part, %")]


def search_points(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Win rates of searches with a point for each."""
    return _written(outcomes, call, "win rate, %")


def score_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """The scores as lines of text."""
    width = max(len(outcome.cell.label) for outcome in outcomes)
    lines = [f"{'':{width}}  {'  '.join(f'{name:>8.8}' for name in HEAD)}"]
    for outcome in outcomes:
        numbers = (outcome.finding.more.get(name) for name in HEAD)
        shown = "  ".join(f"{'' if number is None else f'{number:.4f}':>8}" for number in numbers)
        lines.append(f"{outcome.cell.label:{width}}  {shown}".rstrip() + _warning(outcome))
    return lines


def _warning(outcome: Outcome) -> str:
    """Words behind a model that is worse than a constant answer."""
    own, constant = (outcome.finding.more.get(name) for name in ("log_loss", "baseline_log_loss"))
    worse = own is not None and constant is not None and own >= constant
    return "  worse than a constant answer, not recommended" if worse else ""


def _written(outcomes: Sequence[Outcome], call: Call, across: str, bars: bool = False) -> list[str]:
    """Write table and picture; say where they are, or what is missing."""
    from cardlab.core.files import write_bytes

    name = outcomes[0].experiment.id
    table, drawing = (Path(folder_of(call)) / f"{name}.{form}" for form in ("csv", "png"))
    write_bytes(table, _csv([{**outcome.to_dict(), **outcome.finding.more} for outcome in outcomes]))
    lines = [f"{name}: written to {table}"]
    if find_spec("matplotlib") is None:
        return [*lines, f"{name}: no picture was drawn: {MissingExtra('plots', 'plots')}"]
    write_bytes(drawing, _picture(outcomes, across, bars))
    return [*lines, f"{name}: drawn to {drawing}"]


def _csv(rows: Sequence[Mapping[str, Any]]) -> bytes:
    text = io.StringIO()
    columns = dict.fromkeys(column for row in rows for column in row)
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _picture(outcomes: Sequence[Outcome], across: str, bars: bool) -> bytes:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.5 + 0.27 * len(outcomes)), layout="constrained")
    axes = figure.add_subplot()
    rates = [100 * outcome.finding.rate for outcome in outcomes]
    places = range(len(outcomes))
    if bars:
        axes.barh(places, rates, color="lightsteelblue")
    low = [rate - 100 * outcome.finding.bounds.low for rate, outcome in zip(rates, outcomes, strict=True)]
    high = [100 * outcome.finding.bounds.high - rate for rate, outcome in zip(rates, outcomes, strict=True)]
    axes.errorbar(rates, places, xerr=[low, high], fmt="o", markersize=4, capsize=2, label="ours, 95% interval")
    _marks(axes, "|", "majority baseline", (outcome.finding.more.get("baseline") for outcome in outcomes))
    _marks(axes, "x", "published", (o.cell.published.rate if o.cell.published else None for o in outcomes))
    axes.set_yticks(places, [outcome.cell.label for outcome in outcomes], fontsize="small")
    axes.invert_yaxis()
    axes.set_xlabel(across)
    axes.set_title(outcomes[0].experiment.title, fontsize="medium")
    figure.legend(loc="outside lower center", ncols=3, fontsize="small")
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=120)
    return data.getvalue()


def _marks(axes: Any, sign: str, label: str, rates: Iterable[float | None]) -> None:
    marked = [(100 * rate, place) for place, rate in enumerate(rates) if rate is not None]
    if marked:
        axes.scatter(*zip(*marked, strict=True), marker=sign, s=60, color="black", label=label, zorder=3)
