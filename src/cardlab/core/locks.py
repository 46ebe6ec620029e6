"""One writer for a file: a lock that the system keeps, and takes back when its holder ends, by whatever death."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardlab.errors import RunError

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
PAUSE = 0.005
_FAR = 1 << 40
"""Windows locks bytes, and nobody else could read them: one beyond the end of any file stands for the whole."""


def take(opened: int) -> bool:
    """Lock an open file until it is closed; False if somebody else holds it. A file system without locks gives all."""
    try:
        _lock(opened)
    except OSError as error:
        return error.errno not in _HELD
    return True


@contextmanager
def held(path: Path, patience: float = 30.0) -> Iterator[None]:
    """Be the only one who changes a file, by a lock on another one beside it; whoever else wants to, waits for a moment."""
    beside, end = path.with_name(f".{path.name}.lock"), time.monotonic() + patience
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = beside.open("ab")
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None
    with file:
        while not take(file.fileno()):
            if time.monotonic() > end:
                raise RunError(f"{path}: another cardlab has been changing it for {patience:g} seconds; try again later")
            time.sleep(PAUSE)
        yield


try:
    import fcntl

    def _lock(opened: int) -> None:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)

except ImportError:  # Windows
    import msvcrt

    def _lock(opened: int) -> None:
        place = os.lseek(opened, 0, os.SEEK_CUR)
        try:
            os.lseek(opened, _FAR, os.SEEK_SET)
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        finally:
            os.lseek(opened, place, os.SEEK_SET)
