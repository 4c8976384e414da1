"""One at a time, across processes and threads, by a lock of the system.

The system ends such a lock with its process, however that dies, so no lock is ever stale. The file
that bears it is taken away by its holder; what a killed process leaves, the next one takes over.
"""

import contextlib
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

# A write takes hundredths of a second; what takes this long hangs.
WAIT_SECONDS = 20.0
# Short beside a write, so that those who wait get their turn; random, so that they do not collide.
_PAUSE = (0.001, 0.005)
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def locked(path: str, seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the lock that the file at `path` bears; it is made and taken away.

    Raises `TimeoutError` where another holds it for that long, and `OSError`.
    """
    descriptor = _acquire(path, time.monotonic() + seconds)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows keeps a file that is open
            os.unlink(path)
        os.close(descriptor)


def _acquire(path: str, deadline: float) -> int:
    while True:
        descriptor = os.open(path, _FLAGS, 0o666)
        try:
            if _lock(descriptor) and _is_still_at(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() >= deadline:
            raise TimeoutError
        time.sleep(random.uniform(*_PAUSE))


def _is_still_at(path: str, descriptor: int) -> bool:
    """Whether the locked file is the one that the others will lock, not one taken away before."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
