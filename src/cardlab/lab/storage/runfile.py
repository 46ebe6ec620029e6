"""Raw results on disk, so that a run can be interrupted and resumed.

A run file has one JSON value in each line: first what is played, then finished games, a chunk in a line. It is appended
to about once a second. A last line that was cut off, because the machine went down in the middle of it, is left out. While
a run writes its file, no other one does.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from cardlab.core import locks
from cardlab.core.printable import printable
from cardlab.errors import RunError
from cardlab.lab.matches.chunk import Chunk
from cardlab.lab.matches.records import Records
from cardlab.lab.storage.runlines import Lines, RunShape, check, line_of, parse
from cardlab.lab.storage.sources import named_files

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
    """The file of one run.

    With `resume` it goes on with the games that the file holds. Without, a file that holds games is refused, unless `replace`
    says that it may be: then the old one is kept beside it, with ``.old`` at the end of its name.
    `required` False: if it cannot be written, the run goes on and `problem` says why.
    """

    def __init__(
        self, path: str | Path, spec: dict[str, Any], resume: bool = False, required: bool = True, replace: bool = False
    ) -> None:
        self.path = Path(path)
        self.spec = spec
        self.required = required
        self.problem = ""
        self.loaded = False
        """Whether there are games to go on from."""
        self.notes: list[str] = []
        self._files = named_files([*spec.get("agents", ()), *([spec["game_from"]] if "game_from" in spec else [])])
        self._lines: list[Any] = []
        self._chunks: list[tuple[int, Chunk]] | None = None
        self._good_bytes = self._size = 0
        self._waiting: list[str] = []
        self._flushed = time.monotonic()
        self._file: BinaryIO | None = None
        self._written = False
        if self.path.exists():
            self._look(resume, replace)

    @property
    def written(self) -> bool:
        """Whether the file holds results of this run."""
        return self._written or self.loaded

    def restore(self, records: Records, group: int, reasons: Sequence[str]) -> None:
        """Put the games that the file holds into the records. The latest record of a game counts."""
        if self._chunks is None:
            shape = RunShape.of(self.spec, records.players, reasons)
            self._chunks = [self._checked(number, line, shape) for number, line in enumerate(self._lines, 2)]
            self._lines.clear()
        for its_group, chunk in reversed(self._chunks):
            if its_group == group:
                records.take(chunk)

    def part(self, group: int) -> RunFilePart:
        """Where the games of one match of the run go."""
        return RunFilePart(self, group)

    def add(self, chunk: Chunk, group: int = 0) -> None:
        """Take a chunk. It is written within about a second, or when the file is closed."""
        if chunk.games:
            self._waiting.append(line_of(chunk, group))
        if time.monotonic() - self._flushed > FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        self._flushed = time.monotonic()
        try:
            if self._waiting and not self.problem:
                file = self._begin()
                file.write("".join(self._waiting).encode())
                file.flush()
        except OSError as error:
            self._give_up(f"{self.path}: cannot be written: {error.strerror or error}")
        self._waiting.clear()

    def close(self, write: bool = True) -> None:
        """Close the file. `write` False: a run that was over in a moment leaves no file behind."""
        try:
            if write or self.required or self.written:
                self.flush()
        finally:
            if self._file is not None:
                self._file.close()

    # ---- writing -----------------------------------------------------------------------------------------------------

    def _begin(self) -> BinaryIO:
        """The file, ready for the next line."""
        if self._written and self._file is not None:
            return self._file
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
            if not locks.take(self._file.fileno()):
                raise BlockingIOError(0, "another cardlab is writing it")
        if os.fstat(self._file.fileno()).st_size != self._size:
            raise OSError(0, "another cardlab has written it since this run began")
        if self._size and not self._good_bytes:
            shutil.copyfile(self.path, self._old_path)
        self._file.truncate(self._good_bytes)
        self._file.seek(0, os.SEEK_END)
        if not self._good_bytes:
            head = {"format": FORMAT, "run": self.spec, "files": self._files}
            self._file.write(json.dumps(head).encode() + b"\n")
        self._written = True
        return self._file

    @property
    def _old_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.old")

    def _give_up(self, problem: str) -> None:
        self.problem = problem
        if self.required:
            raise RunError(f"{problem}. Choose another file (--run-file)") from None

    # ---- reading -----------------------------------------------------------------------------------------------------

    def _look(self, resume: bool, replace: bool) -> None:
        """Lock a file that is there, see what it holds, and take that in to go on from it."""
        with ExitStack() as undo:
            try:
                file = undo.enter_context(self.path.open("r+b"))
                if not locks.take(file.fileno()):
                    self._refuse_or_go_without(resume)
                    return
                self._size = os.fstat(file.fileno()).st_size
                self._read(file, resume, replace)
            except OSError as error:
                raise RunError(f"{self.path}: cannot be opened: {error.strerror or error}") from None
            self._file = file
            undo.pop_all()

    def _refuse_or_go_without(self, resume: bool) -> None:
        problem = f"{self.path}: another cardlab is writing it. Wait until that run has ended"
        if resume:
            raise RunError(f"{problem}, then go on with it")
        self._give_up(problem)

    def _read(self, file: BinaryIO, resume: bool, replace: bool) -> None:
        lines = Lines(file)
        try:
            head = lines.next()
            if not head:
                self._check_cut_head(file)
                return
            self._check_spec(parse(head), resume)
            while line := lines.next():
                if not resume:
                    self._refuse_or_replace(replace)
                    return
                self._lines.append(parse(line))
                self.loaded = True
        except ValueError as error:
            raise self._damaged(lines.number, error) if lines.number > 1 else self._foreign() from None
        self._good_bytes = lines.good_bytes if resume else 0

    def _check_cut_head(self, file: BinaryIO) -> None:
        """A first line that was cut off holds nothing; but it must be one."""
        file.seek(0)
        start = file.read(40)
        if start and FORMAT.encode() not in start:
            raise self._foreign()

    def _refuse_or_replace(self, replace: bool) -> None:
        if not replace:
            raise RunError(
                f"{self.path}: holds finished games. Go on with them (--resume, in Python resume=True), choose another file "
                "(--run-file), or delete it to start again"
            )
        self.notes.append(
            f"beginning again, although {self.path} holds finished games, with which --resume goes on. "
            f"If new ones are kept, these are in {self._old_path.name}"
        )

    def _check_spec(self, head: Any, resume: bool) -> None:
        theirs = head.get("run") if isinstance(head, dict) and head.get("format") == FORMAT else None
        if not isinstance(theirs, dict):
            raise self._foreign()
        if changed := [name for name in self.spec if theirs.get(name) != self.spec[name]]:
            parts = (f"{name} is {_short(theirs.get(name))} there and {_short(self.spec[name])} here" for name in changed)
            advice = "Ask for the same run, or choose another file (--run-file)"
            raise RunError(f"{self.path}: holds another run: {'; '.join(parts)}. {advice}")
        if resume:
            self._check_files(head.get("files"))

    def _check_files(self, theirs: Any) -> None:
        """An agent whose file has changed is another one: games of both do not belong together."""
        if theirs is None and self._files:
            names = ", ".join(self._files)
            self.notes.append(f"{self.path} does not tell whether {names} changed since its games were played: take care")
        elif theirs is not None and (not isinstance(theirs, dict) or theirs != self._files):
            known = theirs if isinstance(theirs, dict) else {}
            names = ", ".join(printable(n) for n in sorted({*known, *self._files}) if known.get(n) != self._files.get(n))
            raise RunError(
                f"{self.path}: its games were played by another version of {names}, which has changed since. "
                "Bring that version back, or start a new run in another file (--run-file)"
            )

    def _checked(self, number: int, line: Any, shape: RunShape) -> tuple[int, Chunk]:
        try:
            return check(line, shape)
        except ValueError as error:
            raise self._damaged(number, error) from None

    def _damaged(self, number: int, error: ValueError) -> RunError:
        advice = "Delete the file from there on and resume, or start again in another one (--run-file)"
        return RunError(f"{self.path}: line {number} is damaged: {error}. {advice}")

    def _foreign(self) -> RunError:
        return RunError(f"{self.path}: is not a run file. Choose another file (--run-file)")


class RunFilePart:
    """The games of one match in the file of its run."""

    def __init__(self, file: RunFile, group: int) -> None:
        self._file, self._group = file, group

    def take(self, chunk: Chunk) -> None:
        """Keep them."""
        self._file.add(chunk, self._group)


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "…"
