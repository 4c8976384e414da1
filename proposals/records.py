"""Proposals in the vocabulary of the tools, whichever surface prints them."""

from dataclasses import asdict
from typing import Any

from proposals.entries import candidate_keys, decided_keys
from proposals.model import Outcome, Proposal


def proposal_record(proposal: Proposal) -> dict[str, Any]:
    """A proposal as JSON, every key always there."""
    return {
        "proposal_id": proposal.proposal_id,
        "proposal_status": proposal.status,
        **candidate_keys(proposal.candidate),
        "producer_key": proposal.producer_key,
        "content_fingerprint": proposal.content_fingerprint,
        "proposed_at": proposal.proposed_at,
        "accepted_decision_id": proposal.accepted_decision_id,
        "decided": decided_keys(proposal.decided),
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
