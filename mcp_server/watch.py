"""Whether files are still what they were when they were read, at the cost of looking at them.

A file is told by inode, size, and the times of its last change in content and in state: the last of
these no program can set, so an older time or the same size hides no change.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from compiler.baseline import BASELINE_FILE
from compiler.config import OWN_FILE, PYPROJECT
from compiler.project import Location
from compiler.sources import READ_SUFFIXES, UNSUPPORTED_SUFFIXES

# File systems count time in steps, the coarsest of two seconds: a file that was read so shortly
# after its last change may have been changed again within the same step.
_STEP_NS = 2_000_000_000
_IGNORES = ".gitignore"
_ENDINGS = (*READ_SUFFIXES, *UNSUPPORTED_SUFFIXES, _IGNORES)
_SETTINGS = (PYPROJECT, OWN_FILE, BASELINE_FILE)


@dataclass(frozen=True, slots=True)
class Look:
    """What files looked like at one moment: two are equal where all signatures are. `newest` is
    the latest time of state among them, in nanoseconds of the system's clock."""

    signatures: int
    newest: int

    def is_settled(self, moment: int) -> bool:
        """Whether what was read at a moment or later is what these signatures stand for."""
        return self.newest <= moment - _STEP_NS


def look(place: Location, folder: str, others: Sequence[str]) -> Look:
    """The files that decide what the records in `folder` (absolute) say: the records, and what
    configuration, baseline and ignored files there are. `others` are further files (absolute) by
    which git tells what it ignores."""
    walk = _Walk(os.path.realpath(place.base))
    walk.see(folder)
    for path in (*_settings(place, folder), *others):
        walk.note(path, partial(os.stat, path))
    return Look(walk.signatures, walk.newest)


@dataclass(slots=True)
class _Walk:
    """A walk as reading does it: links are followed within `limit`, each folder once.

    Each signature is folded into one number of this process: to keep thousands of them costs more
    than to look at their files.
    """

    limit: str
    signatures: int = 0
    newest: int = 0
    seen: set[str] = field(default_factory=set)

    def see(self, folder: str) -> None:
        """Look at the files below a folder that may be records or say which are ignored."""
        self.signatures = hash((self.signatures, folder))
        try:
            children = list(os.scandir(folder))  # the listing itself may fail, too
        except OSError:
            self.signatures = hash((self.signatures, None))
            return
        for child in children:
            if _is_folder(child):
                if self._is_new(child):
                    self.see(child.path)
            elif child.name.lower().endswith(_ENDINGS):
                self.note(child.name, child.stat)

    def note(self, name: str, stat: Callable[[], os.stat_result]) -> None:
        """Fold in the signature of a file, or that there is none."""
        try:
            state = stat()
        except OSError:
            self.signatures = hash((self.signatures, name))
            return
        changed = state.st_ctime_ns
        signature = (name, state.st_ino, state.st_size, state.st_mtime_ns, changed)
        self.signatures = hash((self.signatures, signature))
        self.newest = max(self.newest, changed)

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
