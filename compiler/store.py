"""Bytes by key in one file that may be missing, damaged, locked or full: then nothing is kept.

SQLite, because many processes can share its file, and a new row does not rewrite the others.
Nothing waits for the disk (`synchronous`): what a power cut damages does not bear its seal. The
rollback journal stays on: a process that is killed leaves a sound file.
"""

import contextlib
import hashlib
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

# Another process may be writing: a run without the store is better than one that waits.
_WAIT_SECONDS = 0.1
# Bytes written at once: what waits in memory, and how long others are kept out.
_BATCH = 4 * 1024 * 1024
_USELESS = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


class Store:
    """Tables of bytes by key. No method raises for what is wrong with the file.

    `bounds` names the tables, each with the most bytes of values it may hold; the oldest go first.
    """

    def __init__(self, path: Path, bounds: Mapping[str, int]) -> None:
        self._path = path
        self._bounds = bounds
        self._waiting: dict[str, list[tuple[bytes, bytes]]] = defaultdict(list)
        self._size = 0
        self._database: sqlite3.Connection | None = None
        with self._guarded():
            self._database = _connect(path, bounds)

    @property
    def usable(self) -> bool:
        """Whether the file could be opened and has not failed since."""
        return self._database is not None

    def get(self, table: str, key: bytes) -> bytes | None:
        """The value of a key; None where it is not there or does not bear its seal."""
        row = self._first(f"SELECT seal, value FROM {table} WHERE key = ?", key)
        seal, value = row or (None, None)
        # Damage can change the type of a value, too.
        return value if isinstance(value, bytes) and seal == _seal(key, value) else None

    def has_any(self, table: str) -> bool:
        """Whether a table holds anything at all."""
        return self._first(f"SELECT 1 FROM {table} LIMIT 1") is not None

    def put(self, table: str, key: bytes, value: bytes) -> None:
        """Keep a value; it is written with the next batch, at the latest by `close`."""
        if self.usable and len(value) <= self._bounds[table]:
            self._waiting[table].append((key, value))
            self._size += len(value)
            if self._size >= _BATCH:
                self._write()

    def close(self) -> None:
        """Write what waits, and let the file go."""
        self._write()
        if self._database is not None:
            self._database.close()
            self._database = None

    def _first(self, query: str, *values: bytes) -> tuple[object, ...] | None:
        with self._guarded():
            if self._database is not None:
                row: tuple[object, ...] | None = self._database.execute(query, values).fetchone()
                return row
        return None

    def _write(self) -> None:
        waiting, self._waiting, self._size = self._waiting, defaultdict(list), 0
        with self._guarded():
            if self._database is not None and waiting:
                with self._database as database:
                    database.execute("BEGIN IMMEDIATE")
                    for table, rows in waiting.items():
                        _add(database, table, rows, self._bounds[table])

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Go on without the file after its first failure; delete it where it is damaged or has
        another form, so that the next run can begin anew."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            database, self._database = self._database, None
            if database is not None:
                database.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _USELESS:
                with contextlib.suppress(OSError):
                    os.unlink(self._path)


def _connect(path: Path, tables: Mapping[str, int]) -> sqlite3.Connection:
    path.parent.mkdir(exist_ok=True)
    # Every statement is a transaction of its own, unless one is begun.
    database = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
    try:
        database.execute("PRAGMA synchronous = OFF")
        for table in tables:
            database.execute(
                f"CREATE TABLE IF NOT EXISTS {table}"
                " (key BLOB NOT NULL UNIQUE, seal BLOB NOT NULL, value BLOB NOT NULL)"
            )
    except sqlite3.Error:
        database.close()
        raise
    return database


def _add(
    database: sqlite3.Connection, table: str, rows: list[tuple[bytes, bytes]], bound: int
) -> None:
    """Put rows behind the newest ones, of which only those are kept that leave them room.

    One that is dropped and still in use is soon put again.
    """
    room = bound - sum(len(value) for _, value in rows)
    database.execute(
        f"DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM (SELECT rowid,"
        f" sum(length(value)) OVER (ORDER BY rowid DESC) AS total FROM {table}) WHERE total > ?)",
        (room,),
    )
    database.executemany(
        f"INSERT OR REPLACE INTO {table} (key, seal, value) VALUES (?, ?, ?)",
        ((key, _seal(key, value), value) for key, value in rows),
    )


def _seal(key: bytes, value: bytes) -> bytes:
    """What proves that a value is the one that was put under its key."""
    digest = hashlib.sha256(key)
    digest.update(value)
    return digest.digest()
