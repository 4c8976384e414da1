"""Where bytes come from: one small interface, and the working tree behind it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from compiler import git

READ_SUFFIXES = (".md", ".markdown", ".mdx")
UNSUPPORTED_SUFFIXES = (".rst", ".adoc", ".asciidoc")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file found in an ADR folder.

    `path` is relative to the base with forward slashes, printable; `escapes` marks a symbolic
    link that leaves the repository.
    """

    path: str
    supported: bool
    escapes: bool = False


class Source(Protocol):
    """Files of one state of the repository."""

    def entries(self, folder: str) -> list[Entry]:
        """The files below `folder` that may be records, sorted by path."""
        ...

    def read(self, path: str, limit: int | None = None) -> bytes:
        """The bytes of a file, `limit` of them at most. Raises `OSError`."""
        ...

    def has_folder(self, path: str) -> bool:
        """Whether there is a folder of this path."""
        ...

    def all_paths(self) -> list[str]:
        """Every file of the repository, for matching path patterns; empty where unknown."""
        ...


def read_optional(source: Source, path: str) -> bytes | None:
    """The bytes of a file, None where there is none."""
    try:
        return source.read(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


class WorkingTree:
    """The files on disk below `base`."""

    def __init__(self, base: Path, root: Path | None) -> None:
        self._base = base
        self._root = root
        # Names that are no UTF-8 are printed in another form than the one that opens them.
        self._raw: dict[str, str] = {}

    def entries(self, folder: str) -> list[Entry]:
        """See `Source`; git-ignored files and folders, and `.git`, are left out."""
        ignored = git.ignored_paths(self._root, folder) if self._root else frozenset()
        start = os.path.normpath(os.path.join(self._base, folder))
        found = _walk(start, self._limit(start), frozenset({os.path.realpath(start)}))
        entries = (self._entry(path, escapes) for path, escapes in found)
        kept = (
            [e for e in entries if not _is_ignored(e.path, ignored)] if ignored else list(entries)
        )
        return sorted(kept, key=lambda entry: entry.path)

    def read(self, path: str, limit: int | None = None) -> bytes:
        """See `Source`."""
        with open(os.path.join(self._base, self._raw.get(path, path)), "rb") as file:
            # A bare `read(limit)` would allocate the whole limit for each small file.
            size = os.fstat(file.fileno()).st_size
            return file.read(size if limit is None else min(size, limit))

    def has_folder(self, path: str) -> bool:
        """See `Source`."""
        return os.path.isdir(os.path.join(self._base, path))

    def all_paths(self) -> list[str]:
        """See `Source`."""
        return git.listed_paths(self._root) if self._root else []

    def _limit(self, start: str) -> str:
        """The folder that symbolic links may not leave: the repository, else the ADR folder."""
        return os.path.realpath(self._root) if self._root else os.path.realpath(start)

    def _entry(self, path: str, escapes: bool) -> Entry:
        relative = os.path.relpath(path, self._base).replace(os.sep, "/")
        shown = printable_path(relative)
        if shown != relative:
            self._raw[shown] = relative
        return Entry(shown, path.casefold().endswith(READ_SUFFIXES), escapes)


def _walk(folder: str, limit: str, seen: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Files below a folder with a suffix of ours, and whether they are links that escape."""
    try:
        children = list(os.scandir(folder))
    except OSError:
        return
    for child in children:
        if child.name == ".git":
            continue
        link = child.is_symlink()
        real = os.path.realpath(child.path) if link else child.path
        escapes = link and os.path.commonpath([limit, real]) != limit
        if _is_folder(child):
            if escapes:
                yield child.path, True
            elif real not in seen and not (link and _inside(real, folder)):
                yield from _walk(child.path, limit, seen | {real})
        elif child.name.casefold().endswith(READ_SUFFIXES + UNSUPPORTED_SUFFIXES):
            yield child.path, escapes


def _is_folder(child: "os.DirEntry[str]") -> bool:
    try:
        return child.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _inside(path: str, folder: str) -> bool:
    """Whether a linked folder is read anyway, or holds the one that is being read."""
    here = os.path.realpath(folder)
    return path.startswith(here + os.sep) or here.startswith(path)


def _is_ignored(path: str, ignored: frozenset[str]) -> bool:
    if path in ignored:
        return True
    parts = path.split("/")
    return any("/".join(parts[:n]) + "/" in ignored for n in range(1, len(parts)))


def printable_path(path: str) -> str:
    """A path that any output can carry: bytes that are no UTF-8 become `\\xNN`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
