"""The study of planners for Duelyst: random play, hill climbing, rollouts and tree search over one turn against the starter AI.

The study gave its search 15 seconds for an action, in which it made some hundreds of simulations, for its copies of a position
took 35 ms each. So its budgets are stated here in iterations (300 at the size of the study) and, as another table, in time:
5 ms for an action, in which there are more simulations than the study had in its 15 seconds.
Its game has two draws for each turn (``profile=duelyst2``); all is also played in the classic one. Not known are its list of
the deck, its opening hand, and who began: here the starter deck is played, 3 cards are drawn, and seats rotate.
"""

from __future__ import annotations

from cardlab.papers.costs import with_costs
from cardlab.papers.duelyst_cell import FACTIONS, PROFILES, RIVAL, PlannerCell, mirror, pairing
from cardlab.papers.duelyst_plots import curve, pairing_table, rate_points, time_bars, won_and_drawn
from cardlab.papers.duelyst_times import TIMES
from cardlab.papers.experiment import Experiment, Published

TITLE = "Duelyst: planners that look to the end of the turn"
STUDIED = "duelyst2"
SEARCH = "turn-mcts:{n},c=10"
ITERATIONS, TIME = ("60", "300"), ("1ms", "5ms")
_TABLE_1 = (
    ("random", "visits", "no", 0.62), ("random", "visits", "yes", 0.61), ("random", "value", "no", 0.63),
    ("random", "value", "yes", 0.64), ("hillclimb", "visits", "no", 0.34), ("hillclimb", "visits", "yes", 0.51),
    ("hillclimb", "value", "no", 0.65), ("hillclimb", "value", "yes", 0.64),
)  # fmt: skip
_POLICY = {"random": "random", "hillclimb": "greedy"}


def _settings(profile: str, budgets: tuple[str, str]) -> list[PlannerCell]:
    return [
        PlannerCell(
            f"{profile}, {_POLICY[policy]} rollouts, by {final}, {'with' if tree == 'yes' else 'without'} action tree",
            mirror(profile), f"{SEARCH},policy={policy},final={final},tree={tree}", RIVAL, budgets,
            20 if policy == "random" else 10, 1000, Published(rate, 1000) if profile == STUDIED else None,
        )
        for policy, final, tree, rate in _TABLE_1
    ]  # fmt: skip


_PLANNERS = (
    ("random", "random", None, 200),
    ("hillclimb", "hillclimb", None, 100),
    ("rollout, 1 random", "rollout:1", None, 60),
    ("rollout, 7 random", "rollout:7", None, 60),
    ("rollout, 1 greedy", "rollout:1,policy=hillclimb", Published(0.68, 1000), 40),
    ("tree search, random, by value, no action tree", f"{SEARCH},policy=random,tree=no", Published(0.63, 1000), 20),
    ("tree search, greedy, by value, action tree", f"{SEARCH},policy=hillclimb,tree=yes", Published(0.64, 1000), 10),
)


def _planners(profile: str) -> list[PlannerCell]:
    return [
        PlannerCell(
            f"{profile}, {name}", mirror(profile), planner, RIVAL, ITERATIONS, small, 1000,
            published if profile == STUDIED else None,
        )
        for name, planner, published, small in _PLANNERS
    ]  # fmt: skip


TABLE_1 = Experiment(
    "table1", "tree search over one turn, by iterations", "Which rollouts, which final choice, and do action trees help?",
    tuple(cell for profile in PROFILES for cell in _settings(profile, ITERATIONS)), rate_points,
)  # fmt: skip
TABLE_1_TIME = Experiment(
    "table1-time", "tree search over one turn, by time", "The same with a budget of time for each action.",
    tuple(cell for profile in PROFILES for cell in _settings(profile, TIME)), rate_points,
)  # fmt: skip
FIGURE_2 = Experiment(
    "figure2", "planners against the starter AI", "Which planner is best?",
    tuple(cell for profile in PROFILES for cell in _planners(profile)), rate_points,
)  # fmt: skip
FIGURE_3 = Experiment(
    "figure3", "the time of an action", "What do planners cost? The games are those of figure 2.",
    tuple(cell for profile in PROFILES for cell in _planners(profile)), time_bars,
)  # fmt: skip
ANCHORS = Experiment(
    "anchors", "the starter AI against chance and against itself", "Is chance beaten, and does it matter who begins?",
    tuple(
        cell
        for profile in PROFILES
        for cell in (
            PlannerCell(f"{profile}, random", mirror(profile), "random", small=500),
            PlannerCell(f"{profile}, starter AI as the first player", mirror(profile), RIVAL, small=500, rotate=False),
        )
    ),
    won_and_drawn,
)  # fmt: skip
EXPLORATION = Experiment(
    "c", "the exploration constant", "Was 10 too much?",
    tuple(
        PlannerCell(f"{profile}, c = {c:g}", mirror(profile), f"turn-mcts:{{n}},c={c:g},tree=no", budgets=ITERATIONS)
        for profile in PROFILES for c in (0.1, 1, 3, 10, 30, 100)
    ),
    curve,
)  # fmt: skip
BUDGET = Experiment(
    "budget", "iterations for each action", "What does more time bring?",
    tuple(
        PlannerCell(f"{profile}, {n:,}", mirror(profile), f"turn-mcts:{n},c=10,tree=no", small=20 if n < 1000 else 6)
        for profile in PROFILES for n in (10, 30, 100, 300, 1000)
    ),
    curve,
)  # fmt: skip
MIRRORS = Experiment(
    "mirrors", "planners with every starter deck", "Do planners play any deck?",
    tuple(
        PlannerCell(f"{profile}, {faction}, {planner}", mirror(profile, faction), planner)
        for profile in PROFILES for faction in FACTIONS for planner in ("rollout:7", "rollout:1,policy=hillclimb")
    ),
    rate_points,
)  # fmt: skip
PAIRINGS = Experiment(
    "pairings", "every starter deck against every other", "Which deck is best, and is it good to begin?",
    tuple(
        PlannerCell(f"{first} against {second}", pairing(STUDIED, first, second), "rollout:7", "rollout:7", rotate=False)
        for first in FACTIONS for second in FACTIONS
    ),
    pairing_table,
)  # fmt: skip
STRENGTH = Experiment(
    "strength", "our champion against the starter AI", "How far does planning with a belief about the answers go?",
    tuple(
        PlannerCell(f"{profile}, {faction}", mirror(profile, faction), "champion:{n}", budgets=("2000", "2000"), small=8)
        for profile in PROFILES for faction in FACTIONS
    ),
    rate_points,
)  # fmt: skip

EXPERIMENTS = with_costs(
    "duelyst",
    (TABLE_1, TABLE_1_TIME, FIGURE_2, FIGURE_3, ANCHORS, EXPLORATION, BUDGET, TIMES, MIRRORS, PAIRINGS, STRENGTH),
)  # fmt: skip
