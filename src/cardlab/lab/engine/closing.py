"""When a run ends that has no fixed size: after some time, or when somebody says so. Games under way are played to their end.

Games that were cut off would be missing from the result, the long ones more often than the short. So nobody is stopped, but
nothing new is begun.
"""

from __future__ import annotations

import time


class ClosingTime:
    """The end of a run by the clock, after `seconds`, or by Ctrl-C if it is `endless`. Without both it never comes."""

    def __init__(self, seconds: float | None = None, endless: bool = False) -> None:
        self.endless = endless
        self.by_clock = seconds is not None or endless
        self._end = None if seconds is None else time.monotonic() + seconds
        self._called = False

    def over(self) -> bool:
        """Whether nothing new should be begun."""
        return self._called or (self._end is not None and time.monotonic() >= self._end)

    def call(self) -> None:
        """End it now."""
        self._called = True

    @property
    def seconds_left(self) -> float | None:
        """How long it will last, if that is known."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())
