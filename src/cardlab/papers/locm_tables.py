"""Tables I and II of the active-genes study: every method against every other."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from cardlab.papers.experiment import Call, Experiment, Outcome, Published
from cardlab.papers.locm_cell import VectorCell
from cardlab.papers.locm_settings import SETTINGS, Best, Entry, Named, Recipe, Setting

METHODS = {
    "AG_all": ("ag-all", ""), "AG_weights": ("ag-weights", ""), "AG": ("ag", ""), "Evo_base": ("evo-base", "scenarios=20"),
    "Random": ("random", ""), "Random_t": ("random-tournament", ""),
}  # fmt: skip
"""The names that the study gives to the methods, and what they are here."""
NAMES = ("Contest1", "Contest2", *METHODS)
PLAYERS = {"table1": "random", "table2": "greedy"}


@cache
def published_table(name: str) -> Mapping[tuple[str, str], tuple[float, float]]:
    """The printed rates with their standard deviations, in percent, by row and column; column ``average`` too."""
    with (Path(__file__).parent / f"locm_{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = (*NAMES, "average")
    return {
        (row["row_player"], column): (float(row[column]), float(row[f"{column}_sd"]))
        for row in rows for column in columns if row[column]
    }  # fmt: skip


def recipe(setting: Setting, player: str, name: str) -> Recipe:
    """How a method of the tables is trained."""
    method, small = METHODS[name]
    return Recipe(setting, player, method, small)


def entry(setting: Setting, player: str, name: str) -> Entry:
    """Somebody in the tables: a baseline, or the best five of all trainings of a method."""
    if name not in METHODS:
        return Named(setting.contest1 if name == "Contest1" else setting.contest2)
    return Best(recipe(setting, player, name), runs=0)


def table(name: str, setting: Setting) -> Experiment:
    """A table under a setting."""
    player, printed = PLAYERS[name], published_table(name)
    cells = tuple(
        VectorCell(
            f"{a} against {b}", setting.game, player, entry(setting, player, a), (entry(setting, player, b),), 2000, 20_000,
            Published(printed[a, b][0] / 100, note=f"± {printed[a, b][1]} over repetitions", loose=True),
        )
        for a, b in combinations(NAMES, 2)
    )  # fmt: skip
    return Experiment(
        f"{name}-{setting.name}" if setting.name else name,
        f"all methods against each other, {player} player: {setting.title}",
        "Which method finds the best draft?", cells, write_table,
    )  # fmt: skip


def write_table(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """The cross table as a page, ours with the printed numbers below."""
    from cardlab.papers.locm_bench import folder_of

    name = outcomes[0].experiment.id
    path = folder_of(call) / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(_page(outcomes, name.partition("-")[0])) + "\n", encoding="utf-8")
    return [f"{name}: written to {path}"]


def averages(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The plain mean of each row, in percent."""
    rates = _rates(outcomes)
    return {a: sum(rates[a, b] for b in NAMES if b != a) / (len(NAMES) - 1) for a in NAMES}


def _rates(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], float]:
    rates = {}
    for (a, b), outcome in zip(combinations(NAMES, 2), outcomes, strict=True):
        rates[a, b], rates[b, a] = 100 * outcome.finding.rate, 100 - 100 * outcome.finding.rate
    return rates


def _page(outcomes: Sequence[Outcome], printed_name: str) -> Iterator[str]:
    rates, means, printed = _rates(outcomes), averages(outcomes), published_table(printed_name)
    games = outcomes[0].finding.games
    yield f"# {outcomes[0].experiment.title}\n"
    yield f"Win rates in percent of the row against the column, {games:,} games each. Below: as printed.\n"
    yield "| | " + " | ".join(NAMES) + " | average |"
    yield "|---" * (len(NAMES) + 2) + "|"
    for a in NAMES:
        yield f"| **{a}** | " + " | ".join(f"{rates[a, b]:.1f}" if a != b else "" for b in NAMES) + f" | {means[a]:.1f} |"
        below = (f"{printed[a, b][0]:.1f}" if a != b else "" for b in NAMES)
        yield "| printed | " + " | ".join(below) + f" | {printed[a, 'average'][0]:.1f} |"
    yield "\nOrder by average, best first:\n"
    yield "- ours: " + ", ".join(sorted(NAMES, key=lambda a: -means[a]))
    yield "- printed: " + ", ".join(sorted(NAMES, key=lambda a: -printed[a, "average"][0]))


TABLES = tuple(table(name, setting) for name in PLAYERS for setting in SETTINGS)
