"""The referee's hold on a warden: one for each player that is a program, for as long as that player lives."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_BOOT = f"""
import sys, types
for name, path in (("cardlab", {str(_HERE.parent)!r}), ("cardlab.bots", {str(_HERE)!r})):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [path]
from cardlab.bots.warden import main
main()
"""
"""The warden's program: its modules, without all that importing cardlab would bring along."""

PATIENCE_SECONDS = 10.0


class Keeper:
    """Starts and ends the bots of one player through a warden.

    The warden lives until `close`, until this object is deleted, or until this process ends, by whatever death. `apart` False:
    bots live among the other processes even where they could be kept from reaching the warden. After the first start `apart`
    says how it is.
    """

    def __init__(self, apart: bool = True) -> None:
        self._control, far_end = socket.socketpair()
        self._control.settimeout(PATIENCE_SECONDS)
        with far_end:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _BOOT, str(far_end.fileno()), *([] if apart else ["shared"])],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                pass_fds=[far_end.fileno()], start_new_session=True, env={},
            )  # fmt: skip
        self.pid = process.pid
        self.apart = apart
        self._dismiss = weakref.finalize(self, _dismiss, self._control, process)

    def start(self, words: Sequence[str], env: Mapping[str, str], memory: int, cpu: int, ends: Sequence[int]) -> int:
        """Start a bot whose stdin, stdout and stderr are these ends of pipes; it rests. Returns its process number."""
        order = {"start": list(words), "env": dict(env), "memory": memory, "cpu": cpu}
        answer = self._order(order, ends)
        if "error" in answer:
            raise RuntimeError(f"the bot cannot be started: {answer['error']}")
        self.apart = bool(answer["apart"])
        return int(answer["pid"])

    def rest(self, resting: bool = True) -> None:
        """Stop the bot and all it started until it is woken, or wake it."""
        self._order({"rest": resting})

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
