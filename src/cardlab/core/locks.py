"""One writer for a file: a lock that the system keeps, and takes back when its holder ends, by whatever death."""

from __future__ import annotations

import errno
import os

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
_FAR = 1 << 40
"""Windows locks bytes, and nobody else could read them: one beyond the end of any file stands for the whole."""


def take(opened: int) -> bool:
    """Lock an open file until it is closed; False if somebody else holds it. A file system without locks gives all."""
    try:
        _lock(opened)
    except OSError as error:
        return error.errno not in _HELD
    return True


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
