"""Whether files are still what they were when they were read, at the cost of looking at them.

A file is told by inode, size, and the times of its last change in content and in state: the last of
these no program can set, so an older time or the same size hides no change.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from compiler.baseline import BASELINE_FILE
from compiler.config import OWN_FILE, PYPROJECT
from compiler.project import Location
from compiler.sources import READ_SUFFIXES, UNSUPPORTED_SUFFIXES

# File systems count time in steps, the coarsest of two seconds: a file that was read so shortly
# after its last change may have been changed again within the same step.
_STEP_NS = 2_000_000_000
_IGNORES = ".gitignore"
_ENDINGS = (*READ_SUFFIXES, *UNSUPPORTED_SUFFIXES, _IGNORES)
_SETTINGS = (PYPROJECT, OWN_FILE, BASELINE_FILE, ".git/info/exclude")


class Signature(NamedTuple):
    """What tells a state of a file from another one, without its content. Times in nanoseconds."""

    inode: int
    size: int
    content_time: int
    state_time: int


@dataclass(frozen=True, slots=True)
class Look:
    """The signatures of files at one moment; None for one that is not there."""

    files: Mapping[str, Signature | None]

    def is_settled(self, moment: int) -> bool:
        """Whether what was read at a moment (nanoseconds of the system's clock) or later is what
        these signatures stand for."""
        newest = max((f.state_time for f in self.files.values() if f), default=0)
        return newest <= moment - _STEP_NS


def look(place: Location, folder: str) -> Look:
    """The files that decide what the records in `folder` (absolute) say: the records, and what
    configuration, baseline and ignored files there are."""
    found = dict(_Walk(os.path.realpath(place.base), set()).files(folder))
    found.update((path, _signature(path)) for path in _settings(place, folder))
    return Look(found)


@dataclass(frozen=True, slots=True)
class _Walk:
    """A walk as reading does it: links are followed within `limit`, each folder once."""

    limit: str
    seen: set[str]

    def files(self, folder: str) -> Iterator[tuple[str, Signature | None]]:
        """The files below a folder that may be records or say which are ignored."""
        try:
            children = list(os.scandir(folder))
        except OSError:
            yield folder, None
            return
        for child in children:
            if _is_folder(child):
                if self._is_new(child):
                    yield from self.files(child.path)
            elif child.name.casefold().endswith(_ENDINGS):
                yield child.path, _signature(child)

    def _is_new(self, child: "os.DirEntry[str]") -> bool:
        if child.name == ".git":
            return False
        # Without links, a walk meets each folder once, and below its start.
        if not child.is_symlink():
            return True
        real = os.path.realpath(child.path)
        inside = os.path.commonpath([real, self.limit]) == self.limit
        new = inside and real not in self.seen
        self.seen.add(real)
        return new


def _is_folder(child: "os.DirEntry[str]") -> bool:
    try:
        return child.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _settings(place: Location, folder: str) -> Iterator[str]:
    base = str(place.base)
    yield from (os.path.join(base, name) for name in _SETTINGS)
    while len(folder) > len(base) and folder.startswith(base):
        folder = os.path.dirname(folder)
        yield os.path.join(folder, _IGNORES)


def _signature(file: "os.DirEntry[str] | str") -> Signature | None:
    try:
        state = os.stat(file) if isinstance(file, str) else file.stat()
    except OSError:
        return None
    return Signature(state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
