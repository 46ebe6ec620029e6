"""How a run is carried out."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from cardlab.errors import RunError
from cardlab.lab.engine.progress import Progress

MOST_WORKERS = 1024


@dataclass(frozen=True)
class Conditions:
    """How many work on a run, and who is told how far it is. Nothing here changes a result."""

    workers: int | None = None
    progress: Callable[[Progress], None] | None = None

    def crew_size(self) -> int:
        """How many workers: as many as there are cores, unless said otherwise."""
        if self.workers is None:
            return available_cores()
        if isinstance(self.workers, bool) or not isinstance(self.workers, int) or not 1 <= self.workers <= MOST_WORKERS:
            raise RunError(f"the number of workers is 1 to {MOST_WORKERS}, not {self.workers!r}")
        return self.workers


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
