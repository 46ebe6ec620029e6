"""A process that reads Parquet files before this one does.

The library that reads them may panic, or end the whole process, when a file is damaged. So another process tries first: if it
does not survive, the file is refused here with a clear error. It is started once and ends with this process.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
from pathlib import Path

from cardlab.errors import RunError

_READ = """
import json, os, sys
import polars as pl

for line in sys.stdin:
    try:
        path = json.loads(line)
        pl.read_parquet_metadata(path)
        rows = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()
        if rows > os.path.getsize(path):
            raise MemoryError  # no table of games packs a row into less than a byte
        pl.read_parquet(path, glob=False)
        answer = "good"
    except MemoryError:
        answer = "large"
    except Exception:
        answer = "told"  # the reader gets the same error, and tells it
    except BaseException:
        answer = "damaged"
    print(answer, flush=True)
"""

Signature = tuple[str, int, int, int]


class Taster:
    """Tries files; what was tried and not changed since is not tried again."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._tried: set[Signature] = set()
        self._lock = threading.Lock()
        atexit.register(self.close)

    def taste(self, path: Path) -> None:
        """Raise RunError if reading the file ends badly. What can be told by the reader itself is left to it."""
        with self._lock:
            signature = _signature(path)
            if signature is None or signature in self._tried:
                return
            answer = self._ask(path)
            if answer == "large":
                raise RunError(f"{path}: holds more rows than a file of its size can")
            if answer not in ("good", "told"):
                raise RunError(f"{path}: is damaged: it cannot be read as Parquet. Collect it again, or take a copy")
            self._tried.add(signature)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process.wait()
            self._process = None

    def _ask(self, path: Path) -> str:
        """What the process says; nothing if it died of the file."""
        process = self._process = self._process or self._started()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(str(path.absolute())) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if not answer:
            process.kill()
            self.close()
        return answer

    def _started(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", _READ]
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, start_new_session=True)


def _signature(path: Path) -> Signature | None:
    """What changes when the file does; None if there is no such file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return str(path.absolute()), found.st_ino, found.st_size, found.st_mtime_ns


TASTER = Taster()
"""The one of this process."""
