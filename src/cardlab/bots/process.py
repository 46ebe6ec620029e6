"""A bot that is running: a message goes in, a line comes out, in time, and never more than a bounded amount is kept."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import time
from collections.abc import Sequence

from cardlab.bots.botlimits import Limits
from cardlab.bots.keeper import Keeper
from cardlab.bots.protocol import BadAnswer
from cardlab.core.printable import printable

LINE_BYTES = 1 << 16
"""The longest line, and the most that may wait unread."""

ERROR_BYTES = 1 << 16
LOG_BYTES = 1 << 20
EXIT_GRACE_SECONDS = 0.25
PARTING_SECONDS = 0.5
"""How long a bot may take to end by itself when it was told that its game is over."""


class Bot:
    """One process of a bot, with its three pipes. Everything about it is over after `stop`."""

    def __init__(self, keeper: Keeper, words: Sequence[str], limits: Limits) -> None:
        self._keeper, self._limits = keeper, limits
        self._unsent, self._output, self._errors = b"", bytearray(), bytearray()
        self._fresh = bytearray()
        self._logged = 0
        self._output_ended = False
        their_in, self._in = os.pipe()
        self._out, their_out = os.pipe()
        self._err, their_err = os.pipe()
        try:
            self.pid = keeper.start(
                words, limits.environment(), limits.memory_bytes, limits.cpu, (their_in, their_out, their_err)
            )
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for end in (their_in, their_out, their_err):
                os.close(end)
        self._poll = select.poll()
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def ask(self, message: str, seconds: float | None) -> str:
        """Wake the bot, send a message, wait for the line that answers it, and let the bot rest again.

        Raises TimeoutError, BadAnswer for more output than a line can have, RuntimeError if the bot has ended. Lines that were
        written too early, or too many, are taken as answers to later messages.
        """
        self._look_for_flood()
        self._unsent += message.encode()
        self._keeper.rest(False)
        line = self._answer(seconds)
        self._keeper.rest()
        return line

    def _answer(self, seconds: float | None) -> str:
        end = None if seconds is None else time.monotonic() + seconds
        late = False
        while True:
            self._send()
            if not self._unsent and (line := self._next_line()) is not None:
                return line
            if self._output_ended:
                raise self._ended()
            if late:
                raise TimeoutError(f"no answer within {1000 * (seconds or 0):.0f} ms")
            late = self._wait(end)

    def part(self, message: str) -> None:
        """Send a last message and close the bot's input, so that it can end by itself; it has a moment for that."""
        end = time.monotonic() + PARTING_SECONDS
        self._unsent += message.encode()
        self._keeper.rest(False)
        self._send()
        while self._unsent and not self._output_ended and not self._wait(end):
            self._send()
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._in)
        os.close(self._in)
        self._in = -1
        while not self._output_ended and not self._wait(end):
            del self._output[:]
        self._keeper.end(max(0.0, end - time.monotonic()))
        for _ in range(4):
            if not self._read_errors():
                break

    def take_lines(self) -> list[str]:
        """The whole lines that the bot has written to stderr since this was asked last."""
        while self._read_errors():
            pass
        whole, _, rest = self._fresh.rpartition(b"\n")
        self._fresh = bytearray(rest)
        return _text(whole).split("\n") if whole else []

    def stop(self, grace: float = 0.0) -> int | None:
        """End the process and all it started; its exit code if it ended by itself within `grace` seconds."""
        try:
            return None if self._keeper.closed else self._keeper.end(grace)
        finally:
            self._close_pipes()

    @property
    def errors(self) -> str:
        """The end of what the bot wrote to stderr."""
        return self._errors.decode("utf-8", "replace")

    # ---- talking ---------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        """Write as much as the bot takes now. A bot that closed its input is found out when its output ends."""
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent = b""
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        else:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._in)

    def _next_line(self) -> str | None:
        at = self._output.find(b"\n")
        if at < 0 and len(self._output) <= LINE_BYTES:
            return None
        if not 0 <= at <= LINE_BYTES:
            raise BadAnswer(_text(self._output[:200]), f"a line of more than {LINE_BYTES} bytes")
        line = _text(self._output[:at])
        del self._output[: at + 1]
        return line

    def _wait(self, end: float | None) -> bool:
        """Wait for something to happen and take it in; whether time is up."""
        left = None if end is None else max(0, math.ceil(1000 * (end - time.monotonic())))
        for pipe, _ in self._poll.poll(left):
            if pipe == self._out:
                self._read_output()
            elif pipe == self._err:
                self._read_errors()
        return end is not None and time.monotonic() >= end

    def _look_for_flood(self) -> None:
        """More output than one line can have, before there was a question, is no answer to anything."""
        if not self._output_ended:
            self._read_output()
        if len(self._output) > LINE_BYTES:
            raise BadAnswer(_text(self._output[:200]), f"more than {LINE_BYTES} bytes that nobody asked for")

    def _read_output(self) -> None:
        data = _read(self._out)
        if data == b"":
            self._output_ended = True
            self._poll.unregister(self._out)
        elif data is not None:
            self._output += data

    def _read_errors(self) -> bool:
        """Keep the end of what comes on stderr; whether something came."""
        data = _read(self._err)
        if data == b"":
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._err)
        if not data:
            return False
        self._errors += data
        del self._errors[:-ERROR_BYTES]
        self._fresh += data
        del self._fresh[:-ERROR_BYTES]
        self._log(data)
        return True

    def _log(self, data: bytes) -> None:
        if self._limits.log is None or self._logged >= LOG_BYTES:
            return
        with contextlib.suppress(OSError), open(self._limits.log, "ab") as file:
            file.write(data[: LOG_BYTES - self._logged])
        self._logged += len(data)

    # ---- the end ---------------------------------------------------------------------------------------------------

    def _ended(self) -> RuntimeError:
        """What to say of a bot whose output has ended."""
        code = self._keeper.end(EXIT_GRACE_SECONDS)
        for _ in range(4):
            if not self._read_errors():
                break
        how = "closed its output" if code is None else _exit_text(code)
        if self._output:
            how += " in the middle of a line"
        lines = [printable(line.strip()) for line in self.errors.splitlines() if line.strip()]
        return RuntimeError(f"the bot {how}" + (f": {' | '.join(lines[-2:])[-140:]}" if lines else ""))

    def _close_pipes(self) -> None:
        for name in ("_in", "_out", "_err"):
            if (end := getattr(self, name)) >= 0:
                setattr(self, name, -1)
                os.close(end)


def _read(pipe: int) -> bytes | None:
    """What is there to be read: nothing yet (None), or nothing ever (empty)."""
    try:
        return os.read(pipe, LINE_BYTES)
    except BlockingIOError:
        return None


def _text(line: bytes | bytearray) -> str:
    return line.decode("utf-8", "replace").removesuffix("\r")


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"ended (exit code {code})"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
