"""Writing files: whole or not at all, with mode and links kept."""

import os
import tempfile


def write_atomically(path: str, data: bytes) -> None:
    """Replace a file's content in one step; the file never holds half of it.

    The mode of an existing file is kept; through a symbolic link its target is replaced, not the
    link. Raises `OSError`.
    """
    target = os.path.realpath(path)
    mode = os.stat(target).st_mode & 0o7777 if os.path.exists(target) else 0o666 & ~_umask()
    descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".mneme-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    # There is no call that only reads it.
    current = os.umask(0o022)
    os.umask(current)
    return current
