"""The last steps of a process before it turns into a bot: pipes, limits, environment. Part of the warden's program."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from typing import Any, NoReturn

SPARE_TASKS = 512
"""How many processes and threads a bot can add, at least; more fail. The kernel does not apply it to root."""

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36


def become_bot(order: dict[str, Any], ends: list[int], report: int) -> NoReturn:
    """In a new process: take on the limits, and turn into the bot's program. What goes wrong is written to `report`."""
    try:
        os.setsid()
        if LINUX:
            _offer_to_out_of_memory_killer()
        for number, end in enumerate(ends):
            os.dup2(end, number)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        _set_limits(order["memory"], order["cpu"])
        os.execvpe(order["start"][0], order["start"], order["env"])
    except BaseException as error:
        os.write(report, (getattr(error, "strerror", None) or str(error)).encode())
    os._exit(127)


def prctl(option: int, value: int) -> None:
    """Ask the Linux kernel for something about this process."""
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def _set_limits(memory: int, cpu: int) -> None:
    _limit(resource.RLIMIT_CORE, 0)
    if cpu:
        _limit(resource.RLIMIT_CPU, cpu, spare=1)  # at first a signal that tells why
    if LINUX:
        _limit(resource.RLIMIT_NPROC, _tasks_running() + SPARE_TASKS)
    if memory:
        _limit(resource.RLIMIT_DATA if LINUX else resource.RLIMIT_AS, memory)


def _limit(kind: int, most: int, spare: int = 0) -> None:
    """Allow that much, with a hard limit above it; never more than was allowed before."""
    hard = resource.getrlimit(kind)[1]
    ceiling = most + spare if hard == resource.RLIM_INFINITY else min(most + spare, hard)
    resource.setrlimit(kind, (min(most, ceiling), ceiling))


def _tasks_running() -> int:
    """Processes and threads of the whole machine; a user's own are not more than that."""
    with open("/proc/loadavg", encoding="ascii") as file:
        return int(file.read().split()[3].partition("/")[2])


def _offer_to_out_of_memory_killer() -> None:
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")
