"""Every agent that plays all games, on every game of cardlab, against a rule of that game.

Budgets are small, so that the table is made in minutes; they say what an agent does with little time, not what it can do at
best. Of games for more players two play.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.papers.costs import with_costs
from cardlab.papers.experiment import Call, Cell, Experiment, Outcome

TITLE = "every agent on every game"
RIVALS = {
    "castle": ("castle", "lowest"),
    "locm": ("locm", "greedy"),
    "unicorns": ("unicorns,players=2", "rule-based"),
    "tribute": ("tribute", "decision_tree"),
    "duelyst": ("duelyst", "starter-ai"),
}
"""Each game with the rule that is played against."""
JUDGED = ("hillclimb", "rollout:3", "turn-mcts:100", "oneply:100", "beam:300,width=10", "dfs:300", "e-ismcts:50")
"""Planners and searches that ask the game's own evaluator."""
PLAYED_OUT = ("random", "flat:50", "ismcts:50", "pimc:50,worlds=5", "mcts:30")


def _cells(name: str) -> tuple[Cell, ...]:
    text, rival = RIVALS[name]
    agents = (*PLAYED_OUT, *JUDGED)
    return tuple(Cell(f"{agent.partition(':')[0]} on {name}", text, (agent, rival), 100, 1000) for agent in agents)


def agent_table(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Agents down, games across: scores in percent, with their intervals where there are enough games for one."""
    found = {outcome.cell.label: _told(outcome) for outcome in outcomes}
    names = [agent.partition(":")[0] for agent in (*PLAYED_OUT, *JUDGED)]
    lines = [" " * 10 + "".join(f"{name:>15}" for name in RIVALS)]
    for name in names:
        lines.append(f"{name:10}" + "".join(f"{found.get(f'{name} on {game}', ''):>15}" for game in RIVALS))
    return [line.rstrip() for line in lines]


def _told(outcome: Outcome) -> str:
    bounds = outcome.finding.interval
    inside = f" ({100 * bounds.low:.0f}-{100 * bounds.high:.0f})" if bounds is not None else ""
    return f"{100 * outcome.finding.rate:.0f}%{inside}"


TABLE = Experiment(
    "table", "every agent on every game", "Which search suits which game?",
    tuple(cell for name in RIVALS for cell in _cells(name)), agent_table,
)  # fmt: skip
EXPERIMENTS = with_costs("agents", (TABLE,))
