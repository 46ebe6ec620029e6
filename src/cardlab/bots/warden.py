"""The warden: a small process that starts the bots of one player under limits, and leaves nothing of them behind.

It is run as a program of its own, ``python warden.py FD``, where FD is a socket to the referee, and needs nothing but the
standard library. Orders and answers are lines of JSON:

* ``{"start": [word, …], "memory": bytes, "cpu": seconds}`` with three file descriptors, to become the bot's stdin, stdout and
  stderr; answer ``{"pid": n}`` or ``{"error": text}``
* ``{"end": seconds}``: give the bot that long to end by itself, then kill it and everything it started; answer
  ``{"code": n}``, its exit code, negative for a signal, or null if it had to be killed

On Linux it is the reaper of its descendants: whatever a bot starts, in any session, becomes the warden's child in the end, and
is killed. When the referee goes away, by whatever death, the socket closes, and the warden ends everything and itself. Should
the warden be killed, the kernel kills the bots.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from typing import Any, NoReturn

SPARE_TASKS = 512
"""How many processes and threads a bot can add, at least; more fail. The kernel does not apply it to root."""

IDLE_SECONDS = 0.25
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_LINUX = sys.platform == "linux"


class Warden:
    """One bot at a time, with all its descendants."""

    def __init__(self) -> None:
        self._bot = 0
        self._code: int | None = None
        self._memory = 0
        if _LINUX:
            _prctl(_PR_SET_CHILD_SUBREAPER, 1)

    def start(self, order: dict[str, Any], ends: list[int]) -> dict[str, Any]:
        """Start a bot with these ends of pipes."""
        self.end(0.0)
        self._memory = order["memory"]
        complaint, report = os.pipe()
        parent = os.getpid()
        self._bot = os.fork()
        if self._bot == 0:
            _become_bot(order, ends, report, parent)
        os.close(report)
        with os.fdopen(complaint, "rb") as pipe:
            text = pipe.read().decode("utf-8", "replace")
        if not text:
            return {"pid": self._bot}
        self.end(0.0)
        return {"error": text}

    def end(self, grace: float) -> dict[str, Any]:
        """End the bot and all that it started."""
        code = self._wait_for_exit(grace) if self._bot else None
        if self._bot and (code is None or not _LINUX):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._bot, signal.SIGKILL)
            while self._code is None:
                self._reap(block=True)
        while self._reap(block=False) and _kill_all(_descendants()):
            time.sleep(0.0005)
        self._bot, self._code = 0, None
        return {"code": code}

    def look_after(self) -> None:
        """Take note of descendants that have ended; kill them all if together they hold too much memory."""
        self._reap(block=False)
        if self._memory and self._bot and _LINUX:
            found = _descendants()
            if sum(map(_resident, found)) > self._memory:
                _kill_all(found)

    def _wait_for_exit(self, grace: float) -> int | None:
        until = time.monotonic() + grace
        self._reap(block=False)
        while self._code is None and time.monotonic() < until:
            time.sleep(0.002)
            self._reap(block=False)
        return self._code

    def _reap(self, block: bool) -> bool:
        """Take in the dead, after waiting for one if asked to; whether living descendants are left."""
        flags = 0 if block else os.WNOHANG
        while True:
            try:
                pid, status = os.waitpid(-1, flags)
            except ChildProcessError:
                if self._bot and self._code is None:
                    self._code = -signal.SIGKILL
                return False
            if pid == 0:
                return True
            if pid == self._bot:
                self._code = os.waitstatus_to_exitcode(status)
            flags = os.WNOHANG


def _become_bot(order: dict[str, Any], ends: list[int], report: int, parent: int) -> NoReturn:
    """In the new process: take on the limits, and turn into the bot's program."""
    try:
        os.setsid()
        if _LINUX:
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(127)
            _offer_to_out_of_memory_killer()
        for number, end in enumerate(ends):
            os.dup2(end, number)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        _set_limits(order["memory"], order["cpu"])
        os.execvp(order["start"][0], order["start"])
    except BaseException as error:
        os.write(report, (getattr(error, "strerror", None) or str(error)).encode())
    os._exit(127)


def _set_limits(memory: int, cpu: int) -> None:
    _limit(resource.RLIMIT_CORE, 0)
    if cpu:
        _limit(resource.RLIMIT_CPU, cpu, spare=1)  # at first a signal that tells why
    if _LINUX:
        _limit(resource.RLIMIT_NPROC, _tasks_running() + SPARE_TASKS)
    if memory:
        _limit(resource.RLIMIT_DATA if _LINUX else resource.RLIMIT_AS, memory)


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


def _kill_all(pids: list[int]) -> bool:
    """Kill them; False if none of them may be killed, as programs that run as another user. None found: look again."""
    hopeless = bool(pids)
    for pid in pids:
        with contextlib.suppress(PermissionError):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            hopeless = False
    return not hopeless


def _descendants() -> list[int]:
    """All living processes below this one, by the parents that /proc names."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
                if state not in (b"Z", b"X"):
                    children.setdefault(int(parent), []).append(int(name))
    found = children.get(os.getpid(), [])
    for pid in found:
        found += children.get(pid, [])
    return found


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds for itself or shares with others by mapping it."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            return sum(int(line.split()[1]) << 10 for line in file if line.startswith(("RssAnon", "RssShmem")))
    except (OSError, ValueError, IndexError):
        return 0


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def _receive(control: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    """The next order with the file descriptors that came along; None when the referee is gone."""
    data, ends = b"", []
    while not data.endswith(b"\n"):
        part, fds, _, _ = socket.recv_fds(control, 65536, 3)
        for fd in fds:
            os.set_inheritable(fd, False)
        ends += fds
        if not part:
            return None, ends
        data += part
    return json.loads(data), ends


def _serve(control: socket.socket, warden: Warden) -> None:
    while True:
        while not select.select([control], [], [], IDLE_SECONDS)[0]:
            warden.look_after()
        order, ends = _receive(control)
        if order is None:
            return
        answer = warden.start(order, ends) if "start" in order else warden.end(order["end"])
        for end in ends:
            os.close(end)
        control.sendall(json.dumps(answer).encode() + b"\n")


def main() -> None:
    """Serve the referee at the other end of the socket until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    warden = Warden()
    try:
        with socket.socket(fileno=int(sys.argv[1])) as control:
            control.set_inheritable(False)
            _serve(control, warden)
    except ConnectionError:
        pass
    finally:
        warden.end(0.0)


if __name__ == "__main__":
    main()
