"""The proposals that one state of the repository holds: on disk, staged, of a revision, merged."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adr_schema.records import Place
from compiler.errors import UsageError
from compiler.sources import Source, read_optional
from proposals.document import Document, empty, load, places
from proposals.refusals import StoreError, no_plain_file
from proposals.store import PROPOSALS_FILE


@dataclass(frozen=True, slots=True)
class Kept:
    """What the file says, and where in it each entry stands, by id; empty where there is none."""

    document: Document = field(default_factory=empty)
    places: Mapping[str, Place] = field(default_factory=dict)


def kept_in(source: Source) -> Kept:
    """The proposals of a state. Raises `StoreError` where its file cannot be used."""
    if source.is_link(PROPOSALS_FILE):
        raise no_plain_file(PROPOSALS_FILE, "a symbolic link")
    try:
        data = read_optional(source, PROPOSALS_FILE)
    except UsageError as error:
        raise StoreError(error.message, error.hint) from None
    return Kept() if data is None else Kept(load(data, PROPOSALS_FILE), places(data))
