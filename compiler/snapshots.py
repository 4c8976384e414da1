"""A state of the repository that git holds: what is staged, or any revision.

Names and bytes come from the same place; the working tree is never looked at.
"""

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, field

from compiler.git import Repository, TreeEntry, printable
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
        inside = _prefix(folder)
        self._looked.folders.add(inside)
        found = [path for path in self._entries if path.startswith(inside) and _is_ours(path)]
        return [self._entry(path, inside) for path in sorted(found)]

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
        """See `Source`; a link in the place of a folder is not followed here, and so leads out."""
        above = [path[:n] for n, letter in enumerate(path) if letter == "/"]
        self._looked.files.update([*above, path])
        if any(self._is_link(folder) for folder in above):
            return True
        return self._is_link(path) and self._target(path) is None

    def has_folder(self, path: str) -> bool:
        """See `Source`."""
        folder = posixpath.normpath(path)
        self._looked.folders.add(_prefix(folder))
        return folder in self._folders

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

    def _entry(self, path: str, inside: str) -> Entry:
        link: LinkKind | None = None
        if self._entries[path].is_link:
            target = self._target(path)
            within = target is not None and target.startswith(inside)
            link = "escaping" if target is None else "alias" if within else None
        return Entry(path, path.casefold().endswith(READ_SUFFIXES), link)

    def _is_link(self, path: str) -> bool:
        entry = self._entries.get(path)
        return entry is not None and entry.is_link

    def _target(self, path: str) -> str | None:
        """The file that a path leads to, through links; None where it leads out or nowhere."""
        for _ in range(_MAX_LINKS):
            self._looked.files.add(path)
            entry = self._entries.get(path)
            if entry is None or not entry.is_link:
                return path if entry else None
            written = printable(self._blob(entry))
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
        return None

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
