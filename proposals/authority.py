"""Who decided what a change brings, as far as its history shows (ADR-0023)."""

import json
from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.acceptances import acceptances
from compiler.changes import Authority
from compiler.checks.authority import exchanged, judged_otherwise, undecided
from compiler.checks.history import History, conflict
from compiler.findings import diagnostic
from compiler.project import config_of
from proposals.document import Document
from proposals.entries import id_of
from proposals.kept import Kept, kept_in
from proposals.refusals import StoreError
from proposals.store import PROPOSALS_FILE


def prove(history: History, *, signed: bool) -> Authority:
    """Who accepted the records that a change brings in force, and what is wrong with that.

    With `signed` only signatures that git verifies count. Raises `UsageError` where the history
    is not known.
    """
    accepted = acceptances(history, signed=signed)
    findings = (
        *undecided(history, accepted, signed=signed),
        *exchanged(history),
        *judged_otherwise(history),
        *unmerged(history),
        *undone(history),
    )
    asked_in_vain = signed and not config_of(history.old).deciders
    note = f"{history.ref} configures no deciders: no signature is asked for"
    return Authority(accepted, findings, note if asked_in_vain else None)


def unmerged(history: History) -> Iterator[Diagnostic]:
    """PRP601: git cannot merge the file of proposals."""
    if PROPOSALS_FILE in history.conflicts:
        yield conflict("PRP601", PROPOSALS_FILE, history)


def undone(history: History) -> Iterator[Diagnostic]:
    """PRP613: a decision about a proposal is not any more what it was, to the key.

    A damaged entry counts unless it says that it waits: what was decided there is not known.
    """
    try:
        before = kept_in(history.old).document
    except StoreError:  # on the base nothing was known either
        return
    decided = list(_decided(before))
    try:
        after = kept_in(history.new)
    except StoreError as error:
        if decided:
            message = f"{len(decided)} decisions about proposals cannot be read: {error.message}"
            yield diagnostic("PRP613", PROPOSALS_FILE, error.place, message, error.hint)
        return
    kept = {_exact(entry) for entry in _decided(after.document)}
    for entry in decided:
        if _exact(entry) not in kept and not _dropped(entry, before, after.document):
            name, status = _called(entry, before)
            message = f"{name}, {status} on {history.ref}, {_undone(entry, before, after)}"
            hint = "take it back from there; only a person reopens what was rejected"
            place = after.places.get(id_of(entry) or "")
            yield diagnostic("PRP613", PROPOSALS_FILE, place, message, hint)


def _decided(document: Document) -> Iterator[object]:
    """The entries, as JSON, that do not wait for a decision."""
    for entry in document.data["proposals"]:
        if not isinstance(entry, dict) or entry.get("status") != "proposed":
            yield entry
    yield from document.data.get("tombstones", ())


def _exact(entry: object) -> str:
    """A text that two entries share only if they say the same, numbers and truth values told
    apart; the order of keys says nothing."""
    return json.dumps(entry, sort_keys=True)


def _dropped(entry: object, before: Document, after: Document) -> bool:
    """Whether only the text of a rejected proposal was dropped: its tombstone says the rest."""
    old, new = (document.get(id_of(entry) or "") for document in (before, after))
    if old is None or new is None or old.payload_dropped or not new.payload_dropped:
        return False
    kept = old.content_key == new.content_key and old.decided == new.decided
    return old.status == "rejected" and kept


def _called(entry: object, before: Document) -> tuple[str, str]:
    """What messages call an entry of the base, and its status."""
    identifier = id_of(entry) or "an entry without an id"
    proposal = before.get(identifier)
    return identifier, proposal.status if proposal else "damaged"


def _undone(entry: object, before: Document, after: Kept) -> str:
    """What became of an entry that is not as it was."""
    identifier = id_of(entry) or ""
    old, new = before.get(identifier), after.document.get(identifier)
    if new is None and identifier not in after.places:
        return "is not there any more"
    if old is None:
        return "says something else now"
    if new is None:
        return "is damaged now"
    if new.status != old.status:
        return f"is {new.status} now"
    if new.accepted_decision_id != old.accepted_decision_id:
        return f"names {new.accepted_decision_id} now, not {old.accepted_decision_id}"
    if new.decided != old.decided:
        return "does not say any more who decided, when and why"
    return "has other content now"
