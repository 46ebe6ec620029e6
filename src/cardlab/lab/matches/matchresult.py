"""What came out of a match: points with intervals, time, endings, failures; as objects, plain values and rows."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.core.intervals import Clusters, Interval
from cardlab.lab.matches.chunk import FAILURES
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.records import Records
from cardlab.lab.showing.dataframes import frame_of
from cardlab.lab.showing.matchsheet import failure_lines, match_sheet
from cardlab.lab.showing.sheet import screen_width
from cardlab.lab.statistics.binomial import deals_p
from cardlab.lab.statistics.stats import Sprt


@dataclass(frozen=True)
class RoleResult:
    """One agent's part in a match. A win is a first place alone, a draw a shared one.

    `interval` is None if there were too few deals, or if a sequential test watched the match: an interval of a match that its
    own result may have stopped would promise too much.

    `p_value` is the chance that equal agents are so far apart, by the deals that each of them won; None if no deal told them
    apart, under a sequential test, and with more than two players, where equals do not win and lose deals equally often.
    """

    agent: str
    games: int
    points: float
    score: float
    interval: Interval | None
    wins: int
    draws: int
    losses: int
    decisions: int
    ms_per_decision: float
    slowest_ms: float
    failures: dict[str, int]
    p_value: float | None = None
    ignored: int = 0
    """Orders of a program that were not legal and were left out."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {**vars(self), "interval": None if self.interval is None else list(self.interval)}


@dataclass(frozen=True)
class Verdict:
    """How a sequential test ended: ``p0``, ``p1``, or ``undecided``."""

    test: Sprt
    taken: str
    llr: float
    games: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        bounds = {"p0": self.test.p0, "p1": self.test.p1, "alpha": self.test.alpha, "beta": self.test.beta}
        limits = {"lower": self.test.lower, "upper": self.test.upper}
        return {**bounds, **limits, "llr": self.llr, "games": self.games, "verdict": self.taken}

    def __str__(self) -> str:
        test = self.test
        bounds = f"bounds {test.lower:.2f} and {test.upper:.2f}"
        numbers = f"after {self.games:,} games (log-likelihood ratio {self.llr:.2f}, {bounds})"
        if self.taken == "undecided":
            return f"undecided between score rates {test.p0:.3f} and {test.p1:.3f} {numbers}"
        taken, other = (test.p0, test.p1) if self.taken == "p0" else (test.p1, test.p0)
        return f"the first agent's score rate is rather {taken:.3f} than {other:.3f}, decided {numbers}"


