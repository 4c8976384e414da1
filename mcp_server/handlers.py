"""One function a tool: from checked arguments to an answer, by calls of what exists."""

from collections.abc import Mapping
from typing import Any

from adr_schema.resolved import Decision
from compiler.index import canonical_decision
from mcp_server.state import State
from proposals.answers import Page, applicable_record, search_record
from proposals.intake import propose as take_in
from proposals.lineage import canonical_trace, proposal_trace
from proposals.model import Proposal
from proposals.records import outcome_record, proposal_record

Arguments = Mapping[str, Any]
Answer = dict[str, Any]

_PROPOSAL = "dprop-"


def propose(state: State, arguments: Arguments) -> Answer:
    """Take in one candidate."""
    (outcome,) = take_in(state.store, [arguments["candidate"]], None, state.canon())
    return outcome_record(outcome)


def propose_batch(state: State, arguments: Arguments) -> Answer:
    """Take in several candidates: all of them, or none."""
    shared = arguments.get("shared_provenance")
    outcomes = take_in(state.store, arguments["candidates"], shared, state.canon())
    return {"results": [outcome_record(outcome) for outcome in outcomes]}


def get(state: State, arguments: Arguments) -> Answer:
    """The proposal or decision that an id names."""
    identifier = arguments["record_id"]
    if (proposal := _proposal(state, identifier)) is not None:
        return {"record_type": "proposal", "proposal": proposal_record(proposal)}
    decision = state.decisions().named(identifier)
    if decision is None:
        return {"record_type": "not_found", "record_id": identifier}
    canonical = canonical_decision(decision)
    return {"record_type": "canonical_decision", "canonical_decision": canonical}


def search(state: State, arguments: Arguments) -> Answer:
    """What a query finds among proposals and decisions, each list by its own filters."""
    query = arguments.get("query", "")
    page = Page(**{n: int(arguments[n]) for n in ("limit", "offset") if n in arguments})
    lifecycle = arguments.get("canonical_lifecycle_status")
    decisions = [
        decision
        for decision in state.decisions().search.find(query)
        if lifecycle in (None, decision.lifecycle)
    ]
    proposals = [p for p in state.proposals().search.find(query) if _is_wanted(p, arguments)]
    return search_record(query, decisions, proposals, page)


def applicable_to(state: State, arguments: Arguments) -> Answer:
    """What governs paths and contexts, beside the hints of proposals."""
    question = state.inside(arguments.get("paths", ())), arguments.get("context", ())
    answer = state.decisions().applicability.answer(*question)
    hints = state.proposals().hints.met_by(*question)
    return {**applicable_record(answer, hints), "total_proposal_hint_matches": len(hints)}


def trace(state: State, arguments: Arguments) -> Answer:
    """Where a decision came from, or what became of a proposal."""
    identifier = arguments["record_id"]
    if (proposal := _proposal(state, identifier)) is not None:
        decision = _accepted(state, proposal)
        return {"result_type": "proposal_trace", **proposal_trace(proposal, decision)}
    decisions = state.decisions()
    found = decisions.named(identifier)
    if found is None:
        missing = [f"record: {_why_not_found(state, identifier)}"]
        return {"result_type": "trace_not_found", "record_id": identifier, "missing_links": missing}
    source = found.record.proposal
    origin = state.proposals().document.get(source) if source else None
    damage = _damage(state, source) if source else None
    commits, no_commits = decisions.commits.of(found)
    chain = decisions.chains.of(found.id)
    traced = canonical_trace(found, chain, origin, commits, no_commits, damage)
    return {"result_type": "canonical_trace", **traced}


def _proposal(state: State, identifier: str) -> Proposal | None:
    """The proposal of an id. The file of proposals is looked at only for what may be one, so that
    a decision can be had while that file is damaged."""
    is_one = identifier.startswith(_PROPOSAL)
    return state.proposals().document.get(identifier) if is_one else None


def _accepted(state: State, proposal: Proposal) -> Decision | None:
    """The decision that a proposal became: by the record that names it, else by the id."""
    identifier = proposal.accepted_decision_id
    if identifier is None:
        return None
    decisions = state.decisions()
    return decisions.by_proposal.get(proposal.proposal_id) or decisions.named(identifier)


def _why_not_found(state: State, identifier: str) -> str:
    if identifier.startswith(_PROPOSAL) and (damage := _damage(state, identifier)):
        return damage
    if not state.decisions().canon.known:
        return "there is no such proposal, and no records are served"
    return "there is no such proposal or decision"


def _damage(state: State, identifier: str) -> str | None:
    """Why the entry of a proposal cannot be used; None where it can, or where there is none."""
    for entry in state.proposals().document.damaged:
        if entry.proposal_id == identifier:
            return f"the entry of this proposal is damaged: {entry.reason}"
    return None


def _is_wanted(proposal: Proposal, filters: Arguments) -> bool:
    source = proposal.candidate.provenance
    values = {
        "proposal_status": proposal.status,
        "producer_name": source.producer_name,
        "source_reference": source.source_reference,
        "origin_classification": source.origin_classification,
    }
    return all(filters.get(name, value) == value for name, value in values.items())
