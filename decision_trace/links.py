"""Links between commits and decisions, each with its kind and what shows it (ADR-0031)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, get_args

from adr_schema.records import Record
from compiler.identity import name_of, number_in_name
from compiler.ordering import natural
from decision_trace.former_numbers import FormerNumbers
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


_Made = tuple[Entry, Change]


@dataclass(slots=True)
class Linker:
    """Finds what of commits concerns records. Records are those of one state, known by the paths
    that they have there, and by older ones in the history that was learnt."""

    records: Sequence[Record]
    names: Names
    _owners: dict[str, Record] = field(init=False)
    _learnt: dict[str, dict[str, Record]] = field(default_factory=dict)
    _numbers: FormerNumbers = field(default_factory=FormerNumbers)

    def __post_init__(self) -> None:
        self._owners = {record.path: record for record in self.records}

    def learn(self, entries: Sequence[Entry]) -> None:
        """Learn what records were called at each commit of a history, which is given newest first:
        a renamed record has its old path from there on."""
        followed = _Followed(dict(self._owners), {entry.oid: {} for entry in entries})
        changes = [(entry, change) for entry in entries for change in entry.changes]
        left = followed.take(changes, lambda *_: True)[::-1]
        # A branch goes on with an older name after another one has renamed the record.
        while len(rest := followed.take(left, followed.goes_on)) < len(left):
            left = rest
        for path, record in followed.owners.items():
            if path not in self._owners:
                self._owners[path] = record
                self.names.add_path(path, record)
        self._learnt = followed.at
        self._numbers = FormerNumbers()
        for entry, change in changes:
            if owner := followed.at[entry.oid].get(change.path):
                self._numbers.learn(entry, change, owner)

    def concerns(self, entry: Entry) -> Iterator[Concern]:
        """What of a commit concerns any record."""
        for change in entry.changes:
            if (record := self._learnt.get(entry.oid, self._owners).get(change.path)) is not None:
                yield Concern(record, change)
        for citation in entry.citations:
            meant = self._numbers.meant(entry, citation, self.names.find(citation))
            if meant is not None:
                yield Concern(meant, citation)

    def owns(self, path: str) -> bool:
        """Whether a file is, or once was, a record that is known."""
        return path in self._owners


@dataclass(slots=True)
class _Followed:
    """Records that are followed through a history: whose a path was last, whose it was `at` each
    commit, and which contents a record ever had."""

    owners: dict[str, Record]
    at: dict[str, dict[str, Record]]
    contents: set[tuple[str, str]] = field(default_factory=set)

    def take(self, changes: list[_Made], fits: Callable[[Change, Record], bool]) -> list[_Made]:
        """Give changes that fit to the records whose paths they change; the others are left."""
        left = []
        for entry, change in changes:
            record = self.owners.get(change.path)
            if record is None or not fits(change, record):
                left.append((entry, change))
                continue
            self.at[entry.oid][change.path] = record
            blobs = (blob for blob in (*change.old_blobs, change.blob) if blob.strip("0"))
            self.contents.update((record.path, blob) for blob in blobs)
            if change.old_path and _is_same(change):
                self.owners[change.old_path] = record
        return left

    def goes_on(self, change: Change, record: Record) -> bool:
        """Whether a change begins with what the record held at some time, so that it is no other
        file in the same place."""
        return any((record.path, blob) in self.contents for blob in change.old_blobs)


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
