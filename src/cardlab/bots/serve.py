"""Cardlab as a bot: an agent answers the messages of a foreign referee, in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from cardlab.bots.protocol import Guest
from cardlab.core.rng import Rng

SHARE = 0.8
"""How much of the protocol's time is used unless a limit is given: on a busy machine, message and answer wait too."""

WAITING = 0.02
"""A message that arrives within so many seconds was there before, while the program was still starting."""

MOST_MARGIN = 0.25
"""At most this share of the time is kept free because earlier answers came late."""

LEAST_SHARE = 0.1
"""With less than this share of the time left, no further decision is begun."""


class Chooser(Protocol):
    """What an agent can do, as far as it matters here."""

    def choose(self, seat: Any, rng: Any) -> Any:
        """The chosen action."""


def serve(
    guest: Guest,
    agent: Chooser,
    read_line: Callable[[], str],
    write_line: Callable[[str], object],
    limit_ms: float | None = None,
    stop: Any = None,
    seed: int = 0,
    born: float | None = None,
) -> None:
    """Answer messages until the input ends. Time counts from the first line of a message.

    `stop` is the flag of the agent's searches; it is set when the time for an answer is used up. `born` is when the program
    was started: the time for the first answer counts from then, if it was waited for. By as much as an answer is late, on a
    busy machine, the next ones are given sooner.
    """
    clock = _Clock(read_line, born)
    rng = Rng(seed)
    late = 0.0
    while guest.hear(clock.read_line):
        guest.inform(agent)
        if not guest.asked:
            clock.skip()
            continue
        seconds = (limit_ms if limit_ms is not None else SHARE * guest.limit_ms()) / 1000
        due = clock.started + seconds
        end = due - min(late, MOST_MARGIN * seconds)
        with _alarm(stop, end):
            first = True
            while (first or end - time.monotonic() > LEAST_SHARE * seconds) and (seat := guest.seat()) is not None:
                guest.choose(agent.choose(seat, rng))
                first = False
        write_line(guest.answer())
        late = max(late / 2, time.monotonic() - due)
        clock.started = 0.0


class _Clock:
    """Reads lines and notes when a message began to arrive."""

    def __init__(self, read_line: Callable[[], str], born: float | None) -> None:
        self._read_line = read_line
        self._born = born
        self._ready = time.monotonic()
        self.started = 0.0

    def read_line(self) -> str:
        line = self._read_line()
        if not self.started:
            now = time.monotonic()
            waited_for = self._born is not None and now - self._ready < WAITING
            self.started = self._born if self._born is not None and waited_for else now
            self._born = None
        return line

    def skip(self) -> None:
        """The message wanted no answer. Time counts from the next one; or on, if that one was waiting already."""
        self._born, self._ready, self.started = self.started, time.monotonic(), 0.0


@contextmanager
def _alarm(stop: Any, end: float) -> Iterator[None]:
    """While it is open, the flag is set at that time."""
    if stop is None:
        yield
        return
    stop.asked = 0
    timer = threading.Timer(max(0.0, end - time.monotonic()), setattr, (stop, "asked", 1))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
