"""How a run is carried out."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from cardlab.errors import RunError
from cardlab.lab.engine.closing import ClosingTime
from cardlab.lab.engine.progress import Progress

MOST_WORKERS = 1024


@dataclass(frozen=True)
class Conditions:
    """How many work on a run, who is told how far it is, and when it ends. Nothing here changes the result of a game.

    `seconds` ends a run by the clock, `endless` at the first Ctrl-C; games under way are played to their end. `notice` hears of
    agents that let everybody wait, `each_game` a line for each finished game.
    """

    workers: int | None = None
    progress: Callable[[Progress], None] | None = None
    seconds: float | None = None
    endless: bool = False
    notice: Callable[[str], object] | None = None
    each_game: Callable[[str], object] | None = None

    def closing(self) -> ClosingTime:
        """The end of a run that begins now."""
        if self.seconds is not None and not self.seconds > 0:
            raise RunError(f"a run takes more than {self.seconds:g} seconds")
        return ClosingTime(self.seconds, self.endless)

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
