"""Raw results on disk, so that a run can be interrupted and resumed.

A run file has one JSON value in each line: first what is played, then finished games, a chunk in a line. It is appended
to about once a second. A last line that was cut off, because the machine went down in the middle of it, is left out.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from cardlab.errors import RunError
from cardlab.lab.records import Columns, Records

FORMAT = "cardlab-run-1"
FLUSH_SECONDS = 1.0


def home() -> Path:
    """Where cardlab keeps its files: $CARDLAB_HOME, or the usual place for data of programs."""
    if chosen := os.environ.get("CARDLAB_HOME"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cardlab"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "cardlab"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cardlab"


def default_path(spec: dict[str, Any]) -> Path:
    """The file for a run, named after what is played."""
    digest = hashlib.blake2b(json.dumps(spec, sort_keys=True).encode(), digest_size=6).hexdigest()
    return home() / "runs" / f"{spec['kind']}-{spec['game']}-{digest}.jsonl"


class RunFile:
    """The file of one run. `required` False: if it cannot be written, the run goes on and `problem` says why."""

    def __init__(self, path: str | Path, spec: dict[str, Any], resume: bool = False, required: bool = True) -> None:
        self.path = Path(path)
        self.spec = spec
        self.required = required
        self.problem = ""
        self.loaded: list[tuple[int, Columns]] = []
        self._good_bytes = 0
        self._waiting: list[str] = []
        self._flushed = time.monotonic()
        self._out: TextIO | None = None
        if self.path.exists():
            self._read(resume)

    @property
    def written(self) -> bool:
        """Whether the file holds results of this run."""
        return self._out is not None or bool(self.loaded)

    def restore(self, records: Records, group: int = 0) -> None:
        """Put the games that the file holds into the records."""
        for number, (its_group, columns) in enumerate(self.loaded, 2):
            if its_group != group:
                continue
            try:
                records.add(columns)
            except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError):
                raise self._damaged(number) from None

    def add(self, columns: Columns, group: int = 0) -> None:
        """Take a chunk. It is written within about a second, or when the file is closed."""
        kept = {name: value for name, value in columns.items() if name != "replays"}
        self._waiting.append(json.dumps({"group": group, **kept}, separators=(",", ":")) + "\n")
        if time.monotonic() - self._flushed > FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        self._flushed = time.monotonic()
        try:
            if self._waiting and not self.problem:
                self._open().write("".join(self._waiting))
                self._open().flush()
        except OSError as error:
            self.problem = f"{self.path}: cannot be written: {error.strerror or error}"
            if self.required:
                raise RunError(f"{self.problem}. Choose another file (--run-file)") from None
        self._waiting.clear()

    def close(self, write: bool = True) -> None:
        """Close the file. `write` False: a run that was over in a moment leaves no file behind."""
        if write or self.required or self.written:
            self.flush()
        if self._out is not None:
            self._out.close()

    def _open(self) -> TextIO:
        if self._out is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._good_bytes:
                os.truncate(self.path, self._good_bytes)
                self._out = self.path.open("a", encoding="utf-8")
            else:
                self._out = self.path.open("w", encoding="utf-8")
                self._out.write(json.dumps({"format": FORMAT, "run": self.spec}) + "\n")
        return self._out

    def _read(self, resume: bool) -> None:
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except OSError as error:
            raise RunError(f"{self.path}: cannot be read: {error.strerror or error}") from None
        if not lines or (len(lines) == 1 and not lines[0].endswith(b"\n")):
            if lines and FORMAT.encode() not in lines[0][:40]:
                raise RunError(f"{self.path}: is not a run file. Choose another file (--run-file)")
            return
        self._check_spec(lines[0])
        if resume:
            self._read_chunks(lines)

    def _check_spec(self, line: bytes) -> None:
        try:
            head = json.loads(line)
            theirs = head["run"] if head["format"] == FORMAT else None
        except (ValueError, KeyError, TypeError, RecursionError):
            theirs = None
        if not isinstance(theirs, dict):
            raise RunError(f"{self.path}: is not a run file. Choose another file (--run-file)")
        if changed := [name for name in self.spec if theirs.get(name) != self.spec[name]]:
            parts = (f"{name} is {_short(theirs.get(name))} there and {_short(self.spec[name])} here" for name in changed)
            advice = "Ask for the same run, or choose another file (--run-file)"
            raise RunError(f"{self.path}: holds another run: {'; '.join(parts)}. {advice}")

    def _read_chunks(self, lines: list[bytes]) -> None:
        self._good_bytes = len(lines[0])
        for number, line in enumerate(lines[1:], 2):
            if not line.endswith(b"\n"):
                break
            try:
                columns = json.loads(line)
                group = int(columns.pop("group"))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise self._damaged(number) from None
            self.loaded.append((group, columns))
            self._good_bytes += len(line)

    def _damaged(self, number: int) -> RunError:
        return RunError(f"{self.path}: line {number} is damaged. Delete it from there on, or start again without --resume")


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "…"
