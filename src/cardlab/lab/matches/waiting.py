"""Somebody who looks at the clock while agents think in this process, and tells who lets everybody wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cardlab.lab.engine.processes import SLOW_SECONDS
from cardlab.lab.showing.displaynames import display_names


@contextmanager
def told_of_slow(
    agents: Sequence[str], notice: Callable[[str], object] | None, way_out: str
) -> Iterator[Callable[[int, int], None]]:
    """While it is open, `notice` hears who thinks for long, and the way out.

    What it gives is told who begins to think, by their place among the agents; -1 says that nobody does.
    """
    asked: list[tuple[int, float]] = [(-1, 0.0)]
    over = threading.Event()

    def look() -> None:
        told = (0.0, 0.0)
        while notice is not None and not over.wait(SLOW_SECONDS / 10):
            role, since = asked[0]
            taken = time.monotonic() - since
            if role < 0 or taken < (2 * told[1] if told[0] == since else SLOW_SECONDS):
                continue
            told = (since, taken)
            notice(f"{display_names(agents)[role]} has been thinking about one decision for {taken:.0f} s; {way_out}")

    def watch(role: int, done: int) -> None:
        asked[0] = (role, time.monotonic())

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield watch
    finally:
        over.set()
        looking.join()
