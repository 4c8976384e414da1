"""Proposals in the vocabulary of the tools, whichever surface prints them."""

from dataclasses import asdict
from typing import Any

from proposals.model import Outcome, Proposal


def proposal_record(proposal: Proposal) -> dict[str, Any]:
    """A proposal as JSON, every key always there."""
    candidate = proposal.candidate
    return {
        "proposal_id": proposal.proposal_id,
        "proposal_status": proposal.status,
        "title": candidate.title,
        "statement": candidate.statement,
        "rationale": candidate.rationale,
        "provenance": asdict(candidate.provenance),
        "scope_hints": list(candidate.scope_hints),
        "architecture_context": dict(candidate.architecture_context),
        "related_decision_ids": list(candidate.related_decision_ids),
        "producer_key": proposal.producer_key,
        "content_fingerprint": proposal.content_fingerprint,
        "proposed_at": proposal.proposed_at,
        "accepted_decision_id": proposal.accepted_decision_id,
        "decided": asdict(proposal.decided) if proposal.decided else None,
        "payload_dropped": proposal.payload_dropped,
    }


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """What became of a submission, as JSON."""
    return {
        "created": outcome.created,
        "reused": not outcome.created,
        "proposal": proposal_record(outcome.proposal),
        "notices": [asdict(n) | {"related_ids": list(n.related_ids)} for n in outcome.notices],
    }
