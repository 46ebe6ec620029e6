"""The lines of a run file, which may be damaged or come from a stranger: nothing of them is taken before all is checked."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO

from cardlab.core.printable import printable
from cardlab.lab.matches.chunk import FAILURES, Chunk
from cardlab.lab.matches.match import MAX_GAMES

MAX_LINE_BYTES = 8 << 20
MAX_ERROR_LENGTH = 4000
_INT32, _INT64 = (1 << 31) - 1, (1 << 63) - 1
_PER_ROLE = {"turns": _INT32, "timed": _INT32, "spent_ns": _INT64, "slowest_ns": _INT64}
_COLUMNS = ("first", "scores", *_PER_ROLE, "reason", "failed", "decisions", "errors")
_NEEDED = {"group", *_COLUMNS}
Columns = dict[str, Any]
"""A line as JSON holds it: nothing that anybody should rely on before it is checked."""


@dataclass(frozen=True)
class RunShape:
    """What the lines of a run must fit: its players, the endings of its game, and the number of its groups."""

    players: int
    reasons: int
    groups: int

    @classmethod
    def of(cls, spec: Mapping[str, Any], players: int, reasons: Sequence[str]) -> RunShape:
        """The shape of the run that a first line tells of."""
        groups = 1
        if spec.get("kind") == "tournament":
            groups = spec["tables"] if "tables" in spec else math.comb(len(spec["agents"]), players)
        return cls(players, len(reasons), groups)


class Lines:
    """The whole lines of a file, one after another; a last one that was cut off is left out."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.good_bytes = 0
        self.number = 0

    def next(self) -> bytes:
        """The next line, or nothing. Raises ValueError for one that is too long."""
        self.number += 1
        line = self._file.readline(MAX_LINE_BYTES + 1)
        if len(line) > MAX_LINE_BYTES:
            raise ValueError(f"it has more than {MAX_LINE_BYTES:,} bytes")
        if not line.endswith(b"\n"):
            return b""
        self.good_bytes += len(line)
        return line


def parse(line: bytes) -> Any:
    """The JSON value of a line; ValueError for anything else, however deep."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("it is no JSON") from None


def line_of(chunk: Chunk, group: int) -> str:
    """Games as a line."""
    columns = {name: getattr(chunk, name) for name in _COLUMNS}
    if chunk.ignored:
        columns["ignored"] = chunk.ignored
    return json.dumps({"group": group, **columns}, separators=(",", ":")) + "\n"


def check(columns: Any, shape: RunShape) -> tuple[int, Chunk]:
    """The group and the games of a line. Raises ValueError that says what is wrong."""
    if not isinstance(columns, dict) or not set(columns) >= _NEEDED:
        raise ValueError("parts are missing")
    if unknown := set(columns) - _NEEDED - {"observed", "ignored"}:
        raise ValueError(f"there is an unknown part {printable(min(unknown), 40)!r}")
    if columns.get("observed") is not None:
        raise ValueError("rows of data do not belong there")
    _whole([columns["group"]], 0, shape.groups - 1, "group")
    count = _rows(columns, shape)
    _whole([columns["first"]], 0, MAX_GAMES - count, "first")
    _check_endings(columns, shape)
    games = range(columns["first"], columns["first"] + count)
    errors, ignored = _errors(columns["errors"], games), _ignored(columns.get("ignored", {}), games, shape.players)
    return columns["group"], Chunk(**{**{name: columns[name] for name in _COLUMNS}, "errors": errors, "ignored": ignored})


def _rows(columns: Columns, shape: RunShape) -> int:
    """How many games there are; every column has as many, and a cell for each player where it should."""
    per_game = [columns[name] for name in ("reason", "failed", "decisions")]
    per_role = [columns[name] for name in ("scores", *_PER_ROLE)]
    if not all(isinstance(column, list) for column in (*per_game, *per_role)):
        raise ValueError("its columns are no lists")
    count = len(columns["reason"])
    if not count or any(len(column) != count for column in (*per_game, *per_role)):
        raise ValueError("its columns differ in length")
    if not all(isinstance(row, list) and len(row) == shape.players for column in per_role for row in column):
        raise ValueError(f"its games are not for {shape.players} players")
    for name, most in _PER_ROLE.items():
        _whole(chain.from_iterable(columns[name]), 0, most, name)
    _whole(columns["decisions"], 0, _INT32, "decisions")
    if not all(type(score) in (int, float) and 0 <= score <= 1 for score in chain.from_iterable(columns["scores"])):
        raise ValueError("scores are numbers from 0 to 1")
    return count


def _check_endings(columns: Columns, shape: RunShape) -> None:
    _whole(columns["reason"], -max(FAILURES), shape.reasons - 1, "reason")
    _whole(columns["failed"], -1, shape.players - 1, "failed")
    if any((reason < 0) != (failed >= 0) for reason, failed in zip(columns["reason"], columns["failed"], strict=True)):
        raise ValueError("reason and failed contradict each other")


def _errors(errors: Any, games: range) -> dict[int, str]:
    if not isinstance(errors, dict) or len(errors) > len(games):
        raise ValueError("errors should be texts by the numbers of games")
    for index, text in errors.items():
        if not (index.isascii() and index.isdecimal() and len(index) < 12 and int(index) in games):
            raise ValueError("errors should be texts by the numbers of games")
        if not isinstance(text, str) or len(text) > MAX_ERROR_LENGTH:
            raise ValueError(f"an error should be a text of at most {MAX_ERROR_LENGTH} characters")
    return {int(index): printable(text) for index, text in errors.items()}


def _ignored(counts: Any, games: range, players: int) -> dict[int, list[int]]:
    if not isinstance(counts, dict) or not all(isinstance(row, list) and len(row) == players for row in counts.values()):
        raise ValueError("ignored orders should be counts for each player by the numbers of games")
    if not all(index.isascii() and index.isdecimal() and len(index) < 12 and int(index) in games for index in counts):
        raise ValueError("ignored orders should be counts for each player by the numbers of games")
    _whole(chain.from_iterable(counts.values()), 0, _INT32, "ignored")
    return {int(index): row for index, row in counts.items()}


def _whole(values: Any, least: int, most: int, name: str) -> None:
    if not all(type(value) is int and least <= value <= most for value in values):
        raise ValueError(f"{name} should be whole, from {least} to {most}")
