"""How a match stands while it is played: points so far, and whether a sequential test is decided."""

from __future__ import annotations

from cardlab.lab.engine.closing import ClosingTime
from cardlab.lab.engine.progress import Progress, ProgressTeller
from cardlab.lab.matches.chunk import Chunk
from cardlab.lab.matches.match import MAX_GAMES, Match
from cardlab.lab.matches.matchresult import Verdict
from cardlab.lab.matches.records import Records
from cardlab.lab.statistics.stats import Sprt


class Standing:
    """Reads the records of a match as they grow. The match may be part of a larger run with `before` of `total` games done."""

    def __init__(
        self,
        match: Match,
        records: Records,
        sprt: Sprt | None,
        teller: ProgressTeller,
        before: int = 0,
        total: int | None = None,
        closing: ClosingTime | None = None,
    ) -> None:
        self._closing = closing
        self.match, self.records, self.sprt, self.teller = match, records, sprt, teller
        self.before, self.total = before, match.games if total is None else total
        if closing is not None and closing.by_clock and self.total >= MAX_GAMES:
            self.total = 0
        self.points = [sum(records.by_role("scores", role)) for role in range(match.players)]
        self.tested, self._tested_points, self._taken = 0, 0.0, ""

    def take(self, chunk: Chunk) -> None:
        """Count new games."""
        for scores in chunk.scores:
            for role, score in enumerate(scores):
                self.points[role] += score
        self.teller.now_and_then(self.progress)

    def progress(self) -> Progress:
        """What is told."""
        done = self.records.finished
        left = None if self._closing is None else self._closing.seconds_left
        return Progress(self.before + done, self.total, tuple(self.points), done, self.match.labels, seconds_left=left)

    def decided(self) -> bool:
        """Whether the sequential test has ended. It looks at whole deals in their order, so workers do not matter."""
        step = self.match.players if self.match.rotate else 1
        while self.sprt is not None and not self._taken and self.tested + step <= self.records.prefix:
            for index in range(self.tested, self.tested + step):
                self._tested_points += self.records.scores[index * self.match.players]
            self.tested += step
            self._taken = self.sprt.decide(self._tested_points, self.tested) or ""
        return bool(self._taken)

    def verdict(self) -> Verdict | None:
        """What the test says by now."""
        if self.sprt is None:
            return None
        return Verdict(self.sprt, self._taken or "undecided", self.sprt.llr(self._tested_points, self.tested), self.tested)
