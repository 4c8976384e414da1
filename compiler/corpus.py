"""What only a whole corpus can settle about its records: ids, open dates, absent statuses."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import NonRecord, Place, Record, Rejected
from compiler.dates import stated_order
from compiler.drafts import Draft
from compiler.findings import diagnostic
from compiler.identity import name_of, number_in_id
from compiler.options import Options

_NAMED = 20


@dataclass(frozen=True, slots=True)
class Corpus:
    """The records of one ADR folder, settled, with everything else that was found in it.

    `drafts` are parallel to `records`. `folder` is relative to the repository root; `short` maps
    a short id that names several records to their paths.
    """

    name: str | None
    folder: str
    records: tuple[Record, ...]
    drafts: tuple[Draft, ...]
    non_records: tuple[NonRecord, ...]
    rejected: tuple[Rejected, ...]

    @property
    def paths(self) -> list[str]:
        """The path of every file found, whatever it turned out to be."""
        files: list[Record | NonRecord | Rejected] = [*self.records, *self.non_records]
        return [file.path for file in [*files, *self.rejected]]


def settle(
    name: str | None,
    folder: str,
    drafts: Sequence[Draft],
    non_records: Sequence[NonRecord],
    rejected: Sequence[Rejected],
    options: Options,
) -> tuple[Corpus, list[Diagnostic]]:
    """Give every record its id and date; report ids that several records claim."""
    ordered = sorted(drafts, key=lambda draft: draft.record.path)
    dated = _settle_dates(ordered)
    ids, findings = _settle_ids(dated)
    records = [replace(r, id=i) if r.id != i else r for r, i in zip(dated, ids, strict=True)]
    if name is not None:
        records = [replace(record, id=f"{name}/{record.id}") for record in records]
    records = [owners_word(record, options) for record in records]
    corpus = Corpus(
        name,
        folder,
        tuple(records),
        tuple(ordered),
        tuple(sorted(non_records, key=lambda item: item.path)),
        tuple(sorted(rejected, key=lambda item: item.path)),
    )
    return corpus, findings


def owners_word(record: Record, options: Options) -> Record:
    """The record with the status that its owner configured for those that state none."""
    stated = record.status is not None or record.status_text is not None
    if stated or options.status_when_absent is None:
        return record
    return replace(record, status=options.status_when_absent, status_source="config")


def _settle_dates(drafts: Sequence[Draft]) -> list[Record]:
    """`04/07/2023` is read in the order that the corpus states elsewhere."""
    open_dates = [draft for draft in drafts if draft.date.numbers]
    if not open_dates:
        return [draft.record for draft in drafts]
    texts = [draft.date_text or "" for draft in drafts]
    order = stated_order(texts, (draft.date for draft in drafts))
    return [
        replace(draft.record, date=draft.date.resolve(order))
        if draft.date.numbers
        else draft.record
        for draft in drafts
    ]


def _settle_ids(records: Sequence[Record]) -> tuple[list[str], list[Diagnostic]]:
    findings: list[Diagnostic] = []
    holders: dict[object, list[int]] = defaultdict(list)
    for index, record in enumerate(records):
        holders[identity_key(record.id)].append(index)
    ids = [record.id for record in records]
    for indexes in holders.values():
        if len(indexes) > 1:
            findings.extend(_shared_id([records[index] for index in indexes]))
            for index in indexes:
                if not records[index].id_declared:
                    ids[index] = name_of(records[index].path)
    return _unique(ids, records), findings


def shared_ids(records: Sequence[Record]) -> list[Diagnostic]:
    """Ids that records of several unnamed corpora claim."""
    holders: dict[object, list[Record]] = defaultdict(list)
    for record in records:
        holders[identity_key(record.id)].append(record)
    return [
        finding for group in holders.values() if len(group) > 1 for finding in _shared_id(group)
    ]


def _unique(ids: list[str], records: Sequence[Record]) -> list[str]:
    """Two records of one stem in two folders are told apart by their paths."""
    count: dict[str, int] = defaultdict(int)
    for identifier in ids:
        count[identifier] += 1
    return [
        str(PurePosixPath(record.path).with_suffix(""))
        if count[i] > 1 and not record.id_declared
        else i
        for i, record in zip(ids, records, strict=True)
    ]


def identity_key(identifier: str) -> object:
    """Equal for ids that differ in spelling only: `ADR-7`, `adr-0007`."""
    numbering = number_in_id(identifier)
    if numbering and len(identifier.rstrip()) <= len(numbering.prefix or "") + numbering.width + 1:
        return ((numbering.prefix or "").casefold(), numbering.number)
    return identifier.casefold()


def _shared_id(records: Sequence[Record]) -> list[Diagnostic]:
    declared = [record for record in records if record.id_declared]
    if len(declared) > 1:
        return [_declared_twice(record, declared) for record in declared]
    first = records[0]
    names = listed(record.path for record in records)
    message = f"{len(records)} records share the id {first.id}: {names}"
    hint = "each goes by its file name; give all but one another number, or an `id` of its own"
    return [diagnostic("ADR302", first.path, Place(first.line), message, hint)]


def listed(names: Iterable[str]) -> str:
    """Names in a sentence; a long list is cut, and says so."""
    shown = list(names)
    more = len(shown) - _NAMED
    return ", ".join(shown) if more <= 0 else f"{', '.join(shown[:_NAMED])} and {more} more"


def _declared_twice(record: Record, declared: Sequence[Record]) -> Diagnostic:
    others = listed(other.path for other in declared if other.path != record.path)
    message = f"the id {record.id} is declared here and in {others}"
    hint = "give one of them another id"
    return diagnostic("ADR301", record.path, record.place_of("id"), message, hint)
