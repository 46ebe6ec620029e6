"""Playing a match: workers, progress, sequential tests, interruption, raw results on disk."""

from __future__ import annotations

import dataclasses
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from cardlab.agents.agent import Agent, PythonAgent, Stop
from cardlab.core.game import Game
from cardlab.errors import RunError
from cardlab.lab.engine.processes import play_in_processes, typed_in
from cardlab.lab.engine.threads import play_in_threads
from cardlab.lab.engine.todo import Todo
from cardlab.lab.engine.worker import Job
from cardlab.lab.matches.match import HANG_MS, Match
from cardlab.lab.matches.matchresult import MatchResult, Verdict
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.records import Columns, Records
from cardlab.lab.statistics.stats import Sprt
from cardlab.lab.storage.replays import ReplayFolder
from cardlab.lab.storage.runfile import RunFile

PROGRESS_SECONDS = 0.1


@dataclass(frozen=True)
class Progress:
    """How far a run is: finished games (or whatever `unit` says) of all, and the points of each role in the present match."""

    done: int
    total: int
    points: tuple[float, ...]
    games: int
    labels: tuple[str, ...]
    unit: str = "games"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run. `result` holds what was finished."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result


class Interruption:
    """While it is open, the first Ctrl-C only asks the run to stop, so that nothing finished is lost; the second ends it."""

    def __init__(self) -> None:
        self.asked = False
        self._stop: Any = Stop()
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *problem: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def new_stop(self) -> Any:
        """The flag for the searches of the next match."""
        self._stop = Stop()
        self._stop.asked = int(self.asked)
        return self._stop

    def take_over(self) -> None:
        """Some libraries (Polars) answer Ctrl-C themselves, by KeyboardInterrupt, whether or not it comes here too."""
        self.asked = True
        self._stop.asked = 1

    def _ask(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.take_over()


@dataclass(frozen=True)
class Conditions:
    """How a run is carried out. Nothing here changes the result of a game."""

    workers: int | None = None
    sprt: Sprt | None = None
    progress: Callable[[Progress], None] | None = None
    replays: str | Path | None = None
    file: RunFile | None = None

    def crew_size(self) -> int:
        """How many workers: as many as there are cores, unless said otherwise."""
        if self.workers is None:
            return available_cores()
        if isinstance(self.workers, bool) or not isinstance(self.workers, int) or not 1 <= self.workers <= 1024:
            raise RunError(f"the number of workers is 1 to 1024, not {self.workers!r}")
        return self.workers


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
    return run_match(match, Conditions(workers, sprt, progress, replays, file))


def match_spec(match: Match) -> dict[str, Any]:
    """What the first line of a match's run file says. The number of games is not part of it: a run can be made longer."""
    return {"kind": "match", **match.spec()}


def run_match(match: Match, conditions: Conditions) -> MatchResult:
    """Play a declared match under these conditions."""
    with Interruption() as interruption, kept(conditions.file, interruption):
        result = play_part(match, conditions, interruption)
    if not result.complete:
        raise Interrupted(result)
    return result


@contextmanager
def kept(file: RunFile | None, interruption: Interruption) -> Iterator[None]:
    """However a run ends, finished games get to its file; only a run that was over in a moment leaves none behind."""
    over = False
    try:
        yield
        over = not interruption.asked
    finally:
        if file is not None:
            file.close(write=not over)


def play_part(
    match: Match, conditions: Conditions, interruption: Interruption, group: int = 0, before: int = 0, total: int = 0
) -> MatchResult:
    """Play one match, which may be part of a larger run with `before` of `total` games done."""
    part = _Part(match, conditions, group, before, total or match.games)
    start = time.monotonic()
    if not part.decided():
        with closing(part.chunks(interruption.new_stop())) as chunks:
            for columns in chunks:
                part.take(columns)
                if part.decided():
                    break
    return part.result(time.monotonic() - start, interruption.asked)


class _Part:
    """One match while it is played."""

    def __init__(self, match: Match, conditions: Conditions, group: int, before: int, total: int) -> None:
        self.match, self.conditions = match, conditions
        self.group, self.before, self.total = group, before, total
        self.agents = match.make_agents()
        self.records = Records(match.players, match.games)
        self.replays = self._replay_folder()
        if conditions.file is not None:
            conditions.file.restore(self.records, group, match.game.reasons)
            self._play_again_what_has_no_replay()
        self.points = [sum(self.records.by_role("scores", role)) for role in range(match.players)]
        self.tested, self.tested_points, self.verdict = 0, 0.0, ""
        self._told = 0.0

    def _replay_folder(self) -> ReplayFolder | None:
        group = self.group if self.total != self.match.games else None
        folder = self.conditions.replays
        return None if folder is None else ReplayFolder(folder, self.match, self.records, group)

    def _play_again_what_has_no_replay(self) -> None:
        """A run file holds results, not actions: where a replay is asked for and missing, its game is played once more."""
        for index in self.replays.missing() if self.replays is not None else ():
            self.records.drop(index)

    def chunks(self, stop: Any) -> Generator[Columns, None, None]:
        """What workers of the right kind send."""
        mode, match, most = choose_mode(self.match, self.agents)
        left = self.match.games - self.records.finished
        workers = max(1, min(self.conditions.crew_size(), most, left))
        recording = Recording(replays=self.replays is not None)
        todo = Todo(self.records.gaps(), workers)
        return mode(match, todo, workers, stop, recording)

    def take(self, columns: Columns) -> None:
        """Take in finished games."""
        fresh = self.records.add(columns)
        if not fresh:
            return
        self._count(fresh)
        if self.conditions.file is not None:
            self.conditions.file.add(columns, self.group)
        if self.replays is not None:
            for replay in columns["replays"]:
                self.replays.save(replay)
        if time.monotonic() - self._told > PROGRESS_SECONDS:
            self._tell()

    def _count(self, indexes: list[int]) -> None:
        for index in indexes:
            for role, score in enumerate(self.records.game_scores(index)):
                self.points[role] += score

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self.conditions.progress is not None:
            done = self.records.finished
            self.conditions.progress(Progress(self.before + done, self.total, tuple(self.points), done, self.match.labels))

    def decided(self) -> bool:
        """Whether the sequential test has ended. It looks at whole deals in their order, so workers do not matter."""
        test = self.conditions.sprt
        step = self.match.players if self.match.rotate else 1
        while test is not None and not self.verdict and self.tested + step <= self.records.prefix:
            for index in range(self.tested, self.tested + step):
                self.tested_points += self.records.scores[index * self.match.players]
            self.tested += step
            self.verdict = test.decide(self.tested_points, self.tested) or ""
        return bool(self.verdict)

    def result(self, seconds: float, interrupted: bool) -> MatchResult:
        """What came out."""
        if self.verdict:
            if self.replays is not None:
                self.replays.keep_first(self.tested)
            self.records.keep_first(self.tested)
        self._tell()
        complete = bool(self.verdict) or self.records.finished == self.match.games
        if not complete and not interrupted:
            raise RunError(f"only {self.records.finished} of {self.match.games} games were played")
        return MatchResult(self.match, self.records, seconds, self._verdict(), complete)

    def _verdict(self) -> Verdict | None:
        test = self.conditions.sprt
        if test is None:
            return None
        return Verdict(test, self.verdict or "undecided", test.llr(self.tested_points, self.tested), self.tested)


Mode = Callable[[Match, Todo, int, Any, Recording], Generator[Columns, None, None]]


def choose_mode(match: Match, agents: list[Agent]) -> tuple[Mode, Match, int]:
    """Who plays (threads or processes), the match as they get it, and how many workers there may be."""
    named = all(isinstance(agent, str) for agent in match.agents)
    if all(agent.native for agent in agents) and match.game.native:
        return play_in_threads, match, 1024 if named else 1
    bare = dataclasses.replace(match, agents=tuple(a.player if isinstance(a, PythonAgent) else a for a in match.agents))
    if _can_travel(bare):
        return play_in_processes, bare, 1024
    return play_in_threads, match, 1


def _can_travel(match: Match) -> bool:
    """Whether another process could rebuild the match. What was typed into a session exists nowhere else."""
    parts = [type(match.game), *(type(agent) for agent in match.agents)]
    if typed_in() and any(part.__module__ == "__main__" for part in parts):
        return False
    try:
        pickle.dumps(Job(match, Recording()))
    except Exception:
        return False
    return True


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
