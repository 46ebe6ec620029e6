"""Playing a match: the engine plays its games, what comes out goes to memory, to a run file and to a folder of replays."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.core.game import Game
from cardlab.errors import RunError
from cardlab.lab.engine import ClosingTime, Conditions, Interrupted, Interruption, Progress, ProgressTeller, Sink, Staff
from cardlab.lab.matches.chunk import Chunk
from cardlab.lab.matches.match import HANG_MS, Match, how_many
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.lab.matches.matchwork import MatchWork
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.records import Records
from cardlab.lab.matches.standing import Standing
from cardlab.lab.matches.transcripts import transcript_prefix
from cardlab.lab.showing.gamelines import GameLines
from cardlab.lab.statistics.stats import Sprt
from cardlab.lab.storage.logs import LogFolder
from cardlab.lab.storage.replays import ReplayFolder
from cardlab.lab.storage.runfile import RunFile


def play_match(
    game: Game | str,
    agents: Sequence[object],
    games: int | None = None,
    seed: int = 0,
    *,
    rotate: bool = True,
    lots: bool = False,
    move_ms: float = 0.0,
    turn_ms: float = 0.0,
    counted: bool = False,
    hang_ms: float = HANG_MS,
    workers: int | None = None,
    sprt: Sprt | None = None,
    progress: Callable[[Progress], None] | None = None,
    replays: str | Path | None = None,
    logs: str | Path | None = None,
    transcripts: str | Path | None = None,
    run_file: str | Path | None = None,
    resume: bool = False,
    seconds: float | None = None,
    endless: bool = False,
) -> MatchResult:
    """Play a match and say how it ended.

    The same match gives the same result with any number of workers. Native agents play in threads. Agents written in
    Python play in processes, so call this from a script under ``if __name__ == "__main__":``; an agent object that cannot
    be pickled plays in this process, without protection against hanging. `replays` is a folder for a replay of each game,
    `logs` one for what agents said, `transcripts` one for what programs are told and answer, `run_file` keeps raw results, from
    which `resume` goes on. Ctrl-C raises `Interrupted` with what was finished.

    Seats rotate; with `lots` the game's own shuffle of the list of agents says who sits where.

    There are 100 games unless said otherwise. With `seconds` there are as many as begin in that time, `endless` until Ctrl-C.
    """
    conditions = Conditions(workers, progress, seconds, endless)
    number = how_many(games, conditions)
    match = Match.of(
        game, agents, games=number, seed=seed, rotate=rotate and not lots, lots=lots, move_ms=move_ms, hang_ms=hang_ms,
        turn_ms=turn_ms, counted=counted,
    )  # fmt: skip
    file = RunFile(run_file, match_spec(match), resume) if run_file is not None else None
    return run_match(match, conditions, Keeping(file, replays, logs, transcripts), sprt)


def match_spec(match: Match) -> dict[str, Any]:
    """What the first line of a match's run file says. The number of games is not part of it: a run can be made longer."""
    return {"kind": "match", **match.spec()}


@dataclass(frozen=True)
class Keeping:
    """Where the results of a run go besides memory. `logged`: the seats whose logs are written; None: all."""

    file: RunFile | None = None
    replays: str | Path | None = None
    logs: str | Path | None = None
    transcripts: str | Path | None = None
    logged: Sequence[int] | None = None

    @contextmanager
    def while_playing(self, interruption: Interruption) -> Iterator[None]:
        """However a run ends, finished games get to its file; only a run that was over in a moment leaves none behind."""
        over = False
        try:
            yield
            over = not interruption.asked
        finally:
            if self.file is not None:
                self.file.close(write=not over)


NOWHERE = Keeping()


def run_match(match: Match, conditions: Conditions, keeping: Keeping = NOWHERE, sprt: Sprt | None = None) -> MatchResult:
    """Play a declared match under these conditions."""
    closing = conditions.closing()
    with (
        Interruption(closing) as interruption,
        keeping.while_playing(interruption),
        Staff(conditions.crew_size(), interruption.new_stop, closing.over, conditions.notice) as staff,
    ):
        records = Records(match.players, match.games)
        part = MatchPart(match, records, keeping, each_game=conditions.each_game)
        standing = Standing(match, records, sprt, ProgressTeller(conditions.progress), closing=closing)
        result = part.play(staff, standing, interruption, closing)
    if not result.complete:
        raise Interrupted(result)
    return result


class MatchPart:
    """A match with where its results go; `group` is its number if it is one of several in a run."""

    def __init__(
        self,
        match: Match,
        records: Records,
        keeping: Keeping,
        group: int | None = None,
        each_game: Callable[[str], object] | None = None,
    ) -> None:
        self.match, self.records = match, records
        self.seconds = 0.0
        self._resumed = keeping.file is not None and keeping.file.loaded
        self._transcripts = transcript_prefix(keeping.transcripts, group)
        self._sinks: list[Sink[Chunk]] = []
        self._replays: ReplayFolder | None = None
        if keeping.file is not None:
            keeping.file.restore(records, group or 0, match.game.reasons)
            self._sinks.append(keeping.file.part(group or 0))
        if keeping.replays is not None:
            self._replays = ReplayFolder(keeping.replays, match, records, group)
            self._sinks.append(self._replays)
            self._play_again_what_has_no_replay(self._replays)
        if keeping.logs is not None:
            self._sinks.append(LogFolder(keeping.logs, match, keeping.logged))
        self._recording = Recording(
            replays=keeping.replays is not None or keeping.logs is not None, transcripts=self._transcripts
        )

        if each_game is not None:
            self._sinks.append(GameLines(match, each_game))

    def _play_again_what_has_no_replay(self, replays: ReplayFolder) -> None:
        """A run file holds results, not actions: where a replay is asked for and missing, its game is played once more."""
        for index in replays.missing():
            self.records.drop(index)

    def play(
        self,
        staff: Staff,
        standing: Standing,
        interruption: Interruption,
        closing: ClosingTime,
        most: int | None = None,
    ) -> MatchResult:
        """Play what is not there yet of the first `most` games (None: of all), until it is time to close."""
        start = time.monotonic()
        gaps = self.records.gaps(most)
        if gaps and not standing.decided():
            work = MatchWork(self.match, self._recording)
            if self._resumed:
                work.check_whole(staff)
            staff.run(work, gaps, [self.records, *self._sinks, standing], standing.decided)
        if decided := standing.decided():
            if self._replays is not None:
                self._replays.keep_first(standing.tested)
            self.records.keep_first(standing.tested)
        standing.teller.at_once(standing.progress)
        self.seconds += time.monotonic() - start
        in_time = closing.over() and not interruption.asked
        complete = decided or in_time or not self.records.gaps(most)
        if not complete and not interruption.asked:
            raise RunError(f"only {self.records.finished} of {self.match.games} games were played")
        by_clock = closing.by_clock and complete and not decided
        match = dataclasses.replace(self.match, games=max(1, self.records.finished)) if by_clock else self.match
        return MatchResult(match, self.records, self.seconds, standing.verdict(), complete)
