"""The proposals that one state of the repository holds: on disk, staged, of a revision, merged."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adr_schema.records import Place
from compiler.errors import UsageError
from compiler.sources import Source, read_optional
from proposals.document import Document, empty, load, places
from proposals.refusals import StoreError, no_plain_file
from proposals.store import PROPOSALS_FILE


@dataclass(frozen=True)  # no slots: the places are kept
class Kept:
    """What the file says; empty where there is none, which is where `data` is None."""

    document: Document = field(default_factory=empty)
    data: bytes | None = field(default=None, repr=False)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Where in the file each entry stands, by id; found when first asked for."""
        return {} if self.data is None else places(self.document, self.data)


def kept_in(source: Source) -> Kept:
    """The proposals of a state. Raises `StoreError` where its file cannot be used."""
    if source.is_link(PROPOSALS_FILE):
        raise no_plain_file(PROPOSALS_FILE, "a symbolic link")
    try:
        data = read_optional(source, PROPOSALS_FILE)
    except UsageError as error:
        raise StoreError(error.message, error.hint) from None
    return Kept() if data is None else Kept(load(data, PROPOSALS_FILE), data)
