"""The warden: a small process that starts the bots of one player under limits, and leaves nothing of them behind.

It is a program of its own that needs nothing but the standard library (see `Keeper`), and gets a socket to the referee. Orders
and answers are lines of JSON:

* ``{"start": [word, …], "env": {…}, "memory": bytes, "cpu": seconds}`` with three file descriptors, to become the bot's stdin,
  stdout and stderr; answer ``{"pid": n, "apart": yes}`` or ``{"error": text}``. The bot rests until it is woken.
* ``{"rest": yes}``: stop the bot and all that it started, or let it go on; answer ``{}``
* ``{"end": seconds}``: give the bot that long to end by itself, then kill it and everything it started; answer
  ``{"code": n}``, its exit code, negative for a signal, or null if it had to be killed

Where the system allows it, bots live apart (see `cells`) and cannot reach the warden. Elsewhere they can send it signals, and
so on Linux a second process stands behind it: should one of the two be stopped or killed, the other ends everything. When the
referee goes away, by whatever death, the socket closes, and the warden ends everything and itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import sys
import time
from typing import Any

from cardlab.bots.becoming import LINUX, PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, prctl
from cardlab.bots.cells import BotCell, NamespaceCell, SharedCell, can_be_apart
from cardlab.bots.descent import descendants, signal_all, state_of

IDLE_SECONDS = 0.25


class Warden:
    """One bot at a time, with all its descendants."""

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._cell: BotCell | None = None
        self._memory = 0
        self._looked = 0.0

    def obey(self, order: dict[str, Any], ends: list[int]) -> dict[str, Any]:
        """Do what the referee asks for, and answer."""
        if "start" in order:
            return self.start(order, ends)
        if "rest" in order:
            if self._cell is not None:
                self._cell.rest(order["rest"])
            return {}
        return self.end(order["end"])

    def start(self, order: dict[str, Any], ends: list[int]) -> dict[str, Any]:
        """Start a bot with these ends of pipes."""
        self.end(0.0)
        self._memory = order["memory"]
        self._cell = NamespaceCell() if self._apart else SharedCell()
        if complaint := self._cell.start(order, ends):
            self.end(0.0)
            return {"error": complaint}
        self._cell.rest(True)
        return {"pid": self._cell.pid, "apart": self._apart}

    def end(self, grace: float) -> dict[str, Any]:
        """End the bot and all that it started."""
        code = None
        if self._cell is not None:
            code = self._cell.wait(grace)
            self._cell.kill()
            self._cell = None
        return {"code": code}

    def look_after(self) -> None:
        """Now and then: take note of a bot that has ended, and kill all if together they hold too much memory."""
        if self._cell is not None and time.monotonic() - self._looked >= IDLE_SECONDS:
            self._looked = time.monotonic()
            self._cell.wait(0.0)
            if self._memory:
                self._cell.thin_out(self._memory)


def stand_behind() -> int:
    """Go on as the warden in a new process, whose number in this life is its parent's; this one watches over it.

    The warden is killed when somebody stops it; when it ends, all that is left of the bots is ended.
    """
    behind = os.getpid()
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    warden = os.fork()
    if warden == 0:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != behind:
            os._exit(1)
        return behind
    os.close(int(sys.argv[1]))
    while os.WIFSTOPPED(os.waitpid(warden, os.WUNTRACED)[1]):
        os.kill(warden, signal.SIGKILL)
    while signal_all(descendants(behind), signal.SIGKILL):
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            break
        time.sleep(0.0005)
    os._exit(0)


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


def _serve(control: socket.socket, warden: Warden, behind: int) -> None:
    while True:
        while not select.select([control], [], [], IDLE_SECONDS)[0]:
            warden.look_after()
            _let_go_on(behind)
        warden.look_after()
        order, ends = _receive(control)
        if order is None:
            return
        answer = warden.obey(order, ends)
        for end in ends:
            os.close(end)
        control.sendall(json.dumps(answer).encode() + b"\n")


def _let_go_on(behind: int) -> None:
    """Whoever stopped the process behind would have it stay for ever."""
    if behind and state_of(behind) == "T":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(behind, signal.SIGCONT)


def main() -> None:
    """Serve the referee at the other end of the socket until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    apart = "shared" not in sys.argv[2:] and can_be_apart()
    behind = stand_behind() if LINUX and not apart else 0
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    if LINUX:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    warden = Warden(apart)
    try:
        with socket.socket(fileno=int(sys.argv[1])) as control:
            control.set_inheritable(False)
            _serve(control, warden, behind)
    except ConnectionError:
        pass
    finally:
        warden.end(0.0)
        _let_go_on(behind)


if __name__ == "__main__":
    main()
