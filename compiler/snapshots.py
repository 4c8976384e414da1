"""A state of the repository that git holds: what is staged, or any revision.

Names and bytes come from the same place; the working tree is never looked at.
"""

import posixpath
from collections.abc import Sequence

from compiler.git import Repository, TreeEntry
from compiler.sources import READ_SUFFIXES, UNSUPPORTED_SUFFIXES, Entry, LinkKind, printable_path

_MAX_LINKS = 20


class Snapshot:
    """The files of one tree or index, as a `Source`; paths are relative to the root."""

    def __init__(self, repository: Repository, entries: Sequence[TreeEntry]) -> None:
        self._repository = repository
        files = (entry for entry in entries if entry.is_file)
        self._entries = {printable_path(entry.path): entry for entry in files}
        self._folders = {"."}
        for path in self._entries:
            while path := path.rpartition("/")[0]:
                self._folders.add(path)

    def entries(self, folder: str) -> list[Entry]:
        """See `Source`. What git tracks is read, whatever it would ignore."""
        inside = "" if folder == "." else f"{folder}/"
        found = [path for path in self._entries if path.startswith(inside) and _is_ours(path)]
        return [self._entry(path, inside) for path in sorted(found)]

    def read(self, path: str, limit: int | None = None) -> bytes:
        """See `Source`; a link inside the repository gives its target's bytes."""
        target = self._target(path)
        if target is None:
            raise FileNotFoundError(2, "no such file in this state of the repository", path)
        return self._repository.blob(self._entries[target].oid)[:limit]

    def content_id(self, path: str) -> str | None:
        """See `Source`; git names every content by its id."""
        target = self._target(path)
        return None if target is None else self._entries[target].oid

    def has_folder(self, path: str) -> bool:
        """See `Source`."""
        return posixpath.normpath(path) in self._folders

    def all_paths(self) -> list[str]:
        """See `Source`."""
        return list(self._entries)

    def _entry(self, path: str, inside: str) -> Entry:
        link: LinkKind | None = None
        if self._entries[path].is_link:
            target = self._target(path)
            within = target is not None and target.startswith(inside)
            link = "escaping" if target is None else "alias" if within else None
        return Entry(path, path.casefold().endswith(READ_SUFFIXES), link)

    def _target(self, path: str) -> str | None:
        """The file that a path leads to, through links; None where it leads out or nowhere."""
        for _ in range(_MAX_LINKS):
            entry = self._entries.get(path)
            if entry is None or not entry.is_link:
                return path if entry else None
            written = self._repository.blob(entry.oid).decode("utf-8", "surrogateescape")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
        return None


def _is_ours(path: str) -> bool:
    return path.casefold().endswith(READ_SUFFIXES + UNSUPPORTED_SUFFIXES)
