"""Playing a match: the engine plays its games, what comes out goes to memory, to a run file and to a folder of replays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.core.game import Game
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, ProgressTeller, Sink, Staff
from cardlab.lab.matches.chunk import Chunk
from cardlab.lab.matches.match import HANG_MS, Match
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.lab.matches.matchwork import MatchWork
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.records import Records
from cardlab.lab.matches.standing import Standing
from cardlab.lab.statistics.stats import Sprt
from cardlab.lab.storage.replays import ReplayFolder
from cardlab.lab.storage.runfile import RunFile


def play_match(
    game: Game | str,
    agents: Sequence[object],
    games: int = 100,
    seed: int = 0,
    *,
    rotate: bool = True,
    move_ms: float = 0.0,
    hang_ms: float = HANG_MS,
    workers: int | None = None,
    sprt: Sprt | None = None,
    progress: Callable[[Progress], None] | None = None,
    replays: str | Path | None = None,
    run_file: str | Path | None = None,
    resume: bool = False,
) -> MatchResult:
    """Play a match and say how it ended.

    The same match gives the same result with any number of workers. Native agents play in threads. Agents written in
    Python play in processes, so call this from a script under ``if __name__ == "__main__":``; an agent object that cannot
    be pickled plays in this process, without protection against hanging. `replays` is a folder for a replay of each game,
    `run_file` keeps raw results, from which `resume` goes on. Ctrl-C raises `Interrupted` with what was finished.
    """
    match = Match.of(game, agents, games=games, seed=seed, rotate=rotate, move_ms=move_ms, hang_ms=hang_ms)
    file = RunFile(run_file, match_spec(match), resume) if run_file is not None else None
    return run_match(match, Conditions(workers, progress), Keeping(file, replays), sprt)


def match_spec(match: Match) -> dict[str, Any]:
    """What the first line of a match's run file says. The number of games is not part of it: a run can be made longer."""
    return {"kind": "match", **match.spec()}


@dataclass(frozen=True)
class Keeping:
    """Where the results of a run go besides memory."""

    file: RunFile | None = None
    replays: str | Path | None = None

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
    with (
        Interruption() as interruption,
        keeping.while_playing(interruption),
        Staff(conditions.crew_size(), interruption.new_stop) as staff,
    ):
        records = Records(match.players, match.games)
        part = MatchPart(match, records, keeping)
        standing = Standing(match, records, sprt, ProgressTeller(conditions.progress))
        result = part.play(staff, standing, interruption)
    if not result.complete:
        raise Interrupted(result)
    return result


class MatchPart:
    """A match with where its results go; `group` is its number if it is one of several in a run."""

    def __init__(self, match: Match, records: Records, keeping: Keeping, group: int | None = None) -> None:
        self.match, self.records = match, records
        self._sinks: list[Sink[Chunk]] = []
        self._replays: ReplayFolder | None = None
        if keeping.file is not None:
            keeping.file.restore(records, group or 0, match.game.reasons)
            self._sinks.append(keeping.file.part(group or 0))
        if keeping.replays is not None:
            self._replays = ReplayFolder(keeping.replays, match, records, group)
            self._sinks.append(self._replays)
            self._play_again_what_has_no_replay(self._replays)

    def _play_again_what_has_no_replay(self, replays: ReplayFolder) -> None:
        """A run file holds results, not actions: where a replay is asked for and missing, its game is played once more."""
        for index in replays.missing():
            self.records.drop(index)

    def play(self, staff: Staff, standing: Standing, interruption: Interruption) -> MatchResult:
        """Play what is not there yet."""
        start = time.monotonic()
        if not standing.decided():
            work = MatchWork(self.match, Recording(replays=self._replays is not None))
            staff.run(work, self.records.gaps(), [self.records, *self._sinks, standing], standing.decided)
        if decided := standing.decided():
            if self._replays is not None:
                self._replays.keep_first(standing.tested)
            self.records.keep_first(standing.tested)
        standing.teller.at_once(standing.progress)
        complete = decided or self.records.finished == self.match.games
        if not complete and not interruption.asked:
            raise RunError(f"only {self.records.finished} of {self.match.games} games were played")
        return MatchResult(self.match, self.records, time.monotonic() - start, standing.verdict(), complete)
