"""Who decided what a change brings, as far as its history shows (ADR-0023)."""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.acceptances import acceptances
from compiler.changes import Authority
from compiler.checks.authority import exchanged, judged_otherwise, undecided
from compiler.checks.history import History, conflict
from compiler.findings import diagnostic
from compiler.project import config_of
from proposals.kept import Kept, kept_in
from proposals.model import Proposal
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
    """PRP613: a decision about a proposal is not any more what it was."""
    try:
        before = kept_in(history.old)
    except StoreError:  # on the base nothing was known either
        return
    decided = [p for p in before.document.proposals if p.status != "proposed"]
    try:
        after = kept_in(history.new)
    except StoreError as error:
        if decided:
            message = f"{len(decided)} decisions about proposals cannot be read: {error.message}"
            yield diagnostic("PRP613", PROPOSALS_FILE, error.place, message, error.hint)
        return
    for proposal in decided:
        what = _undone(proposal, after)
        if what:
            message = f"{proposal.proposal_id}, {proposal.status} on {history.ref}, {what}"
            hint = "take it back from there; only a person reopens what was rejected"
            place = after.places.get(proposal.proposal_id)
            yield diagnostic("PRP613", PROPOSALS_FILE, place, message, hint)


def _undone(old: Proposal, after: Kept) -> str | None:
    """What became of a decided proposal, None where it is as it was or only its text dropped."""
    new = after.document.get(old.proposal_id)
    if new is None:
        return "is damaged now" if old.proposal_id in after.places else "is not there any more"
    if new.status != old.status:
        return f"is {new.status} now"
    if new.accepted_decision_id != old.accepted_decision_id:
        return f"names {new.accepted_decision_id} now, not {old.accepted_decision_id}"
    if new.decided != old.decided:
        return "does not say any more who decided, when and why"
    dropped = old.payload_dropped or new.payload_dropped
    same = new.content_key == old.content_key and (dropped or new.candidate == old.candidate)
    return None if same else "has other content now"
