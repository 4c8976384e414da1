"""Where a decision came from and what became of a proposal, as JSON; what is not known is named.

A link that is absent stands in `missing_links` with the reason, and is never filled by a guess.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from adr_schema.resolved import Decision
from compiler.chains import Chain
from compiler.index import canonical_decision, derived_rules
from proposals.model import Proposal
from proposals.records import proposal_record


def proposal_trace(proposal: Proposal, decision: Decision | None) -> dict[str, Any]:
    """A proposal with the decision that it became; None where it became none that is known."""
    record = proposal_record(proposal)
    canonical = canonical_decision(decision) if decision else None
    return {
        "proposal_id": proposal.proposal_id,
        "proposal": record,
        "source_provenance": record["provenance"],
        "accepted_decision_id": proposal.accepted_decision_id,
        "canonical_record": canonical,
        "canonical_derived_rule_ids": canonical["derived_rule_ids"] if canonical else [],
        "missing_links": _named(_missing_of_proposal(proposal, decision)),
    }


def canonical_trace(
    decision: Decision,
    chain: Chain,
    proposal: Proposal | None,
    commits: Sequence[Mapping[str, Any]],
    missing_commits: str | None,
    damage: str | None = None,
) -> dict[str, Any]:
    """A decision with its rules, its evidence, its line of succession, and the commits that are
    linked to it; `missing_commits` is why there are none, or not all. `proposal` is the one that
    its record names, None where that is not stored, or cannot be used for its `damage`."""
    canonical, rules = canonical_decision(decision), derived_rules(decision)
    return {
        "canonical_decision_id": decision.id,
        "canonical_record": canonical,
        "derived_rules": rules,
        "declared_test_evidence": canonical["test_evidence"],
        "missing_links": _named(
            _missing_of_decision(decision, proposal, damage)
            | ({"commits": missing_commits} if missing_commits else {})
        ),
        "proposal_id": decision.record.proposal,
        "supersession": {
            "predecessors": list(chain.predecessors),
            "successors": list(chain.successors),
        },
        "commits": list(commits),
    }


def _missing_of_proposal(proposal: Proposal, decision: Decision | None) -> dict[str, str]:
    identifier = proposal.accepted_decision_id
    if identifier is None:
        reason = f"the proposal is {proposal.status}; only an accepted one becomes a decision"
        return {"accepted_decision_id": reason} | dict.fromkeys(
            ("canonical_record", "canonical_derived_rule_ids"), "there was no acceptance"
        )
    if decision is None:
        reason = f"no record is found under the accepted id {identifier}"
        return dict.fromkeys(("canonical_record", "canonical_derived_rule_ids"), reason)
    missing = {}
    if decision.record.proposal != proposal.proposal_id:
        missing["proposal_of_the_record"] = f"{decision.id} does not say that it came from here"
    if not decision.record.rules:
        missing["canonical_derived_rule_ids"] = "the record declares no rules"
    return missing


def _missing_of_decision(
    decision: Decision, proposal: Proposal | None, damage: str | None
) -> dict[str, str]:
    missing = {}
    if (reason := damage or _no_proposal(decision, proposal)) is not None:
        missing["proposal_id"] = reason
    if not decision.record.rules:
        missing["derived_rules"] = "the record declares no rules"
    if not decision.record.evidence:
        missing["declared_test_evidence"] = "the record declares no evidence"
    return missing


def _no_proposal(decision: Decision, proposal: Proposal | None) -> str | None:
    named = decision.record.proposal
    if named is None:
        return "the record names no proposal"
    if proposal is None:
        return f"the proposal {named}, which the record names, is not stored here"
    if proposal.accepted_decision_id is None:
        return f"the proposal {named} is {proposal.status}: nobody accepted it as this record"
    if proposal.accepted_decision_id != decision.id:
        return f"the proposal {named} was accepted as {proposal.accepted_decision_id}"
    return None


def _named(missing: Mapping[str, str]) -> list[str]:
    return [f"{name}: {reason}" for name, reason in missing.items()]
