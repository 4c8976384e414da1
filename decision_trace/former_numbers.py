"""The numbers that records had before they were given others, and who is meant by one in a message
of that time."""

from collections import defaultdict
from dataclasses import dataclass, field

from adr_schema.records import Record
from compiler.identity import INTERCHANGEABLE, is_number, name_of, number_in_name
from decision_trace.history import Entry
from decision_trace.log import Change
from decision_trace.messages import Citation
from decision_trace.ranks import Rank

_Order = tuple[Rank, str]


@dataclass(slots=True)
class FormerNumbers:
    """Learnt from the commits that change records, the newest first."""

    # By number: the records that had it, each with the commit that gave it another one.
    _until: dict[int, list[tuple[_Order, Record]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    # By path: the oldest commit that changed the record.
    _since: dict[str, _Order] = field(default_factory=dict)

    def learn(self, entry: Entry, change: Change, record: Record) -> None:
        """Learn from a commit that changes a record's file."""
        self._since[record.path] = entry.order
        old = number_in_name(name_of(change.old_path)) if change.old_path else None
        new = number_in_name(name_of(change.path))
        if old and (new is None or old.number != new.number):
            self._until[old.number].append((entry.order, record))

    def meant(self, entry: Entry, citation: Citation, now: Record | None) -> Record | None:
        """The record that the message of a commit means: the one that is found `now`, unless it
        came later, and another one had the number then."""
        numbers = self._until.get(_number(citation)) if self._until else None
        if numbers is None or (now and self._since.get(now.path, entry.order) <= entry.order):
            return now
        had = {record.path: record for until, record in numbers if entry.order < until}
        return next(iter(had.values())) if len(had) == 1 else now


def _number(citation: Citation) -> int:
    """The number that is cited, by an id that any record may have; else one that none has."""
    text = citation.text
    if citation.own and is_number(text):
        return int(text)
    cited = number_in_name(text) if citation.href is None else None
    usual = cited and (cited.prefix or "").casefold() in INTERCHANGEABLE
    return cited.number if cited and usual else -1
