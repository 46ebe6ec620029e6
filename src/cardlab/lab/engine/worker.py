"""A worker that is a process of its own: does the units it is told to and sends the result of each as soon as it is there."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from typing import Any

from cardlab.agents.agent import Stop
from cardlab.core.printable import error_text, printable
from cardlab.errors import CardlabError
from cardlab.lab.engine.work import Kit, Place

BEATS, ROLE = 0, 1
"""Cells of the shared pulse: a counter that moves with every decision, and the role that is thinking (-1: none)."""


def main(content: bytes, pipe: Any, pulse: Any) -> None:
    """The process: one piece of work after another, as long as the parent sends some."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _keep_stdout_clean()
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def watch(role: int, done: int) -> None:
        pulse[ROLE] = role
        pulse[BEATS] += 1

    kit = Kit(Stop(), watch)
    try:
        while True:
            with pickle.loads(content).place(kit) as place:
                pipe.send(("ready", None))
                content = _serve(place, pipe)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except CardlabError as error:
        pipe.send(("broken", printable(str(error), lines=True)))
    except BaseException as error:
        pipe.send(("broken", error_text(error)))


def _serve(place: Place[Any], pipe: Any) -> bytes:
    """Do units until other work comes; return that."""
    while isinstance(order := pipe.recv(), tuple):
        first, count = order
        for unit in range(first, first + count):
            pipe.send(("done", place.do(unit, 1)))
    return bytes(order)


def _end_with_parent() -> None:
    """A worker whose agent hangs would otherwise outlive a parent that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _keep_stdout_clean() -> None:
    """What an agent prints goes to stderr: stdout may be a table or JSON that somebody reads."""
    try:
        os.dup2(2, 1)
    except OSError:
        sys.stdout = sys.stderr
