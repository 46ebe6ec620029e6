"""Where the games of a collection go: their rows, in whole batches, to a file or a database."""

from __future__ import annotations

from cardlab.core.printable import printable
from cardlab.data.rows import Rows
from cardlab.data.rows.runs import Batch, GameRecord
from cardlab.data.target import Target
from cardlab.lab.collecting.collection import Collected, Collection
from cardlab.lab.collecting.recorded import RecordedRows
from cardlab.lab.engine import ClosingTime, Interruption, Progress, ProgressTeller
from cardlab.lab.matches.chunk import FAILURES, Chunk
from cardlab.lab.matches.match import MAX_GAMES
from cardlab.lab.matches.records import Records
from cardlab.lab.showing.words import SHOWN_ERRORS


class RowSink:
    """A collection while it is carried out: what is known of its games, and the rows of batches that are not whole yet."""

    def __init__(
        self,
        collection: Collection,
        target: Target,
        size: int,
        resume: bool,
        teller: ProgressTeller,
        interruption: Interruption,
        closing: ClosingTime,
    ) -> None:
        self.collection, self.target, self.size = collection, target, size
        self.teller, self.interruption, self.closing = teller, interruption, closing
        self.match = collection.match
        self.reader = RecordedRows(collection.run)
        self.known = {record.game_id: record for record in target.begin(collection.run, resume)}
        self.records = Records(self.match.players, self.match.games)
        for index in self.known:
            if index < self.match.games:
                self.records.mark(index)
        self.waiting: dict[int, list[tuple[list[GameRecord], Rows]]] = {}
        self.played = 0
        self.failures: dict[str, dict[str, int]] = {}
        self.points = sum(record.score for record in self.known.values())
        self.counted = len(self.known)

    def take(self, chunk: Chunk) -> None:
        """Take in finished games; batches that are complete go to the target."""
        fresh = self.records.take(chunk)
        self.played += len(fresh)
        games = self.reader.games(chunk, [index for index in fresh if not self._failed(index) or self.collection.keep_failed])
        rows = self.reader.rows(chunk, games)
        for number in sorted({index // self.size for index in fresh}):
            own = [record for record in games if record.game_id // self.size == number]
            self.waiting.setdefault(number, []).append((own, rows.take(rows.game_id // self.size == number)))
            first, end = number * self.size, min((number + 1) * self.size, self.match.games)
            if self.records.are_done(first, end):
                self._keep(number)
        self.points += sum(record.score for record in games)
        self.counted += len(games)
        self.teller.now_and_then(self._progress)

    def _failed(self, index: int) -> bool:
        """Whether an agent failed in a new game; it is counted."""
        role = self.records.failed[index]
        if role < 0:
            return False
        kinds, kind = self.failures.setdefault(self.match.labels[role], {}), FAILURES[-self.records.reason[index]]
        kinds[kind] = kinds.get(kind, 0) + 1
        return True

    def keep_rest(self) -> None:
        """Games of batches that will not be completed now."""
        for number in sorted(self.waiting):
            self._keep(number)
        self.teller.at_once(self._progress)

    def _keep(self, number: int) -> None:
        parts = self.waiting.pop(number)
        games = sorted(record for records, _ in parts for record in records)
        rows = Rows.joined([rows for _, rows in parts]).ordered()
        if games:
            self._put(Batch(self.collection.run, games, rows, number * self.size))
        self.known.update((record.game_id, record) for record in games)

    def _put(self, batch: Batch) -> None:
        """Hand a batch over, whole: a Ctrl-C that broke it off is heeded afterwards. Handing it over twice does no harm."""
        again = self.interruption.asked
        try:
            self.target.put(batch, lambda: self.interruption.asked)
        except KeyboardInterrupt:
            if again:
                raise
            self.interruption.take_over()
            self.target.put(batch, lambda: self.interruption.asked)

    def _progress(self) -> Progress:
        label = self.match.labels[self.collection.recording.observe[0]]
        points = (self.points, self.counted - self.points)[: self.match.players]
        total = 0 if self.closing.by_clock and self.match.games == MAX_GAMES else self.match.games
        left = self.closing.seconds_left
        return Progress(self.records.finished, total, points, self.counted, (label,), seconds_left=left)

    def result(self, seconds: float) -> Collected:
        """What came out."""
        records = [self.known[index] for index in sorted(self.known)]
        in_time = self.closing.over() and not self.interruption.asked
        complete = self.records.finished == self.match.games or in_time
        errors = {game: printable(text) for game, text in sorted(self.records.errors.items())[:SHOWN_ERRORS]}
        return Collected(
            self.collection, records, self.played, seconds, complete, self.target, self.failures, errors
        )  # fmt: skip
