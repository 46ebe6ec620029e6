"""Workers that are threads: for work that runs without the GIL, each thread with a kit and a place of its own.

Threads may be faster than whoever takes their results. They run ahead by a few pieces only: what is waiting to be taken in must
not fill the memory, and a run that ends by the clock would go on for as long as the rest takes.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

from cardlab.errors import CardlabError, RunError
from cardlab.lab.engine.todo import Pace, Todo
from cardlab.lab.engine.work import Kit, Place, Result, Work

WAIT_SECONDS = 0.1
GIVE_UP_SECONDS = 5.0
QUIET_SECONDS = 10.0
AHEAD = 2
"""Pieces for each worker that may be under way or wait to be taken in."""
News = queue.SimpleQueue[Any]
"""Results; the exception that ended a thread; None from each thread that is done."""


class Quiet:
    """Says that nothing comes, after some time, after twice that time, and so on."""

    def __init__(self, notice: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> None:
        self._notice, self._clock = notice, clock
        self._since, self._told = clock(), QUIET_SECONDS

    def ends(self) -> None:
        """Something came."""
        self._since = self._clock()

    def goes_on(self) -> None:
        """Nothing has come."""
        seconds = self._clock() - self._since
        if seconds >= self._told:
            self._told *= 2
            self._notice(f"nothing was finished for {seconds:.0f} s: a search is thinking, or what is played takes long")


class ThreadCrew:
    """Threads of this process. The first one has the kit of the process itself."""

    def __init__(self, kit: Kit, notice: Callable[[str], object] | None = None) -> None:
        self._stop: Any = kit.stop
        self._notice = notice or (lambda line: None)
        self._kits = [kit]

    def results(self, work: Work[Result], todo: Todo, workers: int) -> Generator[Result, None, None]:
        """Do what is left to do; results come as they are finished. Whoever does not want all of them ends all threads."""
        while len(self._kits) < workers:
            self._kits.append(Kit(self._stop))
        places = [work.place(kit) for kit in self._kits[:workers]]
        done: News = queue.SimpleQueue()
        room = threading.Semaphore(AHEAD * workers)
        crew = [threading.Thread(target=self._work, args=(place, todo, done, room), daemon=True) for place in places]
        for thread in crew:
            thread.start()
        whole = False
        try:
            for result in self._collect(done, len(crew)):
                yield result
                room.release()
            whole = True
        finally:
            if not whole:
                self._stop.asked = 1
            for thread in crew:
                thread.join(GIVE_UP_SECONDS)

    def close(self) -> None:
        """Nobody stays: threads end with their work."""
        self._kits.clear()

    def _work(self, place: Place[Result], todo: Todo, done: News, room: threading.Semaphore) -> None:
        pace = Pace(place.most)
        try:
            with place:
                while self._finds(room) and (piece := todo.take(pace.count)):
                    pace.begin()
                    result = place.do(*piece)
                    pace.end(piece[1])
                    done.put(result)
        except BaseException as error:
            done.put(error)
        done.put(None)

    def _finds(self, room: threading.Semaphore) -> bool:
        """Wait until another piece may be begun; False if nothing more should be."""
        while not self._stop.asked:
            if room.acquire(timeout=WAIT_SECONDS):
                return not self._stop.asked
        return False

    def _collect(self, done: News, workers: int) -> Iterator[Any]:
        """Results until every worker has said that it is done, or does not end although it was asked to stop."""
        working, patience, quiet = workers, GIVE_UP_SECONDS, Quiet(self._notice)
        while working and patience > 0:
            try:
                news = done.get(timeout=WAIT_SECONDS)
            except queue.Empty:
                patience -= WAIT_SECONDS if self._stop.asked else 0.0
                quiet.goes_on()
                continue
            if isinstance(news, CardlabError):
                raise news
            if isinstance(news, BaseException):
                raise RunError(f"the game broke off: {type(news).__name__}: {news}") from news
            if news is None:
                working -= 1
            else:
                yield news
                quiet.ends()
