"""The one way in for submissions, whichever surface they come from (ADR-0022)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from proposals.document import Document
from proposals.duplicates import Canon, notices, rejected_before, rejection_notice, spokesman
from proposals.entries import new_proposal
from proposals.hygiene import refuse_secrets
from proposals.model import Notice, Outcome, Proposal
from proposals.store import Store, add
from proposals.submissions import read_submissions

NO_CANON = Canon()


def propose(
    store: Store,
    candidates: Any,
    shared_provenance: Any = None,
    canon: Canon = NO_CANON,
    at: datetime | None = None,
) -> tuple[Outcome, ...]:
    """Take in a list of candidates as JSON values: all of them, or none.

    There is one outcome each, in their order. `shared_provenance` fills in what a candidate's own
    leaves open. `canon` holds the compiled decisions. `at` is the time of submission, now where it
    is None.

    Raises `SecretError` first, then `SubmissionError`; `StoreError` where the store cannot be
    used. Nothing was stored then.
    """
    refuse_secrets(candidates, shared_provenance)
    read = read_submissions(candidates, shared_provenance)
    proposed_at = (at or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    proposals = [new_proposal(candidate, proposed_at) for candidate in read]
    return store.update(lambda document: _take_in(document, proposals, canon))


def _take_in(
    document: Document, proposals: Sequence[Proposal], canon: Canon
) -> tuple[Document, tuple[Outcome, ...]]:
    outcomes = []
    for proposal in proposals:
        document, outcome = _take_in_one(document, proposal, canon)
        outcomes.append(outcome)
    return document, tuple(outcomes)


def _take_in_one(document: Document, proposal: Proposal, canon: Canon) -> tuple[Document, Outcome]:
    rejected = rejected_before(document, proposal.content_key)
    answer = spokesman(document, rejected) if rejected else None
    if rejected and answer and document.get(proposal.proposal_id) is None:
        why = answer if answer.status == "rejected" else rejected
        return document, Outcome(answer, False, (rejection_notice(why),))
    document, (stored, created) = add(document, proposal)
    if stored.status == "rejected":
        rejected = stored
    elif stored == answer:
        rejected = None  # what was rejected are its duplicates
    found: tuple[Notice, ...] = (rejection_notice(rejected),) if rejected else ()
    if stored.status == "proposed":
        found += notices(stored, document, canon)
    return document, Outcome(stored, created, found)
