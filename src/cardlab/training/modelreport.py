"""The report of a training: a folder with tables for people and for programs, and pictures."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from cardlab.core.files import write_bytes
from cardlab.training.dataset import Dataset
from cardlab.training.fitting import Curve
from cardlab.training.metrics import FEWEST_FOR_LOSS, FEWEST_GROUPS, Scores, calibration, calibration_error, margin
from cardlab.training.outcome import calibration_curve
from cardlab.training.plots import draw
from cardlab.training.trainer import TrainedModel

MEASURES = {
    "accuracy": "accuracy", "balanced_accuracy": "balanced accuracy", "auc": "AUC", "log_loss": "log loss", "brier": "Brier",
}  # fmt: skip


@dataclass(frozen=True)
class ModelReport:
    """A trained model, the scores of all repetitions (its own first), and further curves."""

    trained: TrainedModel
    repeats: Sequence[Scores]
    curves: Sequence[Curve] = field(default=())

    @property
    def all_curves(self) -> list[Curve]:
        """Curves of the training, further ones, and the calibration."""
        outcome = self.trained.outcome
        return [*outcome.fitted.curves, *self.curves, calibration_curve(outcome, self.trained.data)]

    def spread(self) -> dict[str, tuple[float, float]]:
        """Mean and standard deviation of each measure over the repetitions."""
        found = {}
        for name in MEASURES:
            values = [getattr(scores, name) for scores in self.repeats]
            found[name] = (fmean(values), stdev(values) if len(values) > 1 else 0.0)
        return found

    @property
    def worse_than_constant(self) -> bool:
        """Whether the same chance for every position would be worth more: by log loss, which sees all its chances."""
        outcome = self.trained.outcome
        return outcome.scores.log_loss >= outcome.baseline.log_loss

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        outcome, data = self.trained.outcome, self.trained.data
        table = calibration(outcome.p, data.score[outcome.split.test])
        parts = {name: getattr(outcome.split, name) for name in ("train", "valid", "test")}
        plain: dict[str, Any] = _plain({
            "card": dict(self.trained.card),
            "parts": {name: _part(data.take(rows)) for name, rows in parts.items()}, "left_out": outcome.left_out,
            "scores": outcome.scores.to_dict(), "baseline": outcome.baseline.to_dict(),
            "gain": {"accuracy": outcome.gain[0], "error": outcome.gain[1]},
            "worse_than_constant": self.worse_than_constant,
            "repeats": [scores.to_dict() for scores in self.repeats],
            "spread": {name: {"mean": mean, "sd": sd} for name, (mean, sd) in self.spread().items()},
            "calibration": [asdict(each) for each in table], "calibration_error": calibration_error(table),
            "phases": {name: scores.to_dict() for name, scores in outcome.phases.items()},
            "turns": {name: scores.to_dict() for name, scores in outcome.turns.items()},
            "curves": {curve.name: asdict(curve) for curve in self.all_curves},
        })  # fmt: skip
        return plain


def write_report(report: ModelReport, folder: Path) -> list[str]:
    """Write all files of the report; what there is to say about it."""
    data = report.to_dict()
    _write(folder / "report.json", json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    _write(folder / "phases.csv", _csv({"phase": name, **row} for name, row in data["phases"].items()))
    _write(folder / "turns.csv", _csv({"turns": name, **row} for name, row in data["turns"].items()))
    for curve in report.all_curves:
        if curve.name != "calibration":
            _write(folder / f"{curve.name}.csv", _csv(_points(curve)))
    _write(folder / "calibration.csv", _csv(data["calibration"]))
    drawn, notes = draw(report.all_curves, folder)
    _write(folder / "report.md", markdown(report, data, drawn))
    return notes


def markdown(report: ModelReport, data: Mapping[str, Any], pictures: Sequence[str]) -> str:
    """The report as a page."""
    card, facts, outcome = data["card"], data["card"]["data"], report.trained.outcome
    lines = [
        f"# {card['game']}: {card['kind']} on {card['encoder']}", "",
        f"{facts['rows']:,} rows of {facts['games']:,} games; target {card['target']}, seed {card['seed']}, "
        f"{card['parameters']:,} learned numbers.", "",
        *_table(("part", "deals", "games", "rows"), [(name, *_counts(part)) for name, part in data["parts"].items()]),
        *([left_out(report), ""] if outcome.left_out else ()),
        "## Scores on the test part", "", *_table(("measure", "model", "majority baseline"), score_rows(report)),
    ]  # fmt: skip
    if warning := warning_of(report):
        lines += [f"**{warning}**", ""]
    if len(report.repeats) > 1:
        lines += [f"## {len(report.repeats)} repetitions", ""]
        lines += _table(("measure", "mean", "standard deviation"), spread_rows(report))
    for title, name in (("phase", "phases"), ("turn", "turns")):
        lines += [f"## By {title}", "", *_table((title, "games", "rows", "won", *MEASURES.values()), _parts(data[name]))]
    lines += ["## Calibration", "", f"Mean distance {data['calibration_error']:.4f}.", ""]
    lines += _table(("predicted", "rows", "mean", "won"), [_bin(each) for each in data["calibration"]])
    lines += ["## Settings", "", *_table(("setting", "value"), [(k, _shown(v)) for k, v in card["settings"].items()])]
    for picture in pictures:
        lines += [f"![{Path(picture).stem}]({picture})", ""]
    return "\n".join(lines)


def warning_of(report: ModelReport) -> str:
    """What to say about a model that should not be used; empty if there is nothing against it."""
    if not report.worse_than_constant:
        return ""
    model, constant = report.trained.outcome.scores, report.trained.outcome.baseline
    return (
        f"This model is worse than a constant answer: its log loss on the test part is {model.log_loss:.4f}, that of the same "
        f"chance for every position {constant.log_loss:.4f}. It would mislead a search. More games help most; then another "
        "kind of model, another encoding, or a smaller model"
    )


def left_out(report: ModelReport) -> str:
    """What to say about rows that nothing can be learned from; empty if there are none."""
    count, target = report.trained.outcome.left_out, report.trained.card["target"]
    if not count:
        return ""
    return f"{count:,} rows of the training and validation parts have no {target}, such as forced moves, and were left out."


def score_rows(report: ModelReport) -> list[tuple[str, str, str]]:
    """Each measure of the model, with 95% intervals, and of a constant answer."""
    model, constant = report.trained.outcome.scores, report.trained.outcome.baseline
    errors = {"accuracy": model.accuracy_error, "log_loss": model.log_loss_error}
    rows = []
    for name, title in MEASURES.items():
        fewest = FEWEST_FOR_LOSS if name == "log_loss" else FEWEST_GROUPS
        width = _width(errors[name], model.deals, fewest) if name in errors else ""
        rows.append((title, f"{getattr(model, name):.4f}{width}", f"{getattr(constant, name):.4f}"))
    gain, error = report.trained.outcome.gain
    return [*rows, ("accuracy above the baseline", f"{gain:+.4f}{_width(error, model.deals, FEWEST_GROUPS)}", "")]


def _width(error: float, groups: int, fewest: int) -> str:
    half = margin(error, groups, fewest)
    return "" if half is None else f" ± {half:.4f}"


def spread_rows(report: ModelReport) -> list[tuple[str, str, str]]:
    """Each measure over the repetitions."""
    return [(MEASURES[name], f"{mean:.4f}", f"{sd:.4f}") for name, (mean, sd) in report.spread().items()]


def _parts(table: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, ...]]:
    return [
        (name, f"{row['games']:,}", f"{row['rows']:,}", _number(row["share"]), *(_number(row[m]) for m in MEASURES))
        for name, row in table.items()
    ]


def _part(data: Dataset) -> dict[str, int]:
    return {"deals": data.deals, "games": data.games, "rows": data.rows}


def _counts(part: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{part[name]:,}" for name in ("deals", "games", "rows"))


def _bin(each: Mapping[str, Any]) -> tuple[str, ...]:
    return f"{each['low']:.1f}–{each['high']:.1f}", f"{each['rows']:,}", _number(each["predicted"]), _number(each["happened"])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]
    return [*lines, ""]


def _points(curve: Curve) -> Iterable[dict[str, Any]]:
    for number, place in enumerate(curve.places):
        row = {curve.across: place, **{label: line[number] for label, line in curve.lines.items()}}
        yield {**row, **{f"{label} error": line[number] for label, line in curve.errors.items()}}


def _csv(rows: Iterable[Mapping[str, Any]]) -> str:
    table, text = list(rows), io.StringIO()
    if table:
        writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    return text.getvalue()


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "x".join(map(str, value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> Any:
    """Values as JSON has them: no tuples, and None for what is not a number."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _write(path: Path, text: str) -> None:
    write_bytes(path, text.encode())
