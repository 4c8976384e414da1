"""A state that is not written yet: another source with some files replaced, added or removed."""

from collections.abc import Mapping

from compiler.sources import READ_SUFFIXES, Entry, Source


class Overlay:
    """A `Source` over another one.

    `files` gives the bytes of files that differ, by path as `Source` has it; None removes one.
    """

    def __init__(self, below: Source, files: Mapping[str, bytes | None]) -> None:
        self._below = below
        self._files = files

    def entries(self, folder: str) -> list[Entry]:
        """See `Source`."""
        found = {entry.path: entry for entry in self._below.entries(folder)}
        for path, data in self._files.items():
            if data is None:
                found.pop(path, None)
            elif folder == "." or path.startswith(f"{folder}/"):
                found.setdefault(path, Entry(path, path.casefold().endswith(READ_SUFFIXES)))
        return [found[path] for path in sorted(found)]

    def read(self, path: str, limit: int | None = None) -> bytes:
        """See `Source`."""
        if path not in self._files:
            return self._below.read(path, limit)
        data = self._files[path]
        if data is None:
            raise FileNotFoundError(2, "no such file", path)
        return data[:limit]

    def content_id(self, path: str) -> str | None:
        """See `Source`."""
        return None if path in self._files else self._below.content_id(path)

    def leads_out(self, path: str) -> bool:
        """See `Source`."""
        return self._below.leads_out(path)

    def is_link(self, path: str) -> bool:
        """See `Source`."""
        return path not in self._files and self._below.is_link(path)

    def has_folder(self, path: str) -> bool:
        """See `Source`."""
        return self._below.has_folder(path) or any(
            data is not None and name.startswith(f"{path}/") for name, data in self._files.items()
        )

    def folder_key(self, path: str) -> str | None:
        """See `Source`; a folder that is only to come is told by its name."""
        return self._below.folder_key(path) if self._below.has_folder(path) else path

    def all_paths(self) -> list[str]:
        """See `Source`."""
        kept = {p for p in self._below.all_paths() if self._files.get(p, b"") is not None}
        return sorted(kept | {p for p, data in self._files.items() if data is not None})
