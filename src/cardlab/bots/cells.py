"""Where a bot lives with all that it starts: among the other processes, or apart. Part of the warden's program.

A `SharedCell` is all that every system has: the bot is the warden's child and could send it signals. A `NamespaceCell` is a PID
namespace of Linux: the bot's signals reach no process but its own; the kernel keeps them from the cell's first process too, and
when that one is killed, everything in the cell is dead at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import time
from typing import Any, NoReturn, Protocol

from cardlab.bots.becoming import LINUX, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, become_bot, prctl
from cardlab.bots.descent import descendants, memory_below, signal_all, stop_all

_CLONE_NEWUSER, _CLONE_NEWPID = 0x10000000, 0x20000000
_ANSWER_SECONDS = 5.0
_LOOK_MS = 20


class BotCell(Protocol):
    """One bot with all its descendants."""

    pid: int

    def start(self, order: dict[str, Any], ends: list[int]) -> str:
        """Start the bot; what went wrong, or nothing."""

    def wait(self, seconds: float) -> int | None:
        """The bot's exit code, if it ends within that time."""

    def rest(self, resting: bool) -> None:
        """Stop everything in the cell, or let it go on."""

    def kill(self) -> None:
        """End everything in the cell."""

    def thin_out(self, memory: int) -> None:
        """Kill the bot and what it started, if together they hold more memory than that."""


class SharedCell:
    """The bot is a child of the warden, who is the reaper of its descendants on Linux."""

    def __init__(self) -> None:
        self.pid = 0
        self._code: int | None = None

    def start(self, order: dict[str, Any], ends: list[int]) -> str:
        """Fork and exec."""
        complaint, report = os.pipe()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            if LINUX:
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                if os.getppid() != parent:
                    os._exit(127)
            become_bot(order, ends, report)
        os.close(report)
        return _read_all(complaint)

    def wait(self, seconds: float) -> int | None:
        """Look now and then."""
        until = time.monotonic() + seconds
        self._reap(block=False)
        while self._code is None and time.monotonic() < until:
            time.sleep(0.002)
            self._reap(block=False)
        return self._code

    def rest(self, resting: bool) -> None:
        """By signals to every descendant; elsewhere than on Linux, to those that stayed in the bot's group."""
        if not LINUX:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGSTOP if resting else signal.SIGCONT)
        elif resting:
            stop_all(os.getpid())
        else:
            signal_all(descendants(os.getpid()), signal.SIGCONT)

    def kill(self) -> None:
        """The group first, then whoever is left."""
        if self._code is None or not LINUX:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            while self._code is None:
                self._reap(block=True)
        while self._reap(block=False) and (not LINUX or signal_all(descendants(os.getpid()), signal.SIGKILL)):
            time.sleep(0.0005)

    def thin_out(self, memory: int) -> None:
        """Add up what the descendants hold."""
        if LINUX and memory_below(os.getpid()) > memory:
            signal_all(descendants(os.getpid()), signal.SIGKILL)

    def _reap(self, block: bool) -> bool:
        """Take in the dead, after waiting for one if asked to; whether living descendants are left."""
        flags = 0 if block else os.WNOHANG
        while True:
            try:
                pid, status = os.waitpid(-1, flags)
            except ChildProcessError:
                if self._code is None:
                    self._code = -signal.SIGKILL
                return False
            if pid == 0:
                return True
            if pid == self.pid:
                self._code = os.waitstatus_to_exitcode(status)
            flags = os.WNOHANG


