"""The program `cardlab bot` without its command line: it must be ready before the time for its first answer is used up.

A foreign referee counts the start of a program as part of its first answer. The libraries of the command line take longer to
load than everything that a bot needs, so a plain command line is read here.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from cardlab.bots.protocol import Guest
from cardlab.bots.serve import serve
from cardlab.core.game import Game

Plain = tuple[str, str, float | None, int, bool]


def plain_arguments(words: Sequence[str]) -> Plain | None:
    """Game, agent, time for an answer, seed, whether JSON is spoken; None for what the full command line must look at."""
    places: list[str] = []
    turn_ms, seed, json, rest = None, 0, False, list(words)
    try:
        while rest:
            word = rest.pop(0)
            if word == "--turn-ms":
                turn_ms = float(rest.pop(0))
            elif word == "--seed":
                seed = int(rest.pop(0))
            elif word == "--json":
                json = True
            else:
                places.append(word)
    except (ValueError, IndexError):
        return None
    if len(places) != 2 or any(place.startswith("-") for place in places) or not (turn_ms is None or turn_ms >= 1):
        return None
    return places[0], places[1], turn_ms, seed, json


def run_bot(game: Game, agent: str, turn_ms: float | None, seed: int, json: bool = False) -> None:
    """Answer messages from standard input until it ends. The agent is made, and its files are read, before the first one.

    They are those of the game's own protocol, if it has one; else, or if `json` says so, those of the protocol of all games.
    """
    from cardlab.agents.agent import Stop
    from cardlab.agents.budget import MAX_MS
    from cardlab.agents.making import make_agent
    from cardlab.errors import OptionError

    if turn_ms is not None and not 1 <= turn_ms <= MAX_MS:
        raise OptionError(f"--turn-ms {turn_ms:g}: an answer takes 1 to {MAX_MS:,.0f} milliseconds")
    stop = Stop()
    player = make_agent(game, agent, stop)
    own = None if json else game.protocol()
    guest = _json_guest(game) if own is None else own.guest()
    with _private_stdout() as output:
        serve(guest, player, _read_line, lambda line: _write_line(output, line), turn_ms, stop, seed, born())


def _json_guest(game: Game) -> Guest:
    from cardlab.bots.jsonguest import JsonGuest

    return JsonGuest(game)


def born() -> float:
    """When this process was started, as `time.monotonic` would have told."""
    age = time.process_time()
    if sys.platform == "linux":
        with suppress(OSError, ValueError, IndexError):
            with open("/proc/self/stat", encoding="ascii", errors="replace") as file:
                ticks = int(file.read().rpartition(")")[2].split()[19])
            age = max(age, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))
    return time.monotonic() - age


def main(plain: Plain) -> None:
    """The program for a plain command line; ends with SystemExit if something is wrong."""
    from cardlab.errors import CardlabError
    from cardlab.registry import game

    name, agent, turn_ms, seed, json = plain
    try:
        run_bot(game(name), agent, turn_ms, seed, json)
    except CardlabError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def _read_line() -> str:
    return sys.stdin.buffer.readline().decode("utf-8", "replace")


def _write_line(output: IO[bytes], line: str) -> None:
    output.write(line.encode() + b"\n")
    output.flush()


def _private_stdout() -> Any:
    """Standard output for answers alone: whatever else is printed goes to standard error."""
    own = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(own, "wb")
