"""Threads beside the screen. They end with the program whatever is done in them: an agent may go on for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from textual.message import Message
from textual.screen import Screen

LAST_SECONDS = 1.0
"""So long the program waits in the end for searches that were called off."""
PATIENCE = 5.0
"""After so many seconds it is told how long somebody has been thinking."""
_NAME = "beside the screen"


def do_beside(work: Callable[[], object]) -> None:
    """Do something while the screen goes on."""
    threading.Thread(target=work, name=_NAME, daemon=True).start()


def post(screen: Screen[None], message: Message) -> None:
    """Send the screen a message from any thread; if the program has ended meanwhile, nobody."""
    with suppress(RuntimeError):
        screen.post_message(message)


def await_others(seconds: float = LAST_SECONDS) -> None:
    """Give the threads that much time to end; who is still at work then is left behind."""
    end = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread.name == _NAME and thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))
