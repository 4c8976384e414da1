"""The file of proposals between bytes and values: what it says is kept, whoever wrote it.

A document holds the file's JSON as it was read. A change makes a new document that differs in one
entry; unknown keys, damaged entries and the order of everything stay.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adr_schema.records import Place
from adr_schema.vocabulary import PROPOSALS_SCHEMA
from compiler.errors import UsageError
from compiler.text import Unreadable, decode
from compiler.validation import violations
from proposals.entries import ListName, as_entry, id_of, read_entry, tombstone_entry, with_keys
from proposals.model import Proposal, Tombstone
from proposals.refusals import StoreError
from proposals.strict_json import JsonError, item_offsets, parse

_LISTS: tuple[ListName, ...] = ("proposals", "tombstones")
# Half of a surrogate pair is no character: only JSON's escape can write it.
_HALF = re.compile("[\ud800-\udfff]")
_HINT = "mend it by hand or take it back from git; it was left as it is"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Damaged:
    """An entry that is kept and cannot be used: where it stands, and why.

    `number` counts from 0 in its list. `place` is None for a document that is not as it was read.
    """

    list_name: ListName
    number: int
    proposal_id: str | None
    reason: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """What a file of proposals says.

    `data` is its JSON, never changed in place. `proposals` are those that fit their id in the
    order of the file, then, as rejected ones, those that left a tombstone; `by_id` are the same.
    """

    data: Mapping[str, Any]
    proposals: tuple[Proposal, ...]
    damaged: tuple[Damaged, ...]
    by_id: Mapping[str, Proposal] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {p.proposal_id: p for p in self.proposals})

    def get(self, identifier: str) -> Proposal | None:
        """The proposal of this id; None where there is none that can be used."""
        return self.by_id.get(identifier)

    def find(self, prefix: str) -> Proposal:
        """The proposal whose id begins so. Raises `UsageError` unless there is exactly one, and
        `StoreError` where it is damaged."""
        if (exact := self.get(prefix)) is not None:
            return exact
        sound = [p for p in self.proposals if p.proposal_id.startswith(prefix)]
        broken = [d for d in self.damaged if (d.proposal_id or "").startswith(prefix)]
        ids = sorted({p.proposal_id for p in sound} | {d.proposal_id or "" for d in broken})
        if not prefix or not ids:
            hint = "`mneme decision proposals` lists them"
            raise UsageError(f"there is no proposal `{prefix}`", hint)
        if len(ids) > 1:
            listed = ", ".join(ids[:_SHOWN]) + (" ..." if len(ids) > _SHOWN else "")
            raise UsageError(f"`{prefix}` begins the ids of several proposals: {listed}")
        if broken:
            raise StoreError(f"the proposal {ids[0]} is damaged: {broken[0].reason}", _HINT)
        return sound[0]


def empty() -> Document:
    """The document of a file that does not exist yet."""
    return document_of({"schema": PROPOSALS_SCHEMA, "proposals": []})


def load(data: bytes, name: str) -> Document:
    """The document that the bytes of a file hold; `name` is what messages call the file.

    Raises `StoreError` with the place where the file as a whole cannot be trusted: no UTF-8,
    no strict JSON, another schema, an id that stands twice.
    """
    text = decode(data)
    if isinstance(text, Unreadable):
        raise _refused(name, text.place, text.message)
    try:
        document = document_of(_envelope(parse(text.content), text.content))
        _require_unique_ids(document, text.content)
    except JsonError as fault:
        place = _Lines(text.content).place(fault.offset)
        raise _refused(name, place, fault.message) from None
    return _with_places(document, text.content)


def places(document: Document, data: bytes) -> dict[str, Place]:
    """Where each entry of a document stands in the file that it was loaded from, by the id that
    the entry claims."""
    text = decode(data)
    assert not isinstance(text, Unreadable), "it was loaded"
    lines, offsets = _Lines(text.content), item_offsets(text.content, _LISTS)
    found = _ids(document.data)
    return {i: lines.place(offsets[name][number]) for name, number, i in found}


def dump(document: Document) -> bytes:
    """The one form in which a document is written."""
    text = json.dumps(document.data, ensure_ascii=False, indent=2) + "\n"
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text).encode()


def added(document: Document, proposal: Proposal) -> Document:
    """The document with one more proposal. The others are not read again: there may be many."""
    entries = [*document.data["proposals"], as_entry(proposal)]
    own = [known for known in document.proposals if not known.payload_dropped]
    proposals = (*own, proposal, *document.proposals[len(own) :])
    return replace(document, data={**document.data, "proposals": entries}, proposals=proposals)


def changed(document: Document, identifier: str, keys: Mapping[str, Any]) -> Document:
    """The document with other values of some keys in one entry; None takes an added key away."""
    return changed_each(document, {identifier: keys})


def changed_each(document: Document, keys: Mapping[str, Mapping[str, Any]]) -> Document:
    """The document with other values of some keys in the entries of these ids."""
    entries = [
        with_keys(entry, found) if (found := keys.get(id_of(entry) or "")) else entry
        for entry in document.data["proposals"]
    ]
    if entries == document.data["proposals"]:
        return document
    return _with_list(document, "proposals", entries, keys)


def without(document: Document, list_name: ListName, identifiers: Collection[str]) -> Document:
    """The document without the entries of these ids in a list."""
    entries = [e for e in document.data[list_name] if id_of(e) not in identifiers]
    return _with_list(document, list_name, entries, identifiers)


def with_tombstones(document: Document, tombstones: Sequence[Tombstone]) -> Document:
    """The document with more tombstones, of proposals that are in it no longer."""
    entries = [*document.data.get("tombstones", []), *map(tombstone_entry, tombstones)]
    return _with_list(document, "tombstones", entries, ())


def _with_list(
    document: Document, list_name: ListName, entries: Sequence[Any], touched: Collection[str]
) -> Document:
    """The document with another list, of which the entries of the touched ids are read anew."""
    known = {i: found for i, found in document.by_id.items() if i not in touched}
    return document_of({**document.data, list_name: entries}, known)


def _envelope(data: Any, text: str) -> dict[str, Any]:
    """The data of a file, whose outermost form holds; the entries are judged one by one."""
    whole = data
    if isinstance(data, dict):
        whole = {k: [] if k in _LISTS and isinstance(v, list) else v for k, v in data.items()}
    found = violations("proposals", whole)
    if found:
        where = f"{found[0].where}: " if found[0].where else ""
        key = f'"{found[0].where}"'
        raise JsonError(f"{where}{found[0].message}", max(text.find(key), 0))
    checked: dict[str, Any] = data
    return checked


def document_of(data: Mapping[str, Any], known: Mapping[str, Proposal] | None = None) -> Document:
    """The document of JSON whose outermost form holds; its entries are judged one by one, but for
    those whose proposals are `known` by their ids."""
    known = known or {}
    sound: list[Proposal] = []
    damaged: list[Damaged] = []
    for list_name in _LISTS:
        for number, entry in enumerate(data.get(list_name, ())):
            identifier = id_of(entry)
            read = known.get(identifier or "") or read_entry(list_name, json.dumps(entry))
            if isinstance(read, Proposal):
                sound.append(read)
            else:
                damaged.append(Damaged(list_name, number, identifier, read))
    return Document(data, tuple(sound), tuple(damaged))


def _require_unique_ids(document: Document, text: str) -> None:
    known: set[str] = set()
    for list_name, number, identifier in _ids(document.data):
        if identifier in known:
            offset = item_offsets(text, _LISTS)[list_name][number]
            raise JsonError(f"the id {identifier} stands twice", offset)
        known.add(identifier)


def _ids(data: Mapping[str, Any]) -> Iterator[tuple[ListName, int, str]]:
    for list_name in _LISTS:
        entries: Sequence[Any] = data.get(list_name, ())
        for number, entry in enumerate(entries):
            identifier = id_of(entry)
            if identifier is not None:
                yield list_name, number, identifier


def _with_places(document: Document, text: str) -> Document:
    if not document.damaged:
        return document
    lines, offsets = _Lines(text), item_offsets(text, _LISTS)
    placed = (
        replace(damaged, place=lines.place(offsets[damaged.list_name][damaged.number]))
        for damaged in document.damaged
    )
    return replace(document, damaged=tuple(placed))


class _Lines:
    """Where the characters of a text stand, by their offsets."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)


def _refused(name: str, place: Place, why: str) -> StoreError:
    where = f"line {place.line}, column {place.column}"
    message = f"{name} is no file of proposals that can be used: {where}: {why}"
    return StoreError(message, _HINT, place=place)
