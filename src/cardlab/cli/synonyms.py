"""Other words for options of `cardlab match`: scripts that were written for another runner of matches go on working.

Each is a second name of an option that is there, with the unit or the values that scripts know it by. Both at once are refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardlab.errors import OptionError

Threads = Annotated[int | None, typer.Option("-t", "--threads", min=1, help="The same as --workers.")]
Timeout = Annotated[
    float | None, typer.Option("-to", "--timeout", metavar="SECONDS", min=0, help="The same as --turn-time, in seconds.")
]
EnableLogs = Annotated[
    str | None,
    typer.Option("-l", "--enable-logs", metavar="SEATS", help="Whose logs are written: P1, P2, …, BOTH (everybody's) or NONE."),
]
LogDestination = Annotated[Path | None, typer.Option("-d", "--log-destination", metavar="DIR", help="The same as --logs.")]


def workers_of(workers: int | None, threads: int | None) -> int | None:
    """How many workers there are to be."""
    _not_both("--workers", workers, "--threads", threads)
    return workers if threads is None else threads


def turn_time_of(turn_time: float, timeout: float | None) -> float:
    """The limit of a turn in milliseconds; 0: none."""
    _not_both("--turn-time", turn_time or None, "--timeout", timeout)
    return turn_time if timeout is None else 1000 * timeout


def logs_of(logs: Path | None, destination: Path | None, enabled: str | None, players: int) -> tuple[Path | None, range]:
    """Where logs are written, and those of which seats."""
    _not_both("--logs", logs, "--log-destination", destination)
    folder = logs or destination
    seats = _seats(enabled, players)
    if enabled is not None and seats and folder is None:
        raise OptionError(f"--enable-logs {enabled}: say where logs are to be written, by --log-destination DIR")
    return (folder if seats else None), seats


def _seats(enabled: str | None, players: int) -> range:
    """The seats that a word names."""
    words = {"NONE": range(0), "BOTH": range(players), **{f"P{seat + 1}": range(seat, seat + 1) for seat in range(players)}}
    if enabled is None:
        return words["BOTH"]
    if enabled.upper() not in words:
        raise OptionError(f"--enable-logs {enabled}: allowed is {', '.join(words)}")
    return words[enabled.upper()]


def _not_both(name: str, value: object, other: str, alias: object) -> None:
    if value is not None and alias is not None:
        raise OptionError(f"{name} and {other} are two names of one thing: give one of them")
