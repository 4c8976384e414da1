"""A state of the repository that git holds: what is staged, or any revision.

Names and bytes come from the same place; the working tree is never looked at.
"""

import itertools
import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler.git.repository import Repository
from compiler.git.staging import TreeEntry
from compiler.remembered import Footprint, Seen
from compiler.sources import READ_SUFFIXES, UNSUPPORTED_SUFFIXES, Entry, LinkKind, printable_path

_MAX_LINKS = 20


class Snapshot:
    """The files of one tree or index, as a `Source`; paths are relative to the root."""

    def __init__(self, repository: Repository, entries: Sequence[TreeEntry]) -> None:
        self._repository = repository
        self._all = entries
        self._looked = _Looked()
        files = (entry for entry in entries if entry.is_file)
        self._entries = {printable_path(entry.path): entry for entry in files}
        self._folders = {"."}
        for path in self._entries:
            while path := path.rpartition("/")[0]:
                self._folders.add(path)

    def entries(self, folder: str) -> list[Entry]:
        """See `Source`. What git tracks is read, whatever it would ignore."""
        start = self._real(folder)
        if start is None:
            return []
        found = self._files(folder, start, start, set())
        return sorted(itertools.starmap(self._entry, found), key=lambda entry: entry.path)

    def read(self, path: str, limit: int | None = None) -> bytes:
        """See `Source`; a link inside the repository gives its target's bytes."""
        target = self._target(path)
        if target is None:
            raise FileNotFoundError(2, "no such file in this state of the repository", path)
        return self._blob(self._entries[target])[:limit]

    def content_id(self, path: str) -> str | None:
        """See `Source`; git names every content by its id."""
        target = self._target(path)
        return None if target is None else self._entries[target].oid

    def leads_out(self, path: str) -> bool:
        """See `Source`."""
        return self._real(path) is None

    def is_link(self, path: str) -> bool:
        """See `Source`."""
        self._looked.files.add(path)
        entry = self._entries.get(path)
        return entry is not None and entry.is_link

    def has_folder(self, path: str) -> bool:
        """See `Source`."""
        return self.folder_key(path) in self._folders

    def folder_key(self, path: str) -> str | None:
        """See `Source`: the folder that a path leads to, through links."""
        real = self._real(path)
        if real is not None:
            self._looked.folders.add(_prefix(real))
        return real

    def all_paths(self) -> list[str]:
        """See `Source`."""
        self._looked.names = True
        return list(self._entries)

    def seen(self) -> Seen | None:
        """What was looked at so far, and the digest of it; None where an object was missing.

        Whatever has been answered from this snapshot follows from that alone.
        """
        looked = self._looked
        if looked.at_missing:
            return None
        folders, files = tuple(sorted(looked.folders)), tuple(sorted(looked.files))
        footprint = Footprint(folders, files, looked.names)
        return Seen(footprint, footprint.digest(entry.line for entry in self._all))

    def _files(
        self, folder: str, real: str, start: str, seen: set[str]
    ) -> Iterator[tuple[str, str, str]]:
        """What lies below a folder: each path as seen from there, the path itself, and `start`.

        `real` is where `folder` leads, `start` where the walk began. Links to other folders are
        followed as on disk: not to what is read in its own place, and to none twice.
        """
        inside = _prefix(real)
        self._looked.folders.add(inside)
        walked = tuple(_prefix(other) for other in seen if other.startswith(inside))
        seen.add(real)
        for path in self._entries:
            if path.startswith(inside) and not path.startswith(walked):
                shown = f"{_prefix(folder)}{path[len(inside) :]}"
                target = self._real(path) if self._entries[path].is_link else None
                if target not in self._folders:
                    if _is_ours(path):
                        yield shown, path, start
                elif target not in seen and not _prefix(target).startswith(_prefix(start)):
                    yield from self._files(shown, target, start, seen)

    def _entry(self, shown: str, path: str, start: str) -> Entry:
        link: LinkKind | None = None
        if self._entries[path].is_link:
            target = self._target(path)
            within = target is not None and target.startswith(_prefix(start))
            link = "escaping" if target is None else "alias" if within else None
        return Entry(shown, path.casefold().endswith(READ_SUFFIXES), link)

    def _target(self, path: str) -> str | None:
        """The file that a path leads to, through links; None where it leads out or nowhere."""
        real = self._real(path)
        return real if real in self._entries else None

    def _real(self, path: str) -> str | None:
        """Where a path leads, through links to files and folders; None where it leads out of the
        repository or in a circle. What it leads to may not exist."""
        done, ahead, links = ".", path.split("/")[::-1], 0
        while ahead:
            part = ahead.pop()
            if part == ".." and done == ".":
                return None
            above, done = done, posixpath.normpath(posixpath.join(done, part))
            self._looked.files.add(done)
            entry = self._entries.get(done)
            if entry is not None and entry.is_link:
                links += 1
                written = self._blob(entry).decode("utf-8", "surrogateescape")
                if links > _MAX_LINKS or posixpath.isabs(written):
                    return None
                done = above
                ahead.extend(written.split("/")[::-1])
        return done

    def _blob(self, entry: TreeEntry) -> bytes:
        try:
            return self._repository.blob(entry.oid)
        except OSError:
            self._looked.at_missing = True
            raise


@dataclass(slots=True)
class _Looked:
    """What a snapshot was asked for: folders (as prefixes of paths), files, the list of names."""

    folders: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    names: bool = False
    at_missing: bool = False


def _prefix(folder: str) -> str:
    return "" if folder == "." else f"{folder}/"


def _is_ours(path: str) -> bool:
    return path.casefold().endswith(READ_SUFFIXES + UNSUPPORTED_SUFFIXES)
