"""What older records say of a newer one: that it supersedes or amends them."""

from collections.abc import Iterable
from typing import NamedTuple

from adr_schema.records import Record
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.edits import apply_edits
from compiler.links import Resolver
from compiler.pipeline import Compiled
from compiler.plans import Plan
from compiler.proof import by_path
from compiler.restating import Wish, restate
from compiler.sheets import sheet_of
from compiler.spelling import learn_spelling

_INVERSE = {"supersedes": "superseded_by", "amends": "amended_by"}


class End(NamedTuple):
    """A record and what it shall say of the newer one: `superseded_by` or `amended_by`."""

    older: Record
    kind: str


def say_back(
    compiled: Compiled, newer: Record, ends: Iterable[End], files: dict[str, bytes]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Let older records name a newer one, whose id is settled. Their bytes go into `files`, which
    may hold some already.

    Returns the edited paths with what each says now, and notes on those that cannot say it.
    """
    edited: list[tuple[str, str]] = []
    notes: list[str] = []
    for end in ends:
        said = f"{end.kind.replace('_', ' ')} {newer.id}"
        reason = _say(compiled, newer, end, files)
        if reason is None:
            edited.append((end.older.path, said))
        else:
            notes.append(f"{end.older.id} does not say that it is {said}: {reason}")
    return edited, notes


def unsaid(compiled: Compiled, newer: Record) -> Plan:
    """The change that lets every record that `newer` supersedes or amends say so, where it does
    not yet; `newer` stands among the records."""
    decisions = by_path(compiled)
    ends = []
    for target in decisions[newer.path].targets:
        kind, older = _INVERSE.get(target.kind), decisions.get(target.path or "")
        if kind and older and (kind, newer.path) not in {(t.kind, t.path) for t in older.targets}:
            ends.append(End(older.record, kind))
    files: dict[str, bytes] = {}
    say_back(compiled, newer, ends, files)
    return Plan({path: compiled.project.source.read(path) for path in files}, files)


def _say(compiled: Compiled, newer: Record, end: End, files: dict[str, bytes]) -> str | None:
    """Why an older record stays as it is; None where it was edited."""
    older, kind = end
    if newer.status not in ONCE_IN_FORCE:
        return f"a record that is {newer.status} changes nothing yet"
    old = sheet_of(compiled, older, files.get(older.path))
    if old is None or (reason := old.draft.unsayable.get(kind)):
        return reason if old else "it cannot be read"
    others = [d.record for d in compiled.decisions if d.record.path != newer.path]
    corpus = next(c for c in compiled.corpora if older in c.records)
    resolver = Resolver([*others, newer])
    edits = restate(old, Wish(kind, newer), learn_spelling(corpus.records), resolver)
    if edits is None:
        return "no way to write it reads back as meant"
    files[older.path] = apply_edits(old.data, edits)
    return None
