"""What a person may do to a proposal. No submission comes here, and nothing here asks who it is.

Each function is a step from a document to the next. What was submitted is never touched. Accepted
and rejected do not become each other; a rejected one waits again only by `reopen`. A step that was
taken before gives back the same document. Raises `TransitionError` for any other state, and what
`Document.find` raises for an id that is unknown or damaged.
"""

from collections.abc import Collection, Mapping

from compiler.errors import UsageError
from proposals.document import Document, changed, changed_each, with_tombstones, without
from proposals.entries import decided_keys
from proposals.model import Decided, Proposal, Tombstone
from proposals.refusals import TransitionError


def begin_accepting(document: Document, identifier: str, digest: str) -> Document:
    """Note that the record of this digest is about to be written.

    Refused where another digest is noted: what was begun is finished or abandoned first.
    """
    proposal = waiting(document, identifier, "accepted")
    if proposal.accepting not in (None, digest):
        message = f"another acceptance of {proposal.proposal_id} is under way"
        raise TransitionError(message, "finish or abandon it first")
    return _set(document, proposal, accepting=digest)


def abandon_accepting(document: Document, identifier: str) -> Document:
    """Forget an acceptance that was begun. The caller sees to it that no record was written."""
    return _set(document, waiting(document, identifier, "changed"), accepting=None)


def accept(document: Document, identifier: str, decision_id: str, decided: Decided) -> Document:
    """The proposal is now the decision `decision_id`, whose record is written.

    Refused where it was accepted as another one.
    """
    if not decision_id:
        raise UsageError("an accepted proposal needs the id of its record")
    proposal = document.find(identifier)
    if proposal.status == "accepted" and proposal.accepted_decision_id == decision_id:
        return document
    proposal = waiting(document, identifier, "accepted")
    return _set(
        document,
        proposal,
        status="accepted",
        accepted_decision_id=decision_id,
        decided=decided_keys(decided),
        accepting=None,
    )


def reject(document: Document, identifier: str, decided: Decided) -> Document:
    """The proposal is rejected, for a reason. Refused while an acceptance is under way."""
    return reject_each(document, {identifier: decided})


def reject_each(document: Document, decided: Mapping[str, Decided]) -> Document:
    """The same for several proposals in one go; what is decided of each, by its id."""
    keys = {}
    for identifier, decision in decided.items():
        proposal = _rejectable(document, identifier, decision)
        if proposal.status != "rejected":
            keys[proposal.proposal_id] = {"status": "rejected", "decided": decided_keys(decision)}
    return changed_each(document, keys)


def _rejectable(document: Document, identifier: str, decided: Decided) -> Proposal:
    """The proposal, which waits, or is rejected already."""
    if not decided.reason.strip():
        raise UsageError("a rejection needs a reason", "say why, for whoever proposes it again")
    proposal = document.find(identifier)
    if proposal.status == "rejected":
        return proposal
    proposal = waiting(document, identifier, "rejected")
    if proposal.accepting:
        message = f"an acceptance of {proposal.proposal_id} is under way"
        raise TransitionError(message, "finish or abandon it first")
    return proposal


def reopen(document: Document, identifier: str, decided: Decided) -> Document:
    """The rejection no longer holds. A proposal waits again, and says who reopened it; a tombstone
    is taken away, so that the idea can be proposed anew."""
    proposal = _rejected(document, identifier, "reopened")
    if proposal.payload_dropped:
        return without(document, "tombstones", [proposal.proposal_id])
    return _set(document, proposal, status="proposed", decided=decided_keys(decided))


def drop_payload(document: Document, identifier: str) -> Document:
    """Of a rejected proposal only a tombstone is left."""
    return drop_payloads(document, [identifier])


def drop_payloads(document: Document, identifiers: Collection[str]) -> Document:
    """The same for several proposals in one go."""
    proposals = [_rejected(document, identifier, "dropped") for identifier in identifiers]
    tombstones = {
        p.proposal_id: Tombstone(p.proposal_id, p.content_key, p.decided)
        for p in proposals
        if not p.payload_dropped
    }
    if not tombstones:
        return document
    left = without(document, "proposals", tombstones)
    return with_tombstones(left, list(tombstones.values()))


def waiting(document: Document, identifier: str, wanted: str) -> Proposal:
    """The proposal that waits; `wanted` says in messages what shall become of it."""
    proposal = document.find(identifier)
    if proposal.status != "proposed":
        raise _refused(proposal, wanted)
    return proposal


def _rejected(document: Document, identifier: str, wanted: str) -> Proposal:
    proposal = document.find(identifier)
    if proposal.status != "rejected":
        raise _refused(proposal, wanted)
    return proposal


def _refused(proposal: Proposal, wanted: str) -> TransitionError:
    hint = "only a rejected proposal can be reopened; an accepted one is changed by a new record"
    return TransitionError(
        f"{proposal.proposal_id} is {proposal.status} and cannot be {wanted}", hint
    )


def _set(document: Document, proposal: Proposal, **keys: object) -> Document:
    return changed(document, proposal.proposal_id, keys)
