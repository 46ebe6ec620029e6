"""One collection at a time in one place: files are put together from parts, which two writers would mix up."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from cardlab.core import locks
from cardlab.errors import RunError


class Lock:
    """A hidden file, or a folder, that one process holds. It is free again when that process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: int | None = None
        self._holder = os.getpid()

    def take(self, where: str) -> None:
        """Hold it, or raise RunError if another one does; `where` names the place."""
        while self._held is None:
            held = self._open(where)
            if not locks.take(held):
                os.close(held)
                raise RunError(f"{where}: another collection is writing there. Wait for it, or choose another target (--to)")
            if self._is_current(held):
                self._held = held
            else:
                os.close(held)

    def free(self) -> None:
        """Let others have it. A worker process that was forked off does not hold it."""
        if self._held is not None and self._holder == os.getpid():
            if not self.path.is_dir():
                self.path.unlink(missing_ok=True)
            os.close(self._held)
            self._held = None

    def __del__(self) -> None:
        with contextlib.suppress(OSError):
            self.free()

    def _open(self, where: str) -> int:
        try:
            if self.path.is_dir():
                return os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise RunError(f"{where}: cannot be written: {error.strerror or error}") from None

    def _is_current(self, held: int) -> bool:
        """Whether the file was not removed, by the one who held it before, since it was opened."""
        try:
            return os.path.samestat(os.fstat(held), self.path.stat())
        except OSError:
            return False
