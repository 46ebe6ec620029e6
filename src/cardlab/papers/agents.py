"""Every agent that plays all games, on every game of cardlab, against a rule of that game.

Budgets are small, so that the table is made in minutes; they say what an agent does with little time, not what it can do at
best. A game without an evaluator of its own lacks the planners that need one. Of games for more players two play.
"""

from __future__ import annotations

from collections.abc import Sequence

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
WITHOUT_EVALUATOR = frozenset({"unicorns"})


def _cells(name: str) -> tuple[Cell, ...]:
    text, rival = RIVALS[name]
    agents = PLAYED_OUT if name in WITHOUT_EVALUATOR else (*PLAYED_OUT, *JUDGED)
    return tuple(Cell(f"{agent.partition(':')[0]} on {name}", text, (agent, rival), 10, 400) for agent in agents)


def agent_table(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Agents down, games across; what a game cannot have is left empty."""
    found = {outcome.cell.label: 100 * outcome.finding.rate for outcome in outcomes}
    names = [agent.partition(":")[0] for agent in (*PLAYED_OUT, *JUDGED)]
    lines = [" " * 10 + "".join(f"{name:>10}" for name in RIVALS)]
    for name in names:
        rates = (found.get(f"{name} on {game}") for game in RIVALS)
        lines.append(f"{name:10}" + "".join(f"{'' if rate is None else f'{rate:.0f}%':>10}" for rate in rates))
    return [line.rstrip() for line in lines]


TABLE = Experiment(
    "table", "every agent on every game", "Which search suits which game?",
    tuple(cell for name in RIVALS for cell in _cells(name)), agent_table,
)  # fmt: skip
EXPERIMENTS = (TABLE,)
