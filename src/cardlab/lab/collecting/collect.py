"""Collecting rows of data: games are played, and every batch of them is kept as soon as it is finished."""

from __future__ import annotations

import functools
import hashlib
import json
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardlab.core.game import Game
from cardlab.core.intervals import Clusters, Interval
from cardlab.core.printable import printable
from cardlab.data.rows import Rows
from cardlab.data.rows.runs import Batch, GameRecord, Run
from cardlab.data.rows.schema import check_run_name, fields_of
from cardlab.data.target import Target
from cardlab.data.targets import open_target
from cardlab.errors import RunError
from cardlab.lab.collecting.recorded import RecordedRows
from cardlab.lab.engine.todo import Todo
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.playing import PROGRESS_SECONDS, Conditions, Interrupted, Interruption, Progress, choose_mode
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.records import FAILURES, Columns, Records
from cardlab.registry import game_names

BATCH_GAMES = 200
SHOWN_ERRORS = 3


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


def collect(
    game: Game | str,
    agents: Sequence[object],
    to: str | Path,
    games: int = 100,
    seed: int = 0,
    *,
    observe: Sequence[int] = (0,),
    playouts: int = 0,
    by: str | None = None,
    walk: int = 0,
    rotate: bool = True,
    workers: int | None = None,
    batch: int = BATCH_GAMES,
    run: str | None = None,
    resume: bool = False,
    keep_failed: bool = False,
    fallback: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Collected:
    """Collect the decisions of the observed agents into a file, a folder or a database.

    `playouts`, `by` and `walk` are those of `Recording`; `run` names the collection. `resume` goes on with what is there.
    Games in which an agent failed are counted (`failures`) and give no rows, unless `keep_failed` asks for them.
    """
    match = Match.of(game, agents, games=games, seed=seed, rotate=rotate)
    recording = Recording(observe=tuple(observe), playouts=playouts, by=by, walk=walk)
    target = open_target(str(to), fallback)
    conditions = Conditions(workers, progress=progress)
    collection = Collection.of(match, recording, run, keep_failed)
    return run_collection(collection, target, conditions, batch=batch, resume=resume)


def run_collection(
    collection: Collection, target: Target, conditions: Conditions, *, batch: int = BATCH_GAMES, resume: bool = False
) -> Collected:
    """Play what the target does not hold yet, and keep it there. Ctrl-C raises `Interrupted` with what was finished."""
    if batch < 1:
        raise RunError(f"a batch has at least one game, not {batch}")
    with closing(target):
        return _carry_out(_Work(collection, target, conditions, batch, resume))


def _carry_out(work: _Work) -> Collected:
    start = time.monotonic()
    with Interruption() as interruption:
        try:
            with closing(work.chunks(interruption.new_stop())) as chunks:
                for columns in chunks:
                    work.take(columns, interruption)
        finally:
            work.keep_rest(interruption)
    result = work.result(time.monotonic() - start)
    if not result.complete:
        if interruption.asked:
            raise Interrupted(result)
        raise RunError(f"only {work.records.finished} of {work.match.games} games were played")
    work.target.finish()
    return result


class _Work:
    """A collection while it is carried out."""

    def __init__(self, collection: Collection, target: Target, conditions: Conditions, size: int, resume: bool) -> None:
        self.collection, self.target, self.conditions, self.size = collection, target, conditions, size
        self.match = collection.match
        self.agents = self.match.make_agents()
        self.reader = RecordedRows(collection.run)
        self.known = {record.game_id: record for record in target.begin(collection.run, resume)}
        self.records = Records(self.match.players, self.match.games)
        for index in self.known:
            if index < self.match.games:
                self.records.done[index] = 1
                self.records.finished += 1
        self.waiting: dict[int, list[tuple[list[GameRecord], Rows]]] = {}
        self.played = 0
        self.failures: dict[str, dict[str, int]] = {}
        self.points = sum(record.score for record in self.known.values())
        self.counted = len(self.known)
        self._told = 0.0

    def chunks(self, stop: Any) -> Generator[Columns, None, None]:
        """What workers of the right kind send."""
        left = self.match.games - self.records.finished
        if not left:
            return
        mode, match, most = choose_mode(self.match, self.agents)
        workers = max(1, min(self.conditions.crew_size(), most, left))
        yield from mode(match, Todo(self.records.gaps(), workers), workers, stop, self.collection.recording)

    def take(self, columns: Columns, interruption: Interruption) -> None:
        """Take in finished games; batches that are complete go to the target."""
        fresh = self.records.add(columns)
        self.played += len(fresh)
        games = self.reader.games(columns, [index for index in fresh if not self._failed(index) or self.collection.keep_failed])
        rows = self.reader.rows(columns, games)
        for number in sorted({index // self.size for index in fresh}):
            own = [record for record in games if record.game_id // self.size == number]
            self.waiting.setdefault(number, []).append((own, rows.take(rows.game_id // self.size == number)))
            first, end = number * self.size, min((number + 1) * self.size, self.match.games)
            if self.records.done.find(0, first, end) < 0:
                self._keep(number, interruption)
        self.points += sum(record.score for record in games)
        self.counted += len(games)
        self._tell()

    def _failed(self, index: int) -> bool:
        """Whether an agent failed in a new game; it is counted."""
        role = self.records.failed[index]
        if role < 0:
            return False
        kinds, kind = self.failures.setdefault(self.match.labels[role], {}), FAILURES[-self.records.reason[index]]
        kinds[kind] = kinds.get(kind, 0) + 1
        return True

    def keep_rest(self, interruption: Interruption) -> None:
        """Games of batches that will not be completed now."""
        for number in sorted(self.waiting):
            self._keep(number, interruption)
        self._tell(last=True)

    def _keep(self, number: int, interruption: Interruption) -> None:
        parts = self.waiting.pop(number)
        games = sorted(record for records, _ in parts for record in records)
        rows = Rows.joined([rows for _, rows in parts]).ordered()
        if games:
            self._put(Batch(self.collection.run, games, rows, number * self.size), interruption)
        self.known.update((record.game_id, record) for record in games)

    def _put(self, batch: Batch, interruption: Interruption) -> None:
        """Hand a batch over, whole: a Ctrl-C that broke it off is heeded afterwards. Handing it over twice does no harm."""
        again = interruption.asked
        try:
            self.target.put(batch, lambda: interruption.asked)
        except KeyboardInterrupt:
            if again:
                raise
            interruption.take_over()
            self.target.put(batch, lambda: interruption.asked)

    def _tell(self, last: bool = False) -> None:
        now = time.monotonic()
        if self.conditions.progress is None or (now - self._told < PROGRESS_SECONDS and not last):
            return
        self._told = now
        done = self.records.finished
        label = self.match.labels[self.collection.recording.observe[0]]
        points = (self.points, self.counted - self.points)[: self.match.players]
        self.conditions.progress(Progress(done, self.match.games, points, self.counted, (label,)))

    def result(self, seconds: float) -> Collected:
        """What came out."""
        records = [self.known[index] for index in sorted(self.known)]
        complete = self.records.finished == self.match.games
        errors = {game: printable(text) for game, text in sorted(self.records.errors.items())[:SHOWN_ERRORS]}
        return Collected(
            self.collection, records, self.played, seconds, complete, self.target, self.failures, errors
        )  # fmt: skip
