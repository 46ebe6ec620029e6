"""Pictures of the active-genes study, drawn if matplotlib is installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardlab.papers.experiment import Call, Outcome
from cardlab.papers.pictures import draw_picture

Line = tuple[str, Sequence[float], Sequence[Outcome]]
"""A label, places on the x axis, and outcomes at these places."""


def figure2(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A dot for each method: known drafts across, fresh ones up."""

    def draw(plt: Any) -> None:
        for known, fresh in zip(outcomes[::2], outcomes[1::2], strict=True):
            x, y = 100 * known.finding.rate, 100 * fresh.finding.rate
            wide = [[x - 100 * known.finding.bounds.low], [100 * known.finding.bounds.high - x]]
            high = [[y - 100 * fresh.finding.bounds.low], [100 * fresh.finding.bounds.high - y]]
            plt.errorbar(x, y, xerr=wide, yerr=high, fmt="o", label=known.cell.label.split()[0])
        ends = [min(*plt.xlim(), *plt.ylim()), max(*plt.xlim(), *plt.ylim())]
        plt.plot(ends, ends, color="grey", linewidth=0.5)
        plt.xlabel("win rate on known drafts, %")
        plt.ylabel("win rate on fresh drafts, %")
        plt.legend()

    return _drawn(outcomes, call, draw)


def figure3(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A panel for each player, with a line for each method over the share of the games."""
    players = list(dict.fromkeys(outcome.cell.label.partition(", ")[0] for outcome in outcomes))

    def draw(plt: Any) -> None:
        for number, player in enumerate(players, 1):
            plt.subplot(1, len(players), number)
            _lines(plt, _grouped([o for o in outcomes if o.cell.label.startswith(player)], " after "), "share of the games, %")

    return _drawn(outcomes, call, draw, 5.0 * len(players))


def figure4(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A line for each champion over the generations it played against."""
    parts = [outcome for outcome in outcomes if "all generations" not in outcome.cell.label]
    return _drawn(outcomes, call, lambda plt: _lines(plt, _grouped(parts, " against generations "), "generations up to, %"))


def figure5(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """A line for each variant over the share of the games."""
    return _drawn(outcomes, call, lambda plt: _lines(plt, _grouped(outcomes, " after "), "share of the games, %"))


def _grouped(outcomes: Sequence[Outcome], between: str) -> list[Line]:
    """Outcomes with the same beginning of their label, at the last percentage that the label names."""
    groups: dict[str, tuple[list[float], list[Outcome]]] = {}
    for outcome in outcomes:
        name, _, rest = outcome.cell.label.partition(between)
        places, found = groups.setdefault(name, ([], []))
        places.append(float(rest.split("%")[0].split("–")[-1]))
        found.append(outcome)
    return [(name, places, found) for name, (places, found) in groups.items()]


def _lines(plt: Any, lines: Sequence[Line], across: str) -> None:
    for label, places, outcomes in lines:
        rates = [100 * outcome.finding.rate for outcome in outcomes]
        line = plt.plot(places, rates, marker="o", markersize=3, label=label)[0]
        low = [100 * outcome.finding.bounds.low for outcome in outcomes]
        high = [100 * outcome.finding.bounds.high for outcome in outcomes]
        plt.fill_between(places, low, high, alpha=0.15, color=line.get_color())
    plt.xlabel(across)
    plt.ylabel("win rate, %")
    plt.legend(fontsize="small")


def _drawn(outcomes: Sequence[Outcome], call: Call, draw: Callable[[Any], None], width: float = 8.0) -> list[str]:
    """Draw to an svg and a png file; say where, or what is missing."""
    from cardlab.papers.locm_bench import folder_of

    return draw_picture(outcomes, folder_of(call), draw, width)
