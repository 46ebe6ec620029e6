"""The referee's hold on a warden: one for each player that is a program, for as long as that player lives."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WARDEN = Path(__file__).with_name("warden.py")
PATIENCE_SECONDS = 10.0


class Keeper:
    """Starts and ends the bots of one player through a warden.

    The warden lives until `close`, until this object is deleted, or until this process ends, by whatever death.
    """

    def __init__(self) -> None:
        self._control, far_end = socket.socketpair()
        self._control.settimeout(PATIENCE_SECONDS)
        with far_end:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(WARDEN), str(far_end.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                pass_fds=[far_end.fileno()], start_new_session=True,
            )  # fmt: skip
        self.pid = process.pid
        self._dismiss = weakref.finalize(self, _dismiss, self._control, process)

    def start(self, words: Sequence[str], memory: int, cpu: int, ends: Sequence[int]) -> int:
        """Start a bot whose stdin, stdout and stderr are these ends of pipes; return its process number."""
        answer = self._order({"start": list(words), "memory": memory, "cpu": cpu}, ends)
        if "error" in answer:
            raise RuntimeError(f"the bot cannot be started: {answer['error']}")
        return int(answer["pid"])

    def end(self, grace: float = 0.0) -> int | None:
        """End the bot and all it started; its exit code if it ended by itself within `grace` seconds."""
        code = self._order({"end": grace})["code"]
        return None if code is None else int(code)

    def close(self) -> None:
        """End everything."""
        self._dismiss()

    @property
    def closed(self) -> bool:
        """Whether the warden is gone, or cannot be relied upon any more."""
        return not self._dismiss.alive

    def _order(self, order: dict[str, Any], ends: Sequence[int] = ()) -> dict[str, Any]:
        data = json.dumps(order).encode() + b"\n"
        try:
            sent = socket.send_fds(self._control, [data], list(ends))
            self._control.sendall(data[sent:])
            answer = b""
            while not answer.endswith(b"\n"):
                part = self._control.recv(65536)
                if not part:
                    raise ConnectionError
                answer += part
        except OSError:
            self.close()
            raise RuntimeError("the process that watches over the bot was lost") from None
        except BaseException:  # interrupted: a late answer would be taken for that to the next order
            self.close()
            raise
        return dict(json.loads(answer))


def _dismiss(control: socket.socket, process: subprocess.Popen[bytes]) -> None:
    """Hang up: the warden then ends its bots and itself."""
    control.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE_SECONDS)
        return
    process.kill()
    process.wait()
