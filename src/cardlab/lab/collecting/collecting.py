"""Collecting rows of data: games are played, and every batch of them is kept as soon as it is finished."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from cardlab.core.game import Game
from cardlab.data.target import Target
from cardlab.data.targets import open_target
from cardlab.errors import RunError
from cardlab.lab.collecting.collection import Collected, Collection
from cardlab.lab.collecting.rowsink import RowSink
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, ProgressTeller, Staff
from cardlab.lab.matches.match import Match, how_many
from cardlab.lab.matches.matchwork import MatchWork
from cardlab.lab.matches.recording import Recording
from cardlab.lab.showing.gamelines import GameLines

BATCH_GAMES = 200


def collect(
    game: Game | str,
    agents: Sequence[object],
    to: str | Path,
    games: int | None = None,
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
    seconds: float | None = None,
    endless: bool = False,
) -> Collected:
    """Collect the decisions of the observed agents into a file, a folder or a database.

    `playouts`, `by` and `walk` are those of `Recording`; `run` names the collection. `resume` goes on with what is there.
    There are `games` games, 100 unless said otherwise; with `seconds` as many as begin in that time, `endless` until Ctrl-C.
    Games in which an agent failed are counted (`failures`) and give no rows, unless `keep_failed` asks for them.
    """
    conditions = Conditions(workers, progress, seconds, endless)
    match = Match.of(game, agents, games=how_many(games, conditions), seed=seed, rotate=rotate)
    recording = Recording(observe=tuple(observe), playouts=playouts, by=by, walk=walk)
    target = open_target(str(to), fallback)
    collection = Collection.of(match, recording, run, keep_failed)
    return run_collection(collection, target, conditions, batch=batch, resume=resume)


def run_collection(
    collection: Collection, target: Target, conditions: Conditions, *, batch: int = BATCH_GAMES, resume: bool = False
) -> Collected:
    """Play what the target does not hold yet, and keep it there. Ctrl-C raises `Interrupted` with what was finished."""
    if batch < 1:
        raise RunError(f"a batch has at least one game, not {batch}")
    with closing(target):
        result = _play(collection, target, conditions, batch, resume)
        if result.complete:
            target.finish()
            return result
    raise Interrupted(result)


def _play(collection: Collection, target: Target, conditions: Conditions, batch: int, resume: bool) -> Collected:
    """Play, and keep what was played whatever happens."""
    start, work, closing = time.monotonic(), MatchWork(collection.match, collection.recording), conditions.closing()
    with (
        Interruption(closing) as interruption,
        Staff(conditions.crew_size(), interruption.new_stop, closing.over, conditions.notice) as staff,
    ):
        staff.prepare(work)
        sink = RowSink(collection, target, batch, resume, ProgressTeller(conditions.progress), interruption, closing)
        each = [] if conditions.each_game is None else [GameLines(collection.match, conditions.each_game)]
        try:
            if sink.known and sink.records.gaps():
                work.check_whole(staff)
            staff.run(work, sink.records.gaps(), [sink, *each])
        finally:
            sink.keep_rest()
    result = sink.result(time.monotonic() - start)
    if not result.complete and not interruption.asked:
        raise RunError(f"only {sink.records.finished} of {collection.match.games} games were played")
    return result
