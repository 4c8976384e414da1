"""Commits, from what `git log` says (see `compiler.git.history.read_log`)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from compiler.git.paths import printable

# What git shows of a time that is none; and the last one that is kept (see `ranks`).
_NO_TIME = "1970-01-01T00:00:00+00:00"
_LATEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit did to a file: a letter of git (`A`, `M`, `D`, `R`, `T`), its path, its blob.

    A merge changes a file where it holds what no parent has: `old_blobs` are those of all parents,
    else there is one. Zeros stand for no file. `old_path` is set for a renamed file, and `alike` is
    then how alike the two are, in percent; git does not say it of merges, for which it is 100.
    """

    letter: str
    path: str
    old_path: str | None
    alike: int
    old_blobs: tuple[str, ...]
    blob: str


class Commit(NamedTuple):
    """A commit as git tells it. `is_left` marks those that only the left side of a range has.

    `when` is the time of committing in seconds, `written` that of writing, as ISO 8601. What stays
    bytes is read when it is asked for: most of many commits are not looked at.
    """

    is_left: bool
    oid: str
    parents: tuple[str, ...]
    when: int
    written: bytes
    writer: bytes
    message: bytes
    raw: bytes

    @property
    def changes(self) -> tuple[Change, ...]:
        """What it did to files."""
        words = iter(self.raw.split(b"\0"))
        lines = (word.lstrip(b"\n") for word in words)
        changes = (_change(line.decode(), words) for line in lines if line)
        return tuple(change for change in changes if change is not None)

    @property
    def author_date(self) -> str:
        """When it was written, as ISO 8601."""
        return self.written.decode() if self.written[:1].isdigit() else _NO_TIME

    @property
    def author(self) -> str:
        """The name of the person who wrote it."""
        return self.writer.decode("utf-8", "replace")

    @property
    def text(self) -> str:
        """The message; bytes that are no text in the encoding that the commit names are marked."""
        return self.message.decode("utf-8", "replace")


def commits_of(log: Iterable[Sequence[bytes]]) -> Iterator[Commit]:
    """The commits in the order of the log."""
    for head, parents, when, *rest in log:
        side, oid = head[:1], head[1:].decode()
        seconds = min(int(when or 0), _LATEST)  # some programs write what is no time
        yield Commit(side == b"<", oid, tuple(parents.decode().split()), seconds, *rest)


def _change(line: str, words: Iterator[bytes]) -> Change | None:
    """A raw line, `:modes blobs letter`, of a merge with a colon, mode, blob and letter for each
    parent; its paths follow. None for a merge that joins what its parents did to a file."""
    sides = len(line) - len(line.lstrip(":"))
    parts = line[sides:].split(" ")
    # Interned: the blob of no file is in each commit that adds one.
    old_blobs, blob, status = tuple(map(intern, parts[sides + 1 : -2])), parts[-2], parts[-1]
    if sides == 1:
        old_path = printable(next(words)) if status[0] in "RC" else None
        path = printable(next(words))
        return Change(status[0], path, old_path, int(status[1:] or 0), old_blobs, blob)
    paths = [printable(next(words)) for _ in range(sides)]
    path = printable(next(words))
    renamed = "R" in status and set(status) <= {"A", "R"}
    if blob in old_blobs and not renamed:
        return None
    old_path = paths[status.index("R")] if renamed else None
    return Change(_of_merge(status), path, old_path, 100 if renamed else 0, old_blobs, blob)


def _of_merge(letters: str) -> str:
    """A file is new in a merge where no parent has it, and gone where it is."""
    return letters[0] if set(letters) in ({"A"}, {"D"}) else "M"
