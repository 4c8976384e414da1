"""Where bytes come from: one small interface, and the working tree behind it."""

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from compiler.errors import UsageError
from compiler.git.paths import printable
from compiler.git.working_tree import ignored_paths, listed_paths

READ_SUFFIXES = (".md", ".markdown", ".mdx")
UNSUPPORTED_SUFFIXES = (".rst", ".adoc", ".asciidoc")


# Without waiting: opening a pipe would wait for a writer. Windows knows neither pipe nor flag.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

LinkKind = Literal["escaping", "alias", "unreadable"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A file found in an ADR folder.

    `path` is relative to the base with forward slashes, printable. `link` tells a symbolic link
    that leaves the repository ("escaping"), one to a file of the same folder ("alias"), and a
    folder that cannot be listed ("unreadable").
    """

    path: str
    supported: bool
    link: LinkKind | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file found in a corpus: its path, its bytes, and how it stands among the others.

    `path` is relative to the repository root, `folder` is the corpus folder, `alone` tells that no
    other Markdown file lies beside it (how many do would change with each new record).
    """

    path: str
    data: bytes
    folder: str = "."
    alone: bool = True

    @property
    def inner(self) -> str:
        """The path below the corpus folder."""
        return self.path if self.folder == "." else self.path.removeprefix(f"{self.folder}/")


class Source(Protocol):
    """Files of one state of the repository."""

    def entries(self, folder: str) -> list[Entry]:
        """The files below `folder` that may be records, sorted by path."""
        ...

    def read(self, path: str, limit: int | None = None) -> bytes:
        """The bytes of a file, `limit` of them at most. Raises `OSError`."""
        ...

    def content_id(self, path: str) -> str | None:
        """The id that git gives a file's content, where it is known without reading it."""
        ...

    def leads_out(self, path: str) -> bool:
        """Whether a file is, or lies behind, a symbolic link that leaves the repository."""
        ...

    def is_link(self, path: str) -> bool:
        """Whether a path itself, not what it lies behind, is a symbolic link."""
        ...

    def has_folder(self, path: str) -> bool:
        """Whether there is a folder of this path."""
        ...

    def folder_key(self, path: str) -> str | None:
        """What tells a folder from others, whatever it is called; None where it leads nowhere."""
        ...

    def all_paths(self) -> list[str]:
        """Every file of the repository, for matching path patterns; empty where unknown."""
        ...


def read_optional(source: Source, path: str) -> bytes | None:
    """The bytes of a file, None where there is none.

    Raises `UsageError` where it cannot be read, and where a link leads out of the repository: what
    lies there is judged by nobody, may be secret, and must not be written to.
    """
    if source.leads_out(path):
        hint = "put the file itself here"
        raise UsageError(f"{path} is a link that leads out of the repository, or nowhere", hint)
    try:
        return source.read(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", None) from None


class WorkingTree:
    """The files on disk below `base`."""

    def __init__(self, base: Path, root: Path | None) -> None:
        self._base = base
        self._root = root
        # Names that are no UTF-8 are printed in another form than the one that opens them.
        self._raw: dict[str, str] = {}
        # Asked once: one run judges by one list.
        self._all_paths: list[str] | None = None

    def entries(self, folder: str) -> list[Entry]:
        """See `Source`; git-ignored files and folders, and `.git`, are left out."""
        ignored = ignored_paths(self._root, folder) if self._root else frozenset()
        start = os.path.normpath(os.path.join(self._base, folder))
        real = os.path.realpath(start)
        walk = _Walk(real, os.path.realpath(self._root) if self._root else real, {real})
        entries = (self._entry(path, link) for path, link in walk.files(start))
        kept = (
            [e for e in entries if not _is_ignored(e.path, ignored)] if ignored else list(entries)
        )
        return sorted(kept, key=lambda entry: entry.path)

    def read(self, path: str, limit: int | None = None) -> bytes:
        """See `Source`."""
        descriptor = os.open(self.location(path), _READING)
        try:
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode):
                raise OSError(errno.EINVAL, "it is no regular file", path)
            # A bare `read(limit)` would allocate the whole limit for each small file.
            return os.read(
                descriptor, state.st_size if limit is None else min(state.st_size, limit)
            )
        finally:
            os.close(descriptor)

    def location(self, path: str) -> str:
        """The name that opens a file, where `path` is how it is printed."""
        return os.path.join(self._base, self._raw.get(path, path))

    def content_id(self, path: str) -> None:
        """See `Source`; a file on disk is always read: size and time prove nothing."""

    def leads_out(self, path: str) -> bool:
        """See `Source`; never where there is no repository."""
        if self._root is None or "\0" in path:  # nothing has such a name
            return False
        return not _below(os.path.realpath(self.location(path)), os.path.realpath(self._root))

    def is_link(self, path: str) -> bool:
        """See `Source`."""
        return os.path.islink(self.location(path))

    def has_folder(self, path: str) -> bool:
        """See `Source`; a link out of the repository is no folder of it."""
        return not self.leads_out(path) and os.path.isdir(os.path.join(self._base, path))

    def folder_key(self, path: str) -> str:
        """See `Source`; the file system may fold case."""
        folder = os.path.join(self._base, path)
        state = os.stat(folder)
        return f"{state.st_dev}:{state.st_ino}" if state.st_ino else folder

    def all_paths(self) -> list[str]:
        """See `Source`."""
        if self._all_paths is None:
            self._all_paths = listed_paths(self._root) if self._root else []
        return self._all_paths

    def _entry(self, path: str, link: LinkKind | None) -> Entry:
        relative = os.path.relpath(path, self._base).replace(os.sep, "/")
        shown = printable_path(relative)
        if shown != relative:
            self._raw[shown] = relative
        return Entry(shown, path.casefold().endswith(READ_SUFFIXES), link)


@dataclass(frozen=True, slots=True)
class _Walk:
    """A walk through one folder: `start` is its real path, `limit` the folder that links may not
    leave, `seen` the real paths of the folders walked."""

    start: str
    limit: str
    seen: set[str]

    def files(self, folder: str) -> Iterator[tuple[str, LinkKind | None]]:
        """Files with a suffix of ours, and what kind of link they are, if any."""
        try:
            children = sorted(os.scandir(folder), key=lambda child: child.name)
        except OSError:
            yield folder, "unreadable"
            return
        for child in children:
            link = self._link(child)
            if child.name == ".git" or (_is_folder(child) and link == "alias"):
                continue
            if _is_folder(child) and link is None:
                yield from self._into(child)
            elif _is_folder(child) or _is_ours(child.name):
                yield child.path, link

    def _into(self, child: "os.DirEntry[str]") -> Iterator[tuple[str, LinkKind | None]]:
        real = os.path.realpath(child.path)
        if real not in self.seen:
            self.seen.add(real)
            yield from self.files(child.path)

    def _link(self, child: "os.DirEntry[str]") -> LinkKind | None:
        """What a symbolic link is: one that leads out, or to what is read in its own place."""
        if not child.is_symlink():
            return None
        real = os.path.realpath(child.path)
        if not _below(real, self.limit):
            return "escaping"
        return "alias" if _below(real, self.start) and os.path.exists(real) else None


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_ours(name: str) -> bool:
    return name.casefold().endswith(READ_SUFFIXES + UNSUPPORTED_SUFFIXES)


def _is_folder(child: "os.DirEntry[str]") -> bool:
    try:
        return child.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _is_ignored(path: str, ignored: frozenset[str]) -> bool:
    if path in ignored:
        return True
    parts = path.split("/")
    return any("/".join(parts[:n]) + "/" in ignored for n in range(1, len(parts)))


def printable_path(path: str) -> str:
    """A path that any output can carry, different for each path (see `printable`)."""
    return printable(os.fsencode(path))
