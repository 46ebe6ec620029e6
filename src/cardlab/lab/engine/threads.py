"""Workers that are threads: for agents that run without the GIL, each thread with an arena and agents of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Any

from cardlab.core.seeding import fixed_luck
from cardlab.errors import CardlabError, RunError
from cardlab.lab.engine.todo import Pace, Todo
from cardlab.lab.matches.arena import CHUNK, Arena
from cardlab.lab.matches.guard import guarded
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.records import Columns

WAIT_SECONDS = 0.1
GIVE_UP_SECONDS = 5.0
News = queue.SimpleQueue[Columns | BaseException | None]


def play_in_threads(match: Match, todo: Todo, workers: int, stop: Any, recording: Recording) -> Generator[Columns, None, None]:
    """Play what is left to do; chunks come as they are finished. Ends early when `stop.asked` is set."""
    arenas = [_arena(match, stop, recording) for _ in range(workers)]
    done: News = queue.SimpleQueue()
    crew = [threading.Thread(target=_work, args=(arena, match, todo, done), daemon=True) for arena in arenas]
    for thread in crew:
        thread.start()
    try:
        yield from _collect(done, len(crew), stop)
    finally:
        if any(thread.is_alive() for thread in crew):
            stop.asked = 1
            for thread in crew:
                thread.join(GIVE_UP_SECONDS)


def _collect(done: News, workers: int, stop: Any) -> Iterator[Columns]:
    """Chunks until every worker has said that it is done (None), or does not end although it was asked to stop."""
    working, patience = workers, GIVE_UP_SECONDS
    while working and patience > 0:
        try:
            news = done.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            patience -= WAIT_SECONDS if stop.asked else 0.0
            continue
        if isinstance(news, CardlabError):
            raise news
        if isinstance(news, BaseException):
            raise RunError(f"the game broke off: {type(news).__name__}: {news}") from news
        if news is None:
            working -= 1
        else:
            yield news


def _arena(match: Match, stop: Any, recording: Recording) -> Any:
    agents = guarded(match.make_agents(stop))
    recorder = recording.recorder(match.game)
    return Arena(match.game, agents, match.seed, match.rotate, match.move_ms, recording.replays, stop, None, recorder)


def _work(arena: Any, match: Match, todo: Todo, done: News) -> None:
    pace = Pace(CHUNK if arena.all_native else 1)
    try:
        with ExitStack() as stack:
            seed_game = None if arena.all_native else stack.enter_context(fixed_luck())
            while not arena.stop.asked and (piece := todo.take(pace.count)):
                pace.begin()
                if seed_game is not None:
                    seed_game(match.seed, piece[0])
                columns = arena.play(*piece)
                pace.end(len(columns["reason"]))
                done.put(columns)
    except BaseException as error:
        done.put(error)
    done.put(None)
