"""Contests: many small jobs of games between vectors, as work for the engine. Its units are jobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

import numpy as np

from cardlab.core.game import Game
from cardlab.core.printable import error_text
from cardlab.core.vectors import VectorKind
from cardlab.errors import CardlabError, RunError
from cardlab.lab.engine import Kit, Place, Staff, Work
from cardlab.learn.bout import AgentBout, Bout
from cardlab.learn.jobs import Floats, Jobs
from cardlab.learn.players import crew_of, is_quick, new_bout
from cardlab.learn.points import Points, PointsLedger
from cardlab.learn.scoring import OWN_SCORES, worths

MOST_JOBS = 4096
"""Jobs that a thread takes at a time, if each takes next to no time."""


class Comparer(Protocol):
    """Gives the work of comparing individuals, such as a `Contest`."""

    def work(self, genes: Floats, jobs: Jobs) -> Work[Points]:
        """The work of playing these jobs between individuals with these genes."""


class Contest:
    """Games of one kind of vector with one player: a policy of the kind, or the text of any agent that it can be joined to.

    `guests` are agents who play by no vector: in a job, row -1 is the first of them, -2 the second, and so on. `scoring` says
    what the points of a seat are: the game's own scores, or something for its place.
    """

    def __init__(
        self, game: Game, kind: VectorKind, player: str, guests: Sequence[str] = (), scoring: str = OWN_SCORES
    ) -> None:
        self.game, self.kind, self.player, self.guests = game, kind, player, tuple(guests)
        self.worths = worths(scoring, game.players)
        self.most = crew_of(game, kind, player, self.guests)

    def work(self, genes: Floats, jobs: Jobs) -> Work[Points]:
        """In job j the individuals ``jobs.rows[j]`` (rows of `genes`) play its games on its scenario."""
        return ContestWork(self, genes, jobs)


def play_jobs(
    arena: Comparer, genes: Floats, jobs: Jobs, staff: Staff | None = None, done: Callable[[int], object] | None = None
) -> Floats | None:
    """The sum of scores of each entry of a row, for each job; None if somebody asked to stop before all were done.

    `done` is told how many more games were played. Without a staff the jobs are done by one worker.
    """
    ledger = PointsLedger(jobs.size, jobs.rows.shape[1])
    (staff or Staff(1)).run(arena.work(genes, jobs), [(0, jobs.size)], [ledger, GameCounter(done)])
    return ledger.scores if ledger.complete else None


class GameCounter:
    """Tells somebody how many more games were played."""

    def __init__(self, done: Callable[[int], object] | None) -> None:
        self._done = done

    def take(self, points: Points) -> None:
        """Tell."""
        if self._done is not None and points.games:
            self._done(points.games)


class ContestWork:
    """Jobs of a contest. Vectors do not travel: whoever plays with one that is written in Python plays in this process."""

    parcel = None

    def __init__(self, contest: Contest, genes: Any, jobs: Jobs) -> None:
        self.contest, self.jobs = contest, jobs
        self.genes = np.ascontiguousarray(genes, dtype=np.float64)
        self.rows = np.ascontiguousarray(jobs.rows, dtype=np.int32)
        self.scenarios = np.ascontiguousarray(jobs.scenario, dtype=np.uint64)
        self.seeds = np.ascontiguousarray(jobs.seed, dtype=np.uint64)
        self.games = np.ascontiguousarray(jobs.games, dtype=np.int64)
        self._check()
        self.scores = np.zeros(self.rows.shape)
        self.guests = contest.guests if self.rows.size and self.rows.min() < 0 else ()

    def _check(self) -> None:
        contest, jobs = self.contest, len(self.rows)
        if self.genes.ndim != 2 or self.genes.shape[1] != contest.kind.size:
            raise RunError(f"{contest.kind.name}: an individual has {contest.kind.size} genes, not {self.genes.shape[-1]}")
        if self.rows.ndim != 2 or self.rows.shape[1] != contest.game.players:
            raise RunError(f"a job seats {contest.game.players} individuals")
        if not (len(self.scenarios) == len(self.seeds) == len(self.games) == jobs):
            raise RunError("every job needs a scenario, a seed and a number of games")
        if jobs and (self.rows.min() < -len(contest.guests) or self.rows.max() >= len(self.genes) or self.games.min() < 0):
            raise RunError(f"individuals are numbered 0 to {len(self.genes) - 1}, and games are counted from 0")

    def carriers(self, kit: Kit) -> Sequence[str]:
        """Nobody: who would has been refused."""
        return ()

    def threads(self, kit: Kit) -> int:
        """As many as the player allows."""
        return self.contest.most

    def place(self, kit: Kit) -> Place[Points]:
        """A bout for one worker, which it may have had for earlier jobs of the same contest."""
        contest = self.contest

        def make() -> Bout:
            return new_bout(contest.game, contest.kind, contest.player, kit.stop, self.guests, contest.worths)

        return ContestPlace(self, kit, kit.once((contest, self.guests), make))


class ContestPlace:
    """Where one worker plays jobs: the compiled loop, which looks only at arrays."""

    def __init__(self, work: ContestWork, kit: Kit, bout: Bout) -> None:
        self._work, self._bout = work, bout
        self._stop: Any = kit.stop
        slow = isinstance(bout, AgentBout) and (work.guests or not is_quick(work.contest.kind, work.contest.player))
        self.most = 1 if slow else MOST_JOBS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def do(self, first: int, count: int) -> Points:
        """Play these jobs; none count if they were broken off."""
        work, end = self._work, first + count
        try:
            games = self._bout.play(
                work.genes, work.rows, work.scenarios, work.seeds, work.games, work.scores, first, end, work.jobs.lots
            )  # fmt: skip
        except CardlabError:
            raise
        except BaseException as error:  # work is done by threads, to which Ctrl-C does not come: even that is the player's
            who = " or ".join(["player " + work.contest.player, *work.contest.guests])
            raise RunError(f"{who}: {error_text(error)}. A player that fails cannot be trained") from error
        if self._stop.asked:
            return Points(first, work.scores[first:first], 0)
        return Points(first, work.scores[first:end], games)
