"""A worker that is a process of its own: plays the games it is told to and sends each as soon as it is over."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from dataclasses import dataclass
from typing import Any

from cardlab.core.printable import error_text, printable
from cardlab.core.seeding import fixed_luck
from cardlab.errors import CardlabError
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.guard import guarded
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording

BEATS, ROLE = 0, 1
"""Cells of the shared pulse: a counter that moves with every decision, and the role that is thinking (-1: none)."""


@dataclass(frozen=True)
class Job:
    """All that a worker needs to know; it travels as a pickle."""

    match: Match
    recording: Recording


def main(job: bytes, pipe: Any, pulse: Any) -> None:
    """The process: say that it is ready, then play pieces until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _keep_stdout_clean()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _serve(pickle.loads(job), pipe, pulse)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except CardlabError as error:
        pipe.send(("broken", printable(str(error), lines=True)))
    except BaseException as error:
        pipe.send(("broken", error_text(error)))


def _serve(job: Job, pipe: Any, pulse: Any) -> None:
    match = job.match

    def watch(role: int, done: int) -> None:
        pulse[ROLE] = role
        pulse[BEATS] += 1

    arena = Arena(
        match.game, guarded(match.make_agents(), watch), match.seed, match.rotate, match.move_ms, job.recording.replays, None,
        watch, job.recording.recorder(match.game),
    )  # fmt: skip
    pipe.send(("ready", None))
    with fixed_luck() as seed_game:
        while (piece := pipe.recv()) is not None:
            for index in range(piece[0], piece[0] + piece[1]):
                seed_game(match.seed, index)
                pipe.send(("game", arena.play(index, 1)))


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
