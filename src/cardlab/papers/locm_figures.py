"""Figures 2 to 5 of the active-genes study, as rates and, where matplotlib is installed, as pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from cardlab.papers import locm_plots as plots
from cardlab.papers.experiment import Experiment, Published
from cardlab.papers.locm_cell import VectorCell
from cardlab.papers.locm_settings import SETTINGS, Best, Recipe, Setting, Stretch, opponents
from cardlab.papers.locm_tables import recipe

COMPARED = ("AG", "AG_weights", "AG_all", "Evo_base")
SHARES = (0.1, 0.25, 0.5, 0.75, 1.0)
CHAMPIONS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
CHAMPION_RATES = (49.44, 52.81, 53.06, 53.47, 52.82, 54.24)
"""Figure 4: mean rate of the best five of generations 0, 200, … 1000 against the best five of all generations."""
VARIANTS = {
    "AG_weights": "ag-weights", "2d": "ag-weights,scenarios=2", "4d": "ag-weights,scenarios=4",
    "2g": "ag-weights,passes=2,games=20,tournament_games=5", "4g": "ag-weights,passes=4,games=13,tournament_games=2",
}  # fmt: skip
"""Figure 5: several drafts in a generation, or several passes through the drafts with fewer games each time."""


def figure2(setting: Setting) -> Experiment:
    """Training drafts and fresh ones."""
    cells = []
    for name in COMPARED:
        trained = recipe(setting, "random", name)
        for where, known in (("known", trained), ("fresh", None)):
            cells.append(
                VectorCell(
                    f"{name} on {where} drafts", setting.game, "random", Best(trained), opponents(setting), 5000, 50_000,
                    known=known, drafts=0 if known else 250,
                )
            )  # fmt: skip
    return _experiment("figure2", setting, "known and fresh drafts", "Do the methods generalise?", cells, plots.figure2)


def figure3(setting: Setting) -> Experiment:
    """Strength over cost."""
    cells = [
        VectorCell(
            f"{player} player, {name} after {100 * share:g}% of the games", setting.game, player,
            Best(recipe(setting, player, name), share, runs=0), opponents(setting), 2000, 20_000, drafts=250,
        )
        for player in ("random", "greedy") for name in COMPARED for share in SHARES
    ]  # fmt: skip
    return _experiment("figure3", setting, "win rate over cost", "How fast do the methods learn?", cells, plots.figure3)


def figure4(setting: Setting) -> Experiment:
    """Champions of one long training against all its generations."""
    long = Recipe(setting, "random", "ag-weights", small_budget=600_000, paper_budget=10_000_000)
    cells = []
    for champion, rate in zip(CHAMPIONS, CHAMPION_RATES, strict=True):
        name = f"best five after {100 * champion:g}%"
        printed = Published(rate / 100, loose=True)
        cells.append(_champion(f"{name} against all generations", setting, long, champion, Stretch(long), printed))
        for low, high in pairwise(CHAMPIONS):
            label = f"{name} against generations {100 * low:g}–{100 * high:g}%"
            cells.append(_champion(label, setting, long, champion, Stretch(long, low, high), None))
    return _experiment("figure4", setting, "one long training", "Do later generations beat earlier ones?", cells, plots.figure4)


def figure5(setting: Setting) -> Experiment:
    """Variants of AG_weights."""
    cells = [
        VectorCell(
            f"{name} after {100 * share:g}% of the games", setting.game, "random",
            Best(Recipe(setting, "random", method), share, runs=0), opponents(setting), 2000, 20_000, drafts=250,
        )
        for name, method in VARIANTS.items() for share in SHARES
    ]  # fmt: skip
    question = "Do several drafts in a generation help, or several passes?"
    return _experiment("figure5", setting, "variants of AG_weights", question, cells, plots.figure5)


def _champion(
    label: str, setting: Setting, long: Recipe, share: float, others: Stretch, published: Published | None
) -> VectorCell:
    return VectorCell(label, setting.game, "random", Best(long, share), (others,), 1000, 20_000, published, known=long)


def _experiment(
    name: str, setting: Setting, title: str, question: str, cells: Sequence[VectorCell], draw: Callable[..., Sequence[str]]
) -> Experiment:
    full = f"{name}-{setting.name}" if setting.name else name
    return Experiment(full, f"{title}: {setting.title}", question, tuple(cells), draw)


FIGURES = tuple(make(setting) for make in (figure2, figure3, figure4, figure5) for setting in SETTINGS)
