"""Rules about what a change does to decisions that stand on its base branch (ADR5xx)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import Place, Record
from adr_schema.resolved import Decision
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.corpus import listed
from compiler.decided import altered
from compiler.findings import diagnostic
from compiler.git.history import deleted_paths
from compiler.git.repository import Repository
from compiler.identity import DEFAULT_PREFIX, name_of, number_in_name
from compiler.matching import Matched
from compiler.pipeline import Compiled
from compiler.sources import READ_SUFFIXES, Source
from compiler.supersessions import dropped

Number = tuple[str | None, str, int]

# What a status may become. A draft may become anything; a word of the list none of the others.
_FORWARD = {
    "accepted": {"accepted", "deprecated", "superseded"},
    "deprecated": {"deprecated", "superseded"},
    "superseded": {"superseded"},
    "rejected": {"rejected"},
}
_GOVERNING = ("scope", "topic", "paths", "priority")
_NEW_RECORD = "amend or supersede it with a new record, so that the reason is kept"


@dataclass(frozen=True, slots=True)
class History:
    """What these rules look at.

    `base` is the commit that `ref` names, `head` the one that is merged into it, `old` and `new`
    are the files of `base` and of the merge. `before` are the records of `base`, None where it has
    none, and `after` those of the merge. `conflicts` are the paths that git cannot merge.
    """

    ref: str
    base: str
    head: str
    old: Source
    new: Source
    repository: Repository
    conflicts: tuple[str, ...]
    before: Compiled | None
    after: Compiled
    matched: Matched


def decision_changed(history: History) -> Iterator[Diagnostic]:
    """ADR501: the text or the typed rules of a decision that was in force."""
    for old, new in history.matched.pairs:
        if old.record.status in ONCE_IN_FORCE and old.record.sha256 != new.record.sha256:
            what = _changed(old.record, new.record, history)
            if what:
                message = f"{old.id} was {old.record.status}, and this change alters its {what}"
                hint = "leave it as it is, and write a new record that supersedes or amends it"
                place = new.record.place_of("title")
                yield diagnostic("ADR501", new.record.path, place, message, hint)


def _changed(old: Record, new: Record, history: History) -> str | None:
    assert history.before is not None  # `old` comes from there
    return altered(old, history.before.project.source, new, history.after.project.source)


def scope_changed(history: History) -> Iterator[Diagnostic]:
    """ADR506: an active decision governs something else than before.

    One that another overrides, and that is in force by such an edit, was accepted before as well.
    """
    for old, new in history.matched.pairs:
        names = [name for name in _GOVERNING if _differ(name, old, new)]
        in_force = "active" in (old.lifecycle, new.lifecycle)
        if old.record.status == "accepted" and in_force and names:
            comes = "is" if old.lifecycle == "active" else "comes"
            message = f"{old.id} {comes} in force, and this change alters its {' and '.join(names)}"
            place = new.record.place_of(names[0], "title")
            yield diagnostic("ADR506", new.record.path, place, message, _NEW_RECORD)


def outranked(history: History) -> Iterator[Diagnostic]:
    """ADR506: a decision in force is overridden by others that were accepted before."""
    accepted = {new.id for old, new in history.matched.pairs if old.record.status == "accepted"}
    for old, new in history.matched.pairs:
        overridden = old.lifecycle == "active" and new.inactive_reason == "overridden"
        if overridden and accepted.issuperset(new.overridden_by):
            by = listed(new.overridden_by)
            message = f"{old.id} is in force, and now {by}, accepted before, overrides it"
            place = new.record.place_of("title")
            yield diagnostic("ADR506", new.record.path, place, message, _NEW_RECORD)


def _differ(name: str, old: Decision, new: Decision) -> bool:
    return _governing(name, old.record) != _governing(name, new.record)


def _governing(name: str, record: Record) -> object:
    """A value that governs; the order of path patterns matters only where one takes back."""
    value = getattr(record, name)
    ordered = name != "paths" or any(pattern.startswith("!") for pattern in value)
    return value if ordered else frozenset(value)


def gone(history: History) -> Iterator[Diagnostic]:
    """ADR502: a decided record was deleted, or goes by another number."""
    unread = {file.path for corpus in history.after.corpora for file in corpus.rejected}
    for old in history.matched.removed:
        if _was_decided(old) and old.record.path not in unread:
            message = f"{old.id}, {_state(old)} on {history.ref}, is no record any more"
            hint = "keep the record, and say in it what became of it: superseded or deprecated"
            yield diagnostic("ADR502", old.record.path, None, message, hint)
    for old, new in history.matched.pairs:
        if _was_decided(old) and _number(old.record) != _number(new.record):
            message = f"{old.id}, {_state(old)} on {history.ref}, is given another number: {new.id}"
            hint = "keep its number: commits and people refer to it; renumber the newer record"
            place = new.record.place_of("id", "title")
            yield diagnostic("ADR502", new.record.path, place, message, hint)


def _was_decided(decision: Decision) -> bool:
    """Whether more than a draft is lost: a record without a status may well be a decision."""
    return decision.inactive_reason not in ("proposed", "placeholder")


def _state(decision: Decision) -> str:
    return decision.record.status or "without a status"


def reused(history: History) -> Iterator[Diagnostic]:
    """ADR503: a new record has the number of one that this change or an earlier one deleted."""
    numbered = [(d.record, n) for d in history.matched.added if (n := _numbering(d.record.path))]
    former = _former_files(history) if numbered else {}
    for record, number in numbered:
        owner = former.get(number)
        if owner and owner != record.path:  # the same file is the same record, restored
            message = f"{record.id} has the number of {owner}, which is deleted"
            hint = "take a number that was never used: mneme renumber"
            place = record.place_of("id", "title")
            yield diagnostic("ADR503", record.path, place, message, hint)


def _former_files(history: History) -> dict[tuple[str, int], str]:
    """The numbers that no file of the base branch has any longer, with the last file that had it.

    Records that this change deletes count as well.
    """
    removed = {decision.record.path for decision in history.matched.removed}
    before = history.before.decisions if history.before else ()
    kept = {_numbering(d.record.path) for d in before if d.record.path not in removed}
    folders = [corpus.folder for corpus in history.after.corpora]
    deleted = deleted_paths(history.repository.root, history.base, folders)
    paths = [*removed, *(path for path in deleted if path.casefold().endswith(READ_SUFFIXES))]
    owners: dict[tuple[str, int], str] = {}
    for path in paths:  # newest first
        number = _numbering(path)
        if number and number not in kept:
            owners.setdefault(number, path)
    return owners


def _numbering(path: str) -> tuple[str, int] | None:
    """Prefix and number of a file name."""
    found = number_in_name(name_of(path))
    return ((found.prefix or DEFAULT_PREFIX).casefold(), found.number) if found else None


def collision(history: History) -> Iterator[Diagnostic]:
    """ADR504: the merge holds one number twice, and the base branch does not."""
    had = _by_number(history.before.decisions if history.before else ())
    for number, records in _by_number(history.after.decisions).items():
        known = {record.path for record in had.get(number, ())}
        brought = [record for record in records if record.path not in known]
        if len(records) > 1 and brought:
            names = listed(record.path for record in records)
            message = f"{len(records)} records have the number {number[2]} once merged: {names}"
            newest = brought[-1]
            hint = f"mneme renumber {newest.path}"
            place = newest.place_of("id", "title")
            yield diagnostic("ADR504", newest.path, place, message, hint)


def _by_number(decisions: Iterable[Decision]) -> dict[Number, list[Record]]:
    found = defaultdict(list)
    for record in sorted((d.record for d in decisions), key=lambda record: record.path):
        number = _number(record)
        if number:
            found[number].append(record)
    return found


def _number(record: Record) -> Number | None:
    """Corpus, prefix and number: what a number must be unique among."""
    if record.number is None:
        return None
    return (record.corpus, (record.prefix or DEFAULT_PREFIX).casefold(), record.number)


def backwards(history: History) -> Iterator[Diagnostic]:
    """ADR505: a status is taken back, or what superseded a decision does so no more.

    Whether the decision is in force again is not asked: another change may see to that.
    """
    lost = dropped(history.matched)
    for old, new in history.matched.pairs:
        before, after = old.record.status, new.record.status
        allowed = _FORWARD.get(before or "")
        if allowed is not None and after not in allowed:
            message = f"{old.id} goes back from {before} to {after or 'no status'}"
        elif old.lifecycle == "superseded" != new.lifecycle:
            message = f"{old.id} was superseded, and this change makes it {new.lifecycle}"
        elif new.id in lost:
            message = f"{old.id} is not superseded by {listed(lost[new.id])} any more"
        else:
            continue
        hint = "a decision is not taken back: write a new record that supersedes or restores it"
        place = new.record.place_of("status", "title")
        yield diagnostic("ADR505", new.record.path, place, message, hint)


def unmerged(history: History) -> Iterator[Diagnostic]:
    """ADR507: git cannot merge a file of an ADR folder."""
    folders = [f"{corpus.folder}/" for corpus in history.after.corpora if corpus.folder != "."]
    for path in history.conflicts:
        if not folders or path.startswith(tuple(folders)):
            yield conflict("ADR507", path, history)


def conflict(code: str, path: str, history: History) -> Diagnostic:
    """The finding about a file that git cannot merge."""
    message = f"HEAD and {history.ref} change this file in ways that git cannot merge"
    hint = f"merge {history.ref} into the branch and resolve the conflict"
    return diagnostic(code, path, Place(1), message, hint)


HistoryCheck = Callable[[History], Iterable[Diagnostic]]

CHECKS: tuple[HistoryCheck, ...] = (
    decision_changed,
    gone,
    reused,
    collision,
    backwards,
    scope_changed,
    outranked,
    unmerged,
)
