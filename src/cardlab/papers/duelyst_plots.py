"""Pictures of the study of planners for Duelyst: win rates, times, and curves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlab.lab.storage.runfile import home
from cardlab.papers.experiment import Call, Outcome
from cardlab.papers.pictures import draw_picture, draw_rates, name_places


def folder_of(call: Call) -> Path:
    """Where the study keeps its files."""
    return call.folder if call.folder is not None else home() / "studies" / "duelyst"


def rate_points(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A point for each win rate, beside what was published."""
    return draw_picture(outcomes, folder_of(call), lambda plt: draw_rates(plt, outcomes, "win rate, %"))


def time_bars(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A bar for the mean time of an action, on a logarithmic scale."""

    def draw(plt: Any) -> None:
        plt.barh(range(len(outcomes)), [outcome.finding.ms_per_decision or 0.0 for outcome in outcomes], color="lightsteelblue")
        plt.xscale("log")
        name_places(plt, outcomes)
        plt.xlabel("mean time of an action, ms")

    return [*time_lines(outcomes), *draw_picture(outcomes, folder_of(call), draw)]


def time_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """The mean times as lines of text."""
    return [f"{o.cell.label}: {o.finding.ms_per_decision or 0.0:.3f} ms for an action" for o in outcomes]


def won_and_drawn(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Won, drawn and lost games one by one, as a score does not tell them apart."""
    lines = []
    for name, more in ((outcome.cell.label, outcome.finding.more) for outcome in outcomes):
        parts = (f"{part} {more[part] or 0:.0f}" for part in ("wins", "draws", "losses"))
        lines.append(f"{name}: {', '.join(parts)}")
    return lines


def curve(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A line for each profile over the number that ends the label of a cell."""

    def draw(plt: Any) -> None:
        for profile in dict.fromkeys(o.cell.label.partition(", ")[0] for o in outcomes):
            found = [o for o in outcomes if o.cell.label.startswith(profile)]
            across = [float(o.cell.label.rpartition(" ")[2].replace(",", "")) for o in found]
            line = plt.plot(across, [100 * o.finding.rate for o in found], marker="o", markersize=3, label=profile)[0]
            low, high = ([100 * bound for bound in bounds] for bounds in zip(*(o.finding.bounds for o in found), strict=True))
            plt.fill_between(across, low, high, alpha=0.15, color=line.get_color())
        plt.xscale("log")
        plt.xlabel(outcomes[0].experiment.title)
        plt.ylabel("win rate, %")
        plt.legend(fontsize="small")

    return draw_picture(outcomes, folder_of(call), draw)


def pairing_table(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """How often the deck of the row, which moves first, beats that of the column."""
    first = list(dict.fromkeys(o.cell.label.partition(" against ")[0] for o in outcomes))
    rates = {o.cell.label: o.finding.rate for o in outcomes}
    lines = [" " * 12 + "".join(f"{name:>12}" for name in first)]
    for name in first:
        cells = (f"{100 * rates[f'{name} against {other}']:11.0f}%" for other in first)
        lines.append(f"{name:12}" + "".join(cells))
    return lines
