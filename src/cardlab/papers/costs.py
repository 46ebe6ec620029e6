"""What the experiments of the studies cost in processor seconds of one core, so that nobody begins one without knowing.

Rounded, to plan with: the small scale was measured in 2026 on an ordinary machine, in part on fewer games; the large one is
computed from it by the number of games and rows. Trainings that several experiments share are counted for the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cardlab.papers.experiment import Cost, Experiment

_CASTLE = {
    "X1": (3, 30), "X2": (36, 720), "X3": (47, 940), "X4": (70, 1400), "X5": (150, 2500), "X6": (80, 270), "X7": (43, 590),
    "X8": (70, 1250), "X11a": (120, 15_000), "X11b": (300, 26_000), "X12": (64, 1100), "X13": (120, 5000),
}  # fmt: skip
_LOCM = {
    "sanity": (1, 10), "engines": (4, 16), "control": (31, 155),
    **{f"table1{setting}": (14, 420) for setting in ("", "-corrected", "-official")},
    **{f"table2{setting}": (20, 600) for setting in ("", "-corrected", "-official")},
    **{f"figure{n}{setting}": (4, 130) for n in (2, 3, 4, 5) for setting in ("", "-corrected", "-official")},
}  # fmt: skip
_UNICORNS = {
    "control": (11, 110), "table5.1": (48, 340), "table5.2": (12, 48), "table6.1": (40, 160), "official": (12, 290),
    "hands": (85, 7300), "dragons": (7, 65), "figure5.1": (14, 2300), "table6.2": (28, 11_500), "table6.3": (4, 20),
    "final": (14, 165), "official-evolution": (5, 400), "strength": (30, 950),
}  # fmt: skip
_DUELYST = {
    "table1": (2, 820), "table1-time": (9, 2800), "figure2": (3, 230), "figure3": (3, 230), "anchors": (1, 2), "c": (1, 200),
    "budget": (2, 160), "times": (4, 60), "mirrors": (4, 190), "pairings": (4, 180), "strength": (17, 2000),
}  # fmt: skip
_TRIBUTE = {
    "table4.1": (2, 6), "tiers": (2, 6), "curve4.1": (18, 50), "curve4.2": (18, 180), "appendixA": (11, 28),
    "forms": (35, 150), "outlook": (52, 250), "width4.3": (1, 3), "figure2.6": (1, 1), "cross2024": (13, 720),
}  # fmt: skip
COSTS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "castle": _CASTLE, "locm": _LOCM, "unicorns": _UNICORNS, "duelyst": _DUELYST, "tribute": _TRIBUTE,
    "agents": {"table": (75, 750)},
}  # fmt: skip
"""Small and paper, by study and experiment."""


def with_costs(study: str, experiments: Iterable[Experiment]) -> tuple[Experiment, ...]:
    """The experiments of a study with what each of them costs."""
    known = COSTS[study]
    return tuple(replace(each, cost=Cost(*known[each.id])) if each.id in known else each for each in experiments)
