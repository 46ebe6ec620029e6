"""Ctrl-C in the middle of a run."""

from __future__ import annotations

import signal
import threading
from typing import Any, Self

from cardlab.agents.agent import Stop
from cardlab.lab.engine.closing import ClosingTime


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run. `result` holds what was finished."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result


class Interruption:
    """While it is open, the first Ctrl-C only asks the run to stop, so that nothing finished is lost; the second ends it.

    An endless run is ended by one more before these: it only begins nothing new.
    """

    def __init__(self, closing: ClosingTime | None = None) -> None:
        self.asked = False
        self._closing = closing
        self._stop: Any = Stop()
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *problem: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def new_stop(self) -> Stop:
        """The flag for those who work from now on."""
        self._stop = Stop()
        self._stop.asked = int(self.asked)
        return self._stop  # type: ignore[no-any-return]

    def take_over(self) -> None:
        """Some libraries (Polars) answer Ctrl-C themselves, by KeyboardInterrupt, whether or not it comes here too."""
        self.asked = True
        self._stop.asked = 1

    def _ask(self, number: int, frame: object) -> None:
        if self._closing is not None and self._closing.endless and not self._closing.over():
            self._closing.call()
            return
        if self.asked:
            raise KeyboardInterrupt
        self.take_over()
