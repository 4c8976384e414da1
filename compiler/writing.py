"""Writing files: whole or not at all, one or several, with mode and links kept."""

import contextlib
import errno
import os
import signal
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from compiler.errors import UsageError

if sys.platform != "win32":
    import fcntl


@dataclass(frozen=True, slots=True)
class Change:
    """A file to write: its absolute path, the bytes that were read (None: it is new), and those
    that shall stand there."""

    path: str
    before: bytes | None
    after: bytes


def write_all(changes: Sequence[Change], moves: Sequence[tuple[str, str]] = ()) -> None:
    """Move and write several files, all of them or none, and read each one again.

    `moves` are (from, to), absolute, and come first. A file that is new is never written over
    another one. Raises `UsageError` where a file has changed since it was read or cannot be
    written; everything is then as it was.
    """
    undo: list[Callable[[], None]] = []
    with _signals_held_back() as stop_if_asked:
        try:
            for old, new in moves:
                stop_if_asked()
                _move(old, new)
                undo.append(partial(os.rename, new, old))
            for change in changes:
                stop_if_asked()
                _write(change)
                undo.append(partial(_take_back, change))
            for change in changes:
                _require(change.path, change.after, "does not hold what was written")
        except BaseException as error:
            for step in reversed(undo):
                with contextlib.suppress(OSError):
                    step()
            if isinstance(error, OSError):
                raise _refused(error) from None
            raise


def _refused(error: OSError) -> UsageError:
    where = error.filename2 or error.filename or "a file"
    if isinstance(error, FileExistsError):
        message = f"{where} is there already; nothing was changed"
        return UsageError(message, "move it away; what git ignores is not read")
    message = f"{where} cannot be written: {error.strerror}; nothing was changed"
    return UsageError(message, "look at its permissions")


@contextlib.contextmanager
def _signals_held_back() -> Iterator[Callable[[], None]]:
    """Hold back Ctrl-C and a termination: half a change is none, and who presses twice must not
    stop the taking back. Yields what stops between two steps where one was asked for."""
    asked: list[int] = []

    def stop_if_asked() -> None:
        if asked:
            raise KeyboardInterrupt

    # Only the main thread may say what a signal does; one that is ignored stays ignored.
    here = threading.current_thread() is threading.main_thread()
    kept = {s: signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM) if here}
    kept = {s: handler for s, handler in kept.items() if handler not in (None, signal.SIG_IGN)}
    for number in kept:
        signal.signal(number, lambda number, _: asked.append(number))
    try:
        yield stop_if_asked
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
        if asked:
            signal.raise_signal(asked[0])


@contextlib.contextmanager
def alone_in(folder: str) -> Iterator[None]:
    """Let one process at a time write below a folder; the others wait. Nothing is left behind.

    Where a folder cannot be locked (Windows, some network drives) nobody waits.
    """
    if sys.platform == "win32":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _move(old: str, new: str) -> None:
    if os.path.lexists(new):
        raise FileExistsError(errno.EEXIST, "there is such a file already", new)
    os.rename(old, new)


def _write(change: Change) -> None:
    if change.before is None:
        _create(change.path, change.after)
    else:
        _require(change.path, change.before, "has changed since it was read; nothing was changed")
        write_atomically(change.path, change.after)


def _take_back(change: Change) -> None:
    if change.before is None:
        os.unlink(change.path)
    else:
        write_atomically(change.path, change.before)


def _require(path: str, data: bytes, otherwise: str) -> None:
    with open(path, "rb") as file:
        if file.read() != data:
            raise UsageError(f"{path} {otherwise}", "run the command again")


def _create(path: str, data: bytes) -> None:
    """Write a new file, in one step. Raises `FileExistsError` where there is one, even a link to
    nothing."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = _temporary(path, data, 0o666 & ~_umask())
    try:
        try:
            os.link(temporary, path)  # a rename would replace what is there
        except FileExistsError:
            raise
        except OSError:  # a file system without such links
            _move(temporary, path)
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, "there is such a file already", path) from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
    _sync_folder(path)


def require_inside(folder: str, path: str, shown: str) -> None:
    """Raise `UsageError` where a link leads a path out of a folder; `shown` is how the path is
    printed."""
    real = os.path.realpath(folder)
    if os.path.commonpath([real, os.path.realpath(path)]) != real:
        raise UsageError(f"{shown} leads out of the repository", "put the file itself there")


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
    temporary = _temporary(target, data, permissions)
    try:
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
    _sync_folder(target)


def _temporary(target: str, data: bytes, permissions: int) -> str:
    """A new file beside the target that holds the data, also after a power cut."""
    try:
        folder = os.path.dirname(target)
        descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=_temporary_prefix(target))
    except OSError as error:
        # The name of the temporary file says nothing to a person.
        raise OSError(error.errno, error.strerror, target) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, permissions)
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary


def remove_leftovers(path: str) -> None:
    """Remove what killed writers of this file left beside it. Nobody else may be writing it."""
    folder, prefix = os.path.dirname(path), _temporary_prefix(path)
    for name in os.listdir(folder):
        if name.startswith(prefix):
            os.unlink(os.path.join(folder, name))


def _temporary_prefix(path: str) -> str:
    # A name may be as long as the system allows; the temporary one must not be longer.
    return f".mneme-{os.path.basename(path)[:40]}-"


def _sync_folder(path: str) -> None:
    """Make the folder of a file remember its entry after a power cut, where a system can be asked
    to."""
    if os.name == "nt":
        return
    descriptor = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        # Some file systems refuse it; the file itself is written.
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _umask() -> int:
    # There is no call that only reads it.
    current = os.umask(0o022)
    os.umask(current)
    return current
