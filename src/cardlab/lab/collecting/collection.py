"""A collection as it is declared, and what came out of it."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from cardlab.core.intervals import Clusters, Interval
from cardlab.data.rows.runs import GameRecord, Run
from cardlab.data.rows.schema import check_run_name, fields_of
from cardlab.data.target import Target
from cardlab.errors import RunError
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording
from cardlab.registry import game_names


@dataclass(frozen=True)
class Collection:
    """What is collected: the observed decisions of a match. The same collection has the same name, unless it is given one.

    A game in which an agent failed says nothing about positions, so it gives no rows, unless `keep_failed` asks for them.
    """

    match: Match
    recording: Recording
    name: str = ""
    keep_failed: bool = False

    @classmethod
    def of(cls, match: Match, recording: Recording, name: str | None = None, keep_failed: bool = False) -> Collection:
        """A checked collection."""
        recording.check(match.game)
        if not recording.observe:
            raise RunError("nobody is observed: name an agent by its place, from 0, or all")
        if not -(1 << 63) <= match.seed < 1 << 63:
            raise RunError(f"the seed of a collection has at most 64 bits, which {match.seed} has not")
        fields_of(match.game)
        if match.game.name not in game_names():
            raise RunError(f"{match.game.name} is no installed game: files name games, and whoever reads them must find it")
        recording.recorder(match.game)
        return cls(match, recording, check_run_name(name) if name else "", keep_failed)

    def spec(self) -> dict[str, Any]:
        """All that decides about the rows. The number of games is not part of it: a collection can be made longer."""
        asked = self.recording
        labels = {"playouts": asked.playouts, "by": asked.by or "random", "walk": asked.walk} if asked.playouts else {}
        failed = {"failed": "kept"} if self.keep_failed else {}
        return {"kind": "collection", **self.match.spec(), "observe": list(asked.observe), **labels, **failed}

    @functools.cached_property
    def run(self) -> Run:
        """The collection as files and tables name it."""
        spec = self.spec()
        digest = hashlib.blake2b(json.dumps(spec, sort_keys=True).encode(), digest_size=6).hexdigest()
        return Run(self.name or digest, self.match.game, spec)


@dataclass(frozen=True)
class Collected:
    """What was collected: all games at the target; and of those `played` now, how often which agent failed in which way."""

    collection: Collection
    records: list[GameRecord] = field(repr=False)
    played: int
    seconds: float
    complete: bool
    target: Target
    failures: dict[str, dict[str, int]] = field(default_factory=dict)
    errors: dict[int, str] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were collected."""
        return len(self.records)

    @property
    def failed(self) -> int:
        """In how many of the games played now an agent failed."""
        return sum(sum(kinds.values()) for kinds in self.failures.values())

    @property
    def arrived(self) -> bool:
        """Whether all games gave rows, and all rows are at the target."""
        return not self.target.unsent_rows and (not self.failed or self.collection.keep_failed)

    @property
    def rows(self) -> int:
        """How many rows they gave."""
        return sum(record.rows for record in self.records)

    @property
    def points(self) -> float:
        """What the first observed agent scored."""
        return sum(record.score for record in self.records)

    @property
    def wins(self) -> int:
        """How many games it won."""
        return sum(record.score == 1.0 for record in self.records)

    @property
    def interval(self) -> Interval | None:
        """Where its true score lies; None if there were too few deals to tell."""
        deals = [self.collection.match.deal_of(record.game_id) for record in self.records]
        return Clusters.of(deals, [record.score for record in self.records]).interval()

    @property
    def agent(self) -> str:
        """The first observed agent."""
        return self.collection.match.labels[self.collection.recording.observe[0]]

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain values, ready for JSON."""
        return {
            **self.collection.spec(),
            "run": self.collection.run.name,
            "games": self.collection.match.games,
            "finished": self.games,
            "played": self.played,
            "complete": self.complete,
            "agent": self.agent,
            "wins": self.wins,
            "score": self.points / self.games if self.games else 0.0,
            "interval": None if self.interval is None else list(self.interval),
            "rows": self.rows,
            "failures": self.failures,
            "errors": {str(game): text for game, text in self.errors.items()},
            "seconds": round(self.seconds, 3),
            "seconds_per_game": self.seconds / self.played if self.played else 0.0,
            "rows_arrived": self.rows - self.target.unsent_rows,
            "rows_unsent": self.target.unsent_rows,
            "unsent": [str(path) for path in self.target.unsent],
            "target": self.target.shown,
        }