class NamespaceCell:
    """The bot and its descendants in a PID namespace; `pid` is the cell's first process as it is called outside."""

    def __init__(self) -> None:
        self.pid = 0
        self._code: int | None = None
        self._heard = b""

    def start(self, order: dict[str, Any], ends: list[int]) -> str:
        """A porter opens the cell, leaves its first process there and goes; that one becomes the warden's child."""
        complaint, report = os.pipe()
        inbox, self._orders = os.pipe()
        self._news, outbox = os.pipe()
        porter = os.fork()
        if porter == 0:
            _open_cell(order, ends, (inbox, outbox, report))
        for end in (report, inbox, outbox):
            os.close(end)
        os.waitpid(porter, 0)
        self.pid = int(self._next_news(_ANSWER_SECONDS) or 0)
        if not self.pid:
            os.close(complaint)
            return "no room for it could be made"
        self._tell(b"g")
        return _read_all(complaint)

    def wait(self, seconds: float) -> int | None:
        """The first process tells."""
        until = time.monotonic() + seconds
        while self._code is None and self._next_news(until - time.monotonic()) is not None:
            pass
        return self._code

    def rest(self, resting: bool) -> None:
        """The first process sends one signal to all others at once, so nobody can slip through."""
        self._tell(b"r" if resting else b"w")
        self._next_news(_ANSWER_SECONDS, until="done")

    def kill(self) -> None:
        """With its first process everything in a cell dies, and that one only after all others."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        for end in (self._orders, self._news):
            os.close(end)

    def thin_out(self, memory: int) -> None:
        """Add up what all but the first process hold."""
        if self.pid and memory_below(self.pid) > memory:
            signal_all(descendants(self.pid), signal.SIGKILL)

    def _tell(self, order: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(self._orders, order)

    def _next_news(self, seconds: float, until: str = "") -> str | None:
        """The next line of the first process, or that very line; None if there is none in time, or never again."""
        end = time.monotonic() + seconds
        while True:
            line, found, rest = self._heard.partition(b"\n")
            if found:
                self._heard = rest
                word = line.decode()
                if word.startswith("exit "):
                    self._code = int(word[5:])
                if not until or word == until:
                    return word
                continue
            left = end - time.monotonic()
            if not select.select([self._news], [], [], max(0.0, left))[0]:
                return None
            if not (data := os.read(self._news, 4096)):
                self._code = -signal.SIGKILL if self._code is None else self._code
                return None
            self._heard += data


def can_be_apart() -> bool:
    """Whether this system lets us make PID namespaces: root may, others where user namespaces are allowed."""
    if not LINUX:
        return False
    tester = os.fork()
    if tester == 0:
        with contextlib.suppress(BaseException):
            _leave_namespace()
            first = os.fork()
            if first == 0:
                os._exit(0)
            os._exit(os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]))
        os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(tester, 0)[1]) == 0


def _leave_namespace() -> None:
    """Let the next child begin a PID namespace of its own; whoever is not root needs a user namespace to do so."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() == 0 and libc.unshare(_CLONE_NEWPID) == 0:
        return
    user, group = os.geteuid(), os.getegid()
    prctl(PR_SET_DUMPABLE, 1)
    if libc.unshare(_CLONE_NEWUSER | _CLONE_NEWPID):
        raise OSError(ctypes.get_errno(), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _open_cell(order: dict[str, Any], ends: list[int], pipes: tuple[int, int, int]) -> NoReturn:
    """The porter: begin a namespace, and say how its first process is called outside."""
    with contextlib.suppress(BaseException):
        _leave_namespace()
        first = os.fork()
        if first == 0:
            _be_first(order, ends, pipes)
        os.write(pipes[1], f"{first}\n".encode())
    os._exit(0)


def _be_first(order: dict[str, Any], ends: list[int], pipes: tuple[int, int, int]) -> NoReturn:
    """The first process of a cell: no signal from inside reaches it, as long as it handles none."""
    with contextlib.suppress(BaseException):
        inbox, outbox, report = pipes
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        _close_all_but({0, 1, 2, *pipes, *ends})
        if os.read(inbox, 1) != b"g":  # from here on the warden is its parent
            os._exit(1)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        bot = os.fork()
        if bot == 0:
            become_bot(order, ends, report)
        for end in (report, *ends):
            os.close(end)
        prctl(PR_SET_DUMPABLE, 0)
        _keep_house(bot, inbox, outbox)
    os._exit(1)


def _keep_house(bot: int, inbox: int, outbox: int) -> None:
    """Take in the dead, tell how the bot ended, and obey the warden until it is gone."""
    watched = select.poll()
    watched.register(inbox, select.POLLIN)
    door, look = -1, _LOOK_MS
    with contextlib.suppress(OSError):
        door, look = os.pidfd_open(bot), 20 * _LOOK_MS
        watched.register(door, select.POLLIN)
    while True:
        ready = watched.poll(look)
        with contextlib.suppress(ChildProcessError):
            while (dead := os.waitpid(-1, os.WNOHANG))[0]:
                if dead[0] == bot:
                    os.write(outbox, f"exit {os.waitstatus_to_exitcode(dead[1])}\n".encode())
                    with contextlib.suppress(KeyError):
                        watched.unregister(door)
        if any(end == inbox for end, _ in ready):
            _obey(os.read(inbox, 1), outbox)


def _obey(order: bytes, outbox: int) -> None:
    if not order:
        os._exit(0)
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGSTOP if order == b"r" else signal.SIGCONT)
    os.write(outbox, b"done\n")


def _close_all_but(kept: set[int]) -> None:
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in kept:
            with contextlib.suppress(OSError):
                os.close(int(name))


def _read_all(pipe: int) -> str:
    with os.fdopen(pipe, "rb") as file:
        return file.read().decode("utf-8", "replace")
