"""Which proposals the records name, and whether these still stand as they did."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from adr_schema.records import Record
from proposals.claims import claimed
from proposals.document import Document
from proposals.refusals import StoreError
from proposals.store import Store

# The document, or why there is none that can be used.
Kept: TypeAlias = Document | str


@dataclass(frozen=True, slots=True)
class Claims:
    """The ids of the proposals that records name, and what was kept of these."""

    named: frozenset[str] = frozenset()
    standing: object = None

    def hold(self, store: Store) -> bool:
        """Whether the same is kept of them now. The store is not read where none is named."""
        return not self.named or _standing(self.named, kept_in(store)) == self.standing


def claims_of(records: Iterable[Record], kept: Kept) -> Claims:
    """The claims of records, where this is what is kept."""
    named = claimed(records)
    return Claims(named, _standing(named, kept))


def kept_in(store: Store) -> Kept:
    """What a store holds now; the message where it cannot be used."""
    try:
        return store.read()
    except StoreError as error:
        return error.message


def _standing(named: frozenset[str], kept: Kept) -> object:
    if isinstance(kept, str):
        return kept
    sound = tuple(entry for entry in kept.proposals if entry.proposal_id in named)
    return sound, tuple(entry for entry in kept.damaged if entry.proposal_id in named)
