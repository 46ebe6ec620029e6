"""The study of Unstable Unicorns: random, rule-based and searching players, and players whose card values were evolved.

Its program had defects in the search that ours does not repeat, so rates of the search above the printed ones are no alarm.
"""

from __future__ import annotations

from cardlab.papers.costs import with_costs
from cardlab.papers.unicorns_evolution import EVOLUTIONS
from cardlab.papers.unicorns_tables import CONTROL, OPEN_QUESTIONS, TABLES

TITLE = "Unstable Unicorns: rules, tree search and evolution"
EXPERIMENTS = with_costs("unicorns", (CONTROL, *TABLES, *EVOLUTIONS, *OPEN_QUESTIONS))
