"""The thesis on HQL, a player of Scripts of Tribute with card values learned by Q-learning, and the competition of 2024.

The thesis played with the cards and patrons of 2024. It does not say who sat where: here both seats are played equally. Its
table of card values was never printed but for five rows; the one that plays here was learned here by its rule. One of the five
competitors, ToT-BoT, is a trained network of others and most of its games never started; it is left out, also of the averages.
"""

from __future__ import annotations

from cardlab.papers.costs import with_costs
from cardlab.papers.experiment import Cell, Experiment, Published
from cardlab.papers.tribute_cells import EndingsCell, endings, paces
from cardlab.papers.tribute_learning import LEARNING
from cardlab.papers.tribute_tables import Cross, cross_cells

TITLE = "Scripts of Tribute: learned card values, and the competition of 2024"
GAME = "tribute,cards=2024"
LEARNED, TIERS, CONSTANT, TREE = "hql", "hql,table=tiers", "hql,table=flat,start=1", "decision_tree"

VALUES = Cross(
    (("HQL", LEARNED), ("HQL tiers", TIERS), ("HQL constant", CONSTANT), ("DecisionTree", TREE)),
    {
        ("HQL", "HQL tiers"): 73.3, ("HQL", "HQL constant"): 92.9, ("HQL", "DecisionTree"): 78.6,
        ("HQL tiers", "HQL constant"): 79.3, ("HQL tiers", "DecisionTree"): 73.6, ("HQL constant", "DecisionTree"): 22.4,
    },
    1000,
)  # fmt: skip
TABLE_4_1 = Experiment(
    "table4.1", "learned card values, tiers, and none", "Are learned values better than a tier list?",
    cross_cells(VALUES, GAME, 300, 1000), VALUES.conclude,
)  # fmt: skip

_ODD = Published(0.736, 1000)
TIERS_CELL = Experiment(
    "tiers", "the cell of table 4.1 that does not come out again: tiers against the decision tree",
    "Under which reading of the thesis do tiers come nearest to the printed 73.6%?",
    (
        Cell("weights of the program that was submitted", GAME, (TIERS, TREE), 300, 1000, _ODD),
        Cell("weights as the thesis prints them", GAME, (f"{TIERS},version=thesis", TREE), 300, 1000, _ODD),
        Cell("the opponent's piles counted, not the own ones", GAME, (f"{TIERS},slip=no", TREE), 300, 1000, _ODD),
        Cell("printed weights, the opponent's piles", GAME, (f"{TIERS},version=thesis,slip=no", TREE), 300, 1000, _ODD),
        Cell("tiers as the sample bots have them, not scaled", GAME, ("hql,table=raw-tiers", TREE), 300, 1000, _ODD),
        Cell("not scaled, with printed weights", GAME, ("hql,table=raw-tiers,version=thesis", TREE), 300, 1000, _ODD),
        Cell("contracts without choices bought at once", GAME, (f"{TIERS},contracts=yes", TREE), 300, 1000, _ODD),
    ),
)  # fmt: skip

WIDTHS = Experiment(
    "width4.3", "the width of the beam", "Does a wider beam win more, and what does it cost?",
    tuple(Cell(f"width {width}", GAME, (f"hql,width={width}", TREE), 200, 500) for width in (1, 2, 5, 10, 20, 50)),
    paces,
)  # fmt: skip

FIGURE_2_6 = Experiment(
    "figure2.6", "the runner's example: DecisionTreeBot against MaxPrestigeBot", "Do such matches end as they did?",
    (EndingsCell("decision tree against max prestige", GAME, (TREE, "max_prestige"), 400, 1000, Published(0.84, 100)),),
    endings,
)  # fmt: skip

COMPETITION = Cross(
    (("BestMCTS3", "best_mcts:4000"), ("HQL_BOT", LEARNED), ("SOISMCTS", "so_ismcts:4000"), ("Sakkirin", "sakkirin")),
    {
        ("BestMCTS3", "HQL_BOT"): 67.75, ("BestMCTS3", "SOISMCTS"): 62.07, ("BestMCTS3", "Sakkirin"): 98.72,
        ("HQL_BOT", "SOISMCTS"): 60.34, ("HQL_BOT", "Sakkirin"): 97.84, ("SOISMCTS", "Sakkirin"): 97.92,
    },
    1250,
    ranking=True,
)  # fmt: skip
CROSS_2024 = Experiment(
    "cross2024", "the competition of 2024: cross table and ranking of the bots that are here", "Is the order the same?",
    cross_cells(COMPETITION, GAME, 20, 1250), COMPETITION.conclude,
)  # fmt: skip

EXPERIMENTS = with_costs("tribute", (TABLE_4_1, TIERS_CELL, *LEARNING, WIDTHS, FIGURE_2_6, CROSS_2024))
