"""What earlier runs found out, by content: it changes how long a run takes, never its answer.

Kept are what each file was read as, the index of whole states (ADR-0019), and what was read of the
history of commits (ADR-0031). A key holds
everything that its value depends on, so nothing ever has to be declared stale.
"""

import hashlib
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from compiler.codec import Codec
from compiler.drafts import Reading
from compiler.installed import installed
from compiler.kept import kept_file

if TYPE_CHECKING:
    from compiler.store import Store

# The number is that of the file's form.
_FILE = "cache-1.sqlite"
_READINGS, _INDEXES, _HISTORIES = "readings", "indexes", "histories"
_BOUNDS = {
    _READINGS: 128 * 1024 * 1024,
    _INDEXES: 64 * 1024 * 1024,
    _HISTORIES: 128 * 1024 * 1024,
}


class Cache:
    """Readings and indexes of earlier runs; without a store it keeps nothing, and nothing new
    without `keeps`.

    To be used in a `with` statement, whose end writes what is new.
    """

    def __init__(self, store: "Store | None", version: bytes, keeps: bool = True) -> None:
        self._store = store
        self._version = version
        self._keeps = keeps

    def __enter__(self) -> "Cache":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._store is not None:
            self._store.close()

    @property
    def usable(self) -> bool:
        """Whether anything can be kept."""
        return self._store is not None and self._store.usable

    @property
    def keeps(self) -> bool:
        """Whether anything new will be kept."""
        return self._keeps and self.usable

    def key(self, *parts: object) -> bytes:
        """The key of a value that depends on these parts, each a plain value or a dataclass of
        such, and on what is installed."""
        return hashlib.sha256(self._version + repr(parts).encode()).digest()

    def reading(self, key: bytes) -> Reading | None:
        """What a file was read as."""
        data = self._store.get(_READINGS, key) if self._store else None
        return None if data is None else _codec().decode(data)

    def keep_reading(self, key: bytes, reading: Reading) -> None:
        """Keep what a file was read as."""
        if self.keeps and self._store:
            self._store.put(_READINGS, key, _codec().encode(reading))

    @property
    def has_index(self) -> bool:
        """Whether there is the index of any state."""
        return self._store is not None and self._store.has_any(_INDEXES)

    def index(self, key: bytes) -> bytes | None:
        """The index of a state."""
        return self._store.get(_INDEXES, key) if self._store else None

    def keep_index(self, key: bytes, index: bytes) -> None:
        """Keep the index of a state."""
        if self.keeps and self._store is not None:
            self._store.put(_INDEXES, key, index)

    def history(self, key: bytes) -> bytes | None:
        """What was last kept of a history."""
        return self._store.get(_HISTORIES, key) if self._store else None

    def keep_history(self, key: bytes, history: bytes) -> None:
        """Keep what was read of a history, in the place of what was kept under the key before."""
        if self.keeps and self._store is not None:
            self._store.put(_HISTORIES, key, history)


def open_cache(root: Path | None, *, keeps: bool = True) -> Cache:
    """The cache of the repository at `root`; one that keeps nothing where there can be none.

    Without `keeps` nothing is added: what is only planned must leave no trace.
    """
    path = cache_file(root)
    if path is None or (version := installed()) is None:
        return Cache(None, b"")
    try:
        from compiler.store import Store
    except ImportError:  # a Python that was built without SQLite
        return Cache(None, b"")
    return Cache(Store(path, _BOUNDS), version, keeps)


def cache_file(root: Path | None) -> Path | None:
    """Where the cache of a repository is; None where there can be none."""
    return kept_file(root, _FILE)


@lru_cache(maxsize=1)
def _codec() -> Codec[Reading]:
    return Codec(Reading)
