"""What is left to do, handed out in pieces that take about the same time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

PIECE_SECONDS = 0.1


class Todo:
    """The units still to be done, until it is `late`. Many workers may take from it."""

    def __init__(self, gaps: Sequence[tuple[int, int]], workers: int, late: Callable[[], bool] = lambda: False) -> None:
        self._late = late
        self._gaps = [gap for gap in gaps if gap[1] > gap[0]]
        self._gaps.reverse()
        self._workers = workers
        self._lock = threading.Lock()

    @property
    def left(self) -> int:
        """How many units nobody has taken yet."""
        return 0 if self._late() else sum(end - first for first, end in self._gaps)

    def take(self, most: int) -> tuple[int, int] | None:
        """The next units as (first, count). Towards the end pieces get smaller, so that all workers end together."""
        with self._lock:
            if not self._gaps or self._late():
                return None
            first, end = self._gaps.pop()
            fair = max(1, sum(b - a for a, b in self._gaps) + end - first) // (2 * self._workers)
            count = max(1, min(most, fair, end - first))
            if first + count < end:
                self._gaps.append((first + count, end))
            return first, count

    def give_back(self, first: int, end: int) -> None:
        """Units that were taken but not done."""
        if first < end:
            with self._lock:
                self._gaps.append((first, end))


class Pace:
    """How many units a worker should take at once: as many as it does in a moment."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._start = time.perf_counter()
        self.count = 1

    def begin(self) -> None:
        """A piece begins."""
        self._start = time.perf_counter()

    def end(self, played: int) -> None:
        """A piece is done; the next one is at most four times as large."""
        each = max(1e-7, time.perf_counter() - self._start) / max(1, played)
        self.count = max(1, min(self._most, 4 * self.count, int(PIECE_SECONDS / each)))
