"""What there is to read: each file in one corpus, and what names its content without parsing it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from compiler.config import CorpusConfig
from compiler.git.objects import blob_id
from compiler.project import Project
from compiler.sources import Entry, Source
from compiler.text import MAX_BYTES

if TYPE_CHECKING:
    from hashlib import _Hash


@dataclass(frozen=True, slots=True)
class Content:
    """What stands behind an entry.

    `oid` is the id that git gives the content. Where it is None, either `aside` says why the entry
    is not even opened, or `failure` why it cannot be read. `data` are the bytes, where they had to
    be read to know the id.
    """

    oid: str | None = None
    data: bytes | None = None
    aside: str | None = None
    failure: str | None = None


def content_of(entry: Entry, source: Source) -> Content:
    """Name the content of an entry; what git already names is not read."""
    if entry.link == "unreadable":
        return Content(failure="the folder cannot be listed")
    if (reason := _unread(entry)) is not None:
        return Content(aside=reason)
    known = source.content_id(entry.path)
    if known is not None:
        return Content(known)
    try:
        data = read(entry, source)
    except OSError as error:
        return Content(failure=why(error))
    return Content(blob_id(data), data)


def read(entry: Entry, source: Source) -> bytes:
    """The bytes of an entry, as many as are ever looked at. Raises `OSError`."""
    return source.read(entry.path, MAX_BYTES + 1)


def why(error: OSError) -> str:
    """The system's word for a failure."""
    return error.strerror or "input or output error"


def _unread(entry: Entry) -> str | None:
    if entry.link == "escaping":
        return "link that leaves the repository"
    if entry.link == "alias":
        return "link to a file of this folder"
    return None if entry.supported else "unsupported format"


def own_entries(project: Project) -> Mapping[CorpusConfig, Sequence[Entry]]:
    """Each file in one corpus: where folders lie in each other, in that of the innermost."""
    found = {config: project.source.entries(config.path) for config in project.corpora}
    owner: dict[str, CorpusConfig] = {}
    for config in sorted(found, key=lambda config: len(config.path)):
        owner.update((entry.path, config) for entry in found[config])
    return {
        config: [entry for entry in entries if owner[entry.path] is config]
        for config, entries in found.items()
    }


@dataclass(frozen=True, slots=True)
class Tally:
    """A digest of all entries with their contents: equal where the same files hold the same."""

    _hash: "_Hash" = field(default_factory=hashlib.sha256)

    def add(self, config: CorpusConfig, entry: Entry, content: Content) -> None:
        """Count one entry in."""
        self._hash.update(repr((config, entry, content.oid, content.failure)).encode())

    def digest(self) -> bytes:
        """The digest of what was counted so far, in this order."""
        return self._hash.digest()


def tally(project: Project) -> bytes:
    """The digest that reading the project's corpora would give, without parsing anything."""
    total = Tally()
    for config, entries in own_entries(project).items():
        for entry in entries:
            total.add(config, entry, content_of(entry, project.source))
    return total.digest()
