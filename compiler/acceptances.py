"""Which commit of a change accepted a record, and whether a decider made it (ADR-0023).

It is the commit that brought the record to what it says once merged: in force, with this text.
Found by content, so that renaming its file, or giving it another number, is no acceptance.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adr_schema.records import Record
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.checks.history import History
from compiler.deciders import Acceptance, Decider
from compiler.git.history import Commit, commits_between, signature_of
from compiler.matching import Matched
from compiler.project import config_of
from compiler.standings import Standings, Wanted
from compiler.supersessions import added


@dataclass(frozen=True, slots=True)
class _Due:
    """A record that a decider of these scopes has to accept, and what it does that asks for one.

    With `replaced` its word that others supersede it has to be theirs too.
    """

    record: Record
    scopes: tuple[str | None, ...]
    deed: str
    replaced: bool


def acceptances(history: History, *, signed: bool) -> tuple[Acceptance, ...]:
    """How each record came in force that the change brings in force, and how decisions were
    superseded by older ones; empty where `history.ref` configures no deciders.

    With `signed` only a signature that git verifies shows who it was. Raises `UsageError` where
    the commits are not known.
    """
    deciders = config_of(history.old).deciders
    due = list(_due(history)) if deciders else []
    if not due:
        return ()
    former = history.before.project.corpora if history.before else ()
    standings = Standings(history.repository, history.after, history.base, former)
    commits = commits_between(history.repository.root, history.base, history.head)
    past = _Past(history.head, {commit.oid: commit for commit in commits}, standings)
    return tuple(_accepted(one, past, deciders, signed=signed) for one in due)


def _due(history: History) -> Iterator[_Due]:
    """The records that come in force, and those that say of others or of themselves that they are
    superseded, where the base says nothing of that."""
    entering = {record.id for record in _entering(history.matched)}
    scopes: dict[str, set[str | None]] = defaultdict(set)
    deeds: dict[str, list[str]] = defaultdict(list)
    replaced = set()
    for one in added(history.matched):
        scopes[one.newer].add(one.scope)
        if one.retires and one.by_newer:
            deeds[one.newer].append(f"supersedes {one.older.id} now")
        elif one.retires and not one.said:
            deeds[one.older.id].append(f"is superseded by {one.newer} now")
            replaced.add(one.older.id)
    for record in (decision.record for decision in history.after.decisions):
        deed = "came in force" if record.id in entering else " and ".join(deeds[record.id])
        if deed:
            covered = sorted({record.scope, *scopes[record.id]}, key=str)
            yield _Due(record, tuple(covered), deed, record.id in replaced)


def _entering(matched: Matched) -> Iterator[Record]:
    """The records that are in force, or were before they were retired, and not so on the base."""
    for new in matched.added:
        if new.record.status in ONCE_IN_FORCE:
            yield new.record
    for old, new in matched.pairs:
        before, after = old.record.status, new.record.status
        again = after == "accepted" != before
        if again or (after in ONCE_IN_FORCE and before not in ONCE_IN_FORCE):
            yield new.record


def _accepted(due: _Due, past: "_Past", deciders: Sequence[Decider], *, signed: bool) -> Acceptance:
    wanted = past.standings.wanted(due.record, replaced=due.replaced)
    commits = tuple(past.brought(wanted))
    own = [decider for decider in deciders if decider.covers(due.scopes)]
    for commit in commits:
        signature = signature_of(past.standings.repository.root, commit.oid) if signed else None
        for decider in own:
            if decider.decided(commit, signature):
                return Acceptance(
                    due.record, due.scopes, due.deed, (commit,), decider, authenticated=signed
                )
    return Acceptance(due.record, due.scopes, due.deed, commits, None, authenticated=False)


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
