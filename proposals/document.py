"""The file of proposals between bytes and values: what it says is kept, whoever wrote it.

A document holds the file's JSON as it was read. A change makes a new document that differs in one
entry; unknown keys, damaged entries and the order of everything stay.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    order of the file, then, as rejected ones, those that left a tombstone.
    """

    data: Mapping[str, Any]
    proposals: tuple[Proposal, ...]
    damaged: tuple[Damaged, ...]

    def get(self, identifier: str) -> Proposal | None:
        """The proposal of this id; None where there is none that can be used."""
        return next((p for p in self.proposals if p.proposal_id == identifier), None)

    def find(self, prefix: str) -> Proposal:
        """The proposal whose id begins so. Raises `UsageError` unless there is exactly one, and
        `StoreError` where it is damaged."""
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
        raise _refused(name, _place(text.content, fault.offset), fault.message) from None
    return _with_places(document, text.content)


def places(data: bytes) -> dict[str, Place]:
    """Where each entry of a file that loads stands, by the id that it claims."""
    text = decode(data)
    assert not isinstance(text, Unreadable), "it was loaded"
    offsets = {name: item_offsets(text.content, name) for name in _LISTS}
    found = _ids(parse(text.content))
    return {i: _place(text.content, offsets[name][number]) for name, number, i in found}


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
    entries = [
        with_keys(entry, keys) if id_of(entry) == identifier else entry
        for entry in document.data["proposals"]
    ]
    if entries == document.data["proposals"]:
        return document
    return document_of({**document.data, "proposals": entries})


def without(document: Document, list_name: ListName, identifier: str) -> Document:
    """The document without the entry of this id in a list."""
    entries = [e for e in document.data[list_name] if id_of(e) != identifier]
    return document_of({**document.data, list_name: entries})


def with_tombstone(document: Document, tombstone: Tombstone) -> Document:
    """The document with one more tombstone."""
    entries = [*document.data.get("tombstones", []), tombstone_entry(tombstone)]
    return document_of({**document.data, "tombstones": entries})


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


def document_of(data: Mapping[str, Any]) -> Document:
    """The document of JSON whose outermost form holds; its entries are judged one by one."""
    sound: list[Proposal] = []
    damaged: list[Damaged] = []
    for list_name in _LISTS:
        for number, entry in enumerate(data.get(list_name, ())):
            read = read_entry(list_name, json.dumps(entry))
            if isinstance(read, Proposal):
                sound.append(read)
            else:
                damaged.append(Damaged(list_name, number, id_of(entry), read))
    return Document(data, tuple(sound), tuple(damaged))


def _require_unique_ids(document: Document, text: str) -> None:
    known: set[str] = set()
    for list_name, number, identifier in _ids(document.data):
        if identifier in known:
            raise JsonError(
                f"the id {identifier} stands twice", item_offsets(text, list_name)[number]
            )
        known.add(identifier)


def _ids(data: Mapping[str, Any]) -> Iterator[tuple[ListName, int, str]]:
    for list_name in _LISTS:
        entries: Sequence[Any] = data.get(list_name, ())
        for number, entry in enumerate(entries):
            identifier = id_of(entry)
            if identifier is not None:
                yield list_name, number, identifier


def _with_places(document: Document, text: str) -> Document:
    lists = {damaged.list_name for damaged in document.damaged}
    offsets = {name: item_offsets(text, name) for name in lists}
    placed = (
        replace(damaged, place=_place(text, offsets[damaged.list_name][damaged.number]))
        for damaged in document.damaged
    )
    return replace(document, damaged=tuple(placed))


def _place(text: str, offset: int) -> Place:
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _refused(name: str, place: Place, why: str) -> StoreError:
    where = f"line {place.line}, column {place.column}"
    message = f"{name} is no file of proposals that can be used: {where}: {why}"
    return StoreError(message, _HINT, place=place)
