"""Workers that are processes: for agents written in Python, which may raise, hang, or take their process down with them.

The parent watches a pulse in shared memory. Who was thinking when a worker died, or thinks for too long, loses that game; a new
worker goes on with the next one. Games that were over before are safe, because each is sent as soon as it ends.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from cardlab.errors import RunError
from cardlab.lab.engine.todo import Pace, Todo
from cardlab.lab.engine.worker import BEATS, ROLE, Job, main
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.records import RAISED, TIMEOUT, Columns, lost_game

POLL_SECONDS = 0.05
PIECE = 64
DEATHS = 3


def play_in_processes(
    match: Match, todo: Todo, workers: int, stop: Any, recording: Recording
) -> Generator[Columns, None, None]:
    """Play what is left to do; games come as they are finished. Ends early when `stop.asked` is set."""
    crew = _Crew(match, todo, recording)
    try:
        crew.hire(workers)
        while crew.workers and not stop.asked:
            yield from crew.look_after()
        yield from crew.last_words()
    finally:
        crew.dismiss()


class _Worker:
    """A process with the piece of work it has."""

    def __init__(self, job: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.pulse: Any = context.RawArray("q", 2)
        self.pulse[ROLE] = -1
        self.pipe, far_end = context.Pipe()
        self.process = context.Process(target=main, args=(job, far_end, self.pulse))
        _start(self.process)
        far_end.close()
        self.ready = False
        self.first = self.next = self.end = 0
        self.pace = Pace(PIECE)
        self._beats, self._since = 0, time.monotonic()

    def news(self) -> Iterator[tuple[str, Any]]:
        """Everything that the worker has said."""
        try:
            while self.pipe.poll():
                yield self.pipe.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            return

    def thinking_for(self) -> float:
        """Seconds since the agent that is thinking was asked, as far as the parent saw it; 0 when none is."""
        beats, now = self.pulse[BEATS], time.monotonic()
        if beats != self._beats or self.pulse[ROLE] < 0:
            self._beats, self._since = beats, now
        return now - self._since

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()


class _Crew:
    """All workers of one match."""

    def __init__(self, match: Match, todo: Todo, recording: Recording) -> None:
        self.match, self.todo = match, todo
        self.job = pickle.dumps(Job(match, recording))
        self.workers: list[_Worker] = []
        self.deaths: Counter[int] = Counter()
        self.limit = (2 * match.move_ms + 1000 if match.move_ms else match.hang_ms) / 1000

    def hire(self, count: int) -> None:
        """Start that many workers."""
        for _ in range(count):
            self.workers.append(_Worker(self.job))

    def look_after(self) -> Iterator[Columns]:
        """Wait a moment for news; yield finished and lost games; replace the dead; hand out work."""
        wait([end for w in self.workers for end in (w.pipe, w.process.sentinel)], timeout=POLL_SECONDS)
        for worker in list(self.workers):
            alive = worker.process.is_alive()
            yield from self._listen(worker)
            if not alive:
                yield from self._bury(worker, hung=False)
            elif worker.thinking_for() > self.limit:
                worker.kill()
                yield from self._listen(worker)
                yield from self._bury(worker, hung=True)
            elif worker.ready and worker.next == worker.end:
                self._hand_out(worker)

    def last_words(self) -> Iterator[Columns]:
        """Games that were finished but not yet fetched."""
        for worker in self.workers:
            yield from self._listen(worker)

    def dismiss(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.kill()
            worker.pipe.close()
        self.workers.clear()

    def _listen(self, worker: _Worker) -> Iterator[Columns]:
        for kind, content in worker.news():
            if kind == "broken":
                raise RunError(f"a worker could not go on: {content}")
            if kind == "ready":
                worker.ready = True
            else:
                worker.next += 1
                if worker.next == worker.end:
                    worker.pace.end(worker.end - worker.first)
                yield content

    def _hand_out(self, worker: _Worker) -> None:
        piece = self.todo.take(worker.pace.count)
        if piece is None:
            self._retire(worker)
            return
        worker.first = worker.next = piece[0]
        worker.end = piece[0] + piece[1]
        worker.pace.begin()
        with contextlib.suppress(OSError):  # it has just died, which the next look will show
            worker.pipe.send(piece)

    def _retire(self, worker: _Worker) -> None:
        worker.kill()
        worker.pipe.close()
        self.workers.remove(worker)

    def _bury(self, worker: _Worker, hung: bool) -> Iterator[Columns]:
        """A worker is dead. Its game is lost by the agent that was thinking, if any; the rest goes back."""
        code = worker.process.exitcode
        role, index = worker.pulse[ROLE], worker.next
        if not worker.ready:
            raise RunError(
                f"a worker process could not start (exit code {code}). In a script, call this under "
                'if __name__ == "__main__": and see the messages above'
            )
        self._retire(worker)
        if index < worker.end and role >= 0:
            yield self._lost(index, role, hung, code)
            index += 1
        elif index < worker.end:
            self._count_death(index, code)
        self.todo.give_back(index, worker.end)
        if self.todo.left:
            self.hire(1)

    def _lost(self, index: int, role: int, hung: bool, code: int | None) -> Columns:
        players = self.match.players
        if hung:
            return lost_game(index, players, role, TIMEOUT, int(self.limit * 1e9), f"no answer within {self.limit:g} s")
        return lost_game(index, players, role, RAISED, 0, f"ended its process (exit code {code})")

    def _count_death(self, index: int, code: int | None) -> None:
        self.deaths[index] += 1
        if self.deaths[index] == DEATHS:
            raise RunError(
                f"game {index}: the worker process died {DEATHS} times (exit code {code}) while no Python agent was thinking. "
                "If memory is short, use fewer workers"
            )


def typed_in() -> bool:
    """Whether the main program is a session or comes through a pipe: no other process could read it."""
    return not Path(getattr(sys.modules["__main__"], "__file__", None) or "<stdin>").exists()


def _start(process: Any) -> None:
    """Start a process that ignores Ctrl-C from its first moment on; the parent decides what an interruption means."""
    with contextlib.ExitStack() as undo:
        if threading.current_thread() is threading.main_thread():
            undo.callback(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.SIG_IGN))
        main_names = vars(sys.modules["__main__"])
        if typed_in() and "__file__" in main_names:
            undo.callback(main_names.__setitem__, "__file__", main_names.pop("__file__"))
        process.start()
