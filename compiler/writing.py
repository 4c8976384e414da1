"""Writing files: whole or not at all, with mode and links kept."""

import errno
import os
import stat
import tempfile


def write_atomically(path: str, data: bytes) -> None:
    """Replace a file's content in one step; the file never holds half of it.

    The mode of an existing file is kept; through a symbolic link its target is replaced, not the
    link. A device or pipe is written to, never replaced. Raises `OSError`.
    """
    if os.path.lexists(path) and not os.path.exists(path):
        raise OSError(errno.ELOOP, "it is a symbolic link that leads nowhere", path)
    mode = os.stat(path).st_mode if os.path.exists(path) else None
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as file:
            file.write(data)
        return
    if mode is not None and not mode & 0o222:
        raise PermissionError(errno.EACCES, "it is read-only", path)
    permissions = stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask()
    _replace(os.path.realpath(path), data, permissions)


def _replace(target: str, data: bytes, permissions: int) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".mneme-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, permissions)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    # There is no call that only reads it.
    current = os.umask(0o022)
    os.umask(current)
    return current
