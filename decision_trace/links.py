"""Links between commits and decisions, each with its kind and what shows it (ADR-0031)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, get_args

from adr_schema.records import Record
from compiler.identity import name_of, number_in_name
from compiler.ordering import natural
from decision_trace.history import Entry
from decision_trace.log import Change
from decision_trace.messages import Citation
from decision_trace.names import Names
from decision_trace.statuses import Declared, Statuses

# The strongest first.
LinkKind = Literal["records", "changes_status", "edits", "implements", "mentions", "touches_scope"]
KINDS: Final[tuple[LinkKind, ...]] = get_args(LinkKind)
# A record that takes another number stays what it is, where it is hardly changed otherwise.
_RENUMBERED_ALIKE = 90


@dataclass(frozen=True, slots=True)
class Link:
    """A commit and a decision. `evidence` is a path, a trailer, or words of the message; the
    statuses are those that the record declares before and after."""

    commit: Entry
    decision_id: str
    kind: LinkKind
    evidence: str
    old_status: Declared = None
    new_status: Declared = None

    @property
    def sort_key(self) -> tuple[int, object, str]:
        """The order of the links of one commit: the strongest first."""
        return KINDS.index(self.kind), natural(self.decision_id), self.evidence

    def as_json(self) -> dict[str, Any]:
        """The link as a commit shows it."""
        return {
            "decision_id": self.decision_id,
            "kind": self.kind,
            "evidence": self.evidence,
            "old_status": self.old_status,
            "new_status": self.new_status,
        }


class Concern(NamedTuple):
    """A record, and what of a commit is about it: a change of its file, or a citation."""

    record: Record
    what: Change | Citation


@dataclass(slots=True)
class Linker:
    """Finds what of commits concerns records. Records are those of one state, known by the paths
    that they have there, and by older ones in the history that was learnt."""

    records: Sequence[Record]
    names: Names
    _owners: dict[str, Record] = field(init=False)
    _learnt: dict[str, dict[str, Record]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._owners = {record.path: record for record in self.records}

    def learn(self, entries: Sequence[Entry]) -> None:
        """Learn what records were called at each commit of a history, which is given newest first:
        a renamed record has its old path from there on."""
        owners, contents = dict(self._owners), set[tuple[str, str]]()
        self._learnt = {entry.oid: {} for entry in entries}
        waiting = [(entry, change) for entry in entries for change in entry.changes]
        first = True
        while True:
            left = []
            for entry, change in waiting:
                record = owners.get(change.path)
                if record and (first or _goes_on(change, record, contents)):
                    self._take(entry, change, record, owners)
                    contents |= {(record.path, blob) for blob in (*change.old_blobs, change.blob)}
                else:
                    left.append((entry, change))
            if len(left) == len(waiting):
                break
            # A branch goes on with an older name after another one has renamed the record.
            waiting, first = left[::-1] if first else left, False
        self._owners = owners | self._owners

    def concerns(self, entry: Entry) -> Iterator[Concern]:
        """What of a commit concerns any record."""
        for change in entry.changes:
            if (record := self._learnt.get(entry.oid, self._owners).get(change.path)) is not None:
                yield Concern(record, change)
        for citation in entry.citations:
            if (record := self.names.find(citation)) is not None:
                yield Concern(record, citation)

    def owns(self, path: str) -> bool:
        """Whether a file is, or once was, a record that is known."""
        return path in self._owners

    def _take(
        self, entry: Entry, change: Change, record: Record, owners: dict[str, Record]
    ) -> None:
        self._learnt[entry.oid][change.path] = record
        if change.old_path and _is_same(change):
            owners[change.old_path] = record
            self.names.add_path(change.old_path, record)


def _goes_on(change: Change, record: Record, contents: set[tuple[str, str]]) -> bool:
    """Whether a change begins with what the record held at some time, so that it is no other file
    in the same place."""
    return any(blob.strip("0") and (record.path, blob) in contents for blob in change.old_blobs)


def links_of(entry: Entry, concerns: Iterable[Concern], statuses: Statuses) -> tuple[Link, ...]:
    """The links of a commit, the strongest first. Of the kinds that one source has, the message or
    the files, each decision has the strongest."""
    found: dict[tuple[str, bool], Link] = {}
    links = (_link(entry, concern, statuses) for concern in concerns)
    for link in sorted(links, key=lambda link: link.sort_key):
        of_message = link.kind in ("implements", "mentions")
        found.setdefault((link.decision_id, of_message), link)
    return tuple(found.values())


def _link(entry: Entry, concern: Concern, statuses: Statuses) -> Link:
    record, what = concern
    if isinstance(what, Citation):
        return Link(entry, record.id, what.kind, what.evidence)
    new = statuses.of(record, what.blob)
    if what.letter == "A" or (what.old_path and not _is_same(what)):
        return Link(entry, record.id, "records", what.path, None, new)
    # A merge may bring a file that only one of its parents has.
    old = [statuses.of(record, blob) for blob in what.old_blobs if blob.strip("0")]
    evidence = f"{what.old_path} -> {what.path}" if what.old_path else what.path
    if what.letter == "D" or new in old:
        return Link(entry, record.id, "edits", evidence)
    return Link(entry, record.id, "changes_status", evidence, old[0], new)


def _is_same(change: Change) -> bool:
    """Whether a renamed file is the same record: by its number, or hardly changed."""
    numbers = {
        numbering.number if (numbering := number_in_name(name_of(path))) else None
        for path in (change.path, change.old_path or "")
    }
    return len(numbers) == 1 or change.alike >= _RENUMBERED_ALIKE
