"""Looking at processes: which are left of a bot, and what this process holds."""

from __future__ import annotations

import os
import time
from pathlib import Path


def marked(mark: str) -> list[int]:
    """The processes, zombies left out, with that word in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                if mark.encode() in words and state_of(int(entry.name)) not in ("Z", ""):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def state_of(pid: int) -> str:
    """The letter that /proc shows, or nothing for a process that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def until(condition: object, seconds: float = 10.0) -> bool:
    """Wait for a function to answer yes."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.01)
    return False


def gone(mark: str) -> bool:
    """Whether nothing with that mark is left, after a moment for it to disappear."""
    return until(lambda: not marked(mark))


def open_files() -> int:
    """How many file descriptors this process has."""
    return len(list(Path("/proc/self/fd").iterdir()))


def zombies() -> list[int]:
    """Children of this process that have ended and were not taken note of."""
    return [pid for pid in children() if state_of(pid) == "Z"]


def children() -> list[int]:
    """The children of this process, of all its threads."""
    found: list[int] = []
    for task in Path("/proc/self/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found
