"""Which commit of a change accepted a record, and whether a decider made it (ADR-0023).

It is the commit that brought the record to what it says once merged: in force, with this text.
Found by content, so that renaming its file, or giving it another number, is no acceptance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adr_schema.records import Record
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.checks.history import History
from compiler.deciders import Acceptance, Decider
from compiler.git import Commit
from compiler.project import config_of
from compiler.standings import Standings, Wanted


def acceptances(history: History, *, signed: bool) -> tuple[Acceptance, ...]:
    """How each record came in force that the change brings in force; empty where `history.ref`
    configures no deciders.

    With `signed` only a signature that git verifies shows who it was. Raises `UsageError` where
    the commits are not known.
    """
    deciders = config_of(history.old).deciders
    records = list(_brought(history)) if deciders else []
    if not records:
        return ()
    standings = Standings(history.repository, history.after, history.base)
    commits = history.repository.commits(history.base, history.head)
    past = _Past(history.head, {commit.oid: commit for commit in commits}, standings)
    return tuple(_accepted(record, past, deciders, signed=signed) for record in records)


def _brought(history: History) -> Iterator[Record]:
    """The records that are in force, or were before they were retired, and not so on the base."""
    for new in history.matched.added:
        if new.record.status in ONCE_IN_FORCE:
            yield new.record
    for old, new in history.matched.pairs:
        before, after = old.record.status, new.record.status
        again = after == "accepted" != before
        if again or (after in ONCE_IN_FORCE and before not in ONCE_IN_FORCE):
            yield new.record


def _accepted(
    record: Record, past: "_Past", deciders: Sequence[Decider], *, signed: bool
) -> Acceptance:
    commits = tuple(past.brought(past.standings.wanted(record)))
    own = [decider for decider in deciders if decider.covers(record.scope)]
    for commit in commits:
        signature = past.standings.repository.signature(commit.oid) if signed else None
        for decider in own:
            if decider.signed(signature) if signature else decider.is_claimed(commit):
                return Acceptance(record, (commit,), decider, authenticated=signed)
    return Acceptance(record, commits, None, authenticated=False)


@dataclass(frozen=True, slots=True)
class _Past:
    """The commits of a change by id, from `head` back, and what records say in them."""

    head: str
    commits: Mapping[str, Commit]
    standings: Standings

    def brought(self, wanted: Wanted) -> Iterator[Commit]:
        """The commits that gave a record what it says, none of whose parents has it so.

        None where the merge with the base put it together, or the base had it once.
        """
        for commit, parents in self._walk(self.head, wanted):
            if not parents:
                yield commit

    def _walk(self, start: str, wanted: Wanted) -> Iterator[tuple[Commit, list[str]]]:
        """The commits that hold it, from `start` back, each with the parents it has it from."""
        ahead, seen = [start], set[str]()
        while ahead:
            commit = self.commits.get(ahead.pop())
            if commit and commit.oid not in seen and self.standings.hold(commit.oid, wanted):
                seen.add(commit.oid)
                parents = self._givers(commit, wanted)
                ahead.extend(parents)
                yield commit, parents

    def _givers(self, commit: Commit, wanted: Wanted) -> list[str]:
        """The parents that a commit has it from. A merge that has it again although one of its
        sides had taken it back has it from nobody: whoever merged brought it."""
        holding = [p for p in commit.parents if self.standings.hold(p, wanted)]
        others = [p for p in commit.parents if p not in holding]
        had = any(self.standings.hold(oid, wanted) for p in others for oid in self._history(p))
        return [] if had else holding

    def _history(self, oid: str) -> Iterator[str]:
        """The commits of the change that a commit has in its history, itself included."""
        ahead, seen = [oid], set[str]()
        while ahead:
            commit = self.commits.get(ahead.pop())
            if commit and commit.oid not in seen:
                seen.add(commit.oid)
                ahead.extend(commit.parents)
                yield commit.oid
