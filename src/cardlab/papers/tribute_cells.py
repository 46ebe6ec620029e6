"""Cells of the study of Scripts of Tribute that tell more than a rate: how matches ended, and how long they took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardlab.lab.matches.match import Match
from cardlab.papers.experiment import Call, Cell, Finding, Outcome, guarded, run_kept

PRINTED_ENDINGS = {
    "PRESTIGE_OVER_40_NOT_MATCHED": 0.99,
    "PATRON_FAVOR": 0.01,
    "PRESTIGE_OVER_80": 0.0,
    "TURN_LIMIT_EXCEEDED": 0.0,
}
"""Of the 100 games of figure 2.6."""


@dataclass(frozen=True)
class EndingsCell(Cell):
    """A match that also tells how its games ended."""

    def play(self, call: Call) -> Finding:
        """Play the match, or what is left of it."""
        games = call.games or self.games(call.scale)
        result = run_kept(Match.of(self.game, self.agents, games=games, seed=call.seed, rotate=self.rotate), call)
        role = result.roles[0]
        found = Finding(result.games, role.score, result.interval(0), guarded(result), role.ms_per_decision)
        shares = {name: count / result.games for name, count in result.endings.items()}
        return replace(found, more={name: shares.get(name, 0.0) for name in {*PRINTED_ENDINGS, *shares}})


def endings(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """How the games ended, and how they did in print."""
    lines = []
    for outcome in outcomes:
        for name, share in sorted(outcome.finding.more.items(), key=lambda pair: -(pair[1] or 0)):
            printed = PRINTED_ENDINGS.get(name)
            told = "" if printed is None else f" (printed: {100 * printed:.0f}%)"
            lines.append(f"{outcome.cell.label}: {100 * (share or 0):.1f}% end by {name}{told}")
    return lines


def paces(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """What each width costs, the first one counting as 1. The printed figure says: the same rate, ever more time."""
    first = outcomes[0].finding.ms_per_decision or 1.0
    return [
        f"{o.cell.label}: won {100 * o.finding.rate:.1f}%, time per decision {(o.finding.ms_per_decision or 0) / first:.1f}"
        for o in outcomes
    ]
