"""Checks of rules, players and counting before the active-genes study: known rates that a correct program gives again.

The study's program read results of games before they were over. These reference rates were counted one game after another with
its rules, so they, and not the printed tables, are what a correct program has to meet.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.papers.experiment import Cell, Experiment, Published
from cardlab.papers.locm_cell import VectorCell
from cardlab.papers.locm_settings import PAPER_BUDGET, PUBLISHED, Best, Entry, Fresh, Named, Recipe, Stranger

_COUNTED, _CHECKED = 24_000, 1200

_FIRST_SEAT = {
    ("random", "random"): (0.525, 0.515), ("greedy", "greedy"): (0.567, 0.5645), ("greedy", "random"): (0.992, 0.993),
    ("random", "greedy"): (0.020, 0.011),
}  # fmt: skip
"""Share of games that the first seat wins when all pick at random: by the official rules and by the study's."""

SANITY = Experiment(
    "sanity", "both players, random picks, seats kept", "Do rules and players behave as they should?",
    tuple(
        Cell(
            f"{first} against {second}, {name} rules", game, (first, second), games, 10 * games,
            Published(rates[column], games), rotate=False,
        )
        for column, (name, game, games) in enumerate((("official", "locm", 2500), ("the study's", "locm,rules=paper", 5000)))
        for (first, second), rates in _FIRST_SEAT.items()
    ),
)  # fmt: skip

_SIGNED, _HANDS = "opponent_hp=signed", "hands=4+5"
_VARIANTS: tuple[tuple[str, str, str, tuple[str, ...], tuple[tuple[float, ...], tuple[float, ...]]], ...] = (
    ("as published", "contest1_published", "contest2_published", (), ((44.7, 60.9, 66.4), (48.3, 56.7, 58.5))),
    ("Contest1 mended", "contest1", "contest2_published", (), ((61.5, 74.1, 65.6), (55.8, 64.6, 58.7))),
    ("Contest2 mended", "contest1_published", "contest2", (), ((45.5, 60.9, 65.4), (52.6, 57.0, 54.9))),
    ("damage mended", "contest1_published", "contest2_published", (_SIGNED,), ((48.5, 57.3, 61.2), (48.9, 54.2, 56.3))),
    ("opening hands 4 and 5", "contest1_published", "contest2_published", (_HANDS,), ((44.0, 61.7, 67.6), (48.7, 56.5, 58.0))),
    ("damage and Contest2 mended", "contest1_published", "contest2", (_SIGNED,), ((45.7, 56.9, 61.1), (52.1, 54.3, 53.6))),
    ("damage and both mended", "contest1", "contest2", (_SIGNED,), ((58.7, 67.6, 61.3), (56.1, 61.1, 53.6))),
    ("all of these", "contest1", "contest2", (_SIGNED, _HANDS), ((57.7, 66.9, 61.4), (56.4, 61.0, 53.5))),
)
"""Variants of the study's rules and baselines. For each player, in percent: the first baseline against the second, the first
and the second against random individuals."""


def _engine_cells() -> Iterator[VectorCell]:
    for name, first, second, changes, rates in _VARIANTS:
        game = ",".join(["locm,rules=paper", *changes])
        pairs: tuple[tuple[str, Entry, Entry], ...] = (
            ("Contest1 against Contest2", Named(first), Named(second)),
            ("Contest1 against random", Named(first), Fresh()),
            ("Contest2 against random", Named(second), Fresh()),
        )
        for player, known in zip(("random", "greedy"), rates, strict=True):
            for (title, side, other), rate in zip(pairs, known, strict=True):
                label, published = f"{name}, {player} player: {title}", Published(rate / 100, _COUNTED)
                yield VectorCell(label, game, player, side, (other,), 6000, _COUNTED, published, drafts=12_000)


ENGINES = Experiment(
    "engines", "the baselines under variants of the rules", "Which defect changes what?", tuple(_engine_cells())
)

_CHECKS: tuple[tuple[str, float, tuple[tuple[float, float, float], ...]], ...] = (
    ("random", 0.01, ((38.6, 36.0, 44.6),)),
    ("random", 0.25, ((48.4, 40.3, 56.8), (47.4, 43.1, 61.3))),
    ("random", 0.5, ((46.5, 42.0, 58.6), (53.1, 46.8, 58.7))),
    ("random", 1.0, ((49.6, 46.1, 61.1), (53.3, 48.1, 64.8))),
    ("greedy", 0.25, ((51.7, 51.2, 59.5), (56.8, 55.4, 66.6))),
    ("greedy", 0.5, ((52.8, 53.2, 58.6), (59.1, 56.3, 64.4))),
    ("greedy", 1.0, ((63.5, 59.3, 71.1),)),
)
"""AG_weights on the study's rules, methods as meant: player, share of a million games, and for each of one or two trainings the
rates in percent against Contest1, Contest2 (both as published) and the mean of three random individuals."""


def _control_cells() -> Iterator[VectorCell]:
    fair = PUBLISHED.mended()
    others: dict[str, tuple[Entry, ...]] = {
        "Contest1": (Named(fair.contest1),),
        "Contest2": (Named(fair.contest2),),
        "three random individuals": tuple(Stranger(number) for number in (1, 2, 3)),
    }
    for player, share, runs in _CHECKS:
        side = Best(Recipe(fair, player, "ag-weights", small_budget=PAPER_BUDGET), share, runs=0)
        for place, (name, opponents) in enumerate(others.items()):
            label = f"{player} player, after {share * PAPER_BUDGET:,.0f} games, against {name}"
            mean, note = sum(run[place] for run in runs) / len(runs), " and ".join(f"{run[place]}%" for run in runs)
            published = Published(mean / 100, _CHECKED * len(runs), note, loose=True)
            yield VectorCell(label, fair.game, player, side, opponents, 1200, 6000, published)


CONTROL = Experiment(
    "control", "AG_weights, methods as meant, against the baselines as published",
    "Does a correct AG_weights learn as fast as it should?", tuple(_control_cells()),
)  # fmt: skip
CONTROLS = (SANITY, ENGINES, CONTROL)