@dataclass(frozen=True)
class MatchResult:
    """The finished games of a match. Everything is computed from the raw records."""

    match: Match
    records: Records
    seconds: float = 0.0
    verdict: Verdict | None = None
    complete: bool = True

    @property
    def games(self) -> int:
        """How many games are finished."""
        return self.records.finished

    @functools.cached_property
    def roles(self) -> tuple[RoleResult, ...]:
        """The agents in the order they were named."""
        return tuple(self._role(role) for role in range(self.match.players))

    @functools.cached_property
    def endings(self) -> dict[str, int]:
        """How many games ended in which way."""
        counts = Counter(self.ending(index) for index in self.records.indexes() if self.records.failed[index] >= 0)
        reasons = self.match.game.reasons
        counts.update({reasons[code]: n for code, n in Counter(self.records.by_game("reason")).items() if code >= 0})
        return dict(counts.most_common())

    @functools.cached_property
    def deals(self) -> list[int]:
        """The deal of each finished game: games of one deal are not independent of each other."""
        return [self.match.deal_of(index) for index in self.records.indexes()]

    def useless(self) -> list[str]:
        """The agents that failed in every game; if every game ended by somebody's failure, all who failed."""
        failed = {role.agent: count for role in self.roles if (count := sum(role.failures.values()))}
        least = 1 if sum(failed.values()) == self.games else self.games
        return [agent for agent, count in failed.items() if count >= least]

    @property
    def errors(self) -> dict[int, str]:
        """What agents did wrong, by the number of the game (the first thousand)."""
        return self.records.errors

    def __str__(self) -> str:
        return "\n".join([match_sheet(self, screen_width()).text(screen_width()), *failure_lines(self)])

    def _repr_html_(self) -> str:
        return match_sheet(self).html()

    def frame(self, of: str = "games") -> Any:
        """A Polars data frame with a row for each game, or ``of="agents"`` for each agent."""
        agents = ({k: v for k, v in role.to_dict().items() if k != "failures"} for role in self.roles)
        return frame_of(of, {"games": self.rows, "agents": lambda: agents})

    def ending(self, index: int) -> str:
        """How a game ended."""
        reason = self.records.reason[index]
        if reason >= 0:
            return self.match.game.reasons[reason]
        return self.match.game.failing(FAILURES[-reason], self.records.decisions[index], self.errors.get(index, ""))

    def _role(self, role: int) -> RoleResult:
        records, players = self.records, self.match.players
        scores = records.by_role("scores", role)
        others = [records.by_role("scores", other) for other in range(players) if other != role]
        best = [max(row) for row in zip(*others, strict=True)]
        deals = Clusters.of(self.deals, scores)
        wins, draws = sum(map(operator.gt, scores, best)), sum(map(operator.eq, scores, best))
        return RoleResult(
            agent=self.match.labels[role],
            games=len(scores),
            points=sum(scores),
            score=sum(scores) / len(scores) if scores else 0.0,
            interval=deals.interval() if self.verdict is None else None,
            wins=wins,
            draws=draws,
            losses=len(scores) - wins - draws,
            decisions=sum(records.by_role("turns", role)),
            ms_per_decision=self._mean_ms(role),
            slowest_ms=max(records.by_role("slowest_ns", role), default=0) / 1e6,
            failures=self._failures(role),
            p_value=deals_p(deals) if self.verdict is None and players == 2 else None,
            ignored=sum(counts[role] for counts in records.ignored.values()),
        )

    def interval(self, role: int) -> Interval | None:
        """Where the true score of a role lies, if the number of games did not depend on the result; None with too few deals."""
        return Clusters.of(self.deals, self.records.by_role("scores", role)).interval()

    def _failures(self, role: int) -> dict[str, int]:
        kinds = Counter(zip(self.records.by_game("failed"), self.records.by_game("reason"), strict=True))
        return {name: kinds[role, -code] for code, name in FAILURES.items()}

    def _mean_ms(self, role: int) -> float:
        """Mean time of the decisions that were measured: of mere rules only some are."""
        timed = sum(self.records.by_role("timed", role))
        return sum(self.records.by_role("spent_ns", role)) / 1e6 / timed if timed else 0.0

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain values, ready for JSON."""
        return {
            **self.match.spec(),
            "games": self.match.games,
            "finished": self.games,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "roles": [role.to_dict() for role in self.roles],
            "endings": self.endings,
            **({"seating": [self.match.seating(index) for index in self.records.indexes()]} if self.match.lots else {}),
            "sprt": self.verdict.to_dict() if self.verdict else None,
            "errors": {str(index): text for index, text in sorted(self.errors.items())[:20]},
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each finished game, with the same columns in each."""
        records, match = self.records, self.match
        for index in records.indexes():
            failed = records.failed[index]
            row: dict[str, Any] = {"game": index, "deal": match.deal_of(index), "ending": self.ending(index)}
            row["decisions"] = records.decisions[index]
            row["failed"] = match.labels[failed] if failed >= 0 else ""
            row["error"] = records.errors.get(index, "")
            seating = match.seating(index)
            ignored = records.ignored.get(index, [0] * match.players)
            for role in range(match.players):
                cell, number = index * match.players + role, role + 1
                row[f"agent{number}"] = match.labels[role]
                row[f"seat{number}"] = seating.index(role)
                row[f"score{number}"] = records.scores[cell]
                row[f"turns{number}"] = records.turns[cell]
                row[f"ms{number}"] = records.spent_ns[cell] / 1e6
                row[f"ignored{number}"] = ignored[role]
            yield row
