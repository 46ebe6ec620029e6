"""The active-genes study: evolving a draft policy for Legends of Code and Magic.

A policy is a value for each of the 160 cards. Methods of evolution are compared by games between what they find, with a player
that acts at random and one that is greedy. Every table and figure is declared under three settings: as the study's program had
rules, baselines and methods; with its rules, but baselines and methods as meant; and with the official rules.

The study's program looked at results of games before these were over, which pulls its rates towards 50%, and the settings of
its runs are not known. So its tables are a measurement whose order can be compared, not numbers that a correct program must
hit. The experiments `sanity`, `engines` and `control` are the ones that must come out.
"""

from __future__ import annotations

from cardlab.papers.costs import with_costs
from cardlab.papers.locm_control import CONTROLS
from cardlab.papers.locm_figures import FIGURES
from cardlab.papers.locm_tables import TABLES

TITLE = "Legends of Code and Magic: drafts by active genes"
EXPERIMENTS = with_costs("locm", (*CONTROLS, *TABLES, *FIGURES))
