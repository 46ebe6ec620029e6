"""Workers that are processes: for agents written in Python, which may raise, hang, or take their process down with them.

The parent watches a pulse in shared memory. Who was thinking when a worker died, or thinks for too long, loses that unit; a new
worker goes on with the next one. Units that were done before are safe, because each is sent as soon as it ends.
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
from collections.abc import Callable, Generator, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Generic

from cardlab.errors import RunError
from cardlab.lab.engine.todo import Pace, Todo
from cardlab.lab.engine.work import Kit, Loss, Parcel, Result, Work
from cardlab.lab.engine.worker import BEATS, ROLE, main

POLL_SECONDS = 0.05
SLOW_SECONDS = 5.0
"""Who has not answered by then is talked about; again after twice that time, and so on."""
PIECE = 64
DEATHS = 3


class ProcessCrew:
    """Processes that were hired, with their agents. Who has nothing to do rests until the next piece of work."""

    def __init__(self, kit: Kit, notice: Callable[[str], object] | None = None) -> None:
        self._stop: Any = kit.stop
        self._notice = notice
        self._resting: list[_Worker] = []

    def results(self, work: Work[Result], todo: Todo, workers: int) -> Generator[Result, None, None]:
        """Do what is left to do; results come as they are finished. Ends early when `stop.asked` is set."""
        if work.parcel is None:
            raise RunError(f"{work} cannot be sent to another process")
        shift = _Shift(work.parcel, todo, self._hired, self._notice)
        try:
            for _ in range(workers):
                shift.begin()
            while shift.workers and not self._stop.asked:
                yield from shift.look_after()
            yield from shift.last_words()
        finally:
            self._resting += shift.resting
            for worker in shift.workers:
                worker.end()

    def close(self) -> None:
        """End all processes."""
        for worker in self._resting:
            worker.end()
        self._resting.clear()

    def _hired(self, content: bytes) -> _Worker:
        """Somebody for this work: who has rested, or somebody new."""
        while self._resting:
            worker = self._resting.pop()
            if worker.turns_to(content):
                return worker
            worker.end()
        return _Worker(content)


class _Worker:
    """A process with the piece of work it has."""

    def __init__(self, content: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.pulse: Any = context.RawArray("q", 2)
        self.pulse[ROLE] = -1
        self.pipe, far_end = context.Pipe()
        self.process = context.Process(target=main, args=(content, far_end, self.pulse))
        _start(self.process)
        far_end.close()
        self._begin()

    def _begin(self) -> None:
        self.ready = False
        self.first = self.next = self.end_of_piece = 0
        self.pace = Pace(PIECE)
        self._beats, self._since = self.pulse[BEATS], time.monotonic()
        self._told = SLOW_SECONDS

    def turns_to(self, content: bytes) -> bool:
        """Give it other work; False if it died meanwhile."""
        try:
            self.pipe.send(content)
        except OSError:
            return False
        self._begin()
        return bool(self.process.is_alive())

    def news(self) -> Iterator[tuple[str, Any]]:
        """Everything that the worker has said."""
        try:
            while self.pipe.poll():
                yield self.pipe.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            return

    def take(self, piece: tuple[int, int]) -> None:
        """Let it do these units."""
        self.first = self.next = piece[0]
        self.end_of_piece = piece[0] + piece[1]
        self.pace.begin()
        with contextlib.suppress(OSError):  # it has just died, which the next look will show
            self.pipe.send(piece)

    def has_done_one(self) -> None:
        """Another unit is over."""
        self.next += 1
        if self.next == self.end_of_piece:
            self.pace.end(self.end_of_piece - self.first)

    def thinking_for(self) -> float:
        """Seconds since the agent that is thinking was asked, as far as the parent saw it; 0 when none is."""
        beats, now = self.pulse[BEATS], time.monotonic()
        if beats != self._beats or self.pulse[ROLE] < 0:
            self._beats, self._since, self._told = beats, now, SLOW_SECONDS
        return now - self._since

    def is_news(self, seconds: float) -> bool:
        """Whether that long a thought should be told now."""
        if seconds < self._told:
            return False
        self._told *= 2
        return True

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()

    def end(self) -> None:
        """End the process and all that led to it."""
        self.kill()
        self.pipe.close()


class _Shift(Generic[Result]):
    """All workers of one piece of work, while it is done."""

    def __init__(
        self,
        parcel: Parcel[Result],
        todo: Todo,
        hired: Callable[[bytes], _Worker],
        notice: Callable[[str], object] | None,
    ) -> None:
        self.parcel, self.todo, self._hired, self._notice = parcel, todo, hired, notice
        self.workers: list[_Worker] = []
        self.resting: list[_Worker] = []
        self.deaths: Counter[int] = Counter()

    def begin(self) -> None:
        """One more worker begins."""
        self.workers.append(self._hired(self.parcel.content))

    def look_after(self) -> Iterator[Result]:
        """Wait a moment for news; yield finished and lost units; replace the dead; hand out work."""
        wait([end for w in self.workers for end in (w.pipe, w.process.sentinel)], timeout=POLL_SECONDS)
        for worker in list(self.workers):
            alive = worker.process.is_alive()
            yield from self._listen(worker)
            if not alive:
                yield from self._bury(worker, hung=False)
            elif (seconds := worker.thinking_for()) > self.parcel.patience:
                worker.kill()
                yield from self._listen(worker)
                yield from self._bury(worker, hung=True)
            elif worker.ready and worker.next == worker.end_of_piece:
                self._hand_out(worker)
            elif worker.is_news(seconds):
                self._say_slow(worker, seconds)

    def _say_slow(self, worker: _Worker, seconds: float) -> None:
        if self._notice is not None and self.parcel.slow is not None:
            self._notice(self.parcel.slow(worker.next, worker.pulse[ROLE], seconds))

    def last_words(self) -> Iterator[Result]:
        """Units that were finished but not yet fetched."""
        for worker in self.workers:
            yield from self._listen(worker)

    def _listen(self, worker: _Worker) -> Iterator[Result]:
        for kind, content in worker.news():
            if kind == "broken":
                raise RunError(f"a worker could not go on: {content}")
            if kind == "ready":
                worker.ready = True
            else:
                worker.has_done_one()
                yield content

    def _hand_out(self, worker: _Worker) -> None:
        piece = self.todo.take(worker.pace.count)
        if piece is None:
            self.workers.remove(worker)
            self.resting.append(worker)
        else:
            worker.take(piece)

    def _bury(self, worker: _Worker, hung: bool) -> Iterator[Result]:
        """A worker is dead. Its unit is lost by the agent that was thinking, if any; the rest goes back."""
        code = worker.process.exitcode
        role, unit = worker.pulse[ROLE], worker.next
        if not worker.ready:
            raise RunError(
                f"a worker process could not start (exit code {code}). In a script, call this under "
                'if __name__ == "__main__": and see the messages above'
            )
        worker.end()
        self.workers.remove(worker)
        if unit < worker.end_of_piece and role >= 0:
            yield self.parcel.lost(unit, Loss(role, self.parcel.patience if hung else 0.0, code))
            unit += 1
        elif unit < worker.end_of_piece:
            self._count_death(unit, code)
        self.todo.give_back(unit, worker.end_of_piece)
        if self.todo.left:
            self.begin()

    def _count_death(self, unit: int, code: int | None) -> None:
        self.deaths[unit] += 1
        if self.deaths[unit] == DEATHS:
            raise RunError(
                f"game {unit}: the worker process died {DEATHS} times (exit code {code}) while no Python agent was thinking. "
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
        with contextlib.redirect_stderr(sys.__stderr__):  # a screen that keeps what is printed has no file to hand on
            resource_tracker.ensure_running()
        process.start()
