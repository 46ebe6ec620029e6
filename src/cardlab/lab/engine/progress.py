"""How far a run is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

PROGRESS_SECONDS = 0.1


@dataclass(frozen=True)
class Progress:
    """How far a run is: finished games (or whatever `unit` says) of all, and the points of each label in `games` games.

    A `total` of 0 means that nobody knows it; `seconds_left` is known of runs that end by the clock.
    """

    done: int
    total: int
    points: tuple[float, ...]
    games: int
    labels: tuple[str, ...]
    unit: str = "games"
    seconds_left: float | None = None


class ProgressTeller:
    """Tells somebody how far a run is, but not more often than anybody could read it."""

    def __init__(self, tell: Callable[[Progress], None] | None) -> None:
        self._tell = tell
        self._told = 0.0

    def now_and_then(self, news: Callable[[], Progress]) -> None:
        """Tell, unless it was told a moment ago."""
        if self._tell is not None and time.monotonic() - self._told > PROGRESS_SECONDS:
            self.at_once(news)

    def at_once(self, news: Callable[[], Progress]) -> None:
        """Tell in any case."""
        self._told = time.monotonic()
        if self._tell is not None:
            self._tell(news())
