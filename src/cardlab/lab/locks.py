"""One writer for a file: a lock that the system keeps, and takes back when its holder ends, by whatever death."""

from __future__ import annotations

import errno
from typing import IO

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
_FAR = 1 << 40
"""Windows locks bytes, and nobody else could read them: one beyond the end of any run file stands for the whole."""


def take(file: IO[bytes]) -> bool:
    """Lock an open file until it is closed; False if somebody else holds it. A file system without locks gives all."""
    try:
        _lock(file)
    except OSError as error:
        return error.errno not in _HELD
    return True


try:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

except ImportError:  # Windows
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        place = file.tell()
        try:
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        finally:
            file.seek(place)
