"""Who descends from a process, as /proc tells, and what can be done to all of them. Part of the warden's program."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable


def descendants(root: int, running: bool = False) -> list[int]:
    """All living processes below one, as far as /proc tells; with `running` only those that are not stopped."""
    children = _children_of if os.path.exists(f"/proc/{root}/task/{root}/children") else _scanned()
    found = children(root)
    for pid in found:
        found += children(pid)
    passed_over = ("Z", "X", "", "T", "t") if running else ("Z", "X", "")
    return [pid for pid in found if state_of(pid) not in passed_over]


def _children_of(pid: int) -> list[int]:
    """Children by the list that most kernels keep."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def _scanned() -> Callable[[int], list[int]]:
    """Children by the parents that all processes name."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
                children.setdefault(int(file.read().rpartition(b")")[2].split()[1]), []).append(int(name))
    return lambda pid: list(children.get(pid, []))


def signal_all(pids: list[int], number: int) -> bool:
    """Send a signal; False if none of them may be sent one, as programs that run as another user. None found: look again."""
    hopeless = bool(pids)
    for pid in pids:
        with contextlib.suppress(PermissionError):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
            hopeless = False
    return not hopeless


def stop_all(root: int, seconds: float = 1.0) -> None:
    """Stop everything below a process, also what is started meanwhile."""
    until = time.monotonic() + seconds
    while (found := descendants(root, running=True)) and signal_all(found, signal.SIGSTOP) and time.monotonic() < until:
        time.sleep(0.0002)


def state_of(pid: int) -> str:
    """The letter that /proc shows for a process, or nothing."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0].decode()
    except (OSError, IndexError):
        return ""


def memory_below(root: int) -> int:
    """Bytes of memory that all descendants hold for themselves or share with others by mapping it."""
    return sum(map(_resident, descendants(root)))


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            return sum(int(line.split()[1]) << 10 for line in file if line.startswith(("RssAnon", "RssShmem")))
    except (OSError, ValueError, IndexError):
        return 0
